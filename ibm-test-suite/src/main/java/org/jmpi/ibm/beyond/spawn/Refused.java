package org.jmpi.ibm.beyond.spawn;

import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.ibm.Check;

/** Calls that fail: all ranks get the class of the error, and go on. */
public final class Refused {
    private Refused() {}

    public static void main(String[] args) {
        MPI.Init(args);
        if (Comm.Get_parent() != null) throw new IllegalStateException("spawned by a call that was to fail");
        Intracomm world = MPI.COMM_WORLD;
        String name = Refused.class.getName();
        fails(MPI.ERR_SPAWN, () -> world.Spawn("no.such.Program", null, 2, MPI.INFO_NULL, 0, null));
        fails(MPI.ERR_SPAWN, () -> world.Spawn(name, null, 100_000, MPI.INFO_NULL, 0, null));
        fails(MPI.ERR_SPAWN, () -> world.Spawn(name, null, 1, info("arch", "none"), 0, null));
        fails(MPI.ERR_INFO_VALUE, () -> world.Spawn(name, null, 1, info("soft", "x"), 0, null));
        fails(MPI.ERR_INFO_VALUE, () -> world.Spawn(name, null, 1, info("file", "/no/such/file"), 0, null));
        fails(MPI.ERR_ARG, () -> world.Spawn(name, null, -1, MPI.INFO_NULL, 0, null));
        fails(MPI.ERR_PORT, () -> world.Connect("jmpi:127.0.0.1:1/1", MPI.INFO_NULL, 0));
        fails(MPI.ERR_PORT, () -> world.Accept("no port", MPI.INFO_NULL, 0));
        int[] sum = new int[1];
        world.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Check.equal(world.Size(), sum[0], "ranks that went on");
        MPI.Finalize();
    }

    private static Info info(String key, String value) {
        Info info = Info.Create();
        info.Set(key, value);
        return info;
    }

    private interface Joining {
        Intercomm call();
    }

    private static void fails(int errorClass, Joining joining) {
        try {
            joining.call();
        } catch (MPIException e) {
            Check.equal(errorClass, e.Get_error_class(), e.getMessage());
            return;
        }
        throw new IllegalStateException("no failure of class " + errorClass);
    }
}
