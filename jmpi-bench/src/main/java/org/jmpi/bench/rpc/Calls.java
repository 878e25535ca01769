package org.jmpi.bench.rpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jmpi.bench.Options;
import org.jmpi.bench.Pace;
import org.jmpi.bench.Series;

/**
 * A master that calls workers, and prints what {@code pingpong --paper --samples} and {@code matrix --samples} print.
 *
 * <pre>{@code
 * java -cp ... org.jmpi.bench.rpc.Calls --by onc_rpc --np 2 --program pingpong --sizes '0 1000'
 * java -cp ... org.jmpi.bench.rpc.Calls --by java_rmi --np 4 --program matrix --size 200
 * }</pre>
 *
 * The exit code is 1 if an answer or the product is wrong, 2 if the command line is.
 */
public final class Calls {
    private static final int WRONG = 1;
    private static final int USAGE = 2;

    /** What a master can do. */
    enum Task {
        /** Calls that return what they are given. */
        PINGPONG,
        /** The product of two matrices. */
        MATRIX
    }

    private Calls() {}

    /**
     * Runs the program and ends the JVM.
     *
     * @param args the options that {@code --help} lists
     */
    public static void main(String[] args) throws Exception {
        int code;
        try {
            code = run(options().parse(args));
        } catch (Options.Invalid e) {
            System.err.println("calls: " + e.getMessage());
            code = USAGE;
        }
        System.exit(code);
    }

    static Options options() {
        return declare(new Options("calls", "Times calls of workers in other JVMs, as other programs time messages."))
                .value("by", "PROTOCOL", "java_rmi", "how to call: " + Options.choices(Protocol.class))
                .value("np", "N", "2", "the master and its workers");
    }

    /** Declares what each master can be told to do. */
    static Options declare(Options options) {
        return options.value("program", "NAME", "pingpong", "what to do: " + Options.choices(Task.class))
                .value("sizes", "'N ...'", "1 1024", "bytes, of pingpong")
                .value("size", "N", "1024", "rows and columns, of matrix")
                .flag("quick", "warms up for a shorter time")
                .flag("paper", "times each call alone, which it does anyway")
                .flag("samples", "prints all times, which it does anyway");
    }

    /** The options of a master. */
    record Order(Task task, int[] sizes, int size, Pace pace) {
        static Order of(Options options) throws Options.Invalid {
            return new Order(
                    options.choice("program", Task.class),
                    options.integers("sizes", 0, 1 << 30),
                    options.integer("size", 1, 8192),
                    Pace.of(options));
        }

        /** Does it and returns the exit code. */
        int carryOut(List<Worker> workers) throws IOException, InterruptedException, ExecutionException {
            boolean right = task == Task.PINGPONG
                    ? echo(new EchoSeries(workers.get(0)::echo, pace), sizes)
                    : multiply(new CalledProduct(size), workers);
            return right ? 0 : WRONG;
        }
    }

    static int run(Options options) throws Options.Invalid, IOException, InterruptedException, ExecutionException {
        if (options.wantsHelp()) {
            System.out.print(options.usage());
            return 0;
        }
        Protocol protocol = options.choice("by", Protocol.class);
        int ranks = options.integer("np", 2, 1024);
        Order order = Order.of(options);
        List<WorkerProcess> processes = new ArrayList<>();
        try {
            for (int number = 1; number < ranks; number++) processes.add(WorkerProcess.start(protocol));
            return order.carryOut(processes.stream().map(WorkerProcess::worker).toList());
        } finally {
            for (WorkerProcess process : processes) process.close();
        }
    }

    private static boolean echo(EchoSeries series, int[] sizes) throws IOException {
        String wrong = series.print(sizes);
        if (!wrong.isEmpty()) System.err.println("calls: " + wrong);
        return wrong.isEmpty();
    }

    private static boolean multiply(CalledProduct product, List<Worker> workers)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        product.compute(workers);
        double micros = (System.nanoTime() - start) / 1e3;
        if (!product.isRight()) {
            System.err.println("calls: the product is wrong");
            return false;
        }
        System.out.println(Series.of("matrix", 1 + workers.size(), 0, micros).line());
        System.out.println("# checksum " + product.checksum());
        return true;
    }
}
