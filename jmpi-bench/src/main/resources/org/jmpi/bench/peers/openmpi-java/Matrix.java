import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Does as matrix.c. */
public final class Matrix {
    private static final int TAG_TASK = 1, TAG_RESULT = 2, SIZE = 1024, QUICK_SIZE = 128;

    private final Comm world = MPI.COMM_WORLD;
    private final int size;
    private final double[] task;
    private final double[][] rows, columns, products;

    private Matrix(int size) {
        this.size = size;
        task = new double[2 * size];
        rows = new double[size][size];
        columns = new double[size][size];
        products = new double[size][size];
    }

    public static void main(String[] args) throws MPIException {
        CommandLine line = new CommandLine(MPI.Init(args));
        Matrix matrix = new Matrix(line.size > 0 ? line.size : line.isQuick() ? QUICK_SIZE : SIZE);
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) matrix.lead();
        else matrix.work();
        MPI.Finalize();
    }

    private void lead() throws MPIException {
        fill();
        long start = System.nanoTime();
        distribute(world.getSize() - 1);
        CommandLine.print("matrix", world.getSize(), 0, new double[] {(System.nanoTime() - start) / 1e3});
        System.out.println("# checksum " + checksum());
    }

    private void work() throws MPIException {
        double[] product = new double[1];
        while (world.recv(task, task.length, MPI.DOUBLE, 0, TAG_TASK).getCount(MPI.DOUBLE) > 0) {
            product[0] = 0;
            for (int k = 0; k < size; k++) product[0] += task[k] * task[size + k];
            world.send(product, 1, MPI.DOUBLE, 0, TAG_RESULT);
        }
    }

    private void assign(int worker, int number) throws MPIException {
        System.arraycopy(rows[number / size], 0, task, 0, size);
        System.arraycopy(columns[number % size], 0, task, size, size);
        world.send(task, task.length, MPI.DOUBLE, worker, TAG_TASK);
    }

    private void distribute(int workers) throws MPIException {
        int[] taskOf = new int[1 + workers];
        double[] product = new double[1];
        int next = 0, tasks = size * size;
        for (int worker = 1; worker <= workers && next < tasks; worker++) assign(worker, taskOf[worker] = next++);
        for (int done = 0; done < tasks; done++) {
            Status status = world.recv(product, 1, MPI.DOUBLE, MPI.ANY_SOURCE, TAG_RESULT);
            int number = taskOf[status.getSource()];
            products[number / size][number % size] = product[0];
            if (next < tasks) assign(status.getSource(), taskOf[status.getSource()] = next++);
        }
        for (int worker = 1; worker <= workers; worker++) world.send(task, 0, MPI.DOUBLE, worker, TAG_TASK);
    }

    private void fill() {
        for (int i = 0; i < size; i++)
            for (int k = 0; k < size; k++) {
                rows[i][k] = (3 * i + 5 * k) % 11 - 5;
                columns[i][k] = (2 * i + 7 * k) % 13 - 6;
            }
    }

    private long checksum() {
        long sum = 0;
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++) sum += (long) products[i][j] * (1 + (i * 31L + j) % 97);
        return sum;
    }
}
