package org.jmpi.ibm.beyond.comm;

import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** Create of parts of the group, in their own order: a half, one rank, none, all backwards, and several at once. */
public final class Subgroups {
    private Subgroups() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        int me = world.Rank();
        check((int[]) Items.INTS.range(0, (ranks + 1) / 2));
        check(new int[] {ranks - 1});
        check((int[]) Items.INTS.make(ranks, k -> ranks - 1 - k));
        Check.equal(null, world.Create(MPI.GROUP_EMPTY), "communicator of nobody");
        int side = me % 2;
        check((int[]) Items.INTS.make((ranks + 1 - side) / 2, k -> 2 * k + side));
        MPI.Finalize();
    }

    /** Creates a communicator of some ranks; the others may give other ones. */
    private static void check(int[] members) {
        Group all = MPI.COMM_WORLD.Group();
        Group group = all.Incl(members);
        Intracomm comm = MPI.COMM_WORLD.Create(group);
        Check.equal(group.Rank() != MPI.UNDEFINED, comm != null, "members have a communicator");
        if (comm != null) {
            Check.equal(MPI.IDENT, Group.Compare(comm.Group(), group), "group of the communicator");
            Check.equal(group.Rank(), comm.Rank(), "rank");
            int[] worldRanks = new int[members.length];
            comm.Allgather(new int[] {MPI.COMM_WORLD.Rank()}, 0, 1, MPI.INT, worldRanks, 0, 1, MPI.INT);
            Check.equal(members, worldRanks, "world ranks of the members");
            AllCollectives.check(comm, 10, comm.Size() - 1);
            comm.Free();
        }
        group.free();
        all.free();
    }
}
