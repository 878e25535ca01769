package org.jmpi.ibm.beyond.spawn;

import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Two programs, of which one may have fewer processes than asked for, are one world. */
public final class Several {
    private Several() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intercomm parents = Comm.Get_parent();
        if (parents == null) {
            String name = Several.class.getName();
            Info soft = Info.Create();
            soft.Set("soft", "1,7:9");
            int[] codes = new int[4];
            Intercomm both = MPI.COMM_WORLD.Spawn_multiple(
                    new String[] {name, name},
                    new String[][] {{"first", "0"}, {"second", "1"}},
                    new int[] {3, 1},
                    new Info[] {soft, MPI.INFO_NULL},
                    MPI.COMM_WORLD.Size() - 1,
                    codes);
            Check.equal(2, both.Remote_size(), "processes");
            Check.equal(MPI.SUCCESS, codes[0], "first process");
            Check.equal(MPI.ERR_SPAWN, codes[1], "one that is left out");
            Check.equal(MPI.ERR_SPAWN, codes[2], "the other one that is left out");
            Check.equal(MPI.SUCCESS, codes[3], "process of the second program");
            both.Barrier();
            both.Disconnect();
        } else {
            int rank = MPI.COMM_WORLD.Rank();
            Check.equal(2, MPI.COMM_WORLD.Size(), "size of the world");
            Check.equal(rank == 0 ? "first" : "second", args[0], "argument");
            Check.equal(rank, MPI.COMM_WORLD.Attr_get(MPI.APPNUM), "number of the program");
            parents.Barrier();
            parents.Disconnect();
        }
        MPI.Finalize();
    }
}
