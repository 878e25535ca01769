package org.jmpi.ibm.beyond.comm;

import java.util.List;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** The communicator of the calling rank alone, its clones and its parts do all that others do. */
public final class Oneself {
    private Oneself() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm self = MPI.COMM_SELF;
        Check.equal(1, self.Size(), "ranks");
        Check.equal(0, self.Rank(), "rank");
        AllCollectives.check(self, 100, 0);
        Intracomm clone = (Intracomm) self.clone();
        Intracomm split = clone.Split(3, -1);
        Intracomm created = self.Create(self.Group());
        Cartcomm grid = self.Create_cart(new int[] {1, 1}, new boolean[] {true, false}, true);
        for (Intracomm comm : List.of(clone, split, created, grid)) {
            Check.equal(MPI.CONGRUENT, Comm.Compare(self, comm), "comparison with oneself");
            AllCollectives.check(comm, 10, 0);
            comm.Free();
        }
        int relation = MPI.COMM_WORLD.Size() == 1 ? MPI.CONGRUENT : MPI.UNEQUAL;
        Check.equal(relation, Comm.Compare(self, MPI.COMM_WORLD), "comparison with the world");
        MPI.Finalize();
    }
}
