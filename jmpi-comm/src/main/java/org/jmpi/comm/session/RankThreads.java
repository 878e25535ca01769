package org.jmpi.comm.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.RankSample;
import org.jmpi.comm.control.RankState;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.AddressExchange;
import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.RankTable;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WiredRank;
import org.jmpi.comm.wireup.Wiring;

/**
 * The worlds of ranks that are threads of this JVM, one per rank: all ranks of a job, or some that follow each other.
 */
public final class RankThreads implements RankState {
    private final int first;
    private final List<RankWorld> worlds = new ArrayList<>();

    /** Each rank that is bound has a group of its own. */
    private final Map<ThreadGroup, Integer> groups = new ConcurrentHashMap<>();

    private volatile EndListener listener = new EndListener() {};

    /** Watches the job; null if all ranks are threads of a test. */
    private volatile JobControl control;

    /** The shutdown hook of ranks without a launcher; null if there is none. */
    private Thread atJvmEnd;

    private RankThreads(int first, int count, int size, JmpiConfig config, Supplier<ProgramClasses> classes) {
        this.first = first;
        for (int rank = first; rank < first + count; rank++)
            worlds.add(new RankWorld(rank, size, config, classes.get(), new ThreadJob(rank)));
    }

    /**
     * Hears that a rank ends the job. It is called on the rank's thread; if it returns, every rank's waits end by an
     * exception, this one's call too.
     */
    public interface EndListener {
        /**
         * Hears that a rank called MPI.Abort.
         *
         * @param rank the rank that called it
         * @param code the exit code of the job
         * @param message one line that says so
         */
        default void aborted(int rank, int code, String message) {}

        /**
         * Hears that a call of a rank failed that ends the job by its communicator's error handler.
         *
         * @param rank the rank that failed
         * @param cause what is to be shown with its stack
         */
        default void failed(int rank, Throwable cause) {}
    }

    /**
     * Makes the worlds of {@code size} ranks, which exchange messages within the JVM.
     *
     * @param size the number of ranks
     * @param config the settings of all of them
     * @return their worlds
     */
    public static RankThreads create(int size, JmpiConfig config) {
        return create(size, config, ThreadsTransport.NAME);
    }

    /**
     * Makes the worlds of {@code size} ranks, which exchange messages by a transport.
     *
     * @param size the number of ranks
     * @param config the settings of all of them
     * @param transport the transport's name
     * @return their worlds
     * @throws CommException if the transport is not on the class path or does not open
     */
    public static RankThreads create(int size, JmpiConfig config, String transport) {
        RankThreads worlds = new RankThreads(0, size, size, config, Init::callersClasses);
        if (transport.equals(ThreadsTransport.NAME) || transport.equals(Wiring.AUTO)) worlds.meet();
        else worlds.connect(transport);
        long id = ThreadLocalRandom.current().nextLong();
        for (RankWorld world : worlds.worlds) world.begun("", transport, true, () -> id);
        worlds.atJvmEnd = new Thread(worlds::departWithJvm, "jmpi-depart");
        Shutdown.runs(worlds.atJvmEnd);
        return worlds;
    }

    /**
     * Makes the worlds of those ranks of a job that are threads of this JVM; {@link #connect} follows.
     *
     * @param first the first of them
     * @param count how many they are
     * @param size the number of ranks of the job
     * @param config the settings of all of them
     * @return their worlds
     */
    public static RankThreads of(int first, int count, int size, JmpiConfig config) {
        return new RankThreads(first, count, size, config, ProgramClasses::new);
    }

    /**
     * Connects the ranks with each other, within the JVM, and with those of other processes; returns when all are
     * there.
     *
     * @param wireUp finds the other processes; the caller closes it
     * @param loader knows the classes of the transports
     * @throws CommException if not every process came in time, or the transport is not there or does not open
     */
    public void connect(WireUp wireUp, ClassLoader loader) {
        JmpiConfig config = worlds.get(0).config();
        control = wireUp.control().orElseGet(() -> new PeerControl(wireUp, this::world, config.continues()));
        long nanos = config.connectNanos();
        AddressExchange addresses = new AddressExchange(wireUp, nanos);
        if (wireUp.count() == wireUp.size()) {
            addresses.exchange(meet());
            begun(wireUp);
            return;
        }
        Wiring wiring = Wiring.of(localRanks(), wireUp, loader, control::note);
        wiring.connect(new ThreadsTransport.Meeting(first, wireUp.count(), wireUp.size()), addresses::exchange);
        // A rank that uses no MPI may end at once, and what it is reached by with it: not before all have connected.
        addresses.exchange(wiring.published());
        begun(wireUp);
    }

    private void begun(WireUp wireUp) {
        LongSupplier id = WorldId.of(wireUp);
        for (RankWorld world : worlds) world.begun(wireUp.job(), wireUp.transport(), wireUp.allLocal(), id);
    }

    private List<PeerAddress> meet() {
        ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(worlds.size());
        return worlds.stream().map(world -> world.connection().connect(meeting)).collect(Collectors.toList());
    }

    private List<WiredRank> localRanks() {
        return worlds.stream().<WiredRank>map(RankWorld::connection).toList();
    }

    private void connect(String transport) {
        var providers = Wiring.providers(RankThreads.class.getClassLoader());
        new Wiring(localRanks(), transport, true, JobSecret.create(), providers, note -> {})
                .connect(null, RankTable::new);
    }

    /**
     * Makes the calling thread, and every thread that it starts from now on, one of a rank.
     *
     * @param rank in the worlds
     */
    public void bind(int rank) {
        groups.put(Thread.currentThread().getThreadGroup(), rank);
        ThreadWorld.bind(world(rank));
        world(rank).mainThread(Thread.currentThread());
    }

