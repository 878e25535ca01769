package org.jmpi.ibm.beyond.errors;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Ranks;

/** Bad arguments of calls on an intercommunicator: ranks are those of the other group. */
public final class Intercomms {
    private static final int TAG = 1;

    private Intercomms() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.even();
        Intracomm world = MPI.COMM_WORLD;
        int side = world.Rank() % 2;
        Intracomm own = world.Split(side, 0);
        Intercomm inter = world.Create_intercomm(own, 0, 1 - side, TAG);
        int others = inter.Remote_size();
        Rows rows = new Rows();
        rows.row(
                        MPI.ERR_RANK,
                        "Send to a rank beyond the other group",
                        () -> inter.Send(new int[1], 0, 1, MPI.INT, others, TAG))
                .row(
                        MPI.ERR_RANK,
                        "Recv from a rank beyond the other group",
                        () -> inter.Recv(new int[1], 0, 1, MPI.INT, others, TAG))
                .row(MPI.ERR_RANK, "Probe of a rank beyond the other group", () -> inter.Probe(others, TAG))
                .row(
                        MPI.ERR_COMM,
                        "Create_intercomm of an intercommunicator",
                        () -> world.Create_intercomm(inter, 0, 1 - side, TAG));
        inter.Free();
        rows.row(MPI.ERR_COMM, "Remote_size of a freed one", inter::Remote_size)
                .row(MPI.ERR_COMM, "Remote_group of a freed one", inter::Remote_group)
                .row(MPI.ERR_COMM, "Merge of a freed one", () -> inter.Merge(true))
                .row(MPI.ERR_COMM, "clone of a freed one", inter::clone)
                .row(MPI.ERR_COMM, "Send in a freed one", () -> inter.Send(new int[1], 0, 1, MPI.INT, 0, TAG));
        own.Free();
        MPI.Finalize();
    }
}
