package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.Ranks;

/** A receive is completed by Test alone, which returns null until the message has come. */
public final class Test1 {
    private Test1() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.atLeast(2);
        Late.run(items, request -> Poll.until(request::Test));
    }
}
