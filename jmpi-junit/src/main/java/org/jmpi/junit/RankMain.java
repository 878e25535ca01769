package org.jmpi.junit;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jmpi.comm.session.Init;
import org.jmpi.comm.session.RankWorld;

/**
 * The program that a rank in a process of its own runs. It takes a folder with the test, and puts the outcome there:
 *
 * <pre>
 * FOLDER/test.properties    id, parameter.NAME: configuration parameters of JUnit,
 *                           system.NAME: system properties of the JVM of the tests
 * FOLDER/rank-R             the outcome of rank R
 * </pre>
 */
public final class RankMain {
    private static final String TEST = "test.properties";
    private static final String ID = "id";
    private static final String PARAMETER = "parameter.";
    private static final String SYSTEM = "system.";

    private RankMain() {}

    /** Writes the test into a folder. */
    static void write(Path folder, JobRequest request) throws IOException {
        Properties test = new Properties();
        test.setProperty(ID, request.id());
        request.parameters().forEach((name, value) -> test.setProperty(PARAMETER + name, value));
        Properties system = System.getProperties();
        for (String name : system.stringPropertyNames()) test.setProperty(SYSTEM + name, system.getProperty(name));
        try (Writer writer = Files.newBufferedWriter(folder.resolve(TEST), StandardCharsets.UTF_8)) {
            test.store(writer, null);
        }
    }

    /** Returns where the outcome of a rank is. */
    static Path outcome(Path folder, int rank) {
        return folder.resolve("rank-" + rank);
    }

    /**
     * Runs the test and ends the JVM, also if threads of the test still run.
     *
     * @param args the folder
     * @throws Throwable if the outcome cannot be written
     */
    public static void main(String[] args) throws Throwable {
        Path folder = Path.of(args[0]);
        Properties test = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve(TEST), StandardCharsets.UTF_8)) {
            test.load(reader);
        }
        // A JVM has its own values of those that it sets, such as java.home.
        without(SYSTEM, test).forEach(System.getProperties()::putIfAbsent);
        RankWorld world = Init.join();
        Path outcome = outcome(folder, world.rank());
        int code = 0;
        try {
            RankTest.run(world, test.getProperty(ID), without(PARAMETER, test), bytes -> write(outcome, bytes));
        } catch (Throwable e) {
            // The outcome says why; this ends the rank, and so the calls of others that need it.
            if (!Files.exists(outcome)) throw e;
            code = 1;
        }
        System.exit(code);
    }

    private static Map<String, String> without(String prefix, Properties test) {
        Map<String, String> found = new TreeMap<>();
        for (String name : test.stringPropertyNames())
            if (name.startsWith(prefix)) found.put(name.substring(prefix.length()), test.getProperty(name));
        return found;
    }

    /** A rank may be killed while it writes: its outcome is there as a whole or not at all. */
    private static void write(Path file, byte[] bytes) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.write(part, bytes);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the outcome of a test to " + file, e);
        }
    }
}
