package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fake hosts {@code hosta}, {@code hostb} and so on for the tests of a class, which is tagged {@code cluster}:
 *
 * <pre>{@code @RegisterExtension static final FakeHosts hosts = new FakeHosts(3);}</pre>
 *
 * <p>See {@code src/test/cluster/fake-hosts.sh} for the faults that they know. Each test finds all hosts up and without
 * faults. After each test nothing may be left on any host: no process, no file in /dev/shm or /tmp, no open port. After
 * a test that fails the processes of all hosts are printed, Java's with their stacks.
 *
 * <p>A host sees the files of this project, even if they are in /tmp. It does not see other files in /tmp, such as
 * those of {@code @TempDir}: tests use {@link #folder}.
 */
final class FakeHosts
        implements ExecutionCondition, BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    /**
     * The names of two locks: of the classes of tests that have one of them, one runs at a time, where classes run
     * concurrently ({@code jmpi.test.parallel}). Most of them wait for JVMs to start, and for limits.
     */
    static final String FIRST = "first test between hosts";

    static final String SECOND = "second test between hosts";

    private static final AtomicInteger CLUSTERS = new AtomicInteger();
    private static final Path SCRIPT = Path.of("src/test/cluster/fake-hosts.sh").toAbsolutePath();
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final int LIMIT_SECONDS = 60;
    private static final int LEFTOVERS_SECONDS = 30;

    private final int count;
    private final String cluster = "test-" + ProcessHandle.current().pid() + "-" + CLUSTERS.incrementAndGet();
    private Path folder;

    /** @param count the number of hosts, at most 26 */
    FakeHosts(int count) {
        this.count = count;
    }

    /** A command that runs on a host. */
    record Command(String host, List<String> words, Process process, Path out, Path err) {
        /** Waits until the command ends, and returns its exit code and output. */
        Distribution.Ended await(int limitSeconds) throws IOException, InterruptedException {
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            assertTrue(ended, () -> this + " has not ended in " + limitSeconds + " s\n" + output());
            return new Distribution.Ended(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
        }

        /** Waits until the output, or that of errors, has a line that contains a text. */
        void awaitLine(String text, int limitSeconds) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
            while (output().lines().noneMatch(line -> line.contains(text))) {
                boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS) && !output().contains(text);
                assertTrue(!ended && System.nanoTime() < end, () -> this + " has not said: " + text + "\n" + output());
            }
        }

        private String output() {
            try {
                return Files.readString(out) + Files.readString(err);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return host + ": " + String.join(" ", words);
        }
    }

    /** Returns an empty folder that all hosts see at this path; a new one for each test. */
    Path folder() {
        return folder;
    }

    /** Returns the names of the hosts. */
    List<String> names() {
        return Stream.iterate('a', c -> (char) (c + 1))
                .limit(count)
                .map(c -> "host" + c)
                .toList();
    }

    /** Starts a command on a host, in {@link #folder}. */
    Command start(String host, String... words) throws IOException {
        Path output = Files.createTempDirectory(folder, "output-");
        List<String> all = new ArrayList<>(List.of(SCRIPT.toString(), cluster, "exec", host));
        all.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectOutput(output.resolve("out").toFile())
                .redirectError(output.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", JAVA_HOME.toString());
        return new Command(host, Arrays.asList(words), builder.start(), output.resolve("out"), output.resolve("err"));
    }

    /** Runs a command on a host until it ends well, and returns the lines of its standard output. */
    List<String> exec(String host, String... words) throws IOException, InterruptedException {
        Distribution.Ended ended = start(host, words).await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), () -> host + ": " + String.join(" ", words) + "\n" + ended);
        return ended.out();
    }

    /** Runs a command on the second host through ssh from the first one, as {@link #exec} does. */
    List<String> ssh(String from, String to, String... words) throws IOException, InterruptedException {
        return exec(from, Stream.concat(Stream.of("ssh", to), Stream.of(words)).toArray(String[]::new));
    }

    /** Kills all processes of a host; the kernel closes their connections. */
    void kill(String host) throws IOException, InterruptedException {
        script("kill", host);
    }

    /** Lets a host fail without a further packet. */
    void die(String host) throws IOException, InterruptedException {
        script("die", host);
    }

    /** Loses all packets from and to a host. */
    void cut(String host) throws IOException, InterruptedException {
        script("cut", host);
    }

    /** Loses all packets between two groups of hosts, which are separated by commas. */
    void partition(String some, String others) throws IOException, InterruptedException {
        script("partition", some, others);
    }

    /** Loses some of the packets to a host. */
    void loss(String host, int percent) throws IOException, InterruptedException {
        script("loss", host, "" + percent);
    }

    /** Sends at most so many kbit/s to a host, and as many from it. */
    void rate(String host, int kbit) throws IOException, InterruptedException {
        script("rate", host, "" + kbit);
    }

    /** The same, each direction behind a queue of so many kB, which is full before anything is lost. */
    void rate(String host, int kbit, int queue) throws IOException, InterruptedException {
        script("rate", host, "" + kbit, "" + queue);
    }

    /** Loses all packets of TCP from and to a host. */
    void stall(String host) throws IOException, InterruptedException {
        script("stall", host);
    }

    /** Delays all packets from and to a host by so many ms, each way, and loses some of them. */
    void delay(String host, int millis, int lossPercent) throws IOException, InterruptedException {
        script("delay", host, "" + millis, "" + lossPercent);
    }

    /** Lets nobody make a TCP connection to a host, except by ssh. */
    void shield(String host) throws IOException, InterruptedException {
        script("shield", host);
    }

    /** Leads TCP over IPv4 between two hosts to another host, at the same port; but not that of ssh. */
    void divert(String one, String other, String to) throws IOException, InterruptedException {
        script("divert", one, other, to);
    }

    /** Stops all processes of a host. */
    void freeze(String host) throws IOException, InterruptedException {
        script("freeze", host);
    }

    /** Undoes all faults, except that dead hosts stay dead until {@link #up}. */
    void heal() throws IOException, InterruptedException {
        script("heal");
    }

    /** Starts the hosts that are dead. */
    void up() throws IOException, InterruptedException {
        script("up", "" + count, PROJECT.toString());
    }

    /** Returns one line for each process of a host: its id and its parent's there, its state, its command line. */
    List<String> processes(String host) throws IOException, InterruptedException {
        return script("processes", host);
    }

    /**
     * Returns one line for each process, each file in /dev/shm and /tmp, and each open port of a host. The state of a
     * process is not told, so that the lines of two moments can be compared.
     */
    List<String> leftovers(String host) throws IOException, InterruptedException {
        return script("leftovers", host).stream()
                .map(line -> line.strip().replaceFirst("^([0-9]+ +[0-9]+) +[A-Z][A-Za-z+<]* ", "$1 "))
                .toList();
    }

    /**
     * Waits until a host has no other leftovers, and fails if it keeps some.
     *
     * @param mayStay whether the host may have a line of {@link #leftovers}
     */
    void assertNothingLeft(String host, Predicate<String> mayStay, int seconds)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<String> left;
        do {
            left = leftovers(host).stream().filter(mayStay.negate()).toList();
        } while (!left.isEmpty() && System.nanoTime() < end);
        assertEquals(List.of(), left, "left on " + host);
    }

    private List<String> script(String... words) throws IOException, InterruptedException {
        Distribution.Ended ended = unchecked(words);
        assertEquals(0, ended.exitCode(), () -> String.join(" ", words) + "\n" + ended);
        return ended.out();
    }

    private Distribution.Ended unchecked(String... words) throws IOException, InterruptedException {
        Path out = Files.createTempFile("fake-hosts-", ".out");
        Path err = Files.createTempFile("fake-hosts-", ".err");
        try {
            List<String> all = new ArrayList<>(List.of(SCRIPT.toString(), cluster));
            all.addAll(List.of(words));
            ProcessBuilder builder =
                    new ProcessBuilder(all).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().put("OWNER", "" + ProcessHandle.current().pid());
            return new Command("script", all, builder.start(), out, err).await(LIMIT_SECONDS);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent()) return ConditionEvaluationResult.enabled("the class is enabled");
        try {
            Distribution.Ended check = unchecked("check");
            if (check.exitCode() == 0) return ConditionEvaluationResult.enabled("the machine can have fake hosts");
            String reason = context.getDisplayName() + " is skipped: " + check;
            System.err.println(reason.strip());
            return ConditionEvaluationResult.disabled(reason);
        } catch (IOException | InterruptedException e) {
            System.err.println(context.getDisplayName() + " is skipped: " + e);
            return ConditionEvaluationResult.disabled(e.toString());
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        up();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "fake-hosts").toAbsolutePath()), "test-");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException, InterruptedException {
        try {
            end(context.getExecutionException().isEmpty(), LEFTOVERS_SECONDS);
        } finally {
            Distribution.delete(folder);
        }
    }

    /**
     * Ends a test. The next one finds hosts without leftovers even if this one fails, also by what it has left.
     *
     * @param leftoversSeconds how long something may be left
     */
    void end(boolean passed, int leftoversSeconds) throws IOException, InterruptedException {
        boolean clean = false;
        try {
            if (!passed) dump();
            heal();
            up();
            if (passed) for (String host : names()) assertNothingLeft(host, line -> false, leftoversSeconds);
            clean = passed;
        } finally {
            if (!clean) {
                script("down");
                up();
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        script("down");
    }

    private void dump() throws IOException, InterruptedException {
        for (String host : names()) {
            Distribution.Ended processes = unchecked("processes", host);
            System.err.println("== processes of " + host + "\n" + processes);
            for (String line : processes.out()) {
                String[] columns = line.strip().split(" +", 4);
                if (columns[3].contains("java")) System.err.println(stack(host, columns[0]));
            }
        }
    }

    private Distribution.Ended stack(String host, String process) throws IOException, InterruptedException {
        String jstack = JAVA_HOME.resolve("bin/jstack").toString();
        return unchecked("exec", host, "timeout", "5", jstack, process);
    }
}
