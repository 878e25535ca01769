package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;

/**
 * The persistent collective operations (MPI-4.1 section 6.13). Every rank prepares them in one order, that of its other
 * collective calls; it may start them in any order, and again when one is complete.
 */
abstract class PersistentCollectives extends NonblockingCollectives {
    PersistentCollectives(Communicator core) {
        super(core);
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /**
     * Prepares what {@link Collectives#Barrier} does.
     *
     * @return the operation, which {@link Prequest#Start} starts
     */
    public Prequest Barrier_init() throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.BARRIER));
    }

    /**
     * Prepares what {@link Collectives#Bcast} does.
     *
     * @param buf the root's message, and where the others receive it
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param root the root's rank, the same at every rank
     * @return the operation, which {@link Prequest#Start} starts
     */
    public Prequest Bcast_init(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        return prepare(
                new CollectiveOperation(CollectiveKind.BCAST, root).send(buf, offset, count, Datatype.handle(type)));
    }

    // ---- gather and scatter (MPI-4.1 sections 6.5 and 6.6) ----

    /**
     * Prepares what {@link Collectives#Gather} does.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into; counts at the root only
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one rank's block; what is received counts at the root only
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Gatherv} does.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into; counts at the root only
     * @param recvoffset the index of the first element received
     * @param recvcount the items of each rank's block; what is received counts at the root only
     * @param displs where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, displs, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Scatter} does.
     *
     * @param sendbuf the array that all blocks are in; counts at the root only
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of one rank's block; what is sent counts at the root only
     * @param sendtype what an item sent is
     * @param recvbuf the array that this rank's block goes into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of this rank's block
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Scatterv} does.
     *
     * @param sendbuf the array that all blocks are in; counts at the root only
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of each rank's block; what is sent counts at the root only
     * @param displs where each block starts, in items from {@code sendoffset} on
     * @param sendtype what an item sent is
     * @param recvbuf the array that this rank's block goes into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of this rank's block
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, displs, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    // ---- gather to all, and all to all (MPI-4.1 sections 6.7 and 6.8) ----

    /**
     * Prepares what {@link Collectives#Allgather} does.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one rank's block
     * @param recvtype what an item received is
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Allgatherv} does.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of each rank's block
     * @param displs where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, displs, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Alltoall} does.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of one block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one block
     * @param recvtype what an item received is
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Alltoallv} does.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of the block for each rank
     * @param sdispls where each block starts, in items from {@code sendoffset} on
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of the block from each rank
     * @param rdispls where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcount, sdispls, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, rdispls, Datatype.handle(recvtype)));
    }

    /**
     * Prepares what {@link Collectives#Alltoallw} does.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcounts the items of the block for each rank
     * @param sdispls where each block starts, in elements from {@code sendoffset} on
     * @param sendtypes what an item of each block is; all of the base type of the array
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcounts the items of the block from each rank
     * @param rdispls where each block starts, in elements from {@code recvoffset} on
     * @param recvtypes what an item of each block is; all of the base type of the array
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, sendcounts, sdispls, Datatype.handles(sendtypes))
                .receive(recvbuf, recvoffset, recvcounts, rdispls, Datatype.handles(recvtypes)));
    }

    // ---- reductions (MPI-4.1 sections 6.9 to 6.11) ----

    /**
     * Prepares what {@link Collectives#Reduce} does.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into; counts at the root only
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @param root the root's rank, the same at every rank
     * @return the operation, which {@link Prequest#Start} starts
     */
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
                .send(sendbuf, sendoffset, count, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, count, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Prepares what {@link Collectives#Allreduce} does.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @return the operation, which {@link Prequest#Start} starts
     */
    public Prequest Allreduce_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.ALLREDUCE)
                .send(sendbuf, sendoffset, count, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, count, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Prepares what {@link Collectives#Reduce_scatter} does.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcounts the items of each rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @return the operation, which {@link Prequest#Start} starts
     */
    public Prequest Reduce_scatter_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER)
                .send(sendbuf, sendoffset, recvcounts, null, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, 0, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Prepares what {@link Collectives#Reduce_scatter_block} does.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcount the items of one rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @return the operation, which {@link Prequest#Start} starts
     */
    public Prequest Reduce_scatter_block_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER_BLOCK)
                .send(sendbuf, sendoffset, recvcount, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }
}
