package org.jmpi.run.lifecycle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LaunchedRanks;
import org.jmpi.comm.control.LauncherListener;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.AddressExchange;
import org.jmpi.run.local.JobContext;
import org.jmpi.run.output.ExceptionStacks;
import org.jmpi.run.output.InputForwarder;
import org.jmpi.run.output.OutputMerger;
import org.jmpi.run.output.RankStreams;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.EndSignals;
import org.jmpi.run.system.JvmHook;
import org.jmpi.run.system.Signal;
import org.jmpi.run.system.Terminal;
import org.jmpi.run.watch.AttachServer;

/**
 * A running job: starts the processes, hears what happens to them, and sees to it that none outlives the job.
 *
 * <p>Whatever happens becomes an event on a queue, which the thread that runs the job works off.
 */
public final class Job {
    private static final int TIMED_OUT = 110;
    private static final long OWN_SIGNAL_NANOS = 100_000_000L;

    /** The exit code if a job has ended well, and there is no report of it. */
    private static final int NO_REPORT = 1;

    private static final JobOutcome.Cause WELL = new JobOutcome.Cause(0, "");

    private static final JobOutcome.Cause STOPPED =
            new JobOutcome.Cause(Signal.SIGINT.exitCode(), "stopped by 'jmpirun stop': all ranks ended");

    private static final String NO_FINALIZE = "--check: no rank has called MPI.Finalize, where messages that were never"
            + " received are looked for: call it at the end of each rank";

    private final JobPlan plan;
    private final String name = newName();

    private final JobRecordings recordings;

    private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final JobOutcome outcome;
    private volatile StateDump dump;
    private final OutputMerger stdout = OutputMerger.stdout(this::outputLost);
    private final OutputMerger stderr = OutputMerger.stderr(this::outputLost);
    private final JobHosts hosts;

    /** The id of each process that has been started, by its number. */
    private final Map<Integer, Long> pids = new ConcurrentSkipListMap<>();

    private List<RankStreams> streams = List.of();
    private final ExceptionStacks stacks = new ExceptionStacks();
    private final LaunchedRanks ranks;
    private final JobObservers observers;
    private final AtomicBoolean isStopped = new AtomicBoolean();

    /** Whether all output has been passed on. */
    private boolean isSilent;

    /** For their shutdown hooks, if the user or a batch system ends the job. */
    private final EndTime endTime;

    private JobOutcome.Cause ownCause;
    private final Attached attached = new Attached();

    /** The notes without the numbers of the ranks. */
    private final Set<String> noted = new HashSet<>();

    private final Map<Integer, List<PeerAddress>> places = new HashMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    /** Makes the report of the recordings, and returns its exit code; null without {@code --report}. */
    private final IntSupplier report;

    private final InputStream input;
    private final Consumer<SortedMap<Integer, String>> listener;
    private final SpawnedJobs spawned;

    /** What this job's own lines begin with. */
    private final String label;

    /**
     * @param watch null if the job is not watched
     * @param input read if ranks get copies of it
     * @param report makes the report of the recordings, and returns its exit code; null without {@code --report}
     * @param listener hears why ranks have failed so far, by rank, whenever one more has; called by one thread
     * @param planner plans the jobs of processes that ranks spawn
     */
    public Job(
            JobPlan plan,
            Installation installation,
            WatchMode watch,
            InputStream input,
            IntSupplier report,
            Consumer<SortedMap<Integer, String>> listener,
            SpawnedJobs.Planner planner) {
        this(plan, installation, watch, input, report, listener, planner, new ArrayList<>(List.of(plan)), "");
    }

