package org.jmpi.run;

import java.net.Socket;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Two jobs that connect; each fails by an exception if a result is wrong. */
public final class PortProgram {
    private static final String SERVICE = "a service/\u00e4";

    private PortProgram() {}

    /** Runs the program that the first argument names. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        switch (args[0]) {
            case "accept" -> accept();
            case "connect" -> connect();
            case "errors" -> errors();
            case "outlive" -> outlive();
            case "die" -> die();
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    private static void accept() throws Exception {
        String port = MPI.COMM_WORLD.Rank() == 1 ? MPI.Open_port(MPI.INFO_NULL) : null;
        if (port != null) {
            strangerAt(port);
            MPI.Publish_name(SERVICE, MPI.INFO_NULL, port);
            System.out.println("open");
            System.out.flush();
        }
        for (int round = 0; round < 2; round++) talk(MPI.COMM_WORLD.Accept(port, MPI.INFO_NULL, 1), false);
        if (port == null) return;
        MPI.Unpublish_name(SERVICE, MPI.INFO_NULL, port);
        MPI.Close_port(port);
        fails(MPI.ERR_PORT, () -> MPI.Close_port(port));
    }

    /** Sends what is no proof. */
    private static void strangerAt(String port) throws Exception {
        String address =
                port.substring(port.indexOf(':') + 1, port.indexOf('/')).split(",")[0];
        int colon = address.lastIndexOf(':');
        try (Socket stranger =
                new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            stranger.getOutputStream().write(new byte[200]);
            stranger.getOutputStream().flush();
        }
    }

    private static void connect() {
        String port = MPI.COMM_WORLD.Rank() == 0 ? MPI.Lookup_name(SERVICE, MPI.INFO_NULL) : null;
        for (int round = 0; round < 2; round++) talk(MPI.COMM_WORLD.Connect(port, MPI.INFO_NULL, 0), true);
        MPI.COMM_WORLD.Barrier();
    }

    private static void talk(Intercomm both, boolean high) {
        Intracomm all = both.Merge(high);
        int[] sum = new int[1];
        all.Allreduce(new int[] {1 << all.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (sum[0] != 31) throw new IllegalStateException("sum " + sum[0]);
        all.Disconnect();
        both.Disconnect();
        if (MPI.COMM_WORLD.Rank() == 0) System.out.println("talked");
    }

    private static void outlive() {
        Intracomm world = MPI.COMM_WORLD;
        String port = world.Rank() == 0 ? MPI.Open_port(MPI.INFO_NULL) : null;
        if (port != null) MPI.Publish_name(SERVICE, MPI.INFO_NULL, port);
        if (port != null) System.out.println("open");
        System.out.flush();
        fails(MPI.ERR_PORT, () -> world.Accept(port, MPI.INFO_NULL, 0));
        world.Barrier();
        if (port != null) System.out.println("went on");
        System.out.flush();
        for (int round = 0; round < 2; round++) talk(world.Accept(port, MPI.INFO_NULL, 0), false);
    }

    private static void die() {
        if (MPI.COMM_WORLD.Rank() == 1) {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 0);
            Runtime.getRuntime().halt(9);
        }
        String port = MPI.Lookup_name(SERVICE, MPI.INFO_NULL);
        MPI.COMM_WORLD.Isend(new int[1], 0, 1, MPI.INT, 1, 0);
        MPI.COMM_WORLD.Connect(port, MPI.INFO_NULL, 0);
    }

    private static void errors() {
        Intracomm world = MPI.COMM_WORLD;
        fails(MPI.ERR_PORT, () -> world.Connect("no port", null, 0));
        fails(MPI.ERR_PORT, () -> world.Connect(null, null, 0));
        fails(MPI.ERR_PORT, () -> world.Connect("jmpi:127.0.0.1:1/5", null, 0));
        fails(MPI.ERR_PORT, () -> world.Accept("jmpi:127.0.0.1:1/5", null, 0));
        fails(MPI.ERR_ROOT, () -> world.Accept("jmpi:127.0.0.1:1/5", null, 9));
        fails(MPI.ERR_PORT, () -> MPI.Close_port(null));
        fails(MPI.ERR_NAME, () -> MPI.Lookup_name("unknown", null));
        fails(MPI.ERR_ARG, () -> MPI.Lookup_name(null, null));
        fails(MPI.ERR_SERVICE, () -> MPI.Unpublish_name("unknown", null, "jmpi:127.0.0.1:1/5"));
        fails(MPI.ERR_PORT, () -> MPI.Publish_name("unknown", null, "no port"));
        String port = MPI.Open_port(null);
        String mine = "of rank " + world.Rank();
        MPI.Publish_name(mine, null, port);
        fails(MPI.ERR_SERVICE, () -> MPI.Publish_name(mine, null, port));
        MPI.Unpublish_name(mine, null, port);
        // One whose job has been killed.
        MPI.Publish_name(mine, null, "jmpi:127.0.0.1:1/5");
        MPI.Publish_name(mine, null, port);
        MPI.Close_port(port);
        world.Barrier();
        if (world.Rank() == 0) System.out.println("all failed");
    }

    private static void fails(int errorClass, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.Get_error_class() == errorClass) return;
            throw e;
        }
        throw new IllegalStateException("no failure of class " + errorClass);
    }
}
