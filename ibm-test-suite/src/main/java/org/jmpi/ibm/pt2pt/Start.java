package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Prequest;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Persistent requests of three modes between all pairs of ranks, started one by one. */
public final class Start {
    private Start() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        Persistent.run(Items.BYTES, Integer.BYTES, Start::start, Start::checkOneInt);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Persistent.run(items, 1, Start::start, statuses -> {});
    }

    private static void start(Prequest[] requests) {
        for (Prequest request : requests) request.Start();
    }

    /** Four bytes count as one int, too. */
    private static void checkOneInt(Status[] statuses) {
        for (int i = 0; i < statuses.length; i += 2)
            Check.equal(1, statuses[i].Get_count(MPI.INT), "ints in the message from rank " + i / 2);
    }
}
