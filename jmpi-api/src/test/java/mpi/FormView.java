package mpi;

import java.util.function.Supplier;

/** A communicator whose blocking collective operations are run in another form: started, or prepared. */
final class FormView extends Intracomm {
    private final CollectiveForm form;

    FormView(Intracomm comm, CollectiveForm form) {
        super(comm.context());
        this.form = form;
    }

    private void run(Supplier<Request> started, Supplier<Prequest> prepared) {
        form.run(null, started, prepared);
    }

    @Override
    public void Barrier() {
        run(() -> Ibarrier(), () -> Barrier_init());
    }

    @Override
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        run(() -> Ibcast(buf, offset, count, type, root), () -> Bcast_init(buf, offset, count, type, root));
    }

    @Override
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        run(
                () -> Igather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root),
                () -> Gather_init(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
    }

    @Override
    public void Gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root) {
        run(
                () -> Igatherv(
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        displs,
                        recvtype,
                        root),
                () -> Gatherv_init(
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        displs,
                        recvtype,
                        root));
    }

    @Override
    public void Scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        run(
                () -> Iscatter(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root),
                () -> Scatter_init(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
    }

    @Override
    public void Scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        run(
                () -> Iscatterv(
                        sendbuf,
                        sendoffset,
                        sendcount,
                        displs,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        recvtype,
                        root),
                () -> Scatterv_init(
                        sendbuf,
                        sendoffset,
                        sendcount,
                        displs,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        recvtype,
                        root));
    }

    @Override
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        run(
                () -> Iallgather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype),
                () -> Allgather_init(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
    }

    @Override
    public void Allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        run(
                () -> Iallgatherv(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs, recvtype),
                () -> Allgatherv_init(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs, recvtype));
    }

    @Override
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        run(
                () -> Ialltoall(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype),
                () -> Alltoall_init(
                        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
    }

    @Override
    public void Alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype) {
        run(
                () -> Ialltoallv(
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sdispls,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        rdispls,
                        recvtype),
                () -> Alltoallv_init(
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sdispls,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        rdispls,
                        recvtype));
    }

    @Override
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root) {
        run(
                () -> Ireduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root),
                () -> Reduce_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root));
    }

    @Override
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        run(
                () -> Iallreduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op),
                () -> Allreduce_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op));
    }

    @Override
    public void Reduce_scatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op) {
        run(
                () -> Ireduce_scatter(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op),
                () -> Reduce_scatter_init(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op));
    }

    @Override
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        run(
                () -> Iscan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op),
                () -> Scan_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op));
    }

    @Override
    public void Alltoallw(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype[] recvtypes) {
        run(
                () -> Ialltoallw(
                        sendbuf,
                        sendoffset,
                        sendcounts,
                        sdispls,
                        sendtypes,
                        recvbuf,
                        recvoffset,
                        recvcounts,
                        rdispls,
                        recvtypes),
                () -> Alltoallw_init(
                        sendbuf,
                        sendoffset,
                        sendcounts,
                        sdispls,
                        sendtypes,
                        recvbuf,
                        recvoffset,
                        recvcounts,
                        rdispls,
                        recvtypes));
    }

    @Override
    public void Reduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op) {
        run(
                () -> Ireduce_scatter_block(sendbuf, sendoffset, recvbuf, recvoffset, recvcount, datatype, op),
                () -> Reduce_scatter_block_init(sendbuf, sendoffset, recvbuf, recvoffset, recvcount, datatype, op));
    }

    @Override
    public void Exscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        run(
                () -> Iexscan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op),
                () -> Exscan_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op));
    }
}
