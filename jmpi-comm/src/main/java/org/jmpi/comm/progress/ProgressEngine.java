package org.jmpi.comm.progress;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.request.Cancellation;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.request.CompositeOperation;
import org.jmpi.comm.request.Operation;
import org.jmpi.comm.request.ProbeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendMode;
import org.jmpi.comm.request.SendRequest;
import org.jmpi.comm.request.WaitStrategy;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/**
 * Moves the messages of one rank: starts sends and receives, takes frames from the transports, and lets threads wait.
 * Every method may be called by any thread at any time (MPI_THREAD_MULTIPLE).
 */
public final class ProgressEngine implements FrameHandler, Cancellation {
    /** How often the frames of a failure are looked at, in ns. */
    private static final long NOTICE_NANOS = 100_000;

    private final int rank;
    private final JmpiConfig config;
    private final PeerListener listener;
    private final Events events;
    private final Scheduler scheduler;
    private final PeerFailures failures;
    private final Inbox inbox;
    private final FrameDispatcher frames = new FrameDispatcher();
    private final WakeProtocol wakes = new WakeProtocol();

    private volatile boolean closed;

    private WaitStrategy strategy;
    private EagerProtocol eager;
    private RendezvousProtocol rendezvous;
    private ProgressLeader leader;
    private Transport transport;
    private Peer[] peers;
    private Peer[] senders;
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
        this(rank, config, listener, events, Scheduler.JDK, Stall.OF_PROCESS);
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
            int rank, JmpiConfig config, PeerListener listener, Events events, Scheduler scheduler, Stall stall) {
        this.rank = rank;
        this.config = config;
        this.listener = listener;
        this.events = events;
        this.scheduler = scheduler;
        this.inbox = new Inbox(2L * config.eagerWindow(), events);
        this.table = new PeerTable(rank, listener, inbox, new Peer[0]);
        this.failures = new PeerFailures(rank, config, listener, events, inbox, scheduler, stall);
    }

    /**
     * Lets heart-beats overtake what waits in connections; before {@link #start}.
     *
     * @param opener opens a socket for them if there are several hosts
     */
    public void overtake(Callable<HeartbeatSocket> opener) {
        failures.overtake(opener);
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
        transport = moved;
        int size = hosts.size();
        int localRanks = Collections.frequency(hosts, hosts.get(rank));
        eager = new EagerProtocol(inbox, size, config.eagerWindow());
        rendezvous = new RendezvousProtocol(inbox, size);
        eager.registerWith(frames);
        rendezvous.registerWith(frames);
        wakes.registerWith(frames);
        failures.registerWith(frames);
        peers = new Peer[size];
        for (int peer = 0; peer < size; peer++) {
            Endpoint endpoint = endpoints.apply(peer);
            int limit = config.eagerLimit() >= 0 ? config.eagerLimit() : moved.eagerLimit(peer);
            peers[peer] = new Peer(peer, endpoint, limit, config.eagerWindow());
        }
        boolean cheapLooks = moved.pushes() || moved.pollsMemory();
        // If the transport pushes frames, a rank needs two threads: one waits, one receives.
        int threads = moved.pushes() ? 2 * localRanks : localRanks;
        strategy = new WaitStrategy(scheduler, config, threads, config.cores(), cheapLooks);
        table = new PeerTable(rank, listener, inbox, peers);
        probes = new Probes(inbox, table);
        leader = new ProgressLeader(scheduler, moved, strategy, table, "jmpi-progress-" + rank);
        failures.connect(table, hosts, leader::wakeAll, wakes::runAlarms);
        senders = table.senders();
        leader.start((thread, cause) -> fail(new CommException(ErrorClass.INTERN, "progress failed: " + cause, cause)));
        moved.start();
        failures.start(watched);
    }

    /** {@return the table in which a protocol registers its receivers, before {@link #start}} */
    public FrameDispatcher frames() {
        return frames;
    }

    /** {@return what wakes threads that sleep until a peer stores something, or is gone} */
    public WakeProtocol wakes() {
        return wakes;
    }

    /**
     * {@return a peer}
     *
     * @param rank in the world
     */
    public Peer peer(int rank) {
        return peers[rank];
    }

    /**
     * Starts a send; {@link SendRequest#isDone} tells when the user's memory may change.
     *
     * @param send set, and in no operation
     */
    // As each method with this annotation: a caller that had all of it inside would take C2 a quarter of a second.
    @DontInline
    public void send(SendRequest send) {
        Peer peer = peers[send.peer()];
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
        Peer from = null;
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
     * Has a request go on, on a thread that moves messages. The caller may hold locks.
     *
     * @param request whose next steps can be taken
     */
    public void ready(CompositeOperation request) {
        leader.ready(request);
    }

    /** Notes that a request of several steps is under way while the program does something else. */
    public void begin() {
        leader.begin();
    }

    /** Notes that such a request is complete. */
    public void end() {
        leader.end();
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
        if (table.endsWait(probe)) throw raised(table.reason(probe));
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
        boolean come = leader.await(completion, call);
        events.waitEnded(completion, call, kept);
        if (!come) throw raised(table.reason(completion));
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
     * {@return a failure for the calling thread of the program to throw, with that thread's stack}
     *
     * @param cause the failure, which other threads may throw, too
     */
    public CommException raised(CommException cause) {
        listener.beforeFailure();
        return cause.here();
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
        if (table.count() > 0 && table.endsWait(completion)) throw raised(table.reason(completion));
        return completion.isDone();
    }

    /**
     * Ends every wait, now and later, by a failure; the first one counts.
     *
     * @param cause what every wait then throws
     */
    public void fail(CommException cause) {
        failures.fail(cause);
    }

    /**
     * Notifies every rank that this one ends the job: each calls {@link PeerListener#onAbort}. Returns before that.
     *
     * @param code the exit code of the job
     * @param message one line that says which rank called {@code MPI.Abort}
     */
    public void abort(int code, String message) {
        failures.abort(code, message);
    }

    /**
     * Moves frames until all notices of this rank, of failures and of the end of the job, have left it.
     *
     * @param nanos the longest time, in ns
     */
    public void awaitNotices(long nanos) {
        long start = scheduler.nanoTime();
        while (!failures.areNoticesSent() && scheduler.nanoTime() - start < nanos) {
            leader.progress();
            scheduler.parkNanos(this, NOTICE_NANOS);
        }
    }

    /** {@return why no operation of this rank can be completed, or null} */
    public CommException failure() {
        return table.failure();
    }

    /**
     * {@return the point-to-point messages that are here and have not been received}
     *
     * @param contexts the communicators looked at
     */
    public List<Unreceived> unreceived(IntPredicate contexts) {
        return unreceivedIn(context -> context % 2 == 0 && contexts.test(context));
    }

    /** {@return the messages of collective operations that are here and have not been received} */
    public List<Unreceived> unreceivedOfCollectives() {
        return unreceivedIn(context -> context % 2 != 0);
    }

    private List<Unreceived> unreceivedIn(IntPredicate contexts) {
        inbox.lock.lock();
        try {
            return inbox.unreceived(contexts);
        } finally {
            inbox.lock.unlock();
        }
    }

    /** {@return whether a thread that waits may spin: the rank that it waits for seems to have another core} */
    public boolean maySpin() {
        return strategy.maySpin();
    }

    /**
     * {@return the memory that this rank has in common with the most of some ranks; null if there is none}
     *
     * @param ranks in the world
     */
    public SharedMemory sharedMemory(int... ranks) {
        return transport.sharedMemory(ranks);
    }

    /**
     * {@return a failure to throw, of a call that needs a peer which is gone}
     *
     * @param peer its rank in the world
     */
    public CommException missing(int peer) {
        table.blame(peers[peer], peers[peer].gone);
        return raised(peers[peer].gone);
    }

    /** {@return how many failures there were; a caller looks again at {@link #failedAmong} if the number has grown} */
    public int failureCount() {
        return table.count();
    }

    /**
     * {@return the first of some ranks that has failed; -1 if none has}
     *
     * @param ranks in the world
     */
    public int failedAmong(int[] ranks) {
        return table.failedAmong(ranks);
    }

    /**
     * {@return why an operation has failed: if its peer has failed, the failure of the peer}
     *
     * @param operation with a failure
     */
    public CommException causeOf(Operation operation) {
        return table.causeOf(operation);
    }

    /** {@return the operations for which threads of the program have blocked} */
    public List<Wait> waits() {
        return leader.waits();
    }

    /**
     * {@return whether nothing has come from the other side yet: a receive or probe without a message, an announced
     * message that no receive has asked for}
     *
     * @param completion what a thread of this rank waits for
     */
    public boolean isUnanswered(Completion completion) {
        inbox.lock.lock();
        try {
            return completion.isUnmatched();
        } finally {
            inbox.lock.unlock();
        }
    }

    /** {@return the waits and the state of each connection, a line each} */
    public String describe() {
        return queues() + connections();
    }

    /** {@return the waits, a line each} */
    public String queues() {
        return inbox.describe();
    }

    /** {@return how each connection stands, a line each} */
    public String connections() {
        return "    " + transport.describe().strip().replace("\n", "\n    ") + "\n" + failures.describe();
    }

    /** Notes that the program waits for no message until {@link #resume}: a peer may end. */
    public void leave() {
        failures.leave();
    }

    /** Notes that this rank needs its peers no more until {@link #resume}: each may go. */
    public void pause() {
        failures.pause();
    }

    /**
     * Needs the peers again, if all of them are there and do so, too; else this rank is as it was. A peer that has
     * ended since {@link #pause} is no loss: the program learns of it by the exception.
     *
     * @param meeting returns when every rank has called this
     * @throws CommException of class OTHER if a peer is gone
     */
    public void resume(Runnable meeting) {
        failures.resume(meeting);
    }

    /**
     * Removes the queue of a context that no communicator has any more, once it is empty.
     *
     * @param context the freed communicator's
     */
    public void retire(int context) {
        inbox.lock.lock();
        try {
            inbox.retire(context);
        } finally {
            inbox.lock.unlock();
        }
    }

    /**
     * Removes the queues of a world that is over. Sends, receives and probes there that have not been matched fail.
     *
     * @param context that of the next world, in which messages may have come
     * @param over why they fail
     */
    public void retireAllBut(int context, CommException over) {
        inbox.abandonAllBut(context, over);
        wakes.runAlarms();
        inbox.lock.lock();
        try {
            inbox.retireAllBut(context);
        } finally {
            inbox.lock.unlock();
        }
    }

    /**
     * {@return whether messages of a communicator may be here}
     *
     * @param context the communicator's
     */
    public boolean isInUse(int context) {
        inbox.lock.lock();
        try {
            return inbox.isInUse(context);
        } finally {
            inbox.lock.unlock();
        }
    }

    /** {@return the number of contexts that have a queue} */
    public int contexts() {
        inbox.lock.lock();
        try {
            return inbox.contexts();
        } finally {
            inbox.lock.unlock();
        }
    }

    /**
     * Ends every wait and every call from now on, sends what is queued, tells the peers that this rank departs and
     * closes the transport. After a failure the peers see this rank as lost instead. Another call returns at once.
     *
     * @param cause what each wait and call throws
     * @param lingerNanos the longest time to wait for the network, in ns
     */
    public synchronized void close(CommException cause, long lingerNanos) {
        if (closed) return;
        closed = true;
        boolean orderly = failures.close(cause);
        leader.close();
        if (orderly) transport.close(lingerNanos);
        else transport.close();
    }

    @Override
    @DontInline
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        Peer from = senders[peer];
        if (from == null) return failures.drop(peer, word0, word2);
        // The table costs a short message 5 of 130 ns as soon as frames of three kinds have come: then the JIT compiler
        // no longer knows the receiver. Without this branch: 136.9 ns; with it: 129.8; a switch: 130.0 and 130.4.
        if (FrameHeader.kind(word0) == FrameKind.EAGER) return eager.onEager(from, word0, word1, word2, word3);
        return frames.dispatch(from, word0, word1, word2, word3);
    }

    @Override
    public void onPeerLost(int peer, Throwable cause) {
        failures.onPeerLost(peer, cause);
    }

    @Override
    public void onPeerDeparted(int peer) {
        failures.onPeerDeparted(peer);
    }

    @Override
    public void onWork() {
        leader.onWork();
    }
}
