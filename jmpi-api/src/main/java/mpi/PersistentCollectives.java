package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;

/**
 * The persistent collective operations (MPI-4.1 section 6.13). Each takes the arguments of its blocking form. Every
 * rank prepares them in one order, that of its other collective calls; it may start them in any order, and again when
 * one is complete.
 */
@SuppressWarnings("checkstyle:javadocmethod")
abstract class PersistentCollectives extends NonblockingCollectives {
    PersistentCollectives(Communicator core) {
        super(core);
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /** Prepares {@link #Barrier Barrier}, which {@link Prequest#Start} starts. */
    public Prequest Barrier_init() throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.BARRIER));
    }

    /** Prepares {@link #Bcast Bcast}, which {@link Prequest#Start} starts. */
    public Prequest Bcast_init(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.BCAST, root).send(Comm.buffer(buf, offset, count, type)));
    }

    // ---- gather and scatter (MPI-4.1 sections 6.5 and 6.6) ----

    /** Prepares {@link #Gather Gather}, which {@link Prequest#Start} starts. */
    public Prequest Gather_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.GATHER, root)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Prepares {@link #Gatherv Gatherv}, which {@link Prequest#Start} starts. */
    public Prequest Gatherv_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.GATHERV, root)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /** Prepares {@link #Scatter Scatter}, which {@link Prequest#Start} starts. */
    public Prequest Scatter_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.SCATTER, root)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Prepares {@link #Scatterv Scatterv}, which {@link Prequest#Start} starts. */
    public Prequest Scatterv_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.SCATTERV, root)
                .send(Comm.buffer(sendbuf, sendoffset, 0, sendtype), sendcount, displs)
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    // ---- gather to all, and all to all (MPI-4.1 sections 6.7 and 6.8) ----

    /** Prepares {@link #Allgather Allgather}, which {@link Prequest#Start} starts. */
    public Prequest Allgather_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.ALLGATHER)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Prepares {@link #Allgatherv Allgatherv}, which {@link Prequest#Start} starts. */
    public Prequest Allgatherv_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.ALLGATHERV)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /** Prepares {@link #Alltoall Alltoall}, which {@link Prequest#Start} starts. */
    public Prequest Alltoall_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.ALLTOALL)
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Prepares {@link #Alltoallv Alltoallv}, which {@link Prequest#Start} starts. */
    public Prequest Alltoallv_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.ALLTOALLV)
                .send(Comm.buffer(sendbuf, sendoffset, 0, sendtype), sendcount, sdispls)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, rdispls));
    }

    /** Prepares {@link #Alltoallw Alltoallw}, which {@link Prequest#Start} starts. */
    public Prequest Alltoallw_init(
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
        return prepare(new CollectiveOperation(CollectiveKind.ALLTOALLW)
                .send(Comm.buffer(sendbuf, sendoffset, 0, null), sendcounts, sdispls, sendtypes, Datatype::handle)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, null), recvcounts, rdispls, recvtypes, Datatype::handle));
    }

    // ---- reductions (MPI-4.1 sections 6.9 to 6.11) ----

    /** Prepares {@link #Reduce Reduce}, which {@link Prequest#Start} starts. */
    public Prequest Reduce_init(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.REDUCE, root)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Prepares {@link #Allreduce Allreduce}, which {@link Prequest#Start} starts. */
    public Prequest Allreduce_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.ALLREDUCE)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Prepares {@link #Reduce_scatter Reduce_scatter}, which {@link Prequest#Start} starts. */
    public Prequest Reduce_scatter_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER)
                .send(Comm.buffer(sendbuf, sendoffset, 0, datatype), recvcounts, null)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Prepares {@link #Reduce_scatter_block Reduce_scatter_block}, which {@link Prequest#Start} starts. */
    public Prequest Reduce_scatter_block_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER_BLOCK)
                .send(Comm.buffer(sendbuf, sendoffset, recvcount, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, datatype))
                .op(Op.reducer(op, datatype)));
    }
}
