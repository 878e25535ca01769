package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;

/**
 * The blocking collective operations (MPI-4.1 section 6): every rank calls them, in one order. {@link Intercomm}
 * says what they do between two groups.
 *
 * <p>Offsets are in elements, counts and displacements in items of the datatype. Every collective operation checks its
 * arguments before it sends anything. It throws an {@link MPIException} of class ERR_BUFFER, ERR_COUNT, ERR_TYPE or
 * ERR_ARG if a buffer is not valid, of class ERR_ROOT or ERR_OP if these are not, and of class ERR_COMM if the
 * communicator is {@link MPI#COMM_NULL} or freed. Later it throws one of class ERR_TRUNCATE or ERR_TYPE if the data of
 * another rank do not match, of class ERR_PROC_FAILED if a rank has failed, and of class ERR_OTHER if one has ended.
 */
abstract class Collectives extends Comm {
    Collectives(Communicator core) {
        super(core);
    }

    /** Returns the operation of a blocking call, whose buffers are to be set. */
    final CollectiveOperation blocking(CollectiveKind kind, int root) {
        Communicator core = core();
        try {
            return core.collectives().blocking(kind, root);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** Returns the operation of a blocking call that has no root. */
    final CollectiveOperation blocking(CollectiveKind kind) {
        return blocking(kind, 0);
    }

    /** Sets a buffer that a blocking call has of its own. */
    static UserBuffer set(UserBuffer own, Object buf, int offset, int count, Datatype type) {
        return own.set(buf, offset, count, Datatype.handle(type));
    }

    /** Runs an operation; returns when it is done. */
    final void run(CollectiveOperation operation) {
        Communicator core = core();
        try {
            core.collectives().run(operation);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** Starts an operation. */
    final Request start(CollectiveOperation operation) {
        return new Request(call(core -> core.collectives().start(operation)));
    }

    /** Prepares an operation that is started later. */
    final Prequest prepare(CollectiveOperation operation) {
        return new Prequest(call(core -> core.collectives().prepare(operation)));
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /** Returns when every rank has called this. */
    public void Barrier() throws MPIException {
        run(blocking(CollectiveKind.BARRIER));
    }

    /**
     * Copies the root's buffer to every rank's.
     *
     * @param buf the root's message, and where the others receive it
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param root the root's rank, the same at every rank
     */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.BCAST, root);
        run(call.send(set(call.sent(), buf, offset, count, type)));
    }

    // ---- gather and scatter (MPI-4.1 sections 6.5 and 6.6) ----

    /**
     * Collects one block from each rank at the root, in the order of ranks.
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
     */
    public void Gather(
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
        CollectiveOperation call = blocking(CollectiveKind.GATHER, root);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Collects blocks of different lengths at the root.
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
     */
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
            int root)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.GATHERV, root);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /**
     * Sends one block from the root to each rank, in the order of ranks.
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
     */
    public void Scatter(
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
        CollectiveOperation call = blocking(CollectiveKind.SCATTER, root);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Sends blocks of different lengths from the root.
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
     */
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
            int root)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.SCATTERV, root);
        run(call.send(set(call.sent(), sendbuf, sendoffset, 0, sendtype), sendcount, displs)
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    // ---- gather to all, and all to all (MPI-4.1 sections 6.7 and 6.8) ----

    /**
     * Collects one block from each rank at every rank.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one rank's block
     * @param recvtype what an item received is
     */
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.ALLGATHER);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Collects blocks of different lengths at every rank.
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
     */
    public void Allgatherv(
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
        CollectiveOperation call = blocking(CollectiveKind.ALLGATHERV);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /**
     * Sends one block to each rank and receives one from each, in the order of ranks.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of one block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one block
     * @param recvtype what an item received is
     */
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.ALLTOALL);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Sends blocks of different lengths to all ranks and receives such from all.
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
     */
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
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.ALLTOALLV);
        run(call.send(set(call.sent(), sendbuf, sendoffset, 0, sendtype), sendcount, sdispls)
                .receive(set(call.received(), recvbuf, recvoffset, 0, recvtype), recvcount, rdispls));
    }

    /**
     * Sends blocks of different lengths and types to all ranks and receives such from all.
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
     */
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
            Datatype[] recvtypes)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.ALLTOALLW);
        run(call.send(set(call.sent(), sendbuf, sendoffset, 0, null), sendcounts, sdispls, sendtypes, Datatype::handle)
                .receive(
                        set(call.received(), recvbuf, recvoffset, 0, null),
                        recvcounts,
                        rdispls,
                        recvtypes,
                        Datatype::handle));
    }

    // ---- reductions (MPI-4.1 sections 6.9 to 6.11) ----

    /**
     * Combines the ranks' buffers, element by element, at the root.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into; counts at the root only
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @param root the root's rank, the same at every rank
     */
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.REDUCE, root);
        run(call.send(set(call.sent(), sendbuf, sendoffset, count, datatype))
                .receive(set(call.received(), recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Combines the ranks' buffers, element by element, at every rank; all get the same bits.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.ALLREDUCE);
        run(call.send(set(call.sent(), sendbuf, sendoffset, count, datatype))
                .receive(set(call.received(), recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Combines the ranks' buffers, element by element, and gives each rank a part of the result, in the order of ranks.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcounts the items of each rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Reduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.REDUCE_SCATTER);
        run(call.send(set(call.sent(), sendbuf, sendoffset, 0, datatype), recvcounts, null)
                .receive(set(call.received(), recvbuf, recvoffset, 0, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Combines the ranks' buffers, element by element, and gives each rank a part of the result of one length.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcount the items of one rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Reduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.REDUCE_SCATTER_BLOCK);
        run(call.send(set(call.sent(), sendbuf, sendoffset, recvcount, datatype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, datatype))
                .op(Op.reducer(op, datatype)));
    }
}
