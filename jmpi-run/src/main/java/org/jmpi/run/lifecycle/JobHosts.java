package org.jmpi.run.lifecycle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jmpi.comm.control.LauncherListener;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.run.agent.AgentCommand;
import org.jmpi.run.agent.AgentFrame;
import org.jmpi.run.agent.AgentMessage;
import org.jmpi.run.agent.AgentTree;
import org.jmpi.run.agent.JobOrders;
import org.jmpi.run.agent.PreloadBundle;
import org.jmpi.run.agent.RemoteHost;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.local.HostProcesses;
import org.jmpi.run.local.JobContext;
import org.jmpi.run.local.LocalHost;
import org.jmpi.run.local.ProcessStart;
import org.jmpi.run.local.Termination;
import org.jmpi.run.output.RankStreams;
import org.jmpi.run.plan.App;
import org.jmpi.run.plan.HostShare;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.HostCores;
import org.jmpi.run.system.Terminal;
import org.jmpi.run.system.UserSignal;

/** The hosts of a running job: jmpirun's own, and those on which agents stand for it. */
final class JobHosts {
    /** How long the output of ranks may take that are at their end. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long an agent may take to end its ranks beside their own time: they have two signals and their output. */
    private static final long AGENT_END_NANOS = TimeUnit.SECONDS.toNanos(8);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long an agent may be silent if the user switches heart-beats off. */
    private static final long UNBOUND_NANOS = TimeUnit.DAYS.toNanos(365);

    private final JobPlan plan;
    private final Installation installation;
    private final JobContext job;
    private final HostListener listener;
    private final LauncherListener messages;
    private final boolean paints;

    /** The hosts that have ranks, by their numbers. */
    private final Map<Integer, HostProcesses> hosts = new ConcurrentSkipListMap<>();

    private final Map<Integer, RemoteHost> remote = new ConcurrentSkipListMap<>();
    private final Map<Integer, HostShare> shares = new ConcurrentHashMap<>();
    private volatile AgentTree agents;
    private volatile long graceNanos = Termination.FAILED_NANOS;
    private final UserSignal signal = new UserSignal(this::passSignal);

    /** Whether SIGUSR1 has come, and when it has last been passed on. */
    private boolean isSignalled;

    private long signalledNanos;

    /** Null if nothing is copied to other hosts. */
    private PreloadBundle bundle;

    /** Is notified of the processes and of the hosts. */
    public interface HostListener extends HostProcesses.ProcessListener {
        /** The agent of a host runs there. */
        void arrived(int host, String greeting);

        /** A host is lost, after its processes were started. */
        void lost(int host, String reason);

        /** A signal ends the agent of a host, after its processes were started; these have their time to end. */
        void signalled(int host, String reason);

        /** Something went wrong that is not the failure of the job. */
        void trouble(String line);
    }

    /** @param paints whether this process paints on the terminal, and so has to know all that is written there */
    JobHosts(
            JobPlan plan,
            Installation installation,
            JobContext job,
            HostListener listener,
            LauncherListener messages,
            boolean paints) {
        this.plan = plan;
        this.installation = installation;
        this.job = job;
        this.listener = listener;
        this.messages = messages;
        this.paints = paints;
    }

    /**
     * Begins to listen for the ranks of this host, and starts the agents on the others.
     *
     * @throws BadInputException if a host cannot carry its part of the job
     */
    void open() throws InterruptedException {
        signal.watch();
        int here = plan.here();
        if (here >= 0) hosts.put(here, openLocal(here));
        Map<Integer, String> others = new TreeMap<>();
        for (int process = 0; process < plan.processes(); process++)
            if (!plan.hostOf(process).here())
                others.put(plan.map().get(process).host(), plan.hostOf(process).name());
        if (!others.isEmpty()) openRemote(others);
    }

    private LocalHost openLocal(int here) {
        shares.put(here, HostShare.here(plan));
        try {
            return new LocalHost(
                    job,
                    firstRanks(here),
                    plan.port(),
                    listener,
                    messages,
                    () -> Installation.removeRemains(installation.ranks(), job.secret(), plan.config()),
                    listener::trouble,
                    signal);
        } catch (IOException e) {
            throw new BadInputException("cannot listen on port " + plan.port() + ": " + e.getMessage(), e);
        }
    }

    private Set<Integer> firstRanks(int host) {
        return plan.processesOn(host).stream().map(plan::firstRank).collect(Collectors.toSet());
    }

    private void openRemote(Map<Integer, String> others) throws InterruptedException {
        if (plan.launching().preload()) bundle = bundle();
        AgentCommand command = AgentCommand.of(
                plan.launching(),
                installation,
                bundle == null ? "" : bundle.preload().base(),
                job.name());
        agents = new AgentTree(
                command,
                bundle == null ? null : bundle.preload().bundle(),
                job.secret(),
                plan.config(),
                boundNanos(),
                new Agents());
        others.forEach((number, name) -> remote.put(number, new RemoteHost(number, name, agents, listener, messages)));
        hosts.putAll(remote);
        agents.start(others);
        awaitReady();
    }

