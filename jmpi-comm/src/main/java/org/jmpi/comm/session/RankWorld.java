package org.jmpi.comm.session;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jmpi.comm.coll.Algorithms;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.coll.PeerExchange;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.ContextIds;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.RankSample;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.layer.LayerProtocol;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.observe.Observers;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.report.BlockedCalls;

/** One rank's world: all ranks of its job, from MPI.Init to MPI.Finalize. */
public final class RankWorld implements ErrorHandler.AbortableJob {
    /**
     * Less than the launcher gives ranks that lost a peer, so that it learns first how that peer's process has ended.
     */
    private static final long ENDING_NANOS = 300_000_000;

    private static final Layout LONG = Layout.of(BasicType.LONG);

    private final int rank;
    private final int size;
    private final String host;
    private final JmpiConfig config;
    private final ProgramClasses classes;
    private final RankJob job;

    /** Null if the rank has no observer. */
    private final Observers observers;

    private final Process process;

    /** Null once the rank has let go of its connections. */
    private volatile LayerProtocol layers;

    private final DynamicProcesses dynamic;
    private volatile Communicator worldComm;
    private volatile Communicator selfComm;
    private volatile Thread mainThread;

    private volatile boolean finished;
    private final Object finishing = new Object();
    private volatile boolean leavesWithJvm;

    /** Whether the rank has no launcher: its world then begins again by a new one. */
    private final boolean alone;

    /** Null while the ranks of this JVM leave together. */
    private DepartureHook departure;

    /**
     * Holds the calls that fail when the world ends: by then the JVM has mostly ended, unless a shutdown hook waits for
     * them.
     */
    private final FailureDelay ending = new FailureDelay(ENDING_NANOS);

    /** Why the world is over for good; null before. */
    private volatile String end;

    RankWorld(int rank, int size, JmpiConfig config, ProgramClasses classes, RankJob job) {
        this.rank = rank;
        this.size = size;
        this.host = HostName.get();
        this.config = config;
        this.classes = classes;
        this.job = job;
        this.alone = job instanceof SingletonJob;
        this.observers = Observers.areWanted(config) ? new Observers(rank, size, config) : null;
        Events events = observers == null ? Events.NONE : observers.events();
        ProgressEngine engine = new ProgressEngine(rank, config, new LossReports(this, job, ending), events);
        this.process = new Process(
                rank, size, engine, config.bsendNanos(), Algorithms.tuning(config.collectives()), job::note);
        this.layers = new LayerProtocol(rank, engine, config);
        process.layers(layers);
        this.dynamic = new DynamicProcesses(process, config, host, this::spawn);
        makeCommunicators();
    }

    private void makeCommunicators() {
        ContextIds ids = process.contextIds();
        worldComm = Communicator.intra(process, Group.world(size), ids.world());
        selfComm = Communicator.intra(process, Group.of(rank), ids.self());
        worldComm.name("MPI_COMM_WORLD");
        selfComm.name("MPI_COMM_SELF");
        if (alone) return;
        Map<String, String> environment = job.environment();
        worldComm.attributes().predefine(WorldSettings.attributes(environment));
        ErrorHandler first = WorldSettings.errorHandler(environment);
        if (first == null) return;
        worldComm.errorHandler(first);
        selfComm.errorHandler(first);
    }

    private DynamicProcesses.Started spawn(SpawnOrder order) {
        CompletableFuture<String> end = job.spawn(order);
        return () -> end.getNow(null);
    }

    /** {@return what connects this rank to processes of other worlds} */
    public DynamicProcesses dynamic() {
        return dynamic;
    }

    /**
     * Connects this world to the processes that have spawned it; every rank calls this in MPI.Init.
     *
     * @throws CommException of class OTHER if they are gone
     */
    public void joinParent() {
        Map<String, String> environment = job.environment();
        dynamic.joinParent(
                worldComm, environment.get(DynamicProcesses.PARENT), environment.get(DynamicProcesses.PARENT_KEY));
    }

    /** Returns what connects this rank to the others. */
    WorldConnection connection() {
        return new WorldConnection(rank, size, host, config, engine(), job.isWatched());
    }

    /**
     * Notifies the observers that this rank is connected.
     *
     * @param jobName empty if the rank has no launcher
     * @param transport the transport between processes
     * @param allLocal whether all ranks are on this host
     * @param worldId returns a number that no other world has, the same one at each rank
     */
    void begun(String jobName, String transport, boolean allLocal, LongSupplier worldId) {
        process.names().world(worldId);
        dynamic.connected(transport, allLocal && (alone || WorldSettings.hasOneHost(job.environment())));
        process.events().initialized(host, jobName, transport);
        if (observers != null) observers.show(this::blocked, this::isFinished);
    }

