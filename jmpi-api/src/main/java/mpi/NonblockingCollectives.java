package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;

/**
 * The non-blocking collective operations (MPI-4.1 section 6.12). Each takes the arguments of its blocking form, throws
 * the same errors for them, and returns at once. Every rank starts them in one order, the blocking ones included, but
 * may complete them in any; until then it changes no buffer. One is never a part of the same operation as a blocking
 * one. A request of one can't be cancelled or freed (ERR_REQUEST).
 */
@SuppressWarnings("checkstyle:javadocmethod")
abstract class NonblockingCollectives extends Collectives {
    NonblockingCollectives(Communicator core) {
        super(core);
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /** Starts {@link #Barrier Barrier}, which {@link Request#Wait} completes. */
    public Request Ibarrier() throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.BARRIER));
    }

    /** Starts {@link #Bcast Bcast}, which {@link Request#Wait} completes. */
    public Request Ibcast(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.BCAST, root).send(Comm.buffer(buf, offset, count, type)));
    }

    // ---- gather and scatter (MPI-4.1 sections 6.5 and 6.6) ----

    /** Starts {@link #Gather Gather}, which {@link Request#Wait} completes. */
    public Request Igather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.GATHER, root)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Starts {@link #Gatherv Gatherv}, which {@link Request#Wait} completes. */
    public Request Igatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.GATHERV, root)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /** Starts {@link #Scatter Scatter}, which {@link Request#Wait} completes. */
    public Request Iscatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.SCATTER, root)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Starts {@link #Scatterv Scatterv}, which {@link Request#Wait} completes. */
    public Request Iscatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.SCATTERV, root)
                .send(Comm.buffer(sendbuf, sendoffset, 0, sendtype), sendcount, displs)
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    // ---- gather to all, and all to all (MPI-4.1 sections 6.7 and 6.8) ----

    /** Starts {@link #Allgather Allgather}, which {@link Request#Wait} completes. */
    public Request Iallgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLGATHER)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Starts {@link #Allgatherv Allgatherv}, which {@link Request#Wait} completes. */
    public Request Iallgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLGATHERV)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /** Starts {@link #Alltoall Alltoall}, which {@link Request#Wait} completes. */
    public Request Ialltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLTOALL)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Starts {@link #Alltoallv Alltoallv}, which {@link Request#Wait} completes. */
    public Request Ialltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLTOALLV)
                .send(Comm.buffer(sendbuf, sendoffset, 0, sendtype), sendcount, sdispls)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, rdispls));
    }

    /** Starts {@link #Alltoallw Alltoallw}, which {@link Request#Wait} completes. */
    public Request Ialltoallw(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLTOALLW)
                .send(Comm.buffer(sendbuf, sendoffset, 0, null), sendcounts, sdispls, sendtypes, Datatype::handle)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, null), recvcounts, rdispls, recvtypes, Datatype::handle));
    }

    // ---- reductions (MPI-4.1 sections 6.9 to 6.11) ----

    /** Starts {@link #Reduce Reduce}, which {@link Request#Wait} completes. */
    public Request Ireduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.REDUCE, root)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Starts {@link #Allreduce Allreduce}, which {@link Request#Wait} completes. */
    public Request Iallreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLREDUCE)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Starts {@link #Reduce_scatter Reduce_scatter}, which {@link Request#Wait} completes. */
    public Request Ireduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER)
                .send(Comm.buffer(sendbuf, sendoffset, 0, datatype), recvcounts, null)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Starts {@link #Reduce_scatter_block Reduce_scatter_block}, which {@link Request#Wait} completes. */
    public Request Ireduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER_BLOCK)
                .send(Comm.buffer(sendbuf, sendoffset, recvcount, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, datatype))
                .op(Op.reducer(op, datatype)));
    }
}