    /**
     * Names who hears that a rank ends the job.
     *
     * @param endListener hears it instead of the one named before
     */
    public void onEnd(EndListener endListener) {
        listener = endListener;
    }

    /**
     * Ends the job on behalf of the calling thread's rank.
     *
     * @param code the exit code of the job
     * @param message one line that says why
     */
    public void abort(int code, String message) {
        abort(rankOfThread(), code, message);
    }

    private void abort(int rank, int code, String message) {
        listener.aborted(rank, code, message);
        endWaits(message, null);
    }

    /**
     * Ends every wait of every rank by an exception.
     *
     * @param cause what the waits throw
     */
    public void fail(CommException cause) {
        for (RankWorld world : worlds) world.fail(cause);
    }

    /**
     * Takes note that a rank has failed. If the others are to go on, it has ended for them, and its calls fail.
     *
     * @param rank that has failed
     * @param cause why
     * @return whether the others go on; if they do not, {@link #fail} follows
     */
    public boolean lose(int rank, Throwable cause) {
        RankWorld lost = world(rank);
        if (!lost.config().continues()) return false;
        lost.stop("a job whose other ranks go on, and this rank has failed: " + CommException.describe(cause));
        return true;
    }

    /**
     * {@return the world of a rank}
     *
     * @param rank in the worlds
     */
    public RankWorld world(int rank) {
        return worlds.get(rank - first);
    }

    /**
     * {@return whether a rank passed MPI.Finalize}
     *
     * @param rank in the worlds
     */
    public boolean finalized(int rank) {
        return worlds.get(rank - first).isFinished();
    }

    /**
     * Notifies the other ranks of the end of a rank, and ends its calls.
     *
     * @param rank whose last thread that is no daemon has ended
     */
    public void depart(int rank) {
        worlds.get(rank - first)
                .stop("a JVM of several ranks, and this rank has ended: call MPI.Finalize before that, not in a "
                        + "shutdown hook");
    }

    /** Releases what the ranks still hold, and ends their calls; none of them runs any more. */
    public void close() {
        if (atJvmEnd != null) Shutdown.withdraw(atJvmEnd);
        for (RankWorld world : worlds) world.close("a world that has been closed");
    }

    /**
     * Leaves because the JVM is ending: after the program's shutdown hooks, as far as they are seen, and not later than
     * a rank waits for the network. Called by a shutdown hook.
     */
    public void departWithJvm() {
        JmpiConfig config = worlds.get(0).config();
        long end = System.nanoTime() + config.hookNanos();
        Shutdown.awaitHooks(worlds, config.hookNanos());
        // All at the same time: one may have sent what another one takes when it leaves.
        List<CompletableFuture<Void>> departures = new ArrayList<>();
        for (RankWorld world : worlds)
            departures.add(CompletableFuture.runAsync(
                    () -> world.departWithJvm(Math.min(config.lingerNanos(), end - System.nanoTime())),
                    departure -> new Thread(departure, "jmpi-depart-" + world.rank()).start()));
        departures.forEach(CompletableFuture::join);
    }

    @Override
    public List<BlockedCall> blocked() {
        List<BlockedCall> calls = new ArrayList<>();
        for (RankWorld world : worlds) calls.addAll(world.blocked());
        return calls;
    }

    @Override
    public List<RankSample> samples() {
        return worlds.stream().map(RankWorld::sample).toList();
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder();
        for (RankWorld world : worlds) text.append(world.describe());
        return text.toString();
    }

    @Override
    public String connections() {
        StringBuilder text = new StringBuilder();
        for (RankWorld world : worlds) text.append(world.connections());
        return text.toString();
    }

    @Override
    public int rankOf(Thread thread) {
        for (ThreadGroup group = thread.getThreadGroup(); group != null; group = group.getParent()) {
            Integer rank = groups.get(group);
            if (rank != null) return rank;
        }
        return -1;
    }

    /** {@return the rank that the calling thread belongs to, -1 if it belongs to none} */
    public static int rankOfThread() {
        RankWorld world = ThreadWorld.get();
        return world == null ? -1 : world.rank();
    }

    private void endWaits(String message, Throwable cause) {
        CommException ended = new CommException(ErrorClass.OTHER, message, cause);
        fail(ended);
        throw ended.here();
    }

    private final class ThreadJob implements RankJob {
        private final int rank;
        private final FailureDelay grace = new FailureDelay(() -> control.isConnected());

        ThreadJob(int rank) {
            this.rank = rank;
        }

        @Override
        public void abort(int code, String message) {
            RankThreads.this.abort(rank, code, message);
        }

        @Override
        public void peerGone(int peer, String message) {
            // Without control each peer is a thread whose own failure is seen where it was started.
            if (control == null) return;
            grace.begin();
            control.peerLost(rank, peer, message);
        }

        @Override
        public void aborted(int origin, int code, String message) {
            if (control != null) control.aborted(rank, origin, code, message);
        }

        @Override
        public boolean isWatched() {
            return !(control instanceof PeerControl);
        }

        @Override
        public void beforeFailure() {
            grace.await();
        }

        @Override
        public void failed(Thread thread, Throwable cause) {
            listener.failed(rank, cause);
            endWaits("rank " + rank + " failed: " + cause, cause);
        }

        @Override
        public void finalized() {
            if (control != null) control.finalized(rank);
        }

        @Override
        public void note(String line) {
            if (control != null) control.note(line);
        }

        @Override
        public CompletableFuture<String> spawn(SpawnOrder order) {
            return control == null ? SingletonJob.spawnByOwnLauncher(order) : control.spawn(order);
        }

        @Override
        public void leave() {
            // There is nothing to leave.
        }
    }
}
