package org.jmpi.bench;

import mpi.MPI;

/**
 * Every rank prints one line: its rank, the number of ranks, and the host it runs on. Shows that a world comes up.
 *
 * <pre>jmpirun -np 4 hello</pre>
 */
public final class Hello {
    private Hello() {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Hello::run);
    }

    static Options options() {
        return new Options("hello", "Every rank prints its rank, the number of ranks and its host.");
    }

    static int run(Options options) throws Exception {
        System.out.println("Hello from rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size() + " on "
                + MPI.Get_processor_name());
        return 0;
    }
}
