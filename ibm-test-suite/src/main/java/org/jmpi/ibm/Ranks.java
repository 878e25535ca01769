package org.jmpi.ibm;

import mpi.MPI;

/** How many ranks a program needs: it says so first, and ends the job with one line if there are others. */
public final class Ranks {
    private Ranks() {}

    public static void atLeast(int least) {
        require(MPI.COMM_WORLD.Size() >= least, "at least " + least);
    }

    public static void exactly(int number) {
        require(MPI.COMM_WORLD.Size() == number, "exactly " + number);
    }

    public static void even() {
        require(MPI.COMM_WORLD.Size() % 2 == 0, "an even number");
    }

    private static void require(boolean met, String needed) {
        if (met) return;
        // Of several ranks the first one speaks. Finalize waits for it, and so fails when it has ended.
        if (MPI.COMM_WORLD.Rank() > 0) MPI.Finalize();
        throw new WrongNumber(
                "number of ranks is wrong: ranks=" + MPI.COMM_WORLD.Size() + ", the program needs " + needed);
    }

    /** Ends the program with its message alone. */
    static final class WrongNumber extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongNumber(String message) {
            super(message, null, false, false);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}