    private Job(
            JobPlan plan,
            Installation installation,
            WatchMode watch,
            InputStream input,
            IntSupplier report,
            Consumer<SortedMap<Integer, String>> listener,
            SpawnedJobs.Planner planner,
            List<JobPlan> running,
            String label) {
        this.label = label;
        this.spawned = new SpawnedJobs(
                planner,
                running,
                child -> new Job(
                        child,
                        installation,
                        null,
                        InputStream.nullInputStream(),
                        null,
                        failures -> {},
                        planner,
                        running,
                        "spawned world: "),
                () -> post(() -> {}));
        this.plan = plan;
        this.input = input;
        this.report = report;
        this.listener = listener;
        recordings = new JobRecordings(plan, plan.recordings());
        outcome = new JobOutcome(plan);
        ranks = new LaunchedRanks(plan.ranks(), new Messages());
        JobContext context = context(plan, name);
        boolean paints = watch == WatchMode.TERMINAL && Terminal.isDrawable();
        hosts = new JobHosts(plan, installation, context, new Processes(), ranks, paints);
        endTime = new EndTime(hosts, plan.config().graceNanos(), this::say);
        observers = new JobObservers(plan, context.name(), ranks, watch);
        dump = new StateDump(plan);
    }

    public static String newName() {
        return Long.toHexString(ByteBuffer.wrap(JobSecret.random(Long.BYTES)).getLong());
    }

    private static JobContext context(JobPlan plan, String name) {
        return new JobContext(name, JobSecret.create(), plan.ranks(), plan.hostsUsed(), plan.transport());
    }

    /**
     * Runs the job to its end.
     *
     * @return the exit code
     * @throws BadInputException if it cannot be started; nothing of it is left then
     */
    public int run() {
        try {
            return runAndReport();
        } finally {
            observers.hangUp();
        }
    }

    /**
     * Runs a job that ranks of another one have started.
     *
     * @param failed gets the exit code if it fails after a rank was in MPI.Init
     * @return why it has ended, in one line
     * @throws BadInputException if it cannot be started; nothing of it is left then
     */
    String runSpawned(IntConsumer failed) {
        try {
            JobOutcome.Cause end = runJob().orElse(WELL);
            if (end == WELL) return "the processes have ended without MPI.Init";
            if (outcome.hasJoined()) failed.accept(end.exitCode());
            if (outcome.hasJoined() && !end.line().isEmpty()) say(end.line());
            return end.line();
        } finally {
            observers.hangUp();
        }
    }

    /** Ends all ranks; returns before that. */
    void stop() {
        attached.stop();
    }

    /** Returns the state and the stacks of the ranks. */
    CompletableFuture<String> stacks() {
        return attached.stacks();
    }

    private int runAndReport() {
        JobOutcome.Cause end = runJob().orElse(WELL);
        if (end == WELL && spawned.exitCode() != 0) end = new JobOutcome.Cause(spawned.exitCode(), "");
        if (!end.line().isEmpty()) say(end.line());
        if (end == WELL && plan.checks() && outcome.hasNoFinalize()) say(NO_FINALIZE);
        recordings.end(end, this::say);
        if (report == null) return end.exitCode();
        int made = report.getAsInt();
        return end.exitCode() != 0 || made == 0 ? end.exitCode() : NO_REPORT;
    }

    /** Returns why the job has failed, if it has. */
    private Optional<JobOutcome.Cause> runJob() {
        Thread hook = new Thread(this::interrupted, "jmpirun-interrupted");
        JvmHook.add(hook);
        Optional<JobOutcome.Cause> cause;
        try {
            hosts.open();
            streams = streams();
            start();
            cause = await();
            end(cause.isPresent() || outcome.isUnfinalized());
            if (cause.isEmpty()) cause = awaitReader();
            if (cause.isPresent()) awaitOwnSignal(cause.get());
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        } finally {
            end(true);
            spawned.end();
            observers.close();
            JvmHook.remove(hook);
            hosts.close();
        }
        if (!cause.equals(Optional.of(STOPPED))) showFailures();
        return cause;
    }

    private List<RankStreams> streams() {
        return plan.outputFolder() == null
                ? RankStreams.shared(0, plan.processes(), plan.tag(), stdout, stderr)
                : RankStreams.files(0, plan.processes(), plan.outputFolder(), this::outputLost);
    }

    private void start() {
        recordings.begin(name);
        boolean terminal = plan.outputFolder() == null && Terminal.isInteractive();
        List<OutputStream> inputs = hosts.start(streams, terminal);
        if (!inputs.isEmpty()) new InputForwarder(input, inputs);
        observers.start(attached, new Lines());
    }

