package mpi;

/** A communicator whose blocking collective operations are prepared, started twice and completed. */
final class PersistentView extends Intracomm {
    PersistentView(Intracomm comm) {
        super(comm.context());
    }

    @Override
    public void Barrier() {
        twice(Barrier_init());
    }

    @Override
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        twice(Bcast_init(buf, offset, count, type, root));
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
        twice(Gather_init(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
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
        twice(Gatherv_init(
                sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs, recvtype, root));
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
        twice(Scatter_init(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
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
        twice(Scatterv_init(
                sendbuf, sendoffset, sendcount, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
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
        twice(Allgather_init(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
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
        twice(Allgatherv_init(
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
        twice(Alltoall_init(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
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
        twice(Alltoallv_init(
                sendbuf, sendoffset, sendcount, sdispls, sendtype, recvbuf, recvoffset, recvcount, rdispls, recvtype));
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
        twice(Reduce_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root));
    }

    @Override
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        twice(Allreduce_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op));
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
        twice(Reduce_scatter_init(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op));
    }

    @Override
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        twice(Scan_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op));
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
        twice(Alltoallw_init(
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
        twice(Reduce_scatter_block_init(sendbuf, sendoffset, recvbuf, recvoffset, recvcount, datatype, op));
    }

    @Override
    public void Exscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        twice(Exscan_init(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op));
    }

    static void twice(Prequest request) {
        request.Start();
        request.Wait();
        request.Start();
        request.Wait();
        request.Free();
    }
}
