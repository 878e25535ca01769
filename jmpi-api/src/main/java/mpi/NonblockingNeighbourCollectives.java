package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.Communicator;

/**
 * The non-blocking collective operations among the neighbours of a topology (MPI-4.1 section 8.7); see
 * {@link NonblockingCollectives}.
 */
@SuppressWarnings("checkstyle:javadocmethod")
abstract class NonblockingNeighbourCollectives extends NeighbourCollectives {
    NonblockingNeighbourCollectives(Communicator core) {
        super(core);
    }

    /** Starts {@link #Neighbor_allgather Neighbor_allgather}, which {@link Request#Wait} completes. */
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
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Starts {@link #Neighbor_allgatherv Neighbor_allgatherv}, which {@link Request#Wait} completes. */
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
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, displs));
    }

    /** Starts {@link #Neighbor_alltoall Neighbor_alltoall}, which {@link Request#Wait} completes. */
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
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
    }

    /** Starts {@link #Neighbor_alltoallv Neighbor_alltoallv}, which {@link Request#Wait} completes. */
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
                .send(Comm.buffer(sendbuf, sendoffset, 0, sendtype), sendcount, sdispls)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, rdispls));
    }

    /** Starts {@link #Neighbor_alltoallw Neighbor_alltoallw}, which {@link Request#Wait} completes. */
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
                .send(Comm.buffer(sendbuf, sendoffset, 0, null), sendcounts, sdispls, sendtypes, Datatype::handle)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, null), recvcounts, rdispls, recvtypes, Datatype::handle));
    }
}
