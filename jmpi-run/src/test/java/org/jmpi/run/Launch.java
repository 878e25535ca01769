package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jmpi.run.program.JavaCommand;

/** A run of jmpirun in a process of its own, whose whole offspring can be found again by a mark in the environment. */
final class Launch implements AutoCloseable {
    private static final String MARK = "TEST_OF_JMPIRUN";
    private static final long LIMIT_SECONDS = 50;

    private final String mark = UUID.randomUUID().toString();
    private final Process process;
    private final StringBuffer out = new StringBuffer();
    private final StringBuffer err = new StringBuffer();
    private final CompletableFuture<Void> outEnd;
    private final CompletableFuture<Void> errEnd;
    private long limitSeconds = LIMIT_SECONDS;

    private Launch(List<String> words, Path directory, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().put(MARK, mark);
        builder.environment().putAll(environment);
        process = builder.start();
        outEnd = inBackground(() -> {
            read(process.inputReader(StandardCharsets.UTF_8), out);
            return null;
        });
        errEnd = inBackground(() -> {
            read(process.errorReader(StandardCharsets.UTF_8), err);
            return null;
        });
    }

    /** Sets how long the test waits for a line or the end of the job, if that may take longer than usual. */
    Launch within(long seconds) {
        limitSeconds = seconds;
        return this;
    }

    private interface Reading<T> {
        T run() throws IOException;
    }

