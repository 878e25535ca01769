package org.jmpi.bench;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Does once what most programs do, and checks nothing: the program of the training run of {@code jmpirun --train},
 * which archives the classes that it loads.
 */
public final class TrainingRun {
    private static final int[] COUNTS = {1, 100_000};
    private static final int TAG = 7;

    /** Long enough in ms that a rank sleeps which waits so long. */
    private static final int LATE_MILLIS = 200;

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int right = (me + 1) % ranks;
    private final int left = (me + ranks - 1) % ranks;

    private TrainingRun() throws Exception {}

    /**
     * Starts the program on this rank.
     *
     * @param args what follows the program's name
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        TrainingRun run = new TrainingRun();
        for (int count : COUNTS) {
            run.pointToPoint(count);
            run.collectives(count);
        }
        run.objects();
        run.communicators();
        for (int late = 0; late < run.ranks; late++) run.sleep(late);
        look();
        System.out.printf("rank %d of %d on %s%n", run.me, run.ranks, MPI.Get_processor_name());
        MPI.Finalize();
    }

    private void pointToPoint(int count) throws Exception {
        double[] out = new double[count];
        double[] in = new double[count];
        MPI.COMM_WORLD.Sendrecv(out, 0, count, MPI.DOUBLE, right, TAG, in, 0, count, MPI.DOUBLE, left, TAG);
        Request[] both = {
            MPI.COMM_WORLD.Irecv(in, 0, count, MPI.DOUBLE, MPI.ANY_SOURCE, TAG),
            MPI.COMM_WORLD.Isend(out, 0, count, MPI.DOUBLE, right, TAG)
        };
        Request.Waitall(both);
        Datatype pairs = Datatype.Vector(Math.max(1, count / 2), 1, 2, MPI.DOUBLE);
        pairs.Commit();
        MPI.COMM_WORLD.Sendrecv(out, 0, 1, pairs, right, TAG, in, 0, 1, pairs, left, TAG);
        MPI.COMM_WORLD.Barrier();
    }

    private void collectives(int count) throws Exception {
        int[] one = new int[count];
        int[] result = new int[count];
        int[] all = new int[count * ranks];
        int[] blocks = new int[count * ranks];
        MPI.COMM_WORLD.Bcast(one, 0, count, MPI.INT, 0);
        MPI.COMM_WORLD.Reduce(one, 0, result, 0, count, MPI.INT, MPI.SUM, 0);
        MPI.COMM_WORLD.Allreduce(one, 0, result, 0, count, MPI.INT, MPI.MAX);
        MPI.COMM_WORLD.Gather(one, 0, count, MPI.INT, all, 0, count, MPI.INT, 0);
        MPI.COMM_WORLD.Scatter(all, 0, count, MPI.INT, one, 0, count, MPI.INT, 0);
        MPI.COMM_WORLD.Allgather(one, 0, count, MPI.INT, all, 0, count, MPI.INT);
        MPI.COMM_WORLD.Alltoall(all, 0, count, MPI.INT, blocks, 0, count, MPI.INT);
    }

    private void objects() throws Exception {
        Object[] out = {"text", new int[] {me}};
        Object[] in = new Object[2];
        MPI.COMM_WORLD.Sendrecv(out, 0, 2, MPI.OBJECT, right, TAG, in, 0, 2, MPI.OBJECT, left, TAG);
    }

    private void communicators() throws Exception {
        Intracomm half = MPI.COMM_WORLD.Split(me % 2, me);
        half.Barrier();
        half.Free();
        // The first operation of a communicator, as in a program that ends without any.
        Intracomm all = (Intracomm) MPI.COMM_WORLD.clone();
        all.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.MAX);
        all.Free();
    }

    /** Waits for a rank that is late: the other ranks give their cores away. */
    private void sleep(int late) throws Exception {
        if (me == late) Thread.sleep(LATE_MILLIS);
        MPI.COMM_WORLD.Sendrecv(new int[1], 0, 1, MPI.INT, right, TAG, new int[1], 0, 1, MPI.INT, left, TAG);
        MPI.COMM_WORLD.Barrier();
    }

    /** Finds a file in a folder, as the JVM does with the class of a program that is in no jar. */
    private static void look() throws Exception {
        URL folder = Path.of(System.getProperty("java.home")).toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder}, null)) {
            loader.findResource("release");
        }
    }
}