    private PreloadBundle bundle() {
        Set<Path> files = new LinkedHashSet<>(installation.ranks());
        files.add(installation.run());
        plan.apps().forEach(app -> files.addAll(app.files()));
        return PreloadBundle.make(installation, job.name(), List.copyOf(files));
    }

    private void awaitReady() throws InterruptedException {
        List<CompletableFuture<HostCores>> ready = new ArrayList<>();
        remote.forEach(
                (number, host) -> ready.add(host.ready().whenComplete((cores, failure) -> takeCores(number, cores))));
        try {
            anyFailed(ready).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BadInputException) throw (BadInputException) e.getCause();
            throw new IllegalStateException(e);
        }
    }

    /** Completes when all do, or one of them fails. */
    private static CompletableFuture<Void> anyFailed(List<CompletableFuture<HostCores>> all) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        for (CompletableFuture<HostCores> each : all)
            each.exceptionally(failure -> {
                result.completeExceptionally(failure.getCause() == null ? failure : failure.getCause());
                return null;
            });
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).thenRun(() -> result.complete(null));
        return result;
    }

    private void takeCores(int host, HostCores cores) {
        if (cores != null) shares.put(host, HostShare.of(plan, host, cores));
    }

    private long boundNanos() {
        long nanos = plan.config().failureNanos();
        return nanos == 0 ? UNBOUND_NANOS : nanos;
    }

    /**
     * Starts all processes.
     *
     * @param streams of each process
     * @param terminal whether their output goes to a terminal
     * @return what leads to the standard input of those that read jmpirun's
     */
    List<OutputStream> start(List<RankStreams> streams, boolean terminal) {
        List<OutputStream> inputs = new ArrayList<>();
        for (int process = 0; process < plan.processes(); process++) {
            ProcessStart start = processStart(process, terminal);
            HostProcesses host = of(process);
            host.start(start, streams.get(process));
            if (start.streams() == ProcessStart.Streams.PIPES) inputs.add(host.stdin(process));
        }
        return inputs;
    }

    private ProcessStart processStart(int process, boolean terminal) {
        HostShare share = share(process);
        Map<String, String> variables = share.variables(process);
        if (terminal) variables.put(Terminal.VARIABLE, "true");
        Path folder = plan.app(process).directory();
        return new ProcessStart(
                process,
                plan.firstRank(process),
                plan.ranksOf(process),
                at(process, share.command(process)),
                at(process, variables),
                folder,
                streams(process));
    }

    private List<String> at(int process, List<String> words) {
        if (bundle == null || plan.hostOf(process).here()) return words;
        return words.stream().map(word -> at(plan.hostOf(process), word)).toList();
    }

    private Map<String, String> at(int process, Map<String, String> variables) {
        if (bundle == null || plan.hostOf(process).here()) return variables;
        Map<String, String> there = new HashMap<>(variables);
        there.replaceAll((name, value) -> at(plan.hostOf(process), value));
        return there;
    }

    /** Returns a text with the paths of files that are copied to a host replaced by their paths there. */
    private String at(Host host, String text) {
        if (bundle == null) return text;
        return bundle.relocate(text, bundle.preload().folder(host.name()));
    }

    private HostShare share(int process) {
        return shares.get(plan.map().get(process).host());
    }

    /** Returns the words that start a process. */
    List<String> command(int process) {
        return share(process).command(process);
    }

    private ProcessStart.Streams streams(int process) {
        if (plan.oneJvm()) return paints ? ProcessStart.Streams.SAME_INPUT : ProcessStart.Streams.SAME;
        if (plan.input().all()) return ProcessStart.Streams.PIPES;
        int reader = plan.input().rank();
        if (reader < 0 || plan.processOf(reader) != process) return ProcessStart.Streams.NO_INPUT;
        return plan.hostOf(process).here() ? ProcessStart.Streams.SAME_INPUT : ProcessStart.Streams.PIPES;
    }

    private HostProcesses of(int process) {
        return hosts.get(plan.map().get(process).host());
    }

    /** Returns the stacks of a process's JVMs, read from outside. */
    CompletableFuture<String> threads(int process) {
        return of(process).threads(process);
    }

    /** Sets the time from SIGTERM to SIGKILL of all processes, in ns. It counts at once, also during {@link #end}. */
    void grace(long nanos) {
        graceNanos = nanos;
        hosts.values().forEach(host -> host.grace(nanos));
    }

    /** Passes SIGUSR1 on to all hosts, unless it has come to several processes of the job at about the same time. */
    private void passSignal() {
        synchronized (this) {
            if (isSignalled && System.nanoTime() - signalledNanos < UserSignal.SAME_NANOS) return;
            isSignalled = true;
            signalledNanos = System.nanoTime();
        }
        hosts.values().forEach(HostProcesses::passSignal);
    }

    /** Ends all processes on all hosts, and waits until they are gone and their output is passed on. */
    void end(boolean failed) {
        long begin = System.nanoTime();
        List<RemoteHost> others = List.copyOf(remote.values());
        others.forEach(host -> host.end(failed));
        HostProcesses local = hosts.get(plan.here());
        try {
            if (local != null) {
                local.end(failed);
                local.awaitOutput(System.nanoTime() + DRAIN_NANOS);
            }
            for (RemoteHost host : others) {
                if (failed) awaitEnd(host, begin);
                if (!host.trouble().isEmpty()) listener.trouble(host.name() + ": " + host.trouble());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(RemoteHost host, long begin) throws InterruptedException {
        while (!host.isSilent() && System.nanoTime() - begin < graceNanos + AGENT_END_NANOS)
            host.awaitOutput(System.nanoTime() + POLL_NANOS);
    }

    /** Waits until all output is passed on, however long its reader may pause. */
    void awaitSilence() throws InterruptedException {
        for (HostProcesses host : hosts.values()) host.awaitSilence(DRAIN_NANOS);
    }

    /** Closes all connections; processes that are still there then end by themselves. */
    void close() {
        signal.close();
        hosts.values().forEach(HostProcesses::close);
        if (agents != null) closeAgents();
        if (bundle != null) bundle.close();
    }

    /** Waits for agents that end as they were to, so that nothing of them is left when jmpirun has ended. */
    private void closeAgents() {
        try {
            if (remote.values().stream().allMatch(RemoteHost::hasEnded)) agents.awaitEnd(DRAIN_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        agents.close();
    }

    private JobOrders orders(int host) {
        Set<String> folders = new LinkedHashSet<>();
        Set<String> files = new LinkedHashSet<>();
        for (int process : plan.processesOn(host)) {
            App app = plan.app(process);
            folders.add(app.directory().toString());
            app.files().forEach(file -> files.add(at(plan.hosts().get(host), file.toString())));
        }
        return new JobOrders(
                job,
                plan.processesOn(host).stream().map(plan::firstRank).toList(),
                forwarded(),
                plan.settings(),
                List.copyOf(folders),
                List.copyOf(files),
                installation.ranks().stream()
                        .map(jar -> at(plan.hosts().get(host), jar.toString()))
                        .toList(),
                plan.size(host),
                plan.jvmsPerCore(),
                boundNanos());
    }

    /**
     * Returns those variables of jmpirun's environment that count for all ranks: settings, options of JVMs, the
     * language.
     */
    private static Map<String, String> forwarded() {
        Map<String, String> variables = new LinkedHashMap<>();
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("JMPI_") && !name.startsWith(DynamicProcesses.PARENT)
                    || name.startsWith("LC_")
                    || name.equals("LANG")) variables.put(name, value);
        });
        for (String name : JvmDefaults.VARIABLES) {
            String value = System.getenv(name);
            if (value != null) variables.put(name, value);
        }
        return variables;
    }

    /** Is notified of the agents, on the threads of their channels. */
    private final class Agents implements AgentTree.AgentListener {
        @Override
        public void received(AgentFrame frame) throws IOException {
            RemoteHost host = remote.get(frame.host());
            if (host == null) throw new IOException("it sent a frame of host " + frame.host() + ", which has no rank");
            AgentMessage message = frame.message();
            if (message instanceof AgentMessage.Arrived there) arrived(frame.host(), there.greeting());
            else if (message instanceof AgentMessage.Lost lost) lost(frame.host(), host, lost.reason());
            else if (message instanceof AgentMessage.Waits there) listener.trouble(host.name() + ": " + there.line());
            else if (message instanceof AgentMessage.Signalled by) signalled(frame.host(), host, by.signal());
            else if (message instanceof AgentMessage.UserSignal) passSignal();
            else host.received(message);
        }

        private void arrived(int host, String greeting) {
            listener.arrived(host, greeting);
            agents.send(host, new AgentMessage.Orders(orders(host)));
        }

        private void signalled(int number, RemoteHost host, String signal) {
            String reason = "the agent on " + host.name() + " was ended by " + signal;
            if (host.ready().isDone()) listener.signalled(number, reason);
            else lost(number, host, reason);
        }

        private void lost(int number, RemoteHost host, String reason) {
            boolean wasReady = host.ready().isDone() && !host.ready().isCompletedExceptionally();
            if (host.lost(reason) && wasReady) listener.lost(number, reason);
        }
    }
}
