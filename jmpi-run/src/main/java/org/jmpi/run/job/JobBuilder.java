package org.jmpi.run.job;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.Jmpirun;

/**
 * Starts the ranks of an MPI program from another Java program. It starts jmpirun as a process: the end of a job is not
 * that of this JVM, and the end of this JVM is that of the job. Nothing is read from or written to the standard streams
 * of this JVM.
 *
 * <pre>{@code
 * RunningJob job = new JobBuilder("-cp", "app.jar", "com.acme.Main", "words", "of", "the", "program")
 *         .ranks(4)
 *         .timeLimit(Duration.ofMinutes(5))
 *         .output(lines::add)
 *         .start();
 * if (job.await() != 0) log(job.failures());
 * }</pre>
 */
public final class JobBuilder {
    private static final Consumer<String> NOBODY = line -> {};

    private final List<String> options = new ArrayList<>();
    private final List<String> program;
    private Path directory = Path.of("").toAbsolutePath();
    private Path input;
    private Consumer<String> output = NOBODY;
    private Consumer<String> errors = NOBODY;

    /**
     * Names the program.
     *
     * @param program words as of jmpirun, from the program's class path or its name on, with its arguments
     */
    public JobBuilder(String... program) {
        this.program = List.of(program);
    }

    /** Sets the number of ranks. */
    public JobBuilder ranks(int ranks) {
        return options("-np", String.valueOf(ranks));
    }

    /**
     * Sets the hosts.
     *
     * @param hosts {@code name} or {@code name:ranks} each
     */
    public JobBuilder hosts(String... hosts) {
        return options("-H", String.join(",", hosts));
    }

    /** Sets the time after which the job is ended, with exit code 110. */
    public JobBuilder timeLimit(Duration limit) {
        return options("--timeout", String.valueOf(limit.toMillis() / 1e3));
    }

    /** Adds options of jmpirun, such as {@code --transport}, {@code threads}. */
    public JobBuilder options(String... words) {
        options.addAll(List.of(words));
        return this;
    }

    /** Sets the folder in which the ranks start: that of this JVM by default. */
    public JobBuilder directory(Path folder) {
        directory = folder;
        return this;
    }

    /** Sets the file that rank 0 reads as its standard input: nothing by default. */
    public JobBuilder input(Path file) {
        input = file;
        return this;
    }

    /** Sets the taker of each line that a rank prints, called by a thread of the job: nobody by default. */
    public JobBuilder output(Consumer<String> lines) {
        output = lines;
        return this;
    }

    /** Sets the taker of each line on standard error, jmpirun's own among them: nobody by default. */
    public JobBuilder errors(Consumer<String> lines) {
        errors = lines;
        return this;
    }

    /**
     * Starts the job, and returns at once. Mistakes in the options show as exit code 2.
     *
     * @throws IOException if jmpirun cannot be started
     */
    public RunningJob start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command()).directory(directory.toFile());
        if (input != null) builder.redirectInput(input.toFile());
        Process process = builder.start();
        if (input == null) process.getOutputStream().close();
        return new RunningJob(process, output, errors);
    }

    private List<String> command() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        String lib = System.getProperty("jmpi.lib");
        if (lib != null) words.add("-Djmpi.lib=" + lib);
        words.addAll(List.of("-cp", classPath(), JobMain.class.getName()));
        if (input == null) words.addAll(List.of("--stdin", "none"));
        words.addAll(options);
        words.addAll(program);
        return words;
    }

    /** Returns what this JVM has loaded jmpirun from: by a loader made for it, or its class path and module path. */
    private static String classPath() {
        Stream<String> places = Jmpirun.class.getClassLoader() instanceof URLClassLoader loader
                ? Stream.of(loader.getURLs()).map(JobBuilder::path)
                : Stream.of("java.class.path", "jdk.module.path").map(name -> System.getProperty(name, ""));
        return places.filter(place -> !place.isEmpty()).collect(Collectors.joining(File.pathSeparator));
    }

    private static String path(URL place) {
        try {
            return Path.of(place.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to " + place, e);
        }
    }
}