    private static <T> CompletableFuture<T> inBackground(Reading<T> reading) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return reading.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                body -> new Thread(body, "reader").start());
    }

    /** Starts jmpirun in this process's folder. */
    static Launch start(String... args) throws IOException {
        return start(Path.of(""), Map.of(), args);
    }

    static Launch start(Path directory, Map<String, String> environment, String... args) throws IOException {
        List<String> words = new ArrayList<>(Lib.jmpirun());
        words.addAll(Arrays.asList(args));
        return new Launch(words, directory.toAbsolutePath(), environment);
    }

    /** Starts jmpirun in a JVM with one more option. */
    static Launch withOption(String option, String... args) throws IOException {
        List<String> words = Lib.jmpirun(option);
        words.addAll(Arrays.asList(args));
        return new Launch(words, Path.of("").toAbsolutePath(), Map.of());
    }

    /** Starts a program among the tests' classes, which runs jmpirun in its own JVM. */
    static Launch embedded(Class<?> main, String... args) throws IOException {
        List<String> words = new ArrayList<>(Lib.jmpirun());
        int last = words.size() - 1;
        words.set(last - 1, words.get(last - 1) + File.pathSeparator + testClasses());
        words.set(last, main.getName());
        words.addAll(Arrays.asList(args));
        return new Launch(words, Path.of("").toAbsolutePath(), Map.of());
    }

    /** Starts a shell that sees jmpirun's words as its arguments: {@code "$@"}. */
    static Launch shell(String script) throws IOException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        words.addAll(Lib.jmpirun());
        return new Launch(words, Path.of("").toAbsolutePath(), Map.of());
    }

    /** Starts ranks of {@link RankProgram}. */
    static Launch ranks(int ranks, String... steps) throws IOException {
        return ranks(List.of("-np", "" + ranks), steps);
    }

    static Launch ranks(List<String> options, String... steps) throws IOException {
        return ranks(Map.of(), options, steps);
    }

    static Launch ranks(Map<String, String> environment, List<String> options, String... steps) throws IOException {
        List<String> args = new ArrayList<>(options);
        args.addAll(List.of(
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", testClasses(), RankProgram.class.getName()));
        args.addAll(Arrays.asList(steps));
        return start(Path.of(""), environment, args.toArray(new String[0]));
    }

    /**
     * Starts ranks of a program among the tests' classes, small ones unless the options for their JVM say otherwise.
     */
    static Launch program(Class<?> main, int ranks, String transport, List<String> options, String... args)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("-np", "" + ranks, "--transport", transport));
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        words.addAll(options);
        words.addAll(List.of("-cp", testClasses(), main.getName()));
        words.addAll(Arrays.asList(args));
        return start(words.toArray(new String[0]));
    }

    static String testClasses() {
        return Path.of(RankProgram.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    private static void read(BufferedReader from, StringBuffer into) throws IOException {
        try (BufferedReader reader = from) {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                synchronized (into) {
                    into.append((char) c);
                    into.notifyAll();
                }
            }
        }
    }

    /** Returns standard output once it matches, whether jmpirun has ended or not. */
    String awaitOut(String regex) throws Exception {
        assertTrue(matches(out, regex, limitSeconds), () -> "never printed " + regex + " but: " + out);
        return out.toString();
    }

    /** Returns whether standard error matches within some seconds. */
    boolean hasErr(String regex, long seconds) throws Exception {
        return matches(err, regex, seconds);
    }

    private static boolean matches(StringBuffer text, String regex, long seconds) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        synchronized (text) {
            while (!text.toString().matches("(?s)" + regex)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) return false;
                TimeUnit.NANOSECONDS.timedWait(text, left);
            }
            return true;
        }
    }

    /** Returns the processes that printed {@code pid N}, once there are so many. */
    List<ProcessHandle> awaitPids(int count) throws Exception {
        return awaitOut("(.*pid [0-9]+\n.*){" + count + "}")
                .lines()
                .filter(line -> line.startsWith("pid "))
                .map(line -> ProcessHandle.of(Long.parseLong(line.substring(4))))
                .flatMap(java.util.Optional::stream)
                .collect(Collectors.toList());
    }

    OutputStream stdin() {
        return process.getOutputStream();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    void signal(String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, "" + process.pid())
                        .start()
                        .waitFor());
    }

    /** Waits for jmpirun's end and returns its exit code. */
    int exitCode() throws Exception {
        if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) fail("did not end; printed: " + out + stacks());
        return process.exitValue();
    }

    /** Returns the Java stacks of jmpirun and of every rank. */
    private String stacks() throws IOException {
        StringBuilder text = new StringBuilder();
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        for (ProcessHandle process : left()) {
            text.append("\n--- ")
                    .append(process.pid())
                    .append(' ')
                    .append(process.info().commandLine().orElse("?"));
            if (!Files.isExecutable(jcmd)
                    || !JavaCommand.is(process.info().command().orElse(""))) continue;
            Process print = new ProcessBuilder(jcmd.toString(), "" + process.pid(), "Thread.print").start();
            text.append('\n').append(new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    /** Checks the exit code, and that no process is left. */
    Launch expect(int exitCode) throws Exception {
        int code = exitCode();
        assertEquals(exitCode, code, () -> "exit code; stdout: " + out() + " stderr: " + err());
        assertNothingLeft();
        return this;
    }

    String out() {
        outEnd.join();
        return out.toString();
    }

    String err() {
        errEnd.join();
        return err.toString();
    }

    String errSoFar() {
        return err.toString();
    }

    /** Returns what jmpirun itself said on standard error. */
    List<String> said() {
        return err().lines().filter(line -> line.startsWith("jmpirun: ")).collect(Collectors.toList());
    }

    /** Waits for processes that end by themselves. */
    void awaitNothingLeft() throws Exception {
        for (ProcessHandle process : left()) process.onExit().get(limitSeconds, TimeUnit.SECONDS);
        assertNothingLeft();
    }

    void assertNothingLeft() {
        assertEquals(List.of(), left(), "processes left");
    }

    private List<ProcessHandle> left() {
        return ProcessHandle.allProcesses().filter(this::isMarked).collect(Collectors.toList());
    }

    private boolean isMarked(ProcessHandle candidate) {
        Path environment = Path.of("/proc", "" + candidate.pid(), "environ");
        try {
            return Files.readString(environment, StandardCharsets.ISO_8859_1).contains(MARK + "=" + mark);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        left().forEach(ProcessHandle::destroyForcibly);
    }
}