    /** Leaves by a hook of its own when the JVM ends. */
    void departAtJvmEnd() {
        departure = new DepartureHook(this, job);
    }

    /**
     * Leaves because the JVM is ending.
     *
     * @param lingerNanos the longest time to wait for the network, in ns
     */
    void departWithJvm(long lingerNanos) {
        leavesWithJvm = true;
        stop(Shutdown.REASON, lingerNanos);
    }

    /**
     * Notes the thread that called MPI.Init, and whose classes the program's are.
     *
     * @param thread the calling thread, which is of this rank
     */
    public void mainThread(Thread thread) {
        mainThread = thread;
        classes.remember(RankWorld.class);
    }

    /**
     * Opens the object codec that the settings name, and the layers: those that the calling thread's program has. Does
     * nothing the second time.
     *
     * @throws IllegalArgumentException if the codec is not there, or can't be made
     * @throws CommException of class OTHER if a layer can't be opened
     */
    public void open() {
        if (process.codec() == null) process.codec(ObjectCodecs.open(config, classes));
        List<String> opened = layers.open(classes.loaders(Layer.class));
        if (!opened.isEmpty()) job.note("rank " + rank + " has the layers " + String.join(", ", opened));
    }

    Thread mainThread() {
        return mainThread;
    }

    /**
     * {@return whether a thread is the one that called MPI.Init, or was bound to this world first if none did}
     *
     * @param thread of this rank
     */
    public boolean isMainThread(Thread thread) {
        return thread == mainThread;
    }

    /** {@return this rank} */
    public int rank() {
        return rank;
    }

    /** {@return the number of ranks} */
    public int size() {
        return size;
    }

    /** {@return the name of this rank's host} */
    public String processorName() {
        return host;
    }

    JmpiConfig config() {
        return config;
    }

    ProgressEngine engine() {
        return process.engine();
    }

    /** {@return the state that all communicators of this rank share} */
    public Process process() {
        return process;
    }

    /** {@return the communicator of all ranks} */
    public Communicator worldComm() {
        return worldComm;
    }

    /** {@return the communicator of this rank alone} */
    public Communicator selfComm() {
        return selfComm;
    }

    /** {@return whether the world is over: {@link #finish} has returned, and {@link #renew} was not called since} */
    public boolean isFinished() {
        return finished;
    }

    /** {@return whether the world is over for good: {@link #renew} can no longer be called} */
    public boolean isOver() {
        return end != null;
    }

    /** {@return why the calling thread cannot communicate, if the world {@link #isFinished}} */
    public String reasonForEnd() {
        String reason = end;
        if (reason == null) return "MPI.Finalize has been called";
        return "thread \"" + Thread.currentThread().getName() + "\" belongs to rank " + rank + " of " + reason;
    }

    /**
     * Returns the failure of a call in a world that is over. While the JVM is ending this takes a while: a thread that
     * goes on to make calls mostly ends with the JVM and prints nothing.
     *
     * @return the failure, to throw
     */
    public CommException ended() {
        if (leavesWithJvm) {
            ending.await();
            Shutdown.hold(mainThread);
        }
        return new CommException(ErrorClass.OTHER, reasonForEnd());
    }

    /**
     * Ends the world for good.
     *
     * @param reason what the rank was part of, and what has become of it
     */
    public void end(String reason) {
        finished = true;
        end = reason;
    }

    /**
     * Ends the world (MPI-4.1 section 11.2.2, MPI_Finalize): removes the attributes of MPI.COMM_SELF, and returns
     * when every rank has called this and what this rank sent has left it. The connections stay, for {@link #renew}. A
     * rank without a launcher has none, and leaves no thread and no shutdown hook.
     */
    public void finish() {
        synchronized (finishing) {
            if (finished) throw new CommException(ErrorClass.OTHER, reasonForEnd());
            finishNow();
        }
    }

