package org.jmpi.comm.progress;

import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.StallDetector;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.operation.Cancellation;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.ProbeRequest;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.operation.WaitStrategy;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.Transport;

/**
 * Moves the messages of one rank: starts sends and receives, and lets threads wait until they are done. Every method
 * may be called by any thread at any time (MPI_THREAD_MULTIPLE).
 */
public final class ProgressEngine implements Cancellation {
    private final int rank;
    private final JmpiConfig config;
    private final PeerListener listener;
    private final Events events;
    private final Scheduler scheduler;
    private final PeerFailures failures;
    private final RankTransports transports;
    private final Inbox inbox;
    private final FrameDispatcher frames = new FrameDispatcher();
    private final WakeProtocol wakes = new WakeProtocol();

    /** Guarded by {@link #transports}. */
    private boolean closed;

    private EagerProtocol eager;
    private RendezvousProtocol rendezvous;
    private ProgressLeader leader;
    private PeerConnection[] peers;
    private PeerTable table;
    private Probes probes;

    /**
     * Creates the engine of one rank; {@link #start} follows.
     *
     * @param rank this rank in the world
     * @param config limits, and how threads wait
     * @param listener hears of peers that are gone
     * @param events observes this rank
     */
    public ProgressEngine(int rank, JmpiConfig config, PeerListener listener, Events events) {
        this(rank, config, listener, events, Scheduler.JDK, StallDetector.OF_PROCESS);
    }

    /**
     * Creates the engine of one rank whose threads run by a scheduler of their own.
     *
     * @param rank this rank in the world
     * @param config limits, and how threads wait
     * @param listener hears of peers that are gone
     * @param events observes this rank
     * @param scheduler of this rank's threads
     * @param stall of the process that the rank stands for
     */
    public ProgressEngine(
            int rank,
            JmpiConfig config,
            PeerListener listener,
            Events events,
            Scheduler scheduler,
            StallDetector stall) {
        this.rank = rank;
        this.config = config;
        this.listener = listener;
        this.events = events;
        this.scheduler = scheduler;
        this.inbox = new Inbox(2L * config.eagerWindow(), events, this::drop);
        this.table = new PeerTable(rank, listener, inbox, new PeerConnection[0]);
        this.failures = new PeerFailures(rank, config, listener, events, inbox, scheduler, stall);
        this.transports = new RankTransports(rank, config, scheduler, failures, this::grow, this::await);
    }

    /**
     * Connects the engine to its transport, which shows it no frame before; once, before any other call.
     *
     * @param moved moves the frames
     * @param endpoints the way to each rank of the world
     * @param hosts the host of each rank
     * @param watched whether something else finds the end of the processes on this host
     */
    public void start(Transport moved, IntFunction<Endpoint> endpoints, List<Host> hosts, boolean watched) {
        int size = hosts.size();
        int localRanks = Collections.frequency(hosts, hosts.get(rank));
        eager = new EagerProtocol(inbox, size, config.eagerWindow());
        rendezvous = new RendezvousProtocol(inbox, size);
        eager.registerWith(frames);
        rendezvous.registerWith(frames);
        wakes.registerWith(frames);
        failures.registerWith(frames);
        peers = new PeerConnection[size];
        for (int peer = 0; peer < size; peer++) {
            Endpoint endpoint = endpoints.apply(peer);
            peers[peer] = PeerConnection.of(peer, "rank " + peer, endpoint, moved.eagerLimit(peer), config);
        }
        boolean cheapLooks = moved.pushes() || moved.pollsMemory();
        // If the transport pushes frames, a rank needs two threads: one waits, one receives.
        int threads = moved.pushes() ? 2 * localRanks : localRanks;
        WaitStrategy strategy = new WaitStrategy(scheduler, config, threads, config.cores(), cheapLooks);
        table = new PeerTable(rank, listener, inbox, peers);
        probes = new Probes(inbox, table);
        leader = new ProgressLeader(scheduler, moved, strategy, table, "jmpi-progress-" + rank);
        failures.connect(table, hosts, leader, wakes::runAlarms);
        transports.connect(table, leader, moved);
        frames.connect(eager, failures, leader, table.senders());
        leader.start((thread, cause) ->
                failures.fail(new CommException(ErrorClass.INTERN, "progress failed: " + cause, cause)));
        moved.start();
        failures.start(watched);
    }

    private void drop(UnexpectedMessage message) {
        if (message.isAnnounced()) rendezvous.drop(message);
        else eager.drop(message);
    }

    /** Takes in the peers of the table, which has become longer. */
    private void grow() {
        peers = table.all();
        eager.grow(peers.length);
        rendezvous.grow(peers.length);
        frames.senders(table.senders());
    }

    /** {@return what takes the frames of the transports; a protocol registers with it before {@link #start}} */
    public FrameDispatcher frames() {
        return frames;
    }

    /** {@return the peers of this rank, and their failures} */
    public PeerTable peers() {
        return table;
    }

    /** {@return what finds and spreads the ends of peers, and has the life of this rank} */
    public PeerFailures failures() {
        return failures;
    }

    /** {@return what connects this rank to processes of other worlds, and has its transports} */
    public RankTransports transports() {
        return transports;
    }

    /** {@return what polls the transport and lets threads wait} */
    public ProgressLeader leader() {
        return leader;
    }

    /** {@return what this rank awaits, and the messages that have come} */
    public Inbox inbox() {
        return inbox;
    }

    /** {@return what wakes threads that sleep until a peer stores something, or is gone} */
    public WakeProtocol wakes() {
        return wakes;
    }

