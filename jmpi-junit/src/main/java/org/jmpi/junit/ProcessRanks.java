package org.jmpi.junit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs a test on ranks that are processes, by jmpirun. That is a process, too: a signal to it ends all ranks. It ends
 * them at the time limit, and as soon as this JVM is gone.
 *
 * <p>A rank whose test fails ends, and the others go on. So each rank's own failure is known, and a rank that needs one
 * that has ended fails with it.
 */
final class ProcessRanks {
    /** The exit code of jmpirun after the time limit. */
    private static final int TIMED_OUT = 110;

    /** How much longer than the ranks jmpirun may take: it asks them what they are at, and ends them. */
    private static final int GRACE_SECONDS = 60;

    private static final int KILL_SECONDS = 5;

    /** The options of this JVM that let the ranks' JVMs run the same code. */
    private static final Pattern PASSED = Pattern.compile("(--add-|--enable-|-javaagent:).*");

    private final JobRequest request;

    ProcessRanks(JobRequest request) {
        this.request = request;
    }

    /** Runs the test, and returns when all ranks have ended. */
    JobResult run() {
        try {
            Path folder = Files.createTempDirectory("jmpi-junit-");
            try {
                return run(folder);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + request.name() + " in processes", e);
        }
    }

    private JobResult run(Path folder) throws IOException {
        RankMain.write(folder, request);
        ProcessBuilder builder = new ProcessBuilder(command(folder));
        String classPath = TestClassPath.of(request.testClass()).stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        builder.environment().put("CLASSPATH", classPath);
        // Class archives pay for a program that starts often, not for classes that are just being written.
        builder.environment().put("JMPI_CACHE", "off");
        Process process = builder.start();
        JobOutput output = new JobOutput(process);
        String stop = await(process);
        // Until now jmpirun knew by it that this JVM lives.
        process.getOutputStream().close();
        output.awaitEnd();
        if (process.exitValue() != TIMED_OUT) output.passOn();
        return result(folder, stop, process.exitValue(), output);
    }

    private List<String> command(Path folder) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", JobMain.class.getName()));
        words.addAll(
                List.of("-np", "" + request.ranks(), "--timeout", request.seconds(), "--continue", "--stdin", "none"));
        if (!request.transport().isEmpty()) words.addAll(List.of("--transport", request.transport()));
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments())
            if (PASSED.matcher(option).matches()) words.add(option);
        if (request.testClass().desiredAssertionStatus()) words.add("-ea");
        words.addAll(List.of(RankMain.class.getName(), folder.toString()));
        return words;
    }

    /** Waits for the end of jmpirun; returns why it was ended, null if it has by itself. */
    private String await(Process process) {
        try {
            long seconds = request.limit().toSeconds() + GRACE_SECONDS;
            if (process.waitFor(seconds, TimeUnit.SECONDS)) return null;
            end(process);
            return "jmpirun did not end within " + seconds + " s";
        } catch (InterruptedException e) {
            end(process);
            Thread.currentThread().interrupt();
            return "the test was interrupted";
        }
    }

    /** Ends jmpirun, which ends the ranks; kills all of them if it does not. */
    private static void end(Process process) {
        List<ProcessHandle> ranks = process.descendants().toList();
        // Process.destroy would also close the streams, and jmpirun's last words with them.
        process.toHandle().destroy();
        try {
            if (process.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        ranks.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }

    private JobResult result(Path folder, String stop, int code, JobOutput output) throws IOException {
        List<RankOutcome> outcomes = new ArrayList<>();
        for (int rank = 0; rank < request.ranks(); rank++) {
            Path file = RankMain.outcome(folder, rank);
            if (Files.exists(file)) outcomes.add(RankOutcome.of(Files.readAllBytes(file)));
        }
        List<RankOutcome> failed = outcomes.stream()
                .filter(outcome -> !outcome.failures().isEmpty())
                .toList();
        String end = outcomes.size() == request.ranks() ? null : end(stop, code, output, outcomes);
        return JobResult.of(failed, end);
    }

    /** Returns why some ranks have left no outcome. */
    private String end(String stop, int code, JobOutput output, List<RankOutcome> outcomes) {
        if (code == TIMED_OUT) return "the ranks did not end within " + request.seconds() + " s: " + output.report();
        List<String> others =
                outcomes.stream().map(outcome -> "rank " + outcome.rank() + " ").toList();
        List<String> causes = new ArrayList<>(output.said().stream()
                .filter(line -> others.stream().noneMatch(line::startsWith))
                .toList());
        if (stop != null) causes.add(0, stop);
        if (!causes.isEmpty()) return String.join(System.lineSeparator(), causes);
        String missing = IntStream.range(0, request.ranks())
                .filter(rank -> outcomes.stream().noneMatch(outcome -> outcome.rank() == rank))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "rank " + missing + " of " + request.ranks() + " ended within the test, as by System.exit(0)"
                + " (jmpirun: exit code " + code + ")";
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
