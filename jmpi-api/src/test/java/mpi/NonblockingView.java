package mpi;

/** A communicator whose blocking collective operations are started and completed. */
final class NonblockingView extends Intracomm {
    NonblockingView(Intracomm comm) {
        super(comm.context());
    }

    @Override
    public void Barrier() {
        Ibarrier().Wait();
    }

    @Override
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        Ibcast(buf, offset, count, type, root).Wait();
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
        Igather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root)
                .Wait();
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
        Igatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs, recvtype, root)
                .Wait();
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
        Iscatter(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root)
                .Wait();
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
        Iscatterv(sendbuf, sendoffset, sendcount, displs, sendtype, recvbuf, recvoffset, recvcount, recvtype, root)
                .Wait();
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
        Iallgather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype)
                .Wait();
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
        Iallgatherv(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs, recvtype)
                .Wait();
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
        Ialltoall(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype)
                .Wait();
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
        Ialltoallv(sendbuf, sendoffset, sendcount, sdispls, sendtype, recvbuf, recvoffset, recvcount, rdispls, recvtype)
                .Wait();
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
        Ireduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root)
                .Wait();
    }

    @Override
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Iallreduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op)
                .Wait();
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
        Ireduce_scatter(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op)
                .Wait();
    }

    @Override
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Iscan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op).Wait();
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
        Ialltoallw(
                        sendbuf,
                        sendoffset,
                        sendcounts,
                        sdispls,
                        sendtypes,
                        recvbuf,
                        recvoffset,
                        recvcounts,
                        rdispls,
                        recvtypes)
                .Wait();
    }

    @Override
    public void Reduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op) {
        Ireduce_scatter_block(sendbuf, sendoffset, recvbuf, recvoffset, recvcount, datatype, op)
                .Wait();
    }

    @Override
    public void Exscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        Iexscan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op).Wait();
    }
}