    /**
     * Starts a send; the user's memory may change when {@link SendRequest#isDone}.
     *
     * @param send set, and in no operation
     */
    // As each method with this annotation: a caller that had all of it inside would take C2 a quarter of a second.
    @DontInline
    public void send(SendRequest send) {
        PeerConnection peer = peers[send.peer()];
        CommException gone = peer.gone;
        if (gone != null) {
            table.refuse(peer, gone, send);
            return;
        }
        boolean isEager = send.mode() != SendMode.SYNCHRONOUS
                && eager.admits(peer, send.payload().bytes());
        if (events != Events.NONE) events.sent(send, peer.endpoint.transport(), isEager);
        if (isEager) eager.send(peer, send);
        else rendezvous.send(peer, send);
    }

    /**
     * Starts a receive.
     *
     * @param receive set, and in no operation
     */
    @DontInline
    public void receive(RecvRequest receive) {
        UnexpectedMessage message;
        UnexpectedMessage announced = null;
        UnexpectedMessage complete = null;
        PeerConnection from = null;
        long due = 0;
        inbox.lock.lock();
        try {
            message = inbox.queue(receive.context())
                    .take(receive.pattern().source(), receive.pattern().tag());
            if (message == null) inbox.post(receive);
            else if (message.isAnnounced()) announced = message;
            else {
                from = message.peer();
                due = eager.matched(message);
                // If bytes are missing, the thread of the last one fills the receive, and may reuse the message.
                if (message.claim(receive)) complete = message;
            }
        } finally {
            inbox.lock.unlock();
        }
        if (message == null) table.checkSender(receive);
        if (announced != null) rendezvous.clear(receive, announced);
        if (complete != null) complete.fill(receive);
        eager.repay(from, due);
    }

    /**
     * Looks for a message once, without taking it; the probe is then done or not.
     *
     * @param probe new
     * @throws CommException the failure after which the job can't go on
     */
    public void probeNow(ProbeRequest probe) {
        leader.progress();
        probes.look(probe);
        if (probe.isDone() || table.count() == 0) return;
        if (leader.endsWait(probe)) throwReason(probe);
    }

    /**
     * Starts a probe, which is done when there is a message for it.
     *
     * @param probe new
     */
    public void probe(ProbeRequest probe) {
        probes.start(probe);
    }

    @Override
    public void cancel(SendRequest send) {
        rendezvous.cancel(peers[send.peer()], send);
    }

    @Override
    public void cancel(RecvRequest receive) {
        boolean withdrawn;
        inbox.lock.lock();
        try {
            withdrawn = inbox.withdraw(receive);
        } finally {
            inbox.lock.unlock();
        }
        if (withdrawn) receive.completeCancelled();
    }

    /**
     * Returns when something has come; the calling thread moves messages meanwhile.
     *
     * @param completion what to wait for
     * @param call the call that waits, for the observer; null if it is a collective operation
     * @throws CommException the failure after which the job can't go on
     */
    public void await(Completion completion, String call) {
        if (completion.isDone()) return;
        Object kept = events.waitBegan(completion, call);
        // A wait that ends by a failure at once would never move a message.
        if (table.count() > 0) leader.progress();
        CommException cause = null;
        while (!leader.await(completion, call)) {
            cause = table.reason(completion);
            if (cause != null) break;
        }
        events.waitEnded(completion, call, kept);
        if (cause != null) throw table.raised(cause);
    }

    /**
     * Throws why a wait ends before what it waits for. Returns if there is no reason any more: a receive from any
     * source ends a wait after the failure of one source, and a message may have come for it since.
     */
    private void throwReason(Completion completion) {
        CommException cause = table.reason(completion);
        if (cause != null) throw table.raised(cause);
    }

    /**
     * Does what waits for something that no rank of the job brings; observers and reports know of the wait.
     *
     * @param <T> what it returns
     * @param <E> what it throws
     * @param call the name of the call
     * @param arguments of the call, for reports
     * @param wait does not wait in the engine
     * @return what it has returned
     * @throws E as it does
     */
    public <T, E extends Exception> T awaitOutside(String call, String arguments, Outside<T, E> wait) throws E {
        Completion outside = new OutsideWait(call + "(" + arguments + ")");
        Object kept = events.waitBegan(outside, call);
        try {
            return leader.awaitOutside(outside, call, wait);
        } finally {
            events.waitEnded(outside, call, kept);
        }
    }

    /** {@return the clock and the processor of this rank's threads} */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** {@return the observer of this rank} */
    public Events events() {
        return events;
    }

    /**
     * Moves what can be moved now and returns whether something has come.
     *
     * @param completion what to look at
     * @return whether it has come
     * @throws CommException the failure after which the job can't go on
     */
    public boolean test(Completion completion) {
        if (completion.isDone()) return true;
        leader.progress();
        if (completion.isDone()) return true;
        if (table.count() > 0 && leader.endsWait(completion)) throwReason(completion);
        return completion.isDone();
    }

    /**
     * Ends every wait and every call from now on, sends what is queued, notifies the peers of this rank's departure and
     * closes the transport. After a failure the peers see this rank as lost instead. Another call returns at once.
     *
     * @param cause what each wait and call throws
     * @param lingerNanos the longest time to wait for the network, in ns
     */
    public void close(CommException cause, long lingerNanos) {
        // No process joins meanwhile, and no transport is attached: see RankTransports.
        synchronized (transports) {
            if (closed) return;
            closed = true;
            boolean orderly = failures.close(cause);
            leader.close();
            transports.close(orderly, lingerNanos);
        }
    }
}
