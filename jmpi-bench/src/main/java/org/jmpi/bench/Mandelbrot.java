package org.jmpi.bench;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;
import mpi.MPI;

/**
 * The Mandelbrot set by master and workers, as in section 5.2 of "JMPI: Implementing the Message Passing Standard in
 * Java": a grid of 512 x 512 points, up to 1000 iterations, in tasks of 400 points. Rank 0 is the {@link Master}, every
 * other rank a {@link Worker}; with one rank the master computes everything.
 *
 * <pre>{@code
 * jmpirun -np 4 mandelbrot
 * jmpirun -np 4 mandelbrot --size 1024 --iterations 2000 --region -0.7463,0.1102,-0.7453,0.1112 --output spiral.png
 * jmpirun -np 3 mandelbrot --verify
 * jmpirun -np 3 mandelbrot --warm-up 5
 * jmpirun -np 3 mandelbrot --csv --rounds 7
 * }</pre>
 *
 * Writes a PNG, after the timing, and prints the elapsed time, the points per second, the sum of all iterations and the
 * tasks of each worker; after a warm-up also the speed-up over one rank. The sum depends only on the picture, not on
 * the ranks. The exit code is 1 if {@code --verify} finds a difference to a sequential computation.
 */
public final class Mandelbrot {
    private static final int DIFFERENT = 1;
    private static final int QUICK_ROUNDS = 3;
    private static final int ROUNDS = 7;
    private static final String UNWRITABLE = "cannot be written; name a file in a folder that exists and is writable";
    private static final int MAX_SIZE = 16_384;

    private final boolean master = MPI.COMM_WORLD.Rank() == 0;
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Grid grid;
    private final int limit;
    private final Palette palette;
    private final Form form;
    private final boolean verify;
    private final int warmUp;
    private final double[] micros;
    private final Path output;

    private Mandelbrot(Options options) throws Exception {
        int size = options.integer("size", 1, MAX_SIZE);
        grid = Grid.of(size, options.integer("task", 1, MAX_SIZE * MAX_SIZE), region(options));
        limit = options.integer("iterations", 1, Integer.MAX_VALUE);
        palette = options.choice("palette", Palette.class);
        form = Form.of(options);
        verify = options.has("verify");
        warmUp = options.integer("warm-up", 0, 100_000);
        micros = new double[rounds(options)];
        output = form != Form.TABLE && !options.has("output") ? null : output(options);
    }

