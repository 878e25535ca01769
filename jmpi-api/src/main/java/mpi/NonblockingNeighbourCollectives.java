package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.Communicator;

/**
 * The non-blocking collective operations among the neighbours of a topology (MPI-4.1 section 8.7); see
 * {@link NonblockingCollectives}.
 */
abstract class NonblockingNeighbourCollectives extends NeighbourCollectives {
    NonblockingNeighbourCollectives(Communicator core) {
        super(core);
    }

    /**
     * Starts what {@link NeighbourCollectives#Neighbor_allgather} does; returns at once.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one neighbour's block
     * @param recvtype what an item received is
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ineighbor_allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(amongNeighbours(CollectiveKind.ALLGATHER)
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link NeighbourCollectives#Neighbor_allgatherv} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ineighbor_allgatherv(
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
        return start(amongNeighbours(CollectiveKind.ALLGATHERV)
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, displs, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link NeighbourCollectives#Neighbor_alltoall} does; returns at once.
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
    public Request Ineighbor_alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(amongNeighbours(CollectiveKind.ALLTOALL)
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link NeighbourCollectives#Neighbor_alltoallv} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ineighbor_alltoallv(
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
        return start(amongNeighbours(CollectiveKind.ALLTOALLV)
                .send(sendbuf, sendoffset, sendcount, sdispls, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, rdispls, Datatype.handle(recvtype)));
    }

    /**
     * Starts what {@link NeighbourCollectives#Neighbor_alltoallw} does; returns at once.
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
     * @return the operation under way, which {@link Request#Wait} or a like call completes
     */
    public Request Ineighbor_alltoallw(
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
        return start(amongNeighbours(CollectiveKind.ALLTOALLW)
                .send(sendbuf, sendoffset, sendcounts, sdispls, Datatype.handles(sendtypes))
                .receive(recvbuf, recvoffset, recvcounts, rdispls, Datatype.handles(recvtypes)));
    }
}
