package mpi;

import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.error.CommException;

/**
 * A communicator between two groups that have no rank in common (MPI-4.1 section 7.6): messages go from a rank of one
 * to a rank of the other, and destinations and sources are ranks of the other group.
 *
 * <p>A collective operation gives each group the data of the other one (MPI-4.1 section 6.2.2); every rank of both
 * groups calls it. If it has a root, that rank gives {@link MPI#ROOT} as the root, the other ranks of its group give
 * {@link MPI#PROC_NULL}, and the ranks of the other group give the root's rank. Ranks that give PROC_NULL take no part;
 * none of their other arguments counts. There is a block for each rank of the other group; those of Reduce_scatter and
 * Reduce_scatter_block are for the ranks of the own group. No buffer may be {@link MPI#IN_PLACE} (ERR_BUFFER).
 *
 * <pre>{@code
 * int rank = MPI.COMM_WORLD.Rank();
 * int side = rank % 2;
 * Intracomm own = MPI.COMM_WORLD.Split(side, rank);
 * Intercomm both = MPI.COMM_WORLD.Create_intercomm(own, 0, 1 - side, 7);
 * int[] sum = new int[1]; // of the ranks of the other group
 * both.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
 * }</pre>
 */
public class Intercomm extends PersistentCollectives {
    Intercomm(Communicator core) {
        super(core);
    }

    @Override
    public Intercomm Dup() throws MPIException {
        return new Intercomm(dup());
    }

    @Override
    public Intercomm Dup_with_info(Info info) throws MPIException {
        return (Intercomm) super.Dup_with_info(info);
    }

    @Override
    public Crequest<? extends Intercomm> Idup() throws MPIException {
        return idup(null, core -> new Intercomm(core));
    }

    @Override
    public Crequest<? extends Intercomm> Idup_with_info(Info info) throws MPIException {
        return idup(info, core -> new Intercomm(core));
    }

    /**
     * {@return the number of ranks in the other group (MPI-4.1 section 7.6.1)}
     *
     * @throws MPIException of class ERR_COMM if the communicator has been freed
     */
    public int Remote_size() throws MPIException {
        return remote().size();
    }

    /**
     * {@return the other group (MPI-4.1 section 7.6.1)}
     *
     * @throws MPIException of class ERR_COMM if the communicator has been freed
     */
    public Group Remote_group() throws MPIException {
        return new Group(remote());
    }

    private org.jmpi.comm.communicator.Group remote() {
        Communicator core = core();
        try {
            core.checkUsable();
            return core.remoteGroup();
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Does the same as {@link #Remote_group}.
     *
     * @return the other group
     */
    public Group Remote_Group() throws MPIException {
        return Remote_group();
    }

    /**
     * {@return a communicator of both groups (MPI-4.1 section 7.6.2)} Every rank of both calls this.
     *
     * @param high whether the own group gets the higher ranks; the same at all ranks of a group. If both groups give
     *     the same, the one whose first rank is lower in the world comes first
     * @throws MPIException of class ERR_COMM if the communicator has been freed
     */
    public Intracomm Merge(boolean high) throws MPIException {
        Communicator core = core();
        try {
            return new Intracomm(Intercommunicators.merge(core, high));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    // ---- after failures (User-Level Failure Mitigation) ----

    @Override
    public Intercomm Shrink() throws MPIException {
        return shrink("Shrink", Intercomm::new);
    }

    @Override
    public Crequest<? extends Intercomm> Ishrink() throws MPIException {
        return ishrink("Ishrink", Intercomm::new);
    }
}
