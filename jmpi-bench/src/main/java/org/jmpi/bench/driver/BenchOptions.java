package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jmpi.bench.Options;

/**
 * The command line of {@code jmpirun bench}.
 *
 * @param quick whether a first impression will do
 * @param peers whether to run other libraries, too
 * @param transports of ours
 * @param ranks sizes of the world
 * @param programs those to run
 * @param repetitions times that each library runs everything
 * @param out the folder of the results
 */
record BenchOptions(
        boolean quick,
        boolean peers,
        List<String> transports,
        List<Integer> ranks,
        List<MeasuringProgram> programs,
        int repetitions,
        Path out) {
    private static final String OUT = "bench-report";
    private static final int MAX_RANKS = 1024;
    private static final int MAX_REPETITIONS = 1000;
    private static final String SIZES = "1 8 64 512 4096 32768 262144 1048576 4194304 16777216";
    private static final String QUICK_SIZES = "8 4096 1048576";
    /** The product of matrices takes long, and shows little beyond the time of a message. */
    private static final List<MeasuringProgram> USUAL =
            List.of(MeasuringProgram.PINGPONG, MeasuringProgram.COLLECTIVES, MeasuringProgram.MANDELBROT);

    private static final String BLOCKS = "8 1024 65536 1048576";
    private static final String QUICK_BLOCKS = "8 65536";

    /** The ranks beside which others are spawned. */
    private static final int SPAWNING = 4;

    static Options declared(List<String> installed) {
        return new Options(
                        "jmpirun bench",
                        "Compares transports, and peers, on this machine; writes CSV, JSON and charts.")
                .flag("quick", "a first impression within two minutes: few sizes, 2 ranks, short batches")
                .flag("peers", "runs Open MPI, MPICH and MPJ Express alternately with ours, if installed")
                .value("transport", "T,..", String.join(",", installed), "transports to run")
                .value("np", "N,..", "", "numbers of ranks; default: 2, 4 ... up to the cores, at least 4")
                .value(
                        "only",
                        "PROGRAM,..",
                        "",
                        "programs to run: " + Options.choices(MeasuringProgram.class) + "; default: the first three")
                .value(
                        "reps",
                        "N",
                        "",
                        "times that each library runs everything, interleaved; default: 5, or 2 if quick")
                .value("out", "DIR", OUT, "folder for the results");
    }

    /**
     * Reads what was given.
     *
     * @param installed the transports that there are
     */
    static BenchOptions of(Options options, List<String> installed) throws Options.Invalid {
        boolean quick = options.has("quick");
        return new BenchOptions(
                quick,
                options.has("peers"),
                transports(options, installed),
                options.has("np") ? ranks(options) : quick ? List.of(2) : powersOfTwo(),
                options.has("only") ? options.choices("only", MeasuringProgram.class) : USUAL,
                options.has("reps") ? options.integer("reps", 1, MAX_REPETITIONS) : quick ? 2 : 5,
                folder("out", options.text("out")));
    }

    static List<String> transports(Options options, List<String> installed) throws Options.Invalid {
        List<String> asked = List.of(options.words("transport"));
        for (String name : asked)
            if (!installed.contains(name))
                throw new Options.Invalid(
                        "--transport " + name + ": no such transport; there are " + String.join(", ", installed));
        return List.copyOf(new LinkedHashSet<>(asked));
    }

    private static List<Integer> ranks(Options options) throws Options.Invalid {
        List<Integer> ranks = new ArrayList<>();
        for (int number : options.integers("np", 2, MAX_RANKS)) if (!ranks.contains(number)) ranks.add(number);
        return ranks;
    }

    private static List<Integer> powersOfTwo() {
        List<Integer> ranks = new ArrayList<>();
        int most = Math.max(4, Runtime.getRuntime().availableProcessors());
        for (int number = 2; number <= most; number *= 2) ranks.add(number);
        return ranks;
    }

    /** Makes the folder that an option names, unless it is there. */
    static Path folder(String option, String name) throws Options.Invalid {
        try {
            return Files.createDirectories(Path.of(name));
        } catch (IOException | IllegalArgumentException e) {
            throw new Options.Invalid("--" + option + " " + name + ": cannot make the folder: " + e.getMessage());
        }
    }

    /**
     * Returns what each library is to run in each repetition; messages to and fro, and accesses, need two ranks and no
     * more.
     */
    List<Experiment> experiments() {
        List<Experiment> experiments = new ArrayList<>();
        for (MeasuringProgram program : programs) {
            if (program == MeasuringProgram.PINGPONG || program == MeasuringProgram.RMA)
                experiments.add(experiment(program, 2));
            else if (program == MeasuringProgram.SPAWN) experiments.add(experiment(program, SPAWNING));
            else for (int number : ranks) experiments.add(experiment(program, number));
        }
        return experiments;
    }

    private Experiment experiment(MeasuringProgram program, int number) {
        List<String> arguments = new ArrayList<>(List.of("--samples"));
        if (quick) arguments.add("--quick");
        if (program == MeasuringProgram.PINGPONG) arguments.addAll(List.of("--sizes", quick ? QUICK_SIZES : SIZES));
        if (program == MeasuringProgram.COLLECTIVES || program == MeasuringProgram.RMA)
            arguments.addAll(List.of("--sizes", quick ? QUICK_BLOCKS : BLOCKS));
        return new Experiment(program, number, arguments);
    }

    /** Returns how long an experiment may take. */
    Duration limit() {
        return Duration.ofSeconds(quick ? 60 : 600);
    }
}
