package org.jmpi.ibm.beyond.threads;

import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.Threads;

/** Any thread may make MPI calls, and only one of them is the main thread. */
public final class Level {
    private Level() {}

    public static void main(String[] args) {
        Check.equal(MPI.THREAD_MULTIPLE, MPI.Init_thread(args, MPI.THREAD_MULTIPLE), "level of thread support");
        Check.isTrue(MPI.Is_thread_main(), "the thread that called Init is the main thread");
        Threads.run(3, thread -> {
            Check.equal(MPI.THREAD_MULTIPLE, MPI.Query_thread(), "level of thread support in another thread");
            Check.isTrue(!MPI.Is_thread_main(), "another thread is not the main thread");
        });
        MPI.Finalize();
    }
}
