package org.jmpi.bench;

import java.util.Locale;
import mpi.MPI;
import mpi.Status;

/**
 * The product of two matrices by master and workers, as in "A Performance Evaluation of RPC, Java RMI, MPI and PVM" by
 * Kalim Qureshi and Haroon Rashid: 1024 x 1024 elements, and a task is one row and one column. Rank 0 hands out the
 * tasks; each other rank has one at a time, and gets the next when its result is there.
 *
 * <pre>
 *   task    double[2 * size]  the row, then the column; none of them: there are no more tasks
 *   result  double[1]         their inner product
 * </pre>
 *
 * <pre>{@code
 * jmpirun -np 3 matrix
 * jmpirun -np 3 matrix --size 200
 * }</pre>
 *
 * The exit code is 1 if the product is wrong.
 */
public final class Matrix {
    private static final int WRONG = 1;
    private static final int QUICK_SIZE = 128;
    private static final int MAX_SIZE = 8192;
    private static final int TAG_TASK = 1;
    private static final int TAG_RESULT = 2;

    private final int size;
    private final Form form;
    private final int workers = MPI.COMM_WORLD.Size() - 1;
    private final double[] task;
    private final double[] result = new double[1];

    private Matrix(Options options) throws Exception {
        if (workers < 1) throw new Options.Invalid("needs a master and a worker; start it with -np 2 or more");
        size = options.has("quick") && !options.has("size") ? QUICK_SIZE : options.integer("size", 1, MAX_SIZE);
        form = Form.of(options);
        task = new double[2 * size];
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Matrix::run);
    }

    static Options options() {
        return Form.declare(new Options("matrix", "Multiplies two matrices by master and workers, element by element."))
                .value("size", "N", "1024", "rows and columns of each matrix; 128 with --quick");
    }

    static int run(Options options) throws Exception {
        return new Matrix(options).run();
    }

    private int run() throws Exception {
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() > 0) {
            work();
            return 0;
        }
        MatrixProduct product = new MatrixProduct(size);
        long start = System.nanoTime();
        distribute(product);
        return report(product, (System.nanoTime() - start) / 1e3);
    }

    private void distribute(MatrixProduct product) throws Exception {
        int[] taskOf = new int[1 + workers];
        int next = 0;
        for (int worker = 1; worker <= workers && next < product.tasks(); worker++)
            assign(worker, product, taskOf[worker] = next++);
        for (int done = 0; done < product.tasks(); done++) {
            Status status = MPI.COMM_WORLD.Recv(result, 0, 1, MPI.DOUBLE, MPI.ANY_SOURCE, TAG_RESULT);
            product.put(taskOf[status.source], result[0]);
            if (next < product.tasks()) assign(status.source, product, taskOf[status.source] = next++);
        }
        for (int worker = 1; worker <= workers; worker++) MPI.COMM_WORLD.Send(task, 0, 0, MPI.DOUBLE, worker, TAG_TASK);
    }

    private void assign(int worker, MatrixProduct product, int number) throws Exception {
        System.arraycopy(product.row(number), 0, task, 0, size);
        System.arraycopy(product.column(number), 0, task, size, size);
        MPI.COMM_WORLD.Send(task, 0, task.length, MPI.DOUBLE, worker, TAG_TASK);
    }

    private void work() throws Exception {
        while (true) {
            Status status = MPI.COMM_WORLD.Recv(task, 0, task.length, MPI.DOUBLE, 0, TAG_TASK);
            if (status.Get_count(MPI.DOUBLE) == 0) return;
            result[0] = MatrixProduct.multiply(task, 0, task, size, size);
            MPI.COMM_WORLD.Send(result, 0, 1, MPI.DOUBLE, 0, TAG_RESULT);
        }
    }

    private int report(MatrixProduct product, double micros) {
        if (!product.isRight()) {
            System.err.println("matrix: the product is wrong");
            return WRONG;
        }
        if (form != Form.TABLE) {
            System.out.println(form.heading());
            System.out.println(form.row(Series.of("matrix", workers + 1, 0, micros)));
            System.out.println("# checksum " + product.checksum());
        } else {
            System.out.printf(
                    Locale.ROOT,
                    "Matrices of %d x %d, %d workers%n"
                            + "elapsed          %.1f ms, %.2f us per task%n"
                            + "product          correct%n",
                    size,
                    size,
                    workers,
                    micros / 1e3,
                    micros / product.tasks());
        }
        return 0;
    }
}
