package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs in examples compute what a sequential program computes, with any number of ranks. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private static URLClassLoader loader;

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    @BeforeAll
    static void compile() throws IOException {
        Path classes = folder.resolve("classes");
        Sources.compile(files(), Distribution.classPath(), classes);
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    /** Returns the static method of a program that has a name. */
    private static Method method(String program, String name) throws ClassNotFoundException {
        Method found = Arrays.stream(loader.loadClass(program).getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && !method.isSynthetic())
                .findFirst()
                .orElseThrow();
        found.setAccessible(true);
        return found;
    }

    private static Object call(String program, String name, Object... arguments) throws ReflectiveOperationException {
        return method(program, name).invoke(null, arguments);
    }

    /** Calls a method, whose first parameter is the communicator, at each rank, and returns the results. */
    private static List<Object> callAtAll(int ranks, String program, String name, Object... more) {
        return atAll(ranks, () -> {
            Object[] arguments = new Object[more.length + 1];
            arguments[0] = MPI.COMM_WORLD;
            System.arraycopy(more, 0, arguments, 1, more.length);
            return call(program, name, arguments);
        });
    }

    private static <T> List<T> atAll(int ranks, Callable<T> body) {
        return Jmpi.call(ranks, LIMIT, body);
    }

    /** Runs the program as its command line would, with two ranks, and returns what it prints. */
    private static String run(String program, String... arguments) throws Exception {
        return Sources.output(() -> Jmpi.run(2, LIMIT, () -> call(program, "main", (Object) arguments)));
    }

    private static BufferedImage runAndRead(String file, String program, String... arguments) throws Exception {
        run(program, arguments);
        return ImageIO.read(folder.resolve(file).toFile());
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }

    /** Asserts that rank 0 has the result, and no other rank has one. */
    private static void assertOnlyRoot(double[] expected, List<Object> results, double tolerance) {
        assertArrayEquals(expected, (double[]) results.get(0), tolerance);
        for (Object result : results.subList(1, results.size())) assertNull(result);
    }

    @Test
    void eachIsInTheTableAndSaysHowToRunIt() throws IOException {
        Pattern row = Pattern.compile("\\| \\[`(\\w+)`]\\((\\w+\\.java)\\) \\|");
        List<String> listed = row.matcher(Files.readString(EXAMPLES.resolve("README.md")))
                .results()
                .map(entry -> entry.group(2))
                .sorted()
                .toList();
        assertEquals(files().stream().map(file -> file.getFileName().toString()).toList(), listed);
        for (Path file : files()) {
            String command = "{@code ./jmpirun -np 4 examples/" + file.getFileName();
            assertTrue(Files.readString(file).contains(command), () -> file + " has no " + command);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void pi(int ranks) {
        for (Object pi : callAtAll(ranks, "Pi", "pi", 1000L)) assertEquals(Math.PI, (double) pi, 1e-6);
    }

    /** The job ends after its first step, and goes on with another number of ranks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void saveAndResume(int ranks) throws Exception {
        int cells = 11;
        int steps = 30;
        double[] bar = new double[cells + 2];
        for (int step = 0; step < steps; step++) {
            double[] next = new double[cells + 2];
            bar[0] = 100;
            for (int i = 1; i <= cells; i++) next[i] = bar[i] + 0.25 * (bar[i - 1] - 2 * bar[i] + bar[i + 1]);
            bar = next;
        }
        double warmest = Arrays.stream(bar).max().orElseThrow();
        Path saved = folder.resolve("saved-" + ranks);
        Field wish = loader.loadClass("SaveAndResume").getDeclaredField("WISH");
        wish.setAccessible(true);
        AtomicInteger value = (AtomicInteger) wish.get(null);
        value.set(2);
        callAtAll(ranks, "SaveAndResume", "run", saved, cells, steps);
        value.set(0);
        assertEquals("1", Files.readString(saved.resolve("complete")));
        for (Object result : callAtAll(5 - ranks, "SaveAndResume", "run", saved, cells, steps))
            assertEquals(warmest, (double) result, 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void heat(int ranks) throws ReflectiveOperationException {
        int size = 15;
        int steps = 40;
        double[][] plate = new double[size + 2][size + 2];
        for (int step = 0; step < steps; step++) {
            double[][] next = new double[size + 2][size + 2];
            for (int i = 1; i <= size; i++)
                for (int j = 1; j <= size; j++) {
                    boolean heated = (boolean) call("Heat", "heated", (i - 0.5) / size, (j - 0.5) / size);
                    double around = plate[i - 1][j] + plate[i + 1][j] + plate[i][j - 1] + plate[i][j + 1];
                    next[i][j] = heated ? 100 : around / 4;
                }
            plate = next;
        }
        double[] expected = new double[size * size];
        for (int i = 0; i < size; i++) System.arraycopy(plate[i + 1], 1, expected, i * size, size);
        assertOnlyRoot(expected, callAtAll(ranks, "Heat", "plate", size, steps), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void nBody(int ranks) throws ReflectiveOperationException {
        // A light body around a heavy one: after a quarter of its period it has gone a quarter of the circle.
        double[] start = move(1, 2, 0).get(0);
        double radius = Math.hypot(start[2] - start[0], start[3] - start[1]);
        double period = 2 * Math.PI * Math.pow(radius, 1.5);
        int steps = (int) (period / 4 / 0.002);
        double[] end = move(ranks, 2, steps).get(0);
        double turned = Math.atan2(end[3] - end[1], end[2] - end[0]) - Math.atan2(start[3], start[2]);
        assertEquals(Math.PI / 2, Math.IEEEremainder(turned, 2 * Math.PI), 0.05);
        assertEquals(radius, Math.hypot(end[2] - end[0], end[3] - end[1]), 0.05 * radius);

        double[] alone = move(1, 20, 5).get(0);
        for (double[] positions : move(ranks, 20, 5)) assertArrayEquals(alone, positions);
    }

    private static List<double[]> move(int ranks, int bodies, int steps) throws ReflectiveOperationException {
        var constructor = loader.loadClass("NBody").getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        Method move = method("NBody", "move");
        return atAll(ranks, () -> (double[]) move.invoke(constructor.newInstance(bodies), MPI.COMM_WORLD, steps));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void sampleSort(int ranks) throws ReflectiveOperationException {
        int[] expected = IntStream.empty().toArray();
        for (int rank = 0; rank < ranks; rank++)
            expected = join(expected, (int[]) call("SampleSort", "numbers", rank, 100));
        Arrays.sort(expected);
        int[] sorted = {};
        List<int[]> parts = atAll(ranks, () -> (int[])
                call("SampleSort", "sort", MPI.COMM_WORLD, call("SampleSort", "numbers", MPI.COMM_WORLD.Rank(), 100)));
        for (int[] part : parts) sorted = join(sorted, part);
        assertArrayEquals(expected, sorted);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void sampleSortOfEqualNumbersAndOfNone(int ranks) {
        List<int[]> parts = atAll(ranks, () ->
                (int[]) call("SampleSort", "sort", MPI.COMM_WORLD, new int[MPI.COMM_WORLD.Rank() * 3]));
        int total = parts.stream().mapToInt(part -> part.length).sum();
        assertEquals(3 * ranks * (ranks - 1) / 2, total);
    }

    private static int[] join(int[] a, int[] b) {
        return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void conjugateGradient(int ranks) throws ReflectiveOperationException {
        int size = 12;
        double[][] expected = new double[size + 2][size + 2];
        for (int i = 1; i <= size; i++) for (int j = 1; j <= size; j++) expected[i][j] = Math.sin(i) + 0.1 * j * j;
        List<double[]> parts = atAll(ranks, () -> solve(MPI.COMM_WORLD, size, expected));
        double[] solution = parts.stream().flatMapToDouble(Arrays::stream).toArray();
        for (int i = 0; i < solution.length; i++) assertEquals(expected[i / size + 1][i % size + 1], solution[i], 1e-7);
        assertEquals(size * size, solution.length);
    }

    /** Computes the right side of a solution that is known, and solves the equation. */
    private static double[] solve(Intracomm comm, int size, double[][] u) throws ReflectiveOperationException {
        int first = (int) call("ConjugateGradient", "firstRow", size, comm.Rank(), comm.Size());
        int end = (int) call("ConjugateGradient", "firstRow", size, comm.Rank() + 1, comm.Size());
        double[] right = new double[(end - first) * size];
        for (int k = 0; k < right.length; k++) {
            int i = first + k / size + 1;
            int j = k % size + 1;
            right[k] = 4 * u[i][j] - u[i - 1][j] - u[i + 1][j] - u[i][j - 1] - u[i][j + 1];
        }
        var constructor = loader.loadClass("ConjugateGradient").getDeclaredConstructor(Intracomm.class, int.class);
        constructor.setAccessible(true);
        Object solver = constructor.newInstance(comm, size);
        double[] x = (double[]) method("ConjugateGradient", "solve").invoke(solver, right);
        method("ConjugateGradient", "free").invoke(solver);
        return x;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void gameOfLife(int ranks) throws ReflectiveOperationException {
        int size = 9;
        byte[] board = (byte[]) call("GameOfLife", "soup", size);
        byte[] expected = board;
        for (int generation = 0; generation < 10; generation++) expected = nextGeneration(expected, size);
        List<Object> results = callAtAll(ranks, "GameOfLife", "play", board, size, 10);
        assertArrayEquals(expected, (byte[]) results.get(0));
        for (Object result : results.subList(1, ranks)) assertNull(result);
    }

    private static byte[] nextGeneration(byte[] board, int size) {
        byte[] next = new byte[board.length];
        for (int i = 0; i < board.length; i++) {
            int around = 0;
            for (int neighbour = 0; neighbour < 9; neighbour++) {
                int row = (i / size + neighbour / 3 - 1 + size) % size;
                int column = (i % size + neighbour % 3 - 1 + size) % size;
                if (neighbour != 4) around += board[row * size + column];
            }
            next[i] = (byte) (around == 3 || around == 2 && board[i] == 1 ? 1 : 0);
        }
        return next;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void wordCount(int ranks) {
        List<String> lines = List.of("To be, or not to be:", "that is the question.", "", "To die - to sleep");
        Map<String, Integer> expected = new HashMap<>();
        for (String line : lines)
            for (String word : line.toLowerCase().split("\\W+"))
                if (!word.isEmpty()) expected.merge(word, 1, Integer::sum);
        List<Object> results = callAtAll(ranks, "WordCount", "count", lines);
        String sorted = expected.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> "Entry[word=" + entry.getKey() + ", count=" + entry.getValue() + "]")
                .collect(Collectors.joining(", ", "[", "]"));
        assertEquals(sorted, results.get(0).toString());
        for (Object result : results.subList(1, ranks)) assertEquals(List.of(), result);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void masterWorker(int ranks) {
        List<Object> results = callAtAll(ranks, "MasterWorker", "longest", 25_000L);
        assertArrayEquals(new long[] {23529, 281}, (long[]) results.get(0)); // as OEIS A006877 and A006878 say
        for (Object result : results.subList(1, ranks)) assertNull(result);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void kMeans(int ranks) throws ReflectiveOperationException {
        int count = 60;
        double[] all = {};
        for (int rank = 0; rank < ranks; rank++)
            all = Stream.of(all, (double[]) call("KMeans", "points", rank, count))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
        double[] expected = cluster(all, 3);
        List<double[]> results = atAll(ranks, () -> (double[])
                call("KMeans", "centres", MPI.COMM_WORLD, call("KMeans", "points", MPI.COMM_WORLD.Rank(), count), 3));
        for (double[] centres : results) assertArrayEquals(expected, centres, 1e-7);
    }

    private static double[] cluster(double[] points, int clusters) {
        double[] centres = Arrays.copyOf(points, 2 * clusters);
        for (int iteration = 0; iteration < 200; iteration++) {
            double[][] sums = new double[clusters][3];
            for (int i = 0; i < points.length; i += 2) {
                int nearest = 0;
                for (int k = 1; k < clusters; k++)
                    if (square(points, i, centres, k) < square(points, i, centres, nearest)) nearest = k;
                sums[nearest][0] += points[i];
                sums[nearest][1] += points[i + 1];
                sums[nearest][2]++;
            }
            for (int i = 0; i < centres.length; i++) centres[i] = sums[i / 2][i % 2] / sums[i / 2][2];
        }
        return centres;
    }

    private static double square(double[] points, int i, double[] centres, int k) {
        double dx = points[i] - centres[2 * k];
        double dy = points[i + 1] - centres[2 * k + 1];
        return dx * dx + dy * dy;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 9}) // a ring of two has one direction
    void cannon(int ranks) throws ReflectiveOperationException {
        int n = 7; // no multiple of the grid's side: the last blocks are not full
        double[] expected = new double[n * n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    expected[i * n + j] += (double) call("Cannon", "a", i, k) * (double) call("Cannon", "b", k, j);
        assertOnlyRoot(expected, callAtAll(ranks, "Cannon", "product", n), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void imageFilter(int ranks) {
        int width = 5;
        int height = 7;
        int[] grey = new Random(5).ints((long) width * height, 0, 40).toArray();
        int[] expected = new int[grey.length];
        for (int i = 0; i < grey.length; i++) {
            int x = 0;
            int y = 0;
            for (int d = -1; d <= 1; d++) {
                int weight = 2 - Math.abs(d);
                x += weight * (at(grey, width, i, d, 1) - at(grey, width, i, d, -1));
                y += weight * (at(grey, width, i, 1, d) - at(grey, width, i, -1, d));
            }
            expected[i] = Math.min(255, (int) Math.hypot(x, y));
        }
        List<Object> results = callAtAll(ranks, "ImageFilter", "edges", grey, width, height);
        assertArrayEquals(expected, (int[]) results.get(0));
    }

    /** Returns the pixel beside another one; the edges of the picture repeat. */
    private static int at(int[] grey, int width, int i, int down, int right) {
        int row = Math.max(0, Math.min(grey.length / width - 1, i / width + down));
        int column = Math.max(0, Math.min(width - 1, i % width + right));
        return grey[row * width + column];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void geneticAlgorithm(int ranks) throws ReflectiveOperationException {
        // Cities on a circle, in no order: the shortest trip is the polygon.
        int count = 9;
        double[] cities = new double[2 * count];
        for (int i = 0; i < count; i++) {
            double angle = 2 * Math.PI * (i * 4 % count) / count;
            cities[2 * i] = Math.cos(angle);
            cities[2 * i + 1] = Math.sin(angle);
        }
        List<Object> trips = callAtAll(ranks, "GeneticAlgorithm", "shortest", cities, 100);
        for (Object trip : trips) {
            int[] sorted = ((int[]) trip).clone();
            Arrays.sort(sorted);
            assertArrayEquals(IntStream.range(0, count).toArray(), sorted);
            double length = (double) call("GeneticAlgorithm", "length", cities, trip);
            assertEquals(2 * count * Math.sin(Math.PI / count), length, 1e-9);
        }
    }

    @Test
    void programsPrint() throws Exception {
        assertPrints("pi is 3[.,]141592.*: 2 ranks, .* s", run("Pi", "1000"));
        assertPrints("sorted parts of \\[\\d+, \\d+] numbers", run("SampleSort", "100"));
        assertPrints("\\d+ iterations, largest value .*", run("ConjugateGradient", "10"));
        assertPrints(
                " +\\d+ a\\R.*", run("WordCount", EXAMPLES.resolve("README.md").toString()));
        assertPrints("871 reaches 1 after 178 steps", run("MasterWorker", "1000"));
        assertPrints("10 x 10: .* s, last element .*", run("Cannon", "10"));
    }

    private static void assertPrints(String pattern, String output) {
        assertTrue(output.matches("(?s)" + pattern + "\\R"), output);
    }

    @Test
    void programsDraw() throws Exception {
        assertEquals(
                20, runAndRead("heat.png", "Heat", "20", "10", file("heat.png")).getWidth());
        assertEquals(
                40,
                runAndRead("life.png", "GameOfLife", "20", "10", file("life.png"))
                        .getWidth());
        assertEquals(
                300,
                runAndRead("kmeans.png", "KMeans", "100", "3", file("kmeans.png"))
                        .getWidth());
        assertEquals(
                300,
                runAndRead("trip.png", "GeneticAlgorithm", "8", "20", file("trip.png"))
                        .getWidth());
        assertEquals(
                400, runAndRead("edges.png", "ImageFilter", file("edges.png")).getWidth());
        run("ImageFilter", file("twice.png"), file("edges.png"));
        assertEquals(800, ImageIO.read(folder.resolve("twice.png").toFile()).getWidth());
        run("NBody", "20", "3", file("frames"));
        try (Stream<Path> frames = Files.list(folder.resolve("frames"))) {
            assertEquals(3, frames.count());
        }
    }
}
