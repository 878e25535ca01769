package org.jmpi.bench;

import mpi.MPI;

/**
 * Starts and ends MPI, and nothing else: what a job costs that does nothing.
 *
 * <pre>time jmpirun -np 4 init</pre>
 */
public final class Init {
    private Init() {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        // Without arguments it loads no class that reads them: a user times the start of the job.
        if (args.length > 0) Program.main(args, options(), options -> 0);
        else run();
    }

    static Options options() {
        return new Options("init", "Starts and ends MPI, and nothing else.");
    }

    private static void run() throws Exception {
        MPI.Init(new String[0]);
        MPI.Finalize();
    }
}
