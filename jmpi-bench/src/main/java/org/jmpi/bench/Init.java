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
     * @param args what follows the program's name
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.Finalize();
    }
}
