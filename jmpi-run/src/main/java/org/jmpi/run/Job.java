package org.jmpi.run;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.bootstrap.ControlConnection;
import org.jmpi.comm.bootstrap.ControlMessage;
import org.jmpi.comm.bootstrap.LaunchEnvironment;
import org.jmpi.comm.bootstrap.LaunchedRanks;
import org.jmpi.comm.bootstrap.LauncherListener;
import org.jmpi.comm.bootstrap.LauncherServer;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.trust.JobSecret;

/**
 * A running job: starts the processes, hears what happens to them, and sees to it that none outlives the job.
 *
 * <p>Whatever happens becomes an event on a queue, which the thread that runs the job works off.
 */
final class Job {
    private static final int TIMED_OUT = 110;
    private static final long DRAIN_NANOS = 2_000_000_000L;
    private static final long OWN_SIGNAL_NANOS = 100_000_000L;

    // A process that a rank started may keep the rank's connection open after its end.
    private static final long LAST_MESSAGE_NANOS = 1_000_000_000L;

    private final JobPlan plan;
    private final HostShare share;
    private final Installation installation;
    private final String name =
            Long.toHexString(ByteBuffer.wrap(JobSecret.random(Long.BYTES)).getLong());
    private final JobSecret secret = JobSecret.create();
    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Verdict verdict;
    private volatile StateDump dump;
    private final Destination stdout = Destination.stdout(this::outputLost);
    private final Destination stderr = Destination.stderr(this::outputLost);
    private final HostProcesses host = new LocalProcesses(LaunchEnvironment.JOB + "=" + name, new ProcessListener());

    /** The id of each process that has been started, by its number. */
    private final Map<Integer, Long> pids = new ConcurrentSkipListMap<>();

    private List<RankStreams> streams = List.of();
    private final Failures failures = new Failures();
    private final LaunchedRanks ranks;
    private LauncherServer server;
    private QuitSignal quit;
    private Verdict.Cause ownCause;
    private boolean noted;
    private final Map<Integer, List<PeerAddress>> places = new HashMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    /** Of each process that has joined: whether its connection is at its end. */
    private final Map<Integer, CountDownLatch> connections = new ConcurrentHashMap<>();

    Job(JobPlan plan, Installation installation) {
        this.plan = plan;
        share = HostShare.here(plan);
        this.installation = installation;
        verdict = new Verdict(plan);
        ranks = new LaunchedRanks(plan.ranks(), new Listener());
        dump = new StateDump(plan);
    }

    /**
     * Runs the job to its end.
     *
     * @return the exit code
     * @throws BadInputException if it cannot be started; nothing of it is left then
     */
    int run() {
        server = listen();
        Thread hook = new Thread(this::interrupted, "jmpirun-interrupted");
        enter(hook);
        quit = QuitSignal.watch(() -> post(this::reportOnSignal));
        Optional<Verdict.Cause> cause;
        boolean wentWell = false;
        try {
            streams = streams();
            start();
            cause = await();
            end();
            if (cause.isEmpty()) cause = awaitReader();
            wentWell = cause.isEmpty();
            if (!wentWell) awaitOwnSignal(cause.get().exitCode());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        } finally {
            end();
            if (!wentWell) removeRemains();
            leave(hook);
            quit.close();
            close(server);
        }
        showFailures();
        cause.map(Verdict.Cause::line).filter(line -> !line.isEmpty()).ifPresent(this::say);
        return cause.map(Verdict.Cause::exitCode).orElse(0);
    }

