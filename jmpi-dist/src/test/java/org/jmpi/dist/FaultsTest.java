package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.RecordedRun;
import org.jmpi.dist.FaultProgram.State;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Failures in a job of two ranks on each of three hosts: jmpirun on {@code hosta} ends within the
 * bound and names what has failed, and nothing is left on any host. A table of all runs is printed at the end.
 *
 * <p>Each fault is tried in one state of the ranks. System properties choose more:
 *
 * <pre>{@code
 * jmpi.faults              a regular expression; the faults with each state that it matches: .* or HOST_DIED/RECV
 * jmpi.faults.repetitions  how often each; default: 1
 * jmpi.faults.bound        jmpi.failure.timeout of the jobs; default: 3
 * jmpi.faults.frozen       how long in s a frozen host stays so at least; default: until jmpirun has ended
 * jmpi.faults.transport    default: auto
 * }</pre>
 */
@Tag("cluster")
@ExtendWith(RecordedRun.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
@Timeout(180)
class FaultsTest {
    private static final int BOUND = Integer.getInteger("jmpi.faults.bound", 3);
    private static final int FROZEN = Integer.getInteger("jmpi.faults.frozen", 0);
    private static final String TRANSPORT = System.getProperty("jmpi.faults.transport", "auto");

    /** How much longer than the bound the end may take on a machine with other work. */
    private static final int SLACK = 20;

    private static final int SAVING_SECONDS = 150;

    private static final String JMPIRUN = "jmpirun: ";
    private static final String GOES_ON = "; the other ranks go on (--continue)";
    private static final String AGENT = "org.jmpi.run.agent.Agent";
    private static final String LOST = "hostb is lost, and with it rank 2, rank 3: the connection to it has ended";
    private static final String SETTING = "\\(jmpi.failure.timeout\\)";
    private static final String NO_HEARTBEAT = ": no heart-beat within " + BOUND + " s " + SETTING + ".*";
    private static final String SILENT = "hostb is lost, and with it rank 2, rank 3: no sign of life for " + BOUND
            + " s " + SETTING + "|ranks 2, 3 on hostb failed" + NO_HEARTBEAT;

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    private static final Map<String, List<Run>> TABLE = new LinkedHashMap<>();

    /** What fails. */
    private enum Fault {
        RANK_KILLED(State.RECV, 137, "rank 2 on hostb was killed by signal 9 \\(SIGKILL\\)"),
        AGENT_KILLED(State.ALLREDUCE, 1, LOST + "( \\(Killed\\))?"),
        SSH_KILLED(State.COMPUTING, 1, LOST + " \\(ssh ended with exit code 137\\)"),
        JMPIRUN_KILLED(State.FINALIZE, 137, ""),
        JMPIRUN_INTERRUPTED(State.RECV, 130, "interrupted: all ranks ended"),
        JMPIRUN_TERMINATED(State.COMPUTING, 143, "interrupted: all ranks ended"),
        HOST_DIED(State.ALLREDUCE, 1, SILENT),
        FIRST_HOST_DIED(State.COMPUTING, 137, ""),
        FIRST_HOST_FROZEN(
                State.COMPUTING,
                1,
                "host[bc] is lost, and with it rank \\d, rank \\d: its agent has given jmpirun up: no sign of life for "
                        + BOUND + " s " + SETTING),
        /** For less than the bound: the job survives. */
        CUT_AND_MENDED(State.ALLREDUCE, 0, ""),
        FROZEN(State.RECV, 1, SILENT),
        /** jmpirun's host from the others. */
        PARTITIONED(
                State.FINALIZE,
                1,
                "host[bc] is lost, and with it rank \\d, rank \\d: no sign of life for " + BOUND + " s " + SETTING
                        + "|ranks .+ on host.+ failed" + NO_HEARTBEAT),
        /** Two hosts from each other; jmpirun reaches both. */
        LINK_LOST(State.ALLREDUCE, 1, "rank.+ on host[bc] (failed|was declared failed by rank .+)" + NO_HEARTBEAT);

        /** The state in which it is tried if nothing is chosen. */
        private final State state;

        private final int exitCode;
        private final Pattern message;

        Fault(State state, int exitCode, String message) {
            this.state = state;
            this.exitCode = exitCode;
            this.message = Pattern.compile(message);
        }

        void happen() throws IOException, InterruptedException {
            switch (this) {
                case RANK_KILLED -> kill("hostb", "KILL", FaultProgram.class.getName() + " .*");
                case AGENT_KILLED -> kill("hostb", "KILL", AGENT + ".*");
                case SSH_KILLED -> kill("hosta", "KILL", "ssh .*hostb.*");
                case JMPIRUN_KILLED -> kill("hosta", "KILL", "org.jmpi.run.Jmpirun .*");
                case JMPIRUN_INTERRUPTED -> kill("hosta", "INT", "org.jmpi.run.Jmpirun .*");
                case JMPIRUN_TERMINATED -> kill("hosta", "TERM", "org.jmpi.run.Jmpirun .*");
                case HOST_DIED -> hosts.die("hostb");
                case FIRST_HOST_DIED -> hosts.die("hosta");
                case CUT_AND_MENDED -> hosts.cut("hostb");
                case FROZEN -> hosts.freeze("hostb");
                case FIRST_HOST_FROZEN -> hosts.freeze("hosta");
                case PARTITIONED -> hosts.partition("hosta", "hostb,hostc");
                case LINK_LOST -> hosts.partition("hostb", "hostc");
            }
        }

        /** The host whose processes cannot be seen; null if there is none. */
        String dead() {
            return this == HOST_DIED ? "hostb" : this == FIRST_HOST_DIED ? "hosta" : null;
        }
    }

    /** A fault, and what the ranks are at when it happens. */
    private record Cell(Fault fault, State state) {
        @Override
        public String toString() {
            return fault + "/" + state;
        }
    }

    /**
     * What has happened.
     *
     * @param jmpirun how long it has run after the fault, or after its host that was frozen has gone on, in s
     * @param all how long any process of the job has run on any host after the fault, or after the host that was frozen
     *     has gone on, in s
     * @param message the line of jmpirun that says why
     */
    private record Run(double jmpirun, double all, int exitCode, String message) {}

    private static Stream<Cell> cells() {
        String chosen = System.getProperty("jmpi.faults");
        int repetitions = Integer.getInteger("jmpi.faults.repetitions", 1);
        List<Cell> cells = new ArrayList<>();
        for (Fault fault : Fault.values())
            for (State state : State.values()) {
                Cell cell = new Cell(fault, state);
                if (chosen == null ? state == fault.state : cell.toString().matches(chosen)) cells.add(cell);
            }
        return Stream.iterate(1, i -> i <= repetitions, i -> i + 1).flatMap(i -> cells.stream());
    }

    @ParameterizedTest
    @MethodSource("cells")
    void theJobEndsAndSaysWhy(Cell cell) throws Exception {
        FakeHosts.Command job = start(
                FaultProgram.class,
                List.of(cell.state().name(), hosts.folder().resolve("end").toString()));
        long begin = System.nanoTime();
        cell.fault().happen();
        Path end = hosts.folder().resolve("end");
        if (cell.fault() == Fault.CUT_AND_MENDED) {
            // Twice a pause between two heart-beats; not a wait. TCP sends again 0.2, 0.6, 1.4 and 3.0 s after a loss.
            TimeUnit.MILLISECONDS.sleep(BOUND * 200L);
            hosts.heal();
            Files.createFile(end);
        }
        if (cell.fault() == Fault.FIRST_HOST_FROZEN) {
            awaitEnd("hosta");
            begin = thaw(begin);
        }
        Distribution.Ended ended = job.await(BOUND + SLACK);
        double jmpirun = seconds(begin);
        if (cell.fault() == Fault.FROZEN) begin = thaw(begin);
        awaitEnd(cell.fault().dead());
        double all = seconds(begin);
        note(cell, new Run(jmpirun, all, ended.exitCode(), message(ended)));
        assertEquals(cell.fault().exitCode, ended.exitCode(), ended::toString);
        assertTrue(cell.fault().message.matcher(message(ended)).matches(), ended::toString);
        assertTrue(jmpirun < BOUND + SLACK && all < BOUND + SLACK, () -> "it took " + jmpirun + " and " + all + " s");
        removeOthers(cell.fault());
    }

    /**
     * Lets a host go on that was frozen at a time, when it has been so for as long as it is to be; returns when it goes
     * on.
     */
    private static long thaw(long frozen) throws IOException, InterruptedException {
        TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(FROZEN) - (System.nanoTime() - frozen));
        long now = System.nanoTime();
        hosts.heal();
        return now;
    }

    /** Starts a job, and returns when its ranks have begun what a fault is to meet, or are about to. */
    private static FakeHosts.Command start(Class<?> program, List<String> arguments, String... options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Distribution.JMPIRUN.toString(), "-np", "6"));
        words.addAll(List.of("--host", "hosta,hostb,hostc", "-N", "2", "--transport", TRANSPORT));
        words.addAll(List.of(options));
        words.add("-Djmpi.failure.timeout=" + BOUND);
        words.addAll(List.of(
                "-cp", Path.of("target", "test-classes").toAbsolutePath().toString(), program.getName()));
        words.addAll(arguments);
        FakeHosts.Command job = hosts.start("hosta", words.toArray(String[]::new));
        job.awaitLine(FaultProgram.BEGUN, 60);
        return job;
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"AGENT_KILLED", "HOST_DIED"})
    void theOtherRanksGoOn(Fault fault) throws Exception {
        List<String> failing = List.of("2", "3");
        // No survivor may wait at its end for who has failed.
        FakeHosts.Command job = start(SurvivorProgram.class, failing, "--continue", "-Djmpi.linger.s=60");
        fault.happen();
        Distribution.Ended ended = job.await(BOUND + SLACK);
        assertEquals(fault.exitCode, ended.exitCode(), ended::toString);
        for (int rank = 0; rank < 6; rank++) {
            String line =
                    "rank " + rank + " goes on with " + (6 - failing.size()) + " ranks: MPI.ERR_PROC_FAILED: rank.+";
            boolean goesOn = ended.out().stream().anyMatch(each -> each.matches(line));
            assertEquals(!failing.contains("" + rank), goesOn, ended::toString);
        }
        List<String> said = ended.err().stream()
                .filter(line -> line.startsWith(JMPIRUN) && line.endsWith(GOES_ON))
                .map(line -> line.substring(JMPIRUN.length(), line.length() - GOES_ON.length()))
                .toList();
        assertEquals(1, said.size(), ended::toString);
        assertTrue(fault.message.matcher(said.get(0)).matches(), ended::toString);
    }

    /** jmpirun gets the signals; the agents of the other hosts have most of the ranks. */
    @Test
    void theExampleThatSavesItselfResumesOnOtherHosts() throws Exception {
        String command = "'" + Distribution.JMPIRUN + "' --host hosta,hostb,hostc -np %d --map-by node '"
                + SavingRun.PROGRAM + "'";
        String script = SavingRun.script(String.format(command, 3), String.format(command, 2), "kill -$1 $p");
        SavingRun.check(
                hosts.start("hosta", "sh", "-c", script).await(SAVING_SECONDS).out());
    }

    /**
     * Sends a signal to the first Java process, or command, of a host whose words contain some, up to the last of them.
     */
    private static void kill(String host, String signal, String words) throws IOException, InterruptedException {
        Pattern pattern = Pattern.compile("\\s*(\\d+) +\\d+ +\\S+ +(\\S*java .*)?(?:" + words + ")");
        List<String> processes = hosts.processes(host);
        String process = processes.stream()
                .map(pattern::matcher)
                .filter(match -> match.matches())
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + words + " on " + host + ": " + processes));
        hosts.exec(host, "kill", "-" + signal, process);
    }

    private static void awaitEnd(String except) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND + SLACK);
        for (String host : hosts.names()) {
            if (host.equals(except)) continue;
            List<String> left = ofJob(host);
            while (!left.isEmpty() && System.nanoTime() < end) left = ofJob(host);
            assertEquals(List.of(), left, "left on " + host);
        }
    }

    /** Removes what no process of the job can. */
    private static void removeOthers(Fault fault) throws IOException, InterruptedException {
        // A killed jmpirun has left its socket, which the next ones remove.
        if (fault == Fault.JMPIRUN_KILLED) {
            hosts.exec("hosta", Distribution.JMPIRUN.toString(), "-np", "1", "hello");
            hosts.exec("hosta", Distribution.JMPIRUN.toString(), "ps");
        }
        // sshd keeps a session until TCP gives its client up, after some 15 minutes.
        if (fault != Fault.FIRST_HOST_DIED && fault != Fault.PARTITIONED) return;
        for (String host : List.of("hostb", "hostc"))
            for (String session : hosts.processes(host))
                hosts.exec(host, "kill", session.strip().replaceFirst(" .*", ""));
    }

    private static List<String> ofJob(String host) throws IOException, InterruptedException {
        return hosts.processes(host).stream()
                .filter(line -> !line.contains("sshd: "))
                .toList();
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static String message(Distribution.Ended ended) {
        return ended.err().stream()
                .filter(line -> line.startsWith(JMPIRUN))
                .map(line -> line.substring(JMPIRUN.length()))
                .collect(Collectors.joining("; "));
    }

    private static void note(Cell cell, Run run) {
        TABLE.computeIfAbsent(cell.toString(), each -> new ArrayList<>()).add(run);
    }

    @AfterAll
    static void print() {
        System.out.println("| fault/state, " + TRANSPORT + ", bound " + BOUND
                + " s | runs | jmpirun ended, s | all ended, s | exit code | message |\n|---|---|---|---|---|---|");
        TABLE.forEach((cell, runs) -> System.out.println(Stream.of(
                        cell,
                        runs.size(),
                        range(runs.stream().mapToDouble(Run::jmpirun).toArray()),
                        range(runs.stream().mapToDouble(Run::all).toArray()),
                        distinct(runs.stream().map(run -> "" + run.exitCode())),
                        distinct(runs.stream().map(Run::message)))
                .map(String::valueOf)
                .collect(Collectors.joining(" | ", "| ", " |"))));
    }

    private static String distinct(Stream<String> texts) {
        return texts.distinct().collect(Collectors.joining("<br>"));
    }

    private static String range(double[] seconds) {
        Arrays.sort(seconds);
        int last = seconds.length - 1;
        return String.format(Locale.ROOT, "%.1f / %.1f / %.1f", seconds[0], seconds[last / 2], seconds[last]);
    }
}
