package org.jmpi.ibm.beyond.spawn;

import mpi.Comm;
import mpi.Intercomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Messages that a process sends before it calls Finalize arrive without Disconnect, at any later time. */
public final class Last {
    private static final int MESSAGES = 200;
    private static final int LENGTH = 4000;

    private Last() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intercomm parents = Comm.Get_parent();
        int[] numbers = new int[LENGTH];
        if (parents != null) {
            for (int i = 0; i < MESSAGES; i++) {
                numbers[LENGTH - 1] = i;
                parents.Send(numbers, 0, LENGTH, MPI.INT, 0, 1);
            }
        } else {
            Intercomm both = MPI.COMM_WORLD.Spawn(Last.class.getName(), null, 1, MPI.INFO_NULL, 0, null);
            if (MPI.COMM_WORLD.Rank() == 0) {
                for (int i = 0; i < MESSAGES; i++) {
                    both.Recv(numbers, 0, LENGTH, MPI.INT, 0, 1);
                    Check.equal(i, numbers[LENGTH - 1], "number of a message");
                }
            }
        }
        MPI.Finalize();
    }
}
