package org.jmpi.run;

import java.util.concurrent.CountDownLatch;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/** Programs whose ranks wait for ever, by name. */
public final class DeadlockProgram {
    private static final int[] BUFFER = new int[4];

    private DeadlockProgram() {}

    /** Runs the program that the first argument names. */
    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 0) System.out.println("ready");
        run(own[0]);
    }

    /** Waits for ever, as a rank of a world that has begun. */
    static void run(String name) throws Exception {
        run(name, MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
        MPI.Finalize();
    }

    private static void run(String name, int rank, int size) throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        switch (name) {
            case "receives" -> receive(world, 1 - rank, 7 - 4 * rank);
            case "tag" -> {
                if (rank == 0) world.Send(BUFFER, 0, 4, MPI.INT, 1, 5);
                receive(world, 1 - rank, rank == 0 ? 1 : 6);
            }
            case "source" -> {
                if (rank == 0) world.Send(BUFFER, 0, 4, MPI.INT, 1, 5);
                receive(world, rank == 1 ? 2 : 1, 5);
            }
            case "communicator" -> {
                Intracomm copy = (Intracomm) world.clone();
                for (int i = 0; i < 2 && rank == 0; i++) world.Send(BUFFER, 0, 4, MPI.INT, 1, 5);
                receive(copy, 1 - rank, 5);
            }
            case "ring" -> world.Ssend(BUFFER, 0, 4, MPI.INT, (rank + 1) % size, 5);
            case "long" -> world.Send(new byte[1 << 21], 0, 1 << 21, MPI.BYTE, (rank + 1) % size, 5);
            case "collectives" -> collectives(world, rank);
            case "roots" -> roots(world, rank);
            case "probe" -> probe(world, rank);
            case "wildcard" -> wildcard((Intracomm) world.clone(), rank);
            case "knot" -> receive(world, MPI.ANY_SOURCE, MPI.ANY_TAG);
            case "waitany" -> waitany(world, rank);
            case "self" -> receive(MPI.COMM_SELF, MPI.ANY_SOURCE, 1);
            case "finalize" -> {
                if (rank == 0) receive(world, 1, 1);
            }
            case "absent" -> {
                if (rank == 0) receive(world, 1, 1);
                else new CountDownLatch(1).await();
            }
            case "lock" -> lock(window(world), world, rank);
            case "exposure" -> {
                Win win = window(world);
                if (rank == 0) {
                    win.Post(other(world, 1), 0);
                    win.Wait();
                } else {
                    win.Start(other(world, 0), 0);
                    receive(world, 0, 1);
                }
            }
            case "start" -> {
                Win win = window(world);
                if (rank == 0) win.Start(other(world, 1, 2), 0);
                if (rank == 1) win.Post(other(world, 0), 0);
                receive(world, 0, rank);
            }
            case "fence" -> {
                Win win = window(world);
                win.Set_name("grid");
                if (rank == 0) win.Fence(0);
                else receive(world, 0, 1);
            }
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
    }

    private static Win window(Intracomm world) throws MPIException {
        return Win.Create(new int[4], 0, 4, 1, null, world);
    }

    private static Group other(Intracomm world, int... ranks) throws MPIException {
        return world.Group().Incl(ranks);
    }

    /** Rank 0 has the lock when rank 1 asks for it. */
    private static void lock(Win win, Intracomm world, int rank) throws MPIException {
        if (rank == 0) {
            win.Lock(MPI.LOCK_EXCLUSIVE, 2, 0);
            world.Send(BUFFER, 0, 4, MPI.INT, 1, 9);
            receive(world, 1, 1);
        } else if (rank == 1) {
            receive(world, 0, 9);
            win.Lock(MPI.LOCK_SHARED, 2, 0);
        } else receive(world, 0, 3);
    }

    private static void receive(Intracomm comm, int source, int tag) {
        comm.Recv(BUFFER, 0, 4, MPI.INT, source, tag);
    }

    private static void collectives(Intracomm world, int rank) {
        if (rank == 0) world.Reduce(BUFFER, 0, new int[4], 0, 4, MPI.INT, MPI.SUM, 0);
        else world.Bcast(BUFFER, 0, 4, MPI.INT, 0);
    }

    private static void roots(Intracomm world, int rank) {
        world.Gather(BUFFER, 0, 1, MPI.INT, new int[4], 0, 1, MPI.INT, rank == 2 ? 1 : 0);
        world.Barrier();
    }

    private static void probe(Intracomm world, int rank) {
        if (rank == 0) world.Probe(1, MPI.ANY_TAG);
        else receive(world, 0, 2);
    }

    private static void wildcard(Intracomm world, int rank) {
        if (rank == 0) receive(MPI.COMM_WORLD, MPI.ANY_SOURCE, 1);
        else world.Bcast(BUFFER, 0, 4, MPI.INT, 0);
    }

    private static void waitany(Intracomm world, int rank) {
        Request[] two = {
            world.Irecv(BUFFER, 0, 1, MPI.INT, 1 - rank, 1), world.Irecv(BUFFER, 1, 1, MPI.INT, 1 - rank, 2)
        };
        Request.Waitany(two);
    }
}
