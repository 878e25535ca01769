package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;

/**
 * The non-blocking collective operations (MPI-4.1 section 6.12). Every rank starts them in one order, the blocking ones
 * included, but may complete them in any; until then it changes no buffer. One is never a part of the same operation as
 * a blocking one. A request of one can't be cancelled or freed (ERR_REQUEST).
 */
abstract class NonblockingCollectives extends Collectives {
    NonblockingCollectives(Communicator core) {
        super(core);
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /**
     * Starts what {@link Collectives#Barrier} does; returns at once.
     *
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ibarrier() throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.BARRIER));
    }

    /**
     * Starts what {@link Collectives#Bcast} does; returns at once.
     *
     * @param buf the root's message, and where the others receive it
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param root the root's rank, the same at every rank
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ibcast(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        return start(
                new CollectiveOperation(CollectiveKind.BCAST, root).send(buf, offset, count, Datatype.handle(type)));
    }

    // ---- gather and scatter (MPI-4.1 sections 6.5 and 6.6) ----

    /**
     * Starts what {@link Collectives#Gather} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Gatherv} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, displs, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Scatter} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Scatterv} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, displs, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    // ---- gather to all, and all to all (MPI-4.1 sections 6.7 and 6.8) ----

    /**
     * Starts what {@link Collectives#Allgather} does; returns at once.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one rank's block
     * @param recvtype what an item received is
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Allgatherv} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, displs, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Alltoall} does; returns at once.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of one block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one block
     * @param recvtype what an item received is
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Alltoallv} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcount, sdispls, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, rdispls, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link Collectives#Alltoallw} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, sendcounts, sdispls, Datatype.handles(sendtypes))
                .receive(recvbuf, recvoffset, recvcounts, rdispls, Datatype.handles(recvtypes)));
    }

    // ---- reductions (MPI-4.1 sections 6.9 to 6.11) ----

    /**
     * Starts what {@link Collectives#Reduce} does; returns at once.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into; counts at the root only
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @param root the root's rank, the same at every rank
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
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
                .send(sendbuf, sendoffset, count, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, count, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Starts what {@link Collectives#Allreduce} does; returns at once.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Iallreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.ALLREDUCE)
                .send(sendbuf, sendoffset, count, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, count, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Starts what {@link Collectives#Reduce_scatter} does; returns at once.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcounts the items of each rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ireduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER)
                .send(sendbuf, sendoffset, recvcounts, null, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, 0, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Starts what {@link Collectives#Reduce_scatter_block} does; returns at once.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcount the items of one rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ireduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.REDUCE_SCATTER_BLOCK)
                .send(sendbuf, sendoffset, recvcount, Datatype.handle(datatype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(datatype))
                .op(Op.reducer(op, datatype)));
    }
}
