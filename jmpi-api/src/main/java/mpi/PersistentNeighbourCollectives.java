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
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
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
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, displs));
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
                .send(Comm.buffer(sendbuf, sendoffset, sendcount, sendtype))
                .receive(Comm.buffer(recvbuf, recvoffset, recvcount, recvtype)));
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
                .send(Comm.buffer(sendbuf, sendoffset, 0, sendtype), sendcount, sdispls)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, recvtype), recvcount, rdispls));
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
                .send(Comm.buffer(sendbuf, sendoffset, 0, null), sendcounts, sdispls, sendtypes, Datatype::handle)
                .receive(Comm.buffer(recvbuf, recvoffset, 0, null), recvcounts, rdispls, recvtypes, Datatype::handle));
    }
}
