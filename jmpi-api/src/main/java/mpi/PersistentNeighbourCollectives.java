package mpi;

import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.Communicator;

/**
 * The persistent collective operations among the neighbours of a topology (MPI-4.1 section 8.8); see
 * {@link PersistentCollectives}.
 */
@SuppressWarnings("checkstyle:javadocmethod")
abstract class PersistentNeighbourCollectives extends NonblockingNeighbourCollectives {
    PersistentNeighbourCollectives(Communicator core) {
        super(core);
    }

    /** Prepares {@link #Neighbor_allgather Neighbor_allgather}, which {@link Prequest#Start} starts. */
    public Prequest Neighbor_allgather_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(amongNeighbours(CollectiveKind.ALLGATHER)
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /** Prepares {@link #Neighbor_allgatherv Neighbor_allgatherv}, which {@link Prequest#Start} starts. */
    public Prequest Neighbor_allgatherv_init(
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
        return prepare(amongNeighbours(CollectiveKind.ALLGATHERV)
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, displs, Datatype.handle(recvtype)));
    }

    /** Prepares {@link #Neighbor_alltoall Neighbor_alltoall}, which {@link Prequest#Start} starts. */
    public Prequest Neighbor_alltoall_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(amongNeighbours(CollectiveKind.ALLTOALL)
                .send(sendbuf, sendoffset, sendcount, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, Datatype.handle(recvtype)));
    }

    /** Prepares {@link #Neighbor_alltoallv Neighbor_alltoallv}, which {@link Prequest#Start} starts. */
    public Prequest Neighbor_alltoallv_init(
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
        return prepare(amongNeighbours(CollectiveKind.ALLTOALLV)
                .send(sendbuf, sendoffset, sendcount, sdispls, Datatype.handle(sendtype))
                .receive(recvbuf, recvoffset, recvcount, rdispls, Datatype.handle(recvtype)));
    }

    /** Prepares {@link #Neighbor_alltoallw Neighbor_alltoallw}, which {@link Prequest#Start} starts. */
    public Prequest Neighbor_alltoallw_init(
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
        return prepare(amongNeighbours(CollectiveKind.ALLTOALLW)
                .send(sendbuf, sendoffset, sendcounts, sdispls, Datatype.handles(sendtypes))
                .receive(recvbuf, recvoffset, recvcounts, rdispls, Datatype.handles(recvtypes)));
    }
}
