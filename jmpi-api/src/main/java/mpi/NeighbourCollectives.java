package mpi;

import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;

/**
 * The blocking collective operations among the neighbours of a topology (MPI-4.1 section 8.6). Every rank of the
 * topology calls them, in the order of its other collective calls; it exchanges blocks with its neighbours alone.
 *
 * <p>Buffers have a block for each neighbour, in the order of neighbours. In a {@link Cartcomm} that is, for each
 * dimension, the neighbour below and the one above; a block sent to the one below arrives as the one from above. In a
 * {@link Graphcomm} and a {@link Distgraphcomm} it is the order of edges; of several edges from one rank to another,
 * the first at the one end is the first at the other end. The block of a neighbour that does not exist,
 * {@link MPI#PROC_NULL}, is left as it is.
 *
 * <p>They throw what other collective operations throw; an {@link MPIException} of class ERR_BUFFER if a buffer is
 * {@link MPI#IN_PLACE}, and of class ERR_TOPOLOGY if an edge of a Graphcomm does not lead back.
 */
abstract class NeighbourCollectives extends Intracomm {
    NeighbourCollectives(Communicator core) {
        super(core);
    }

    /** Returns the neighbours of this rank. */
    abstract Neighbourhood neighbourhood() throws MPIException;

    /** Returns an operation among the neighbours, whose buffers are to be set. */
    final CollectiveOperation amongNeighbours(CollectiveKind kind) {
        return new CollectiveOperation(kind).among(neighbourhood());
    }

    private CollectiveOperation blockingAmongNeighbours(CollectiveKind kind) {
        Neighbourhood neighbours = neighbourhood();
        return blocking(kind).among(neighbours);
    }

    /**
     * Sends one block to each neighbour, the same to all, and receives one from each.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one neighbour's block
     * @param recvtype what an item received is
     */
    public void Neighbor_allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation call = blockingAmongNeighbours(CollectiveKind.ALLGATHER);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Sends one block to each neighbour, the same to all, and receives blocks of different lengths.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of the block from each neighbour
     * @param displs where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     */
    public void Neighbor_allgatherv(
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
        CollectiveOperation call = blockingAmongNeighbours(CollectiveKind.ALLGATHERV);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /**
     * Sends one block to each neighbour and receives one from each.
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
    public void Neighbor_alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation call = blockingAmongNeighbours(CollectiveKind.ALLTOALL);
        run(call.send(set(call.sent(), sendbuf, sendoffset, sendcount, sendtype))
                .receive(set(call.received(), recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Sends blocks of different lengths to all neighbours and receives such from all.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of the block for each neighbour
     * @param sdispls where each block starts, in items from {@code sendoffset} on
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of the block from each neighbour
     * @param rdispls where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     */
    public void Neighbor_alltoallv(
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
        CollectiveOperation call = blockingAmongNeighbours(CollectiveKind.ALLTOALLV);
        run(call.send(set(call.sent(), sendbuf, sendoffset, 0, sendtype), sendcount, sdispls)
                .receive(set(call.received(), recvbuf, recvoffset, 0, recvtype), recvcount, rdispls));
    }

    /**
     * Sends blocks of different lengths and types to all neighbours and receives such from all.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcounts the items of the block for each neighbour
     * @param sdispls where each block starts, in elements from {@code sendoffset} on
     * @param sendtypes what an item of each block is; all of the base type of the array
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcounts the items of the block from each neighbour
     * @param rdispls where each block starts, in elements from {@code recvoffset} on
     * @param recvtypes what an item of each block is; all of the base type of the array
     */
    public void Neighbor_alltoallw(
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
        CollectiveOperation call = blockingAmongNeighbours(CollectiveKind.ALLTOALLW);
        run(call.send(set(call.sent(), sendbuf, sendoffset, 0, null), sendcounts, sdispls, sendtypes, Datatype::handle)
                .receive(
                        set(call.received(), recvbuf, recvoffset, 0, null),
                        recvcounts,
                        rdispls,
                        recvtypes,
                        Datatype::handle));
    }
}
