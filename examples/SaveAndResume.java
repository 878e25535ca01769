import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import sun.misc.Signal;

/**
 * Computes how heat spreads in a bar, and saves itself: at SIGUSR1, and before it ends at SIGTERM. The next run resumes
 * from there, with any number of ranks.
 *
 * <p>Shows a signal and a shutdown hook that leave a wish, an Allreduce by which all ranks agree on it, and files that
 * are complete or not there.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/SaveAndResume.java [FOLDER [CELLS [STEPS]]]}
 */
public class SaveAndResume {
    private static final int SAVE = 1;
    private static final int END = 2;

    /** The wish that has reached this rank: 0, SAVE or END. */
    private static final AtomicInteger WISH = new AtomicInteger();

    private static volatile boolean isRunning = true;

    public static void main(String[] args) throws IOException {
        // Before Init: SIGUSR1 ends a rank without a handler, and Init returns when every rank has begun it.
        Signal.handle(new Signal("USR1"), signal -> WISH.compareAndSet(0, SAVE));
        String[] own = MPI.Init(args);
        Path folder = Path.of(own.length > 0 ? own[0] : "saved");
        int cells = own.length > 1 ? Integer.parseInt(own[1]) : 1000;
        int steps = own.length > 2 ? Integer.parseInt(own[2]) : 100_000;
        Runtime.getRuntime().addShutdownHook(new Thread(SaveAndResume::endWhenSaved));

        double warmest = run(MPI.COMM_WORLD, folder, cells, steps);
        if (MPI.COMM_WORLD.Rank() == 0 && WISH.get() != END) System.out.println("warmest cell: " + warmest);
        isRunning = false;
        if (WISH.get() == END) MPI.COMM_SELF.Send(new int[1], 0, 1, MPI.INT, 0, 0);
        MPI.Finalize();
    }

    /** Leaves the work to main. A rank whose hooks make no call of MPI would depart: this one waits by Recv. */
    private static void endWhenSaved() {
        WISH.set(END);
        if (isRunning) MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 0);
    }

    /** Returns the highest temperature, the same at every rank, after the last step or the one that was saved. */
    static double run(Intracomm comm, Path folder, int cells, int steps) throws IOException {
        int first = first(comm.Rank(), comm.Size(), cells);
        double[] bar = new double[first(comm.Rank() + 1, comm.Size(), cells) - first];
        int step = resume(comm, folder, first, bar);
        if (comm.Rank() == 0) System.out.println("begin at step " + step);
        int[] agreed = {0};
        while (step < steps && agreed[0] != END) {
            compute(comm, bar, first == 0);
            step++;
            comm.Allreduce(new int[] {WISH.get()}, 0, agreed, 0, 1, MPI.INT, MPI.MAX);
            if (agreed[0] > 0) save(comm, folder, step, first, bar);
        }
        double[] warmest = {0};
        for (double cell : bar) warmest[0] = Math.max(warmest[0], cell);
        comm.Allreduce(MPI.IN_PLACE, 0, warmest, 0, 1, MPI.DOUBLE, MPI.MAX);
        return warmest[0];
    }

    /** Returns the first cell of a rank. */
    private static int first(int rank, int size, int cells) {
        return (int) ((long) cells * rank / size);
    }

    private static void compute(Intracomm comm, double[] bar, boolean isHeated) {
        int left = comm.Rank() == 0 ? MPI.PROC_NULL : comm.Rank() - 1;
        int right = comm.Rank() == comm.Size() - 1 ? MPI.PROC_NULL : comm.Rank() + 1;
        double[] before = {isHeated ? 100 : 0};
        double[] after = {0};
        comm.Sendrecv(bar, bar.length - 1, 1, MPI.DOUBLE, right, 0, before, 0, 1, MPI.DOUBLE, left, 0);
        comm.Sendrecv(bar, 0, 1, MPI.DOUBLE, left, 1, after, 0, 1, MPI.DOUBLE, right, 1);
        double previous = before[0];
        for (int i = 0; i < bar.length; i++) {
            double next = i + 1 < bar.length ? bar[i + 1] : after[0];
            double cell = bar[i];
            bar[i] += 0.25 * (previous - 2 * cell + next);
            previous = cell;
        }
    }

    /** Each rank saves its cells and where they begin. The file "complete" names the step that all have saved. */
    private static void save(Intracomm comm, Path folder, int step, int first, double[] bar) throws IOException {
        Path saved = Files.createDirectories(folder.resolve("step-" + step));
        ByteBuffer bytes = ByteBuffer.allocate(8 * bar.length);
        bytes.asDoubleBuffer().put(bar);
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(saved.resolve("from-" + first)))) {
            out.writeInt(first);
            out.writeInt(bar.length);
            out.write(bytes.array());
        }
        WISH.compareAndSet(SAVE, 0);
        comm.Barrier();
        if (comm.Rank() == 0) {
            Path next = Files.writeString(folder.resolve("complete.new"), "" + step);
            Files.move(next, folder.resolve("complete"), StandardCopyOption.ATOMIC_MOVE);
            System.out.println("saved step " + step);
        }
    }

    /** Reads the cells from the saved files that have some of them, and returns the step that they are from. */
    private static int resume(Intracomm comm, Path folder, int first, double[] bar) throws IOException {
        int[] step = {0};
        Path complete = folder.resolve("complete");
        if (comm.Rank() == 0 && Files.exists(complete)) step[0] = Integer.parseInt(Files.readString(complete));
        comm.Bcast(step, 0, 1, MPI.INT, 0);
        if (step[0] == 0) return 0;
        try (Stream<Path> files = Files.list(folder.resolve("step-" + step[0]))) {
            for (Path file : files.toList()) read(file, first, bar);
        }
        return step[0];
    }

    private static void read(Path file, int first, double[] bar) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            int theirs = in.readInt();
            int count = in.readInt();
            int from = Math.max(first, theirs);
            int to = Math.min(first + bar.length, theirs + count);
            if (from >= to) return;
            in.skipNBytes(8L * (from - theirs));
            ByteBuffer.wrap(in.readNBytes(8 * (to - from))).asDoubleBuffer().get(bar, from - first, to - from);
        }
    }
}
