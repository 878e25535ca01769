package org.jmpi.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpi.MPI;
import org.jmpi.bench.jobs.Machine;

/**
 * Messages to and fro between ranks 0 and 1; further ranks wait in a barrier.
 *
 * <pre>{@code
 * jmpirun -np 2 pingpong                                warmed up, in batches, with streaming, to 16 MiB
 * jmpirun -np 2 pingpong --type double --sizes '8 4096'
 * jmpirun -np 2 pingpong --type direct                  from and into direct buffers; --type segment: MemorySegments
 * jmpirun -np 2 pingpong --csv                          the same measurement as CSV
 * jmpirun -np 2 pingpong --paper                        as in the JMPI paper: 64 round trips each, without a warm-up
 * jmpirun -np 2 pingpong --allocations                  heap allocated per message
 * jmpirun -np 2 pingpong --traffic                      bytes written to connections per message
 * }</pre>
 *
 * The first form is {@link BatchSeries}, {@code --paper} is section 5.1 of "JMPI: Implementing the Message Passing
 * Standard in Java" ({@link PaperSeries}), the others are {@link AllocationSeries} and {@link TrafficSeries}. Each size
 * checks the content of a message; the exit code is 1 if it is wrong.
 */
public final class PingPong {
    private static final int CORRUPT = 1;

    /** Longest array that every JVM can allocate. */
    private static final long MAX_ELEMENTS = Integer.MAX_VALUE - 8;

    private PingPong() {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), PingPong::run);
    }

    static Options options() {
        return Form.declare(new Options("pingpong", "Times messages between ranks 0 and 1."))
                .flag("full", "the default: warmed up, median of batches, streaming, COMMS1 parameters")
                .flag("paper", "64 round trips of each size, each timed, without a warm-up, as in the JMPI paper")
                .flag("allocations", "bytes of heap allocated per message in the steady state")
                .flag("traffic", "bytes written to connections per message")
                .value("type", "TYPE", "byte", "elements: " + Options.choices(Payload.Kind.class))
                .value("sizes", "'N ...'", "", "bytes per message; the default depends on the measurement");
    }

    static int run(Options options) throws Exception {
        Payload.Kind kind = options.choice("type", Payload.Kind.class);
        int[] lengths = lengths(options, kind);
        check(options);
        if (!kind.isSupported()) throw options.wrong("type", "needs JDK " + Payload.Kind.SEGMENT_RELEASE + " or later");
        boolean first = MPI.COMM_WORLD.Rank() == 0;
        int code = 0;
        try {
            Program.print(machine());
            if (first) warnOfLoad(Machine.load());
            if (MPI.COMM_WORLD.Rank() < 2) measure(options, kind, lengths);
        } catch (Link.Corrupt e) {
            if (first) System.err.println("pingpong: " + e.getMessage());
            code = first ? CORRUPT : 0;
        }
        MPI.COMM_WORLD.Barrier();
        return code;
    }

    private static void measure(Options options, Payload.Kind kind, int[] lengths) throws Exception {
        if (options.has("allocations")) {
            new AllocationSeries(kind, Form.of(options), Pace.of(options)).run(lengths);
        } else if (options.has("traffic")) {
            new TrafficSeries(kind, Form.of(options)).run(lengths);
        } else if (options.has("paper")) {
            new PaperSeries(kind, Form.of(options), Pace.of(options)).run(lengths);
        } else {
            new BatchSeries(kind, Form.of(options), Pace.of(options)).run(lengths);
        }
    }

    private static void check(Options options) throws Exception {
        if (MPI.COMM_WORLD.Size() < 2) {
            throw new Options.Invalid("needs at least 2 ranks, has 1; start it with -np 2");
        }
        List<String> measurements = List.of("allocations", "traffic", "paper", "full");
        List<String> chosen = measurements.stream().filter(options::has).toList();
        if (chosen.size() > 1) throw conflict(chosen.get(0), chosen.get(1));
        for (String counter : List.of("allocations", "traffic"))
            if (options.has(counter) && options.has("csv")) throw conflict(counter, "csv");
        if (options.has("allocations") && !Allocation.isCounted())
            throw new Options.Invalid("--allocations: " + System.getProperty("java.vm.name")
                    + " does not count allocations per thread; use a HotSpot JVM");
        if (options.has("traffic") && !Traffic.isCounted())
            throw new Options.Invalid(
                    "--traffic: " + System.getProperty("os.name") + " does not count what a process writes; use Linux");
    }

    private static Options.Invalid conflict(String one, String other) {
        return new Options.Invalid("--" + one + " and --" + other + ": choose one");
    }

    /** Returns each length once: as doubles, 1 byte and 8 bytes are the same message. */
    static int[] lengths(Options options, Payload.Kind kind) throws Options.Invalid {
        String sizes = options.text("sizes").trim();
        long[] bytes = sizes.isEmpty() ? defaultSizes(options) : parse(options, sizes);
        for (long size : bytes) {
            if (size < 0 || size / kind.bytes() > MAX_ELEMENTS) {
                throw options.wrong("sizes", size + " must be from 0 to " + MAX_ELEMENTS * kind.bytes());
            }
        }
        return Arrays.stream(bytes).mapToInt(kind::elements).distinct().toArray();
    }

    private static long[] defaultSizes(Options options) {
        if (options.has("allocations")) return AllocationSeries.SIZES;
        if (options.has("traffic")) return TrafficSeries.SIZES;
        return options.has("paper") ? PaperSeries.sizes() : BatchSeries.SIZES;
    }

    private static long[] parse(Options options, String sizes) throws Options.Invalid {
        try {
            return Arrays.stream(sizes.split("[\\s,]+"))
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw options.wrong("sizes", "must be whole numbers of bytes, separated by blanks or commas");
        }
    }

    static void warnOfLoad(double load) {
        if (Machine.isBusy(load)) System.err.println(Machine.busy("pingpong", load));
    }

    private static String machine() throws Exception {
        return String.format(
                Locale.ROOT,
                "# pingpong, %d ranks, java %s, %s %s, cores of rank 0: %d",
                MPI.COMM_WORLD.Size(),
                System.getProperty("java.vm.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors());
    }
}
