package org.jmpi.junit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.run.job.JobBuilder;
import org.jmpi.run.job.RunningJob;

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
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final Duration KILL = Duration.ofSeconds(5);

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
        JobOutput output = new JobOutput();
        RunningJob job = builder(folder)
                .output(System.out::println)
                .errors(output::take)
                .temporary(folder)
                .start();
        String stop = await(job);
        int code = exitCode(job);
        if (code != TIMED_OUT) output.passOn();
        return result(folder, stop, code, output, job.failures());
    }

    private JobBuilder builder(Path folder) {
        List<String> words = new ArrayList<>();
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments())
            if (PASSED.matcher(option).matches()) words.add(option);
        if (request.testClass().desiredAssertionStatus()) words.add("-ea");
        words.addAll(List.of(RankMain.class.getName(), folder.toString()));
        String classPath = TestClassPath.of(request.testClass()).stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        // Class archives pay for a program that starts often, not for classes that are just being written.
        JobBuilder builder = new JobBuilder(words.toArray(String[]::new))
                .ranks(request.ranks())
                .timeLimit(request.limit())
                .options("--continue")
                .variable("CLASSPATH", classPath)
                .variable("JMPI_CACHE", "off");
        return request.transport().isEmpty() ? builder : builder.options("--transport", request.transport());
    }

    /** Waits for the end of the job; returns why it was ended, null if it has by itself. */
    private String await(RunningJob job) {
        Duration most = request.limit().plus(GRACE);
        try {
            if (job.await(most)) return null;
            end(job);
            return "jmpirun did not end within " + most.toSeconds() + " s";
        } catch (InterruptedException e) {
            end(job);
            Thread.currentThread().interrupt();
            return "the test was interrupted";
        }
    }

    /** Has jmpirun end the ranks; kills all of them if it does not. */
    private static void end(RunningJob job) {
        job.stop();
        try {
            if (job.await(KILL)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        job.kill();
    }

    /** Waits until the output has been read to its end. */
    private static int exitCode(RunningJob job) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return job.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private JobResult result(Path folder, String stop, int code, JobOutput output, Map<Integer, String> failures)
            throws IOException {
        List<RankOutcome> outcomes = new ArrayList<>();
        for (int rank = 0; rank < request.ranks(); rank++) {
            Path file = RankMain.outcome(folder, rank);
            if (Files.exists(file)) outcomes.add(RankOutcome.of(Files.readAllBytes(file)));
        }
        List<RankOutcome> failed = outcomes.stream()
                .filter(outcome -> !outcome.failures().isEmpty())
                .toList();
        String end = outcomes.size() == request.ranks() ? null : end(stop, code, output, failures, outcomes);
        return JobResult.of(failed, end);
    }

    /** Returns why some ranks have left no outcome. */
    private String end(
            String stop, int code, JobOutput output, Map<Integer, String> failures, List<RankOutcome> outcomes) {
        if (code == TIMED_OUT) return "the ranks did not end within " + request.seconds() + " s: " + output.report();
        List<String> causes = output.said();
        for (RankOutcome outcome : outcomes) causes.remove(failures.get(outcome.rank()));
        if (stop != null) causes.add(0, stop);
        if (!causes.isEmpty()) return String.join(System.lineSeparator(), causes);
        String missing = IntStream.range(0, request.ranks())
                .filter(rank -> outcomes.stream().noneMatch(outcome -> outcome.rank() == rank))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "rank " + missing + " of " + request.ranks() + " ended within the test, as by System.exit(0)"
                + " (jmpirun: exit code " + code + ")";
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