    private LauncherServer listen() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), plan.port());
        try {
            return LauncherServer.open(address, firstRanks(), secret, ranks);
        } catch (IOException e) {
            throw new BadInputException("cannot listen on port " + plan.port() + ": " + e.getMessage(), e);
        }
    }

    private Set<Integer> firstRanks() {
        return IntStream.range(0, plan.processes()).mapToObj(plan::firstRank).collect(Collectors.toSet());
    }

    private List<RankStreams> streams() {
        return plan.outputFolder() == null
                ? RankStreams.shared(0, plan.processes(), plan.tag(), stdout, stderr)
                : RankStreams.files(0, plan.processes(), plan.outputFolder(), this::outputLost);
    }

    private void start() {
        boolean terminal = plan.outputFolder() == null && Terminal.isInteractive();
        List<OutputStream> inputs = new ArrayList<>();
        for (int number = 0; number < plan.processes(); number++) {
            ProcessStart start = processStart(number, terminal);
            host.start(start, streams.get(number));
            if (start.streams() == ProcessStart.Streams.PIPES) inputs.add(host.stdin(number));
        }
        if (!inputs.isEmpty()) new InputForwarder(System.in, inputs);
    }

    private ProcessStart processStart(int number, boolean terminal) {
        LaunchEnvironment launch = new LaunchEnvironment(
                plan.firstRank(number),
                plan.ranksOf(number),
                plan.ranks(),
                name,
                secret,
                server.address(),
                plan.transport());
        Map<String, String> variables = share.variables(number);
        if (terminal) variables.put(Terminal.VARIABLE, "true");
        variables.putAll(launch.toEnvironment());
        return new ProcessStart(
                number, share.command(number), variables, plan.app(number).directory(), streams(number));
    }

    private ProcessStart.Streams streams(int number) {
        if (plan.oneJvm()) return ProcessStart.Streams.SAME;
        if (plan.input().all()) return ProcessStart.Streams.PIPES;
        int reader = plan.input().rank();
        return reader >= 0 && plan.processOf(reader) == number
                ? ProcessStart.Streams.SAME_INPUT
                : ProcessStart.Streams.NO_INPUT;
    }

    /** Works off events until the job is over; returns why if it failed. */
    private Optional<Verdict.Cause> await() throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            Optional<Verdict.Cause> cause = ownCause == null ? verdict.cause(now) : Optional.of(ownCause);
            if (cause.isPresent() || verdict.allExited()) return cause;
            long left = plan.timeoutNanos() == 0 ? Long.MAX_VALUE : plan.timeoutNanos() - (now - start);
            if (left <= 0) return Optional.of(timeOut());
            Runnable event = events.poll(Math.min(left, verdict.unsureNanos(now)), TimeUnit.NANOSECONDS);
            if (event != null) event.run();
        }
    }

    private Verdict.Cause timeOut() throws InterruptedException {
        report();
        String limit = String.valueOf(plan.timeoutNanos() / 1e9).replaceAll("\\.0$", "");
        return new Verdict.Cause(TIMED_OUT, "--timeout: the job did not end within " + limit + " s");
    }

    /** Says what the ranks are at: which of them wait for which comes first, and again last, where it is seen. */
    private void report() throws InterruptedException {
        StateDump taken = new StateDump(plan);
        dump = taken;
        taken.take(ranks, host, pids);
        taken.diagnosis().forEach(this::say);
        stderr.lines(taken.states(plan.verbose()).stripTrailing());
        taken.diagnosis().forEach(this::say);
    }

    private void reportOnSignal() {
        try {
            report();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    /** Ranks that share a JVM have shown the stack by themselves. */
    private void noteFailure(int rank, String stack) {
        if (!plan.hosted() && !stack.isEmpty()) failures.add(rank, stack);
    }

    /** Shows the stacks of all ranks that failed, also of those that did while the others were ended. */
    private void showFailures() {
        for (Runnable event = events.poll(); event != null; event = events.poll()) event.run();
        if (!plan.tag() && plan.outputFolder() == null) failures.show(stderr::lines);
        else failures.showApart(rank -> streams.get(plan.processOf(rank)).err());
    }

    private void end() {
        synchronized (hasEnded) {
            if (hasEnded.compareAndSet(false, true)) endProcesses();
        }
    }

    private void endProcesses() {
        host.end();
        try {
            host.awaitOutput(System.nanoTime() + DRAIN_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever goes wrong here is not what the job failed of. */
    private void removeRemains() {
        try {
            installation.removeRemains(secret, plan.config());
        } catch (IOException | RuntimeException | ServiceConfigurationError e) {
            say("cannot remove what the ranks have left: " + e);
        }
    }

    /** Whoever reads the output may pause for as long as they like; returns why it was lost if it was. */
    private Optional<Verdict.Cause> awaitReader() throws InterruptedException {
        host.awaitSilence(DRAIN_NANOS);
        for (Runnable event = events.poll(); event != null; event = events.poll()) event.run();
        return Optional.ofNullable(ownCause);
    }

    /** Ends what a signal to jmpirun leaves to end; the JVM then exits with 128 plus the signal. */
    private void interrupted() {
        end();
        quit.close();
        removeRemains();
        close(server);
        say("interrupted: all ranks ended");
    }

    private static void enter(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitOwnEnd();
        }
    }

    // Ctrl-C reaches jmpirun and the ranks at once: that it ended a rank is then no news.
    private static void awaitOwnSignal(int exitCode) {
        if (Signal.ofExitCode(exitCode).isPresent()) LockSupport.parkNanos(OWN_SIGNAL_NANOS);
    }

    /** Comes back only if no signal ends jmpirun itself. */
    private static void leave(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitOwnEnd();
        }
    }

    private static void awaitOwnEnd() {
        while (true) LockSupport.park();
    }

    private void post(Runnable event) {
        events.add(event);
    }

    private void outputLost(IOException e) {
        Verdict.Cause cause = Destination.isClosedPipe(e)
                ? Verdict.Cause.UNREAD
                : new Verdict.Cause(1, "cannot write the output of the ranks: " + e.getMessage());
        post(() -> ownCause = cause);
    }

    private void say(String line) {
        stderr.lines("jmpirun: " + line);
    }

    private void tell(Supplier<String> line) {
        if (plan.verbose()) say(line.get());
    }

    private void close(LauncherServer open) {
        try {
            open.close();
        } catch (IOException e) {
            say("cannot close port " + open.address().getPort() + ": " + e.getMessage());
        }
    }

    private static String places(PeerAddress address) {
        return address.parts().stream()
                .map(part -> part.transport() + " " + part.location())
                .collect(Collectors.joining(", "));
    }

    /** Hears of the processes. */
    private final class ProcessListener implements HostProcesses.Listener {
        @Override
        public void started(int process, long pid) {
            pids.put(process, pid);
            tell(() ->
                    plan.processName(process) + ": process " + pid + ": " + String.join(" ", share.command(process)));
        }

        @Override
        public void notStarted(int process, String reason) {
            String line = "cannot start " + plan.processName(process) + ": " + reason;
            post(() -> {
                if (ownCause == null) ownCause = new Verdict.Cause(Jmpirun.BAD_INPUT, line);
            });
        }

        @Override
        public void exited(int process, int code, String exception) {
            awaitLastMessage(process);
            post(() -> {
                tell(() -> plan.processName(process) + " ended with exit code " + code);
                verdict.exited(process, code, exception, System.nanoTime());
            });
        }

        // The end of a process may be seen before its last message has been read, which says why.
        private void awaitLastMessage(int process) {
            CountDownLatch connection = connections.get(process);
            try {
                if (connection != null) connection.await(LAST_MESSAGE_NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this thread", e);
            }
        }
    }

    /** Takes the messages of the processes; those of a request for their state go straight to the report. */
    private final class Listener implements LauncherListener {
        @Override
        public void connected(int first, ControlConnection connection) {
            connections.put(plan.processOf(first), new CountDownLatch(1));
        }

        @Override
        public void received(int first, ControlMessage.ToLauncher message) {
            if (message instanceof ControlMessage.Blocked blocked) dump.addCalls(blocked.calls());
            else if (message instanceof ControlMessage.Stacks stacks) dump.addStacks(stacks.stacks());
            else if (message instanceof ControlMessage.Queues last) dump.add(first, last.queues(), last.connections());
            else post(() -> take(first, message));
        }

        @Override
        public void disconnected(int first) {
            connections.get(plan.processOf(first)).countDown();
        }
    }

    private void take(int first, ControlMessage.ToLauncher message) {
        if (message instanceof ControlMessage.Hello hello) joined(first, hello);
        else if (message instanceof ControlMessage.Note note) noted(note.text());
        else if (message instanceof ControlMessage.Abort abort)
            verdict.aborted(abort.rank(), abort.code(), abort.message());
        else if (message instanceof ControlMessage.Failed failed) failed(failed.rank(), failed.text());
        else if (message instanceof ControlMessage.Ended ended) verdict.ended(ended.rank());
        else if (message instanceof ControlMessage.Exits exits) verdict.exits(exits.rank());
        else if (message instanceof ControlMessage.PeerLost lost)
            verdict.peerLost(lost.rank(), lost.peer(), lost.message(), System.nanoTime());
        else if (message instanceof ControlMessage.Finalized finalized) verdict.finalized(finalized.rank());
        else throw new IllegalStateException("no message for a job: " + message);
    }

    private void joined(int first, ControlMessage.Hello hello) {
        List<PeerAddress> addresses = hello.table().addresses();
        if (addresses.equals(places.put(first, addresses))) return;
        for (int i = 0; i < addresses.size(); i++) {
            int rank = first + i;
            PeerAddress address = addresses.get(i);
            tell(() -> "rank " + rank + " is at " + places(address) + " on host " + address.host() + " in process "
                    + hello.pid());
        }
        verdict.joined(plan.processOf(first));
    }

    private void noted(String text) {
        if (noted) return;
        noted = true;
        tell(() -> text);
    }

    private void failed(int rank, String text) {
        verdict.failed(rank, text, System.nanoTime());
        noteFailure(rank, Failures.stack(text));
    }
}
