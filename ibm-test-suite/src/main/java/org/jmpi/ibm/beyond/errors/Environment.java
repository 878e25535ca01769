package org.jmpi.ibm.beyond.errors;

import mpi.MPI;
import org.jmpi.ibm.Check;

/** Bad arguments of the calls on the environment and on the attached buffer. */
public final class Environment {
    private static final int TAG = 1;

    private Environment() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        int me = MPI.COMM_WORLD.Rank();
        Runnable bsend = () -> MPI.COMM_WORLD.Bsend(new int[3], 0, 3, MPI.INT, me, TAG);
        for (int level : new int[] {MPI.THREAD_SINGLE - 1, MPI.THREAD_MULTIPLE + 1})
            rows.row(MPI.ERR_ARG, "Init_thread of level " + level, () -> MPI.Init_thread(args, level));
        rows.row(MPI.ERR_BUFFER, "Buffer_detach without a buffer", MPI::Buffer_detach)
                .row(MPI.ERR_BUFFER, "Buffer_attach of null", () -> MPI.Buffer_attach((byte[]) null))
                .row(MPI.ERR_BUFFER, "Bsend without a buffer", bsend);
        MPI.Buffer_attach(new byte[11]);
        rows.row(MPI.ERR_BUFFER, "Buffer_attach of a second buffer", () -> MPI.Buffer_attach(new byte[1]))
                .row(MPI.ERR_BUFFER, "Bsend of too much", bsend);
        Check.equal(11, MPI.Buffer_detach().length, "bytes detached");
        rows.row(MPI.ERR_ARG, "Errorhandler_set of null", () -> MPI.Errorhandler_set(null));
        MPI.Finalize();
    }
}
