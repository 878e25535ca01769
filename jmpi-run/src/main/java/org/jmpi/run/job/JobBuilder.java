package org.jmpi.run.job;

import java.io.File;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.Jmpirun;
import org.jmpi.run.program.Installation;

/**
 * Starts the ranks of an MPI program from another Java program.
 *
 * <p>jmpirun then is a process of its own, as a job takes the signals, the standard streams and the exit code of its
 * process. So the end of a job is not that of this JVM, and the end of this JVM is that of the job. Nothing is read
 * from or written to the standard streams of this JVM. The ranks take JMPI from its class path, which
 * needs the artifact {@code jmpi} for the transports.
 *
 * <pre>{@code
 * RunningJob job = new JobBuilder("-cp", "app.jar", "com.acme.Main", "input.txt")
 *         .ranks(4)
 *         .timeLimit(Duration.ofMinutes(5))
 *         .output(line -> log.info(line))
 *         .start();
 * if (job.await() != 0) log.severe(job.failures().toString());
 * }</pre>
 */
public final class JobBuilder {
    private static final Consumer<String> NOBODY = line -> {};

    private final List<String> options = new ArrayList<>();
    private final List<String> program;
    private Path directory = Path.of("").toAbsolutePath();
    private final Map<String, String> variables = new TreeMap<>();
    private Path input;
    private Path temporary;
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

    /**
     * Sets the number of ranks.
     *
     * @param ranks at least 1
     * @return this
     */
    public JobBuilder ranks(int ranks) {
        return options("-np", String.valueOf(ranks));
    }

    /**
     * Sets the hosts.
     *
     * @param hosts {@code name} or {@code name:ranks} each
     * @return this
     */
    public JobBuilder hosts(String... hosts) {
        return options("-H", String.join(",", hosts));
    }

    /**
     * Sets the time after which the job is ended, with exit code 110.
     *
     * @param limit more than 0
     * @return this
     */
    public JobBuilder timeLimit(Duration limit) {
        return options("--timeout", String.valueOf(limit.toMillis() / 1e3));
    }

    /**
     * Adds options of jmpirun.
     *
     * @param words such as {@code --transport}, {@code threads}
     * @return this
     */
    public JobBuilder options(String... words) {
        options.addAll(List.of(words));
        return this;
    }

    /**
     * Sets the folder in which the ranks start.
     *
     * @param folder that of this JVM by default
     * @return this
     */
    public JobBuilder directory(Path folder) {
        directory = folder;
        return this;
    }

    /**
     * Sets a variable in the environment of the ranks, which have those of this JVM, too.
     *
     * @param name of the variable
     * @param value its value
     * @return this
     */
    public JobBuilder variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /**
     * Sets a folder that the job removes, with all in it, if this JVM ends before it.
     *
     * @param folder none by default
     * @return this
     */
    public JobBuilder temporary(Path folder) {
        temporary = folder.toAbsolutePath();
        return this;
    }

    /**
     * Sets the file that rank 0 reads as its standard input.
     *
     * @param file nothing by default
     * @return this
     */
    public JobBuilder input(Path file) {
        input = file;
        return this;
    }

    /**
     * Sets the taker of each line that a rank prints.
     *
     * @param lines called by a thread of the job; none by default
     * @return this
     */
    public JobBuilder output(Consumer<String> lines) {
        output = lines;
        return this;
    }

    /**
     * Sets the taker of each line on standard error, jmpirun's own among them.
     *
     * @param lines called by a thread of the job; none by default
     * @return this
     */
    public JobBuilder errors(Consumer<String> lines) {
        errors = lines;
        return this;
    }

    /**
     * Starts the job, and returns at once. Mistakes in the options show as exit code 2.
     *
     * @return the job
     * @throws IOException if jmpirun cannot be started
     */
    public RunningJob start() throws IOException {
        FailureFolder folder = FailureFolder.create();
        ProcessBuilder builder = new ProcessBuilder(command(folder)).directory(directory.toFile());
        builder.environment().putAll(variables);
        if (input != null) builder.redirectInput(input.toFile());
        try {
            Process process = builder.start();
            if (input == null) process.getOutputStream().close();
            return new RunningJob(process, folder, output, errors);
        } catch (IOException e) {
            FailureFolder.remove(folder.path());
            throw e;
        }
    }

    private List<String> command(FailureFolder folder) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        String lib = System.getProperty("jmpi.lib");
        if (lib != null) words.add("-Djmpi.lib=" + lib);
        words.addAll(List.of("-cp", launcherPath(), JobMain.class.getName()));
        words.add(String.valueOf(ProcessHandle.current().pid()));
        words.addAll(List.of(folder.path().toString(), temporary == null ? "" : temporary.toString()));
        if (input == null) words.addAll(List.of("--stdin", "none"));
        words.addAll(options);
        words.addAll(program);
        return words;
    }

    /** Returns what this JVM has loaded jmpirun from: by a loader made for it, or its class path and module path. */
    private static String classPath() {
        Stream<String> places = Jmpirun.class.getClassLoader() instanceof URLClassLoader loader
                ? Stream.of(loader.getURLs())
                        .map(place -> Installation.path(place).toString())
                : Stream.of("java.class.path", "jdk.module.path").map(name -> System.getProperty(name, ""));
        return places.filter(place -> !place.isEmpty()).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the class path of jmpirun: the tools of a distribution are in that of no program. */
    private static String launcherPath() {
        Path tools = Installation.find().run().resolveSibling(Installation.TOOLS);
        return Files.isDirectory(tools) ? classPath() + File.pathSeparator + tools + File.separator + "*" : classPath();
    }
}
