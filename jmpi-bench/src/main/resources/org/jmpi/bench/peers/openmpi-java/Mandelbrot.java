import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Does as mandelbrot.c. A worker sends its results by blocking calls, as the binding has no others for arrays. */
public final class Mandelbrot {
    private static final int SIZE = 512, TILE = 20, COLUMNS = (SIZE + TILE - 1) / TILE, TASKS = COLUMNS * COLUMNS;
    private static final int LIMIT = 1000, TAG_TASK = 1, TAG_RESULT = 2, STOP = -1, IN_FLIGHT = 2;

    private final Comm world = MPI.COMM_WORLD;
    private final int[] result = new int[1 + TILE * TILE];
    private final int[] image = new int[SIZE * SIZE];
    private final int[] task = new int[1];

    private Mandelbrot() {}

    public static void main(String[] args) throws MPIException {
        CommandLine line = new CommandLine(MPI.Init(args));
        new Mandelbrot().run(line);
        MPI.Finalize();
    }

    private void run(CommandLine line) throws MPIException {
        int rounds = line.rounds > 0 ? line.rounds : line.isQuick() ? 3 : 7;
        double[] micros = new double[rounds];
        for (int k = -line.warmUp; k < rounds; k++) {
            world.barrier();
            long start = System.nanoTime();
            if (world.getRank() == 0) master(world.getSize() - 1);
            else worker();
            if (k >= 0) micros[k] = (System.nanoTime() - start) / 1e3;
        }
        if (world.getRank() > 0) return;
        long sum = 0;
        for (int iterations : image) sum += iterations;
        CommandLine.print("mandelbrot", world.getSize(), 0, micros);
        System.out.println("# checksum " + sum);
    }

    private static int width(int from) {
        return Math.min(TILE, SIZE - from);
    }

    private static int iterations(double cx, double cy) {
        double x = 0, y = 0, xx = 0, yy = 0;
        int n = 0;
        while (n < LIMIT && xx + yy <= 4) {
            y = 2 * x * y + cy;
            x = xx - yy + cx;
            xx = x * x;
            yy = y * y;
            n++;
        }
        return n;
    }

    private int compute(int number) {
        int left = number % COLUMNS * TILE, top = number / COLUMNS * TILE, k = 1;
        result[0] = number;
        for (int row = top; row < top + width(top); row++)
            for (int column = left; column < left + width(left); column++)
                result[k++] = iterations(-2 + 2.5 * column / SIZE, 1.25 - 2.5 * row / SIZE);
        return k;
    }

    private void place() {
        int left = result[0] % COLUMNS * TILE, top = result[0] / COLUMNS * TILE;
        for (int row = top; row < top + width(top); row++)
            System.arraycopy(result, 1 + (row - top) * width(left), image, row * SIZE + left, width(left));
    }

    private void worker() throws MPIException {
        while (true) {
            world.recv(task, 1, MPI.INT, 0, TAG_TASK);
            if (task[0] == STOP) return;
            world.send(result, compute(task[0]), MPI.INT, 0, TAG_RESULT);
        }
    }

    private void assign(int to, int number) throws MPIException {
        task[0] = number;
        world.send(task, 1, MPI.INT, to, TAG_TASK);
    }

    private void master(int workers) throws MPIException {
        int next = 0;
        for (; next < TASKS && next < IN_FLIGHT * workers; next++) assign(1 + next % workers, next);
        for (int done = 0; done < TASKS; done++) {
            Status status = world.recv(result, result.length, MPI.INT, MPI.ANY_SOURCE, TAG_RESULT);
            if (next < TASKS) assign(status.getSource(), next++);
            place();
        }
        for (int to = 1; to <= workers; to++) assign(to, STOP);
    }
}