    /** Works off events until the job is over; returns why if it failed. */
    private Optional<JobOutcome.Cause> await() throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            Optional<JobOutcome.Cause> cause = ownCause == null ? outcome.cause(now) : Optional.of(ownCause);
            if (cause.isPresent() || outcome.allExited() && spawned.isEmpty()) {
                listener.accept(outcome.failures(now));
                return cause;
            }
            long left = plan.timeoutNanos() == 0 ? Long.MAX_VALUE : plan.timeoutNanos() - (now - start);
            if (left <= 0) return Optional.of(timeOut());
            Runnable event = events.poll(Math.min(left, outcome.unsureNanos(now)), TimeUnit.NANOSECONDS);
            if (event != null) event.run();
            List<String> news = outcome.news();
            news.forEach(this::say);
            if (!news.isEmpty()) listener.accept(outcome.failures(now));
        }
    }

    private JobOutcome.Cause timeOut() throws InterruptedException {
        report();
        String limit = String.valueOf(plan.timeoutNanos() / 1e9).replaceAll("\\.0$", "");
        return new JobOutcome.Cause(TIMED_OUT, "--timeout: the job did not end within " + limit + " s");
    }

    /**
     * Prints the state of the ranks. The ranks that wait for each other come first, and again last, where the user sees
     * them.
     */
    private void report() throws InterruptedException {
        StateDump taken = dump();
        taken.diagnosis().forEach(this::say);
        stderr.lines(taken.states(plan.verbose()).stripTrailing());
        spawned.stacks().forEach(stderr::lines);
        taken.diagnosis().forEach(this::say);
    }

    private StateDump dump() throws InterruptedException {
        StateDump taken = new StateDump(plan);
        dump = taken;
        taken.take(ranks, hosts, pids);
        return taken;
    }

    /** Ranks that share a JVM have shown the stack by themselves. */
    private void noteFailure(int rank, String stack) {
        if (!plan.ranksAreThreads() && !stack.isEmpty()) stacks.add(rank, stack);
    }

    /** Shows the stacks of all ranks that failed, also of those that did while the others were ended. */
    private void showFailures() {
        for (Runnable event = events.poll(); event != null; event = events.poll()) event.run();
        if (!plan.tag() && plan.outputFolder() == null) stacks.show(stderr::lines);
        else stacks.showApart(rank -> streams.get(plan.processOf(rank)).err());
    }

    /** @param failed whether the job, or a rank of it, has not ended well, and may have left something behind */
    private void end(boolean failed) {
        synchronized (hasEnded) {
            if (hasEnded.compareAndSet(false, true)) hosts.end(failed);
        }
    }

    /**
     * Waits for the reader of the output, without a limit unless the job is stopped; returns why the output was lost if
     * it was.
     */
    private Optional<JobOutcome.Cause> awaitReader() throws InterruptedException {
        new DaemonThread(this::awaitSilence, "jmpirun-silence").start();
        while (!isSilent && !STOPPED.equals(ownCause)) events.take().run();
        for (Runnable event = events.poll(); event != null; event = events.poll()) event.run();
        return Optional.ofNullable(ownCause);
    }

    private void awaitSilence() {
        try {
            hosts.awaitSilence();
            post(() -> isSilent = true);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    /** Ends what a signal to jmpirun leaves to end; the JVM then exits with 128 plus the signal. */
    private void interrupted() {
        long interrupts = isStopped.get() ? 0 : EndTime.interrupts();
        endTime.during(interrupts, "interrupted", "Ctrl-C", () -> end(true));
        observers.close();
        hosts.close();
        int code =
                EndSignals.pending().stream().findFirst().map(Signal::exitCode).orElse(Signal.BASE);
        JobOutcome.Cause end = new JobOutcome.Cause(code, "interrupted: all ranks ended");
        say(end.line());
        recordings.end(end, this::say);
        if (report != null) reportUnlessInterruptedAgain();
    }

    /** Makes the report, which may take its time: another signal ends this process without it. */
    private void reportUnlessInterruptedAgain() {
        int signals = EndSignals.pending().size();
        Thread making = new DaemonThread(report::getAsInt, "jmpirun-report");
        making.start();
        try {
            while (making.isAlive() && EndSignals.pending().size() <= signals) making.join(EndTime.SIGNAL_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
        if (making.isAlive()) say("interrupted again: no report; 'jmpirun report " + recordings.path() + "' makes it");
    }

    // Ctrl-C reaches jmpirun and the ranks at once: that it ended a rank is then no news.
    private static void awaitOwnSignal(JobOutcome.Cause cause) {
        if (Signal.ofExitCode(cause.exitCode()).isPresent()) LockSupport.parkNanos(OWN_SIGNAL_NANOS);
    }

    private void post(Runnable event) {
        events.add(event);
    }

    private void outputLost(IOException e) {
        JobOutcome.Cause cause = OutputMerger.isClosedPipe(e)
                ? JobOutcome.Cause.UNREAD
                : new JobOutcome.Cause(1, "cannot write the output of the ranks: " + e.getMessage());
        post(() -> ownCause = cause);
    }

    private void say(String line) {
        stderr.lines("jmpirun: " + label + line);
    }

    private void tell(Supplier<String> line) {
        if (plan.verbose()) say(line.get());
    }

    private static String locations(PeerAddress address) {
        return address.split().stream()
                .map(single -> single.transport() + " " + single.location())
                .collect(Collectors.joining(", "));
    }

    /** Requests of the user's commands that attach to the job. */
    private final class Attached implements AttachServer.Actions {
        @Override
        public CompletableFuture<String> stacks() {
            CompletableFuture<String> text = new CompletableFuture<>();
            post(() -> {
                try {
                    StateDump taken = dump();
                    List<String> lines = new ArrayList<>(taken.diagnosis());
                    lines.add(taken.states(plan.verbose()).stripTrailing());
                    lines.addAll(taken.diagnosis());
                    text.complete(String.join(System.lineSeparator(), lines));
                } catch (InterruptedException e) {
                    throw new IllegalStateException("no thread interrupts this one", e);
                }
            });
            return text;
        }

        @Override
        public void stop() {
            if (!isStopped.compareAndSet(false, true)) {
                endTime.hurry();
                return;
            }
            post(() -> ownCause = STOPPED);
            // The thread that runs the job may wait for who reads its output.
            Runnable end = () -> endTime.during(0, "stopped", "'jmpirun stop'", () -> end(true));
            new DaemonThread(end, "jmpirun-stop").start();
        }
    }

    /** The output of the observers. */
    private final class Lines implements JobObservers.Output {
        @Override
        public void say(String line) {
            Job.this.say(line);
        }

        @Override
        public void note(String line) {
            tell(() -> line);
        }

        @Override
        public void paint(String sequences) {
            stdout.paint(stderr, sequences);
        }
    }

    /** Is notified of the processes and their hosts. */
    private final class Processes implements JobHosts.HostListener {
        @Override
        public void arrived(int host, String greeting) {
            tell(() -> plan.hosts().get(host) + ": agent " + greeting);
        }

        @Override
        public void started(int process, long pid) {
            pids.put(process, pid);
            if (plan.debug() != null && plan.debug().waits(plan, process))
                say(plan.debug().line(plan, process));
            tell(() ->
                    plan.processName(process) + ": process " + pid + ": " + String.join(" ", hosts.command(process)));
        }

        @Override
        public void notStarted(int process, String reason) {
            String line = "cannot start " + plan.processName(process) + ": " + reason;
            post(() -> {
                if (ownCause == null) ownCause = new JobOutcome.Cause(BadInputException.EXIT_CODE, line);
            });
        }

        @Override
        public void exited(int process, int code, String exception) {
            post(() -> {
                tell(() -> plan.processName(process) + " ended with exit code " + code);
                outcome.exited(process, code, exception);
                observers.exited(process);
            });
        }

        @Override
        public void killed(int process) {
            String hooks = plan.app(process).java() ? " in its shutdown hooks " : " ";
            endTime.cut().ifPresent(when -> say(plan.processPlace(process) + " was killed" + hooks + when));
        }

        @Override
        public void lost(int host, String reason) {
            post(() -> outcome.hostLost(host, reason));
        }

        @Override
        public void signalled(int host, String reason) {
            // A batch system takes the host away: the ranks of the others have something to save, too.
            if (!plan.continues()) endTime.give();
            lost(host, reason);
        }

        @Override
        public void trouble(String line) {
            say(line);
        }
    }

    /** Takes the messages of the processes; those of a request for their state go straight to the report. */
    private final class Messages implements LauncherListener {
        @Override
        public void received(int first, ControlMessage.ToLauncher message) {
            if (message instanceof ControlMessage.Blocked blocked) dump.addCalls(blocked.calls());
            else if (message instanceof ControlMessage.Sampled sample) observers.take(first, sample);
            else if (message instanceof ControlMessage.Stacks stacks) dump.addStacks(stacks.stacks());
            else if (message instanceof ControlMessage.Queues last) dump.add(first, last.queues(), last.connections());
            else post(() -> take(first, message));
        }

        @Override
        public void disconnected(int first) {
            // The end of the process follows.
        }
    }

    private void take(int first, ControlMessage.ToLauncher message) {
        if (message instanceof ControlMessage.Fence fence) joined(first, fence);
        else if (message instanceof ControlMessage.Note note) note(note.text());
        else if (message instanceof ControlMessage.Abort abort)
            outcome.aborted(abort.rank(), abort.code(), abort.message());
        else if (message instanceof ControlMessage.Failed failed) failed(failed.rank(), failed.text());
        else if (message instanceof ControlMessage.Ended ended) ended(ended.rank());
        else if (message instanceof ControlMessage.Exits exits) outcome.exits(exits.rank());
        else if (message instanceof ControlMessage.PeerLost lost)
            outcome.peerLost(lost.rank(), lost.peer(), lost.message(), System.nanoTime());
        else if (message instanceof ControlMessage.Finalized finalized) outcome.finalized(finalized.rank());
        else if (message instanceof ControlMessage.Spawn spawn) spawn(first, spawn);
        else throw new IllegalStateException("no message for a job: " + message);
    }

    private void spawn(int first, ControlMessage.Spawn spawn) {
        tell(() -> "rank " + spawn.order().rank() + " spawns "
                + spawn.order().programs().stream()
                        .map(program -> program.processes() + " processes of " + program.command())
                        .collect(Collectors.joining(", ")));
        spawned.start(
                spawn.order(),
                plan.app(plan.processOf(first)),
                end -> ranks.send(new ControlMessage.SpawnEnded(spawn.number(), end), process -> process == first));
    }

    private void ended(int rank) {
        outcome.ended(rank);
        observers.ended(rank);
    }

    private void joined(int first, ControlMessage.Fence fence) {
        List<PeerAddress> addresses = addresses(first, fence);
        if (addresses.equals(places.put(first, addresses))) return;
        for (int i = 0; i < addresses.size(); i++) {
            int rank = first + i;
            PeerAddress address = addresses.get(i);
            tell(() -> "rank " + rank + " is at " + locations(address) + " on host " + address.host() + " in process "
                    + fence.pid());
        }
        outcome.joined(plan.processOf(first));
    }

    private List<PeerAddress> addresses(int first, ControlMessage.Fence fence) {
        try {
            return AddressExchange.addresses(first, fence.values());
        } catch (IOException e) {
            say("cannot read the addresses of rank " + first + ": " + e.getMessage());
            return List.of();
        }
    }

    /** Shows what several ranks note once. */
    private void note(String text) {
        if (noted.add(text.replaceAll("\\brank \\d+", "rank"))) tell(() -> text);
    }

    private void failed(int rank, String text) {
        outcome.failed(rank, text);
        noteFailure(rank, ExceptionStacks.stack(text));
    }
}
