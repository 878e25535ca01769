package org.jmpi.bench.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.bench.Options;
import org.jmpi.bench.paper.Paper;

/**
 * The command line of {@code jmpirun figures}.
 *
 * @param quick whether it is enough to see that all works
 * @param peers whether to run other MPI libraries, too
 * @param transports of ours
 * @param jobOptions what the jmpirun of each job gets
 * @param hostfile the hosts on which ranks run alternately; null if all run on this host
 * @param exhibits what to measure
 * @param workers the largest number of workers; 0: as many as in the papers
 * @param repetitions times that each library runs everything but the product of matrices
 * @param report the folder of the results
 */
record FigureOptions(
        boolean quick,
        boolean peers,
        List<String> transports,
        List<String> jobOptions,
        Path hostfile,
        List<Exhibit> exhibits,
        int workers,
        int repetitions,
        Path report) {
    /** What can be measured apart. */
    enum Exhibit {
        /** Messages to and fro, and calls. */
        PINGPONG,
        /** The picture. */
        MANDELBROT,
        /** What a message costs beside time. */
        COSTS,
        /** The product of matrices. */
        MATRIX
    }

    /** Sizes of "JMPI: Implementing the Message Passing Standard in Java". */
    static final List<Long> POWERS =
            IntStream.rangeClosed(0, 20).mapToObj(x -> 1L << x).toList();

    /** Sizes of "A Performance Evaluation of RPC, Java RMI, MPI and PVM". */
    static final List<Long> PACKETS = Stream.of(0, 500, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000)
            .map(Long::valueOf)
            .toList();

    /** Sizes of "Communication Performance of Java based Parallel Virtual Machines". */
    static final List<Long> COMMS1 = List.of(1L, 100L, 1000L, 10_000L, 100_000L, 1_000_000L);

    /** Transports over which remote objects and JPVM's tasks are measured. */
    private static final List<String> LAYERED = List.of("socket", "shm");

    /** Transports in the order in which the project has come to them: from remote calls to threads. */
    static final List<String> TRANSPORTS = List.of("rmi", "rmi-kryo", "socket", "shm", "threads");

    static final int QUICK_MATRIX = 64;
    static final int MATRIX = 1024;

    private static final List<Long> QUICK_SIZES = List.of(0L, 1L, 1024L, 1000L, 10_000L, 65_536L, 1_000_000L, 1L << 20);
    static final List<Long> COST_SIZES = List.of(1L, 1024L, 65_536L);
    private static final String REPORT = "figures-report";
    private static final int MAX_REPETITIONS = 100;
    private static final int MAX_WORKERS = 100;

    static Options declared(List<String> installed) {
        String transports = TRANSPORTS.stream().filter(installed::contains).collect(Collectors.joining(","));
        return new Options(
                        "jmpirun figures",
                        "Repeats the experiments of three papers, and draws their figures beside what they found.")
                .flag("quick", "a first impression: few sizes, 1 and 2 workers, matrices of 64 x 64, 1 repetition")
                .flag("peers", "runs Open MPI, MPJ Express, PVM and ONC RPC in C alternately with ours, if installed")
                .value("transport", "T,..", transports, "transports to run")
                .value("only", "EXHIBIT,..", "", "what to measure, not all of: " + Options.choices(Exhibit.class))
                .value("workers", "N", "", "most workers; default: 5 of a picture, 7 of a product, or 2 if quick")
                .value(
                        "reps",
                        "N",
                        "",
                        "times that each library runs all but matrix; default: 3; 1 if quick, or with --paper")
                .value(
                        "hostfile",
                        "FILE",
                        "",
                        "runs ranks on the hosts of a file alternately; with --paper: jmpi, mrpc, dsm")
                .value("jmpirun", "'OPTIONS'", "", "options for each job of ours, such as '--bind-to core'")
                .value("report", "DIR", REPORT, "folder for the results")
                .value(
                        "paper",
                        "PAPER,..",
                        "",
                        "draws the tables and figures of papers, published values beside today's: "
                                + Options.choices(Paper.class))
                .value("values", "FILE,..", "", "with --paper: CSV files of what was measured before");
    }

    /**
     * Reads what was given.
     *
     * @param installed the transports that there are
     */
    static FigureOptions of(Options options, List<String> installed) throws Options.Invalid {
        boolean quick = options.has("quick");
        Path hostfile = options.has("hostfile") ? hostfile(options.text("hostfile")) : null;
        Setting setting = hostfile == null ? Setting.ONE_HOST : Setting.HOSTS;
        return new FigureOptions(
                quick,
                options.has("peers"),
                transports(options, installed, setting),
                options.has("jmpirun") ? List.of(options.words("jmpirun")) : List.of(),
                hostfile,
                options.has("only") ? options.choices("only", Exhibit.class) : exhibits(setting),
                options.has("workers") ? options.integer("workers", 1, MAX_WORKERS) : 0,
                options.has("reps")
                        ? options.integer("reps", 1, MAX_REPETITIONS)
                        : quick || options.has("paper") ? 1 : 3,
                BenchOptions.folder("report", options.text("report")));
    }

    private static List<String> transports(Options options, List<String> installed, Setting setting)
            throws Options.Invalid {
        List<String> names = BenchOptions.transports(options, installed);
        if (!options.has("transport"))
            return names.stream().filter(setting::connects).toList();
        for (String name : names)
            if (!setting.connects(name))
                throw new Options.Invalid("--transport " + name + ": does not reach from host to host; leave it out");
        return names;
    }

    private static Path hostfile(String name) throws Options.Invalid {
        Path file = Path.of(name).toAbsolutePath();
        if (Files.isReadable(file)) return file;
        throw new Options.Invalid("--hostfile " + name + ": cannot read the file");
    }

    private static List<Exhibit> exhibits(Setting setting) {
        return setting == Setting.ONE_HOST ? List.of(Exhibit.values()) : List.of(Exhibit.PINGPONG, Exhibit.MANDELBROT);
    }

    /** Returns the transports over which remote objects and JPVM's tasks are measured. */
    List<String> layered() {
        return transports.stream().filter(LAYERED::contains).toList();
    }

    /** Returns where the ranks run. */
    Setting setting() {
        return hostfile == null ? Setting.ONE_HOST : Setting.HOSTS;
    }

    /** Returns the options that place ranks on hosts, which jmpirun and Open MPI's mpirun share. */
    List<String> placement() {
        return hostfile == null ? List.of() : List.of("--hostfile", hostfile.toString(), "--map-by", "node");
    }

    /** Returns what the libraries are to run, each what it can. */
    List<Part> parts(List<Library> libraries) {
        List<Part> parts = new ArrayList<>();
        for (Exhibit exhibit : Exhibit.values()) if (exhibits.contains(exhibit)) parts.add(part(exhibit, libraries));
        return parts;
    }

    Part part(Exhibit exhibit, List<Library> libraries) {
        return switch (exhibit) {
            case PINGPONG ->
                new Part(
                        List.of(experiment(MeasuringProgram.PINGPONG, 2, "--paper", "--sizes", sizes())),
                        libraries,
                        repetitions,
                        seconds(300));
            case MANDELBROT ->
                new Part(
                        overRanks(5, MeasuringProgram.MANDELBROT, "--warm-up", quick ? "1" : "3", "--rounds", "1"),
                        libraries.stream().filter(Library::passesMessages).toList(),
                        repetitions,
                        seconds(180));
            case COSTS ->
                new Part(
                        List.of(cost("--traffic"), cost("--allocations")),
                        libraries.stream()
                                .filter(library -> library.isOurs() && library.passesMessages())
                                .toList(),
                        1,
                        seconds(180));
            case MATRIX ->
                new Part(
                        overRanks(7, MeasuringProgram.MATRIX, "--size", Integer.toString(matrix())),
                        libraries,
                        1,
                        seconds(1200));
        };
    }

    private Duration seconds(int full) {
        return Duration.ofSeconds(quick ? Math.min(60, full) : full);
    }

    /** Never quick: what a message costs beside time is told of the steady state. */
    private Experiment cost(String counter) {
        return new Experiment(MeasuringProgram.PINGPONG, 2, List.of("--samples", counter, "--sizes", join(COST_SIZES)));
    }

    private List<Experiment> overRanks(int inPaper, MeasuringProgram program, String... arguments) {
        return IntStream.rangeClosed(1, workers > 0 ? workers : quick ? 2 : inPaper)
                .mapToObj(number -> experiment(program, 1 + number, arguments))
                .toList();
    }

    private Experiment experiment(MeasuringProgram program, int ranks, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--samples"));
        if (quick) words.add("--quick");
        words.addAll(List.of(arguments));
        return new Experiment(program, ranks, words);
    }

    private String sizes() {
        if (quick) return join(QUICK_SIZES);
        TreeSet<Long> all = new TreeSet<>(POWERS);
        all.addAll(PACKETS);
        all.addAll(COMMS1);
        return join(all);
    }

    private static String join(Iterable<Long> sizes) {
        List<String> words = new ArrayList<>();
        for (long size : sizes) words.add(Long.toString(size));
        return String.join(" ", words);
    }

    /** Returns the rows of a matrix. */
    int matrix() {
        return quick ? QUICK_MATRIX : MATRIX;
    }

    /** Returns notes for readers. */
    Map<String, String> notes() {
        Map<String, String> notes = new LinkedHashMap<>();
        String times = repetitions + ", interleaved; costs and matrix 1" + (quick ? ", quick" : "");
        notes.put("repetitions", times);
        if (hostfile != null) notes.put("hosts", "ranks alternately on those of " + hostfile.getFileName());
        if (!jobOptions.isEmpty()) notes.put("options of our jobs", String.join(" ", jobOptions));
        return notes;
    }
}