    private static int rounds(Options options) throws Options.Invalid {
        if (options.has("rounds")) return options.integer("rounds", 1, 100_000);
        if (options.has("quick")) return QUICK_ROUNDS;
        return Form.of(options) == Form.TABLE ? 1 : ROUNDS;
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Mandelbrot::run);
    }

    static Options options() {
        return Form.declare(new Options(
                        "mandelbrot", "Computes the Mandelbrot set by master and workers and writes it as PNG."))
                .value("size", "N", "512", "points along each edge of the grid")
                .value("iterations", "N", "1000", "limit of the iterations of a point")
                .value("task", "POINTS", "400", "points of a task, in a rectangle as square as possible")
                .value("region", "X0,Y0,X1,Y1", Region.WHOLE_SET, "corners in the complex plane")
                .value("palette", "NAME", "ocean", "colours: " + Options.choices(Palette.class))
                .value("output", "FILE", "mandelbrot.png", "where to write the picture")
                .value("rounds", "N", "1", "times the picture N times; 7 with --csv and --samples, 3 with --quick")
                .value(
                        "warm-up",
                        "N",
                        "0",
                        "computes the picture N times before, untimed, and then prints the speed-up")
                .flag("verify", "compares with a sequential computation; exit code 1 if different");
    }

    static int run(Options options) throws Exception {
        return new Mandelbrot(options).run();
    }

    private static Region region(Options options) throws Options.Invalid {
        try {
            return Region.parse(options.text("region"));
        } catch (IllegalArgumentException e) {
            throw options.wrong("region", "must be four numbers X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1");
        }
    }

    /** The master looks at its disk before the work is done, and sends the others the result. */
    private static Path output(Options options) throws Exception {
        Path file = path(options);
        boolean[] writable = {MPI.COMM_WORLD.Rank() == 0 && isWritable(file)};
        MPI.COMM_WORLD.Bcast(writable, 0, 1, MPI.BOOLEAN, 0);
        if (!writable[0]) throw options.wrong("output", UNWRITABLE);
        return file;
    }

    private static Path path(Options options) throws Options.Invalid {
        try {
            return Path.of(options.text("output"));
        } catch (InvalidPathException e) {
            throw options.wrong("output", "is not a path: " + e.getReason());
        }
    }

    private static boolean isWritable(Path file) {
        if (Files.exists(file)) return Files.isRegularFile(file) && Files.isWritable(file);
        Path folder = file.toAbsolutePath().getParent();
        return folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    }

    private int run() throws Exception {
        Master last = null;
        for (int k = -warmUp; k < micros.length; k++) {
            MPI.COMM_WORLD.Barrier();
            long start = System.nanoTime();
            if (master) {
                last = new Master(grid, limit, ProgressBar.onTerminal());
                last.compute();
            } else {
                new Worker(grid, limit).compute();
            }
            if (k >= 0) micros[k] = (System.nanoTime() - start) / 1e3;
        }
        return master ? report(last) : 0;
    }

    private int report(Master done) throws Exception {
        long sum = sum(done.image());
        Series series = Series.of("mandelbrot", ranks, 0, micros);
        System.out.print(form == Form.TABLE ? page(series.summary(), sum, done.tasksOf()) : row(series, sum));
        if (output != null) {
            new Picture(grid, limit, done.image()).write(palette, output);
            System.out.println(prefix() + "picture          " + output);
        }
        return verify ? verify(done.image(), sum) : 0;
    }

    private String prefix() {
        return form == Form.TABLE ? "" : "# ";
    }

    private String row(Series series, long sum) {
        return String.format(
                Locale.ROOT,
                "%s%n%s%n# %d workers, %.6f seconds (median of %d), checksum %d%n",
                form.heading(),
                form.row(series),
                ranks - 1,
                series.summary().median() / 1e6,
                micros.length,
                sum);
    }

    private String page(Sample sample, long sum, int[] tasksOf) {
        return String.format(
                Locale.ROOT,
                "Mandelbrot %d x %d, up to %d iterations, %d tasks of %d points%n"
                        + "elapsed          %.1f ms%s%n"
                        + "%s"
                        + "speed            %.2f million points/s, %.0f million iterations/s%n"
                        + "iterations       %d, for any number of ranks%n"
                        + "tasks            %s%n",
                grid.size(),
                grid.size(),
                limit,
                grid.tasks(),
                grid.pointsPerTask(),
                sample.median() / 1e3,
                micros.length == 1 ? "" : " (median of " + micros.length + " rounds)",
                speedUp(sample),
                grid.points() / sample.median(),
                sum / sample.median(),
                sum,
                shares(tasksOf));
    }

    /**
     * Times the picture on this rank alone, while the others wait in MPI.Finalize. Compares warmed ranks alone: the JIT
     * compiler works for longer than one picture takes.
     */
    private String speedUp(Sample sample) {
        if (ranks == 1 || warmUp == 0) return "";
        OneRank alone = OneRank.warmed(grid, limit, warmUp);
        int cores = Runtime.getRuntime().availableProcessors();
        return String.format(
                Locale.ROOT,
                "one rank         %.1f ms%s%nspeed-up         %.2f with %d workers; rank 0 may use %s%n",
                alone.micros() / 1e3,
                alone.timed() == grid.tasks() ? "" : " (estimated from " + alone.timed() + " tasks)",
                alone.micros() / sample.median(),
                ranks - 1,
                cores == 1 ? "1 core" : cores + " cores");
    }

    private static String shares(int[] tasksOf) {
        if (tasksOf.length == 1) return "all by rank 0, there are no workers";
        StringJoiner shares = new StringJoiner(", ");
        for (int rank = 1; rank < tasksOf.length; rank++) shares.add("worker " + rank + ": " + tasksOf[rank]);
        return shares.toString();
    }

    private int verify(int[] image, long sum) {
        int[] row = new int[grid.size()];
        long expected = 0;
        int wrong = 0;
        for (int y = 0; y < grid.size(); y++) {
            Orbit.compute(grid, new Grid.Tile(0, y, grid.size(), 1), limit, row, 0);
            for (int x = 0; x < grid.size(); x++) {
                expected += row[x];
                if (row[x] != image[y * grid.size() + x]) wrong++;
            }
        }
        boolean same = wrong == 0 && sum == expected;
        System.out.printf(
                Locale.ROOT,
                "%sverified         %s: sequential iteration sum %d, %d points differ%n",
                prefix(),
                same ? "same" : "DIFFERENT",
                expected,
                wrong);
        return same ? 0 : DIFFERENT;
    }

    private static long sum(int[] image) {
        long sum = 0;
        for (int iterations : image) sum += iterations;
        return sum;
    }
}
