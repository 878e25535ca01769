package org.jmpi.bench.pvm;

import java.io.IOException;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;
import org.jmpi.bench.MatrixProduct;
import org.jmpi.bench.Options;
import org.jmpi.bench.Pace;
import org.jmpi.bench.Series;
import org.jmpi.bench.rpc.EchoSeries;

/**
 * What {@code pingpong --paper} and {@code matrix} do, by package jpvm: a master spawns the other tasks.
 *
 * <pre>{@code
 * jmpirun -np 1 org.jmpi.bench.pvm.Tasks --np 2 --program pingpong --sizes '0 1000'
 * jmpirun -np 1 org.jmpi.bench.pvm.Tasks --np 4 --program matrix --size 200
 * }</pre>
 *
 * The exit code is 1 if an array or the product is wrong, 2 if the command line is.
 */
public final class Tasks {
    private static final int WRONG = 1;
    private static final int USAGE = 2;
    /** Announces the length of what follows: a buffer does not tell it. */
    private static final int TAG_LENGTH = 1;

    private static final int TAG_DATA = 2;
    private static final int TAG_TASK = 3;
    private static final int TAG_RESULT = 4;
    private static final int TAG_END = 5;

    /** What a master can do. */
    enum Task {
        /** Messages that come back. */
        PINGPONG,
        /** The product of two matrices. */
        MATRIX
    }

    private final jpvmEnvironment jpvm;
    private final jpvmTaskId[] workers;

    Tasks(jpvmEnvironment jpvm, jpvmTaskId... workers) {
        this.jpvm = jpvm;
        this.workers = workers.clone();
    }

    /**
     * Runs a task. The one without a parent ends the JVM if the exit code is not 0.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception if a task fails
     */
    public static void main(String[] args) throws Exception {
        int code = 0;
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment();
            if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) code = run(jpvm, args);
            else work(jpvm, jpvm.pvm_parent());
            jpvm.pvm_exit();
        } catch (jpvmException e) {
            throw new IOException(e.toString(), e);
        }
        if (code != 0) System.exit(code);
    }

    static Options options() {
        return new Options("tasks", "Times messages of package jpvm, as other programs time those of MPI.")
                .value("np", "N", "2", "the master and the tasks that it spawns")
                .value("program", "NAME", "pingpong", "what to do: " + Options.choices(Task.class))
                .value("sizes", "'N ...'", "1 1024", "bytes, of pingpong")
                .value("size", "N", "1024", "rows and columns, of matrix")
                .flag("quick", "warms up for a shorter time")
                .flag("paper", "times each message alone, which it does anyway")
                .flag("samples", "prints all times, which it does anyway");
    }

    private static int run(jpvmEnvironment jpvm, String... args) throws jpvmException, IOException {
        try {
            Options options = options().parse(args);
            if (options.wantsHelp()) {
                System.out.print(options.usage());
                return 0;
            }
            // Before it spawns: a useless command line starts nothing.
            options.choice("program", Task.class);
            jpvmTaskId[] workers = new jpvmTaskId[options.integer("np", 2, 1024) - 1];
            jpvm.pvm_spawn(Tasks.class.getName(), workers.length, workers);
            return new Tasks(jpvm, workers).lead(options);
        } catch (Options.Invalid e) {
            System.err.println("tasks: " + e.getMessage());
            return USAGE;
        }
    }

    /** Does what the options say, ends the workers, and returns the exit code. */
    int lead(Options options) throws jpvmException, IOException, Options.Invalid {
        try {
            return options.choice("program", Task.class) == Task.PINGPONG
                    ? pingPong(Pace.of(options), options.integers("sizes", 0, 1 << 30))
                    : multiply(options.integer("size", 1, 8192));
        } finally {
            jpvm.pvm_mcast(new jpvmBuffer(), workers, workers.length, TAG_END);
        }
    }

    private int pingPong(Pace pace, int... sizes) throws IOException {
        String wrong = new EchoSeries(new Echo(), pace).print(sizes);
        if (wrong.isEmpty()) return 0;
        System.err.println("tasks: " + wrong);
        return WRONG;
    }

    /** Sends an array to the first worker, and receives it. */
    private final class Echo implements EchoSeries.Echo {
        private int length = -1;

        @Override
        public byte[] of(byte[] data) throws IOException {
            try {
                if (data.length != length) announce(data.length);
                length = data.length;
                jpvm.pvm_send(packed(data), workers[0], TAG_DATA);
                jpvm.pvm_recv(workers[0], TAG_DATA).buffer.unpack(data, data.length, 1);
                return data;
            } catch (jpvmException e) {
                throw new IOException(e.toString(), e);
            }
        }
    }

    private static jpvmBuffer packed(byte[] data) {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(data, data.length, 1);
        return buffer;
    }

    private void announce(int length) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(length);
        jpvm.pvm_mcast(buffer, workers, workers.length, TAG_LENGTH);
    }

    private int multiply(int size) throws jpvmException {
        MatrixProduct product = new MatrixProduct(size);
        announce(size);
        long start = System.nanoTime();
        distribute(product);
        double micros = (System.nanoTime() - start) / 1e3;
        if (!product.isRight()) {
            System.err.println("tasks: the product is wrong");
            return WRONG;
        }
        System.out.println(Series.of("matrix", 1 + workers.length, 0, micros).line());
        System.out.println("# checksum " + product.checksum());
        return 0;
    }

    private void distribute(MatrixProduct product) throws jpvmException {
        int[] taskOf = new int[workers.length];
        int next = 0;
        for (int worker = 0; worker < workers.length && next < product.tasks(); worker++)
            assign(worker, product, taskOf[worker] = next++);
        for (int done = 0; done < product.tasks(); done++) {
            jpvmMessage message = jpvm.pvm_recv(TAG_RESULT);
            int worker = number(message.sourceTid);
            product.put(taskOf[worker], message.buffer.upkdouble());
            if (next < product.tasks()) assign(worker, product, taskOf[worker] = next++);
        }
    }

    private int number(jpvmTaskId tid) {
        int worker = 0;
        while (!workers[worker].equals(tid)) worker++;
        return worker;
    }

    private void assign(int worker, MatrixProduct product, int number) throws jpvmException {
        double[] row = product.row(number);
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(row, row.length, 1);
        buffer.pack(product.column(number), row.length, 1);
        jpvm.pvm_send(buffer, workers[worker], TAG_TASK);
    }

    /** Does what a master asks for until that ends it. */
    static void work(jpvmEnvironment jpvm, jpvmTaskId master) throws jpvmException {
        byte[] data = new byte[0];
        double[] row = new double[0];
        double[] column = new double[0];
        while (true) {
            jpvmMessage message = jpvm.pvm_recv(master);
            switch (message.messageTag) {
                case TAG_LENGTH -> {
                    int length = message.buffer.upkint();
                    data = new byte[length];
                    row = new double[length];
                    column = new double[length];
                }
                case TAG_DATA -> {
                    message.buffer.unpack(data, data.length, 1);
                    jpvm.pvm_send(packed(data), master, TAG_DATA);
                }
                case TAG_TASK -> {
                    message.buffer.unpack(row, row.length, 1);
                    message.buffer.unpack(column, column.length, 1);
                    jpvmBuffer result = new jpvmBuffer();
                    result.pack(MatrixProduct.multiply(row, column));
                    jpvm.pvm_send(result, master, TAG_RESULT);
                }
                default -> {
                    return;
                }
            }
        }
    }
}