    private void finishNow() {
        selfComm.attributes().deleteAll();
        dynamic.finish();
        process.drain();
        layers.drain();
        process.agreements().drain();
        engine().failures().leave();
        long[] unused = {process.contextIds().unused()};
        long[] first = new long[1];
        try {
            worldComm.collectives().run("Finalize", peers -> {
                Allreduce.run(peers, new Buffer(unused, 0, 1, LONG), new Buffer(first, 0, 1, LONG), Predefined.MAX);
                process.events()
                        .finalizing(new PeerExchange(peers), engine().inbox().unreceived());
            });
        } catch (CommException e) {
            // The others can't agree any more, and end without that; the world can't be renewed then.
            boolean endsAll = config.continues() && e.errorClass() == ErrorClass.PROC_FAILED;
            if (!endsAll && e.errorClass() != ErrorClass.REVOKED) throw e;
            first[0] = unused[0];
        }
        layers.check();
        layers.pause(new CommException(ErrorClass.OTHER, reasonForEnd()));
        for (String operation : process.unfinished())
            Warnings.print(
                    rank,
                    "MPI.Finalize ends " + operation
                            + ", which is not complete: complete each operation, by Wait or Test, before");
        dynamic.close();
        ending.begin();
        process.endEpoch(first[0]);
        engine().failures().pause();
        job.finalized();
        finished = true;
        process.events().finalized();
        if (alone) {
            if (departure != null) departure.withdraw();
            close(new CommException(ErrorClass.OTHER, reasonForEnd()), 0);
        }
    }

    /**
     * Begins the world again, after {@link #finish}, with communicators that know nothing of the former ones; returns
     * when every rank has called this.
     *
     * @return the world from now on
     * @throws CommException of class OTHER if a rank has ended, or the JVM is ending
     */
    public RankWorld renew() {
        if (Shutdown.hasBegun()) throw Shutdown.tooLate();
        if (alone) return Init.alone(JmpiConfig.load());
        engine().failures().resume(() -> {
            makeCommunicators();
            layers.resume();
            worldComm.collectives().run("Init", Barrier::run);
        });
        finished = false;
        return this;
    }

    /**
     * Ends the job with an exit code (MPI-4.1 section 9.7, MPI_Abort).
     *
     * @param code the exit code of the job
     * @param message why, which is shown in one line; null for none
     * @throws CommException if the ranks are threads of a test, which end by it; else this does not return
     */
    public void abort(int code, String message) {
        String reason =
                message == null ? "" : ": " + String.join(" ", message.lines().toList());
        job.abort(code, "rank " + rank + " called MPI.Abort with code " + code + reason);
    }

    /**
     * Ends the job by a failure of the calling thread, whose stack is shown. May return if ranks are threads of a test.
     *
     * @param cause what is shown with its stack
     */
    @Override
    public void endJob(Throwable cause) {
        job.failed(Thread.currentThread(), cause);
    }

    /** Ends this rank's waits by a failure elsewhere. Does nothing once the world is closed. */
    void fail(CommException cause) {
        ProgressEngine open = process.openEngine();
        if (open != null) open.failures().fail(cause);
    }

    /**
     * Leaves: the world is over for good, and calls that wait fail.
     *
     * @param reason as {@link #end} takes it; the first one counts
     */
    void stop(String reason) {
        stop(reason, config.lingerNanos());
    }

    private void stop(String reason, long lingerNanos) {
        ending.begin();
        if (end == null) end(reason);
        close(over(), lingerNanos);
    }

    /** Ends the threads and closes the connections. */
    private void close(CommException cause, long lingerNanos) {
        ProgressEngine open = process.openEngine();
        if (open != null) open.close(cause, Math.max(0, lingerNanos));
        if (observers != null) observers.close();
    }

    private CommException over() {
        return new CommException(ErrorClass.OTHER, "this call belongs to rank " + rank + " of " + end);
    }

    /**
     * Leaves, and frees the connections and their memory, to which threads of the rank that go on still refer.
     *
     * @param reason as {@link #stop} takes it
     */
    void close(String reason) {
        stop(reason);
        process.close(over());
        LayerProtocol open = layers;
        if (open != null) open.close(over());
        layers = null;
    }

    /** Returns the calls in which threads of this rank wait. */
    List<BlockedCall> blocked() {
        return process.openEngine() == null ? List.of() : new BlockedCalls(rank, size, process).now();
    }

    /** Returns what this rank has done so far. */
    RankSample sample() {
        RankSample.LifeState state = finished ? RankSample.LifeState.FINALIZED : RankSample.LifeState.RUNNING;
        if (isOver()) state = RankSample.LifeState.ENDED;
        return observers == null ? RankSample.uncounted(rank, state) : observers.sample(state);
    }

    /** {@return the operations that this rank awaits and the messages that have come, as text, to explain a hang} */
    public String describe() {
        return "rank " + rank + " of " + size
                + (finished ? ", finalized\n" : ":\n" + engine().inbox().describe());
    }

    /** {@return how this rank's connections stand} */
    String connections() {
        return finished
                ? ""
                : "rank " + rank + " of " + size + ", connections:\n"
                        + engine().transports().describe();
    }
}
