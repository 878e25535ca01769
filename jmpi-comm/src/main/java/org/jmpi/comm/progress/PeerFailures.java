package org.jmpi.comm.progress;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.StallDetector;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/**
 * Finds the ends of peers, and spreads them. A {@link ReliableBroadcast} takes a failure that is
 * found here to all ranks. One that another rank has found is forwarded, and treated as if it were found here.
 *
 * <p>Three things find failures: a transport whose connection ends, {@link FailureDetector} by silence, and the notices
 * of other ranks. The detector has a thread of its own on the leader of each host if there are several hosts. The
 * engine's background thread can't do it: it rests just while a thread of the program moves the transport, and is
 * missing where frames arrive by themselves.
 */
public final class PeerFailures implements FailureDetector.Peers {
    /** The word of a heart-beat that is to be answered. */
    private static final int ASK = 1;

    /** How often the frames of a failure are looked at, in ns. */
    private static final long NOTICE_NANOS = 100_000;

    private final int rank;
    private final JmpiConfig config;
    private final PeerListener listener;
    private final Events events;
    private final Inbox inbox;
    private final StallDetector stall;
    private final Scheduler scheduler;

    /** Changed by {@link #move} alone. */
    private volatile RankLife life = RankLife.RUNNING;

    /** Whether nothing had failed when this rank was closed. */
    private volatile boolean orderly;

    /** Whether the notice of an MPI.Abort has been sent on; each rank does that once. */
    private final AtomicBoolean abortSpread = new AtomicBoolean();

    /** The host of each rank; replaced, never changed. */
    private volatile List<Host> hosts;

    private PeerTable table;
    private ReliableBroadcast broadcast;
    private FailureDetector detector;

    /** Whether this rank keeps a connection to its neighbour; set by {@link #start}. */
    private boolean linked;

    /** Whether a leader of a host runs the detector; set by {@link #start}. */
    private boolean beating;

    private ProgressLeader leader;
    private Runnable alarms;

    /** The peer to which this rank keeps a connection so that it finds the end of this process. */
    private int neighbour;

    private Thread thread;

    // The detector's thread owns the fields below.

    private Callable<HeartbeatSocket> opener = () -> null;

    /** Null if there is none. */
    private HeartbeatSocket datagrams;

    /** The peer that is to send heart-beats as datagrams; negative before there is one. */
    private int subscribed = -1;

    /**
     * @param config the bound for the failure of a host, and the time to connect to one
     * @param scheduler of this rank
     * @param stall of this process
     */
    PeerFailures(
            int rank,
            JmpiConfig config,
            PeerListener listener,
            Events events,
            Inbox inbox,
            Scheduler scheduler,
            StallDetector stall) {
        this.rank = rank;
        this.config = config;
        this.listener = listener;
        this.events = events;
        this.inbox = inbox;
        this.scheduler = scheduler;
        this.stall = stall;
        this.neighbour = rank;
    }

    /** Returns the cause of a move that is no failure; made anew, as its stack holds the classes of a program. */
    private static CommException because(String event) {
        return new CommException(ErrorClass.OTHER, event);
    }

    /**
     * Connects this to the engine; once, before any other call.
     *
     * @param hosts the host of each rank
     * @param leader lets threads wait
     * @param alarms wakes the threads that sleep until something is stored in shared memory
     */
    void connect(PeerTable table, List<Host> hosts, ProgressLeader leader, Runnable alarms) {
        this.table = table;
        this.hosts = hosts;
        this.leader = leader;
        this.alarms = alarms;
        this.broadcast = new ReliableBroadcast(rank, table);
        this.detector =
                new FailureDetector(rank, hosts, Math.max(config.failureNanos(), 1), config.connectNanos(), this);
    }

    /** Adds processes of other worlds, whose failures are found by this rank's own connections to them alone. */
    synchronized void join(List<PeerConnection> joined, List<Host> theirs) {
        hosts = Stream.concat(hosts.stream(), theirs.stream()).toList();
        table.add(joined);
    }

    /**
     * Lets heart-beats overtake what waits in connections; before {@link ProgressEngine#start}.
     *
     * @param how opens a socket for them if there are several hosts
     */
    public void overtake(Callable<HeartbeatSocket> how) {
        opener = how;
    }

    /**
     * Begins to look for failures.
     *
     * @param watched whether something else watches the processes of this host
     */
    synchronized void start(boolean watched) {
        linked = !watched;
        beating = config.failureNanos() > 0;
        review();
    }

    /** Adapts this rank's duties to who is there. */
    private synchronized void review() {
        if (life == RankLife.CLOSED) return;
        int successor = detector.successor();
        if (linked && successor != neighbour) beat(successor, false);
        neighbour = successor;
        if (!beating || thread != null || !detector.leads()) return;
        thread = scheduler.newThread(this::run, "jmpi-failure-" + rank);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler((each, cause) ->
                fail(new CommException(ErrorClass.INTERN, "failure detection failed: " + cause, cause)));
        scheduler.start(thread);
    }

    private void run() {
        try (StallDetector.ClockWatch watch = stall.watch();
                HeartbeatSocket opened = open()) {
            datagrams = opened;
            while (life != RankLife.CLOSED) {
                watch.look();
                tick(scheduler.nanoTime());
                scheduler.parkNanos(this, detector.periodNanos());
            }
        }
    }

    /** Returns null if this host allows no socket: then the connections show all signs of life. */
    private HeartbeatSocket open() {
        try {
            return opener.call();
        } catch (Exception e) {
            return null;
        }
    }

    /** Lets the detector act; by one thread. */
    void tick(long now) {
        if (datagrams != null) datagrams.take();
        detector.tick(now);
    }

    // ---- the needs of this rank ----

    /**
     * Ends every wait, now and later, by a failure; the first one counts.
     *
     * @param cause what every wait then throws
     * @return whether it is the first one
     */
    public boolean fail(CommException cause) {
        if (!table.failAll(cause)) return false;
        leader.wakeAll();
        return true;
    }

    /** Wakes each thread that waits, to look again whether what it waits for can be completed. */
    public void lookAgain() {
        table.lookAgain();
        leader.wakeAll();
        alarms.run();
    }

    /** Returns how far this rank is in its life. */
    RankLife life() {
        return life;
    }

    /**
     * Moves this rank from one state to the next.
     *
     * <p>The thread of the program that is in MPI.Finalize or MPI.Init, the thread that makes progress and the one that
     * closes the engine move it. The program reads FINALIZING and is about to finalize; meanwhile a notice excludes
     * this rank. A plain write of FINALIZED would then hide the exclusion. Under the lock the second thread finds
     * another state than it has read, and moves nothing.
     *
     * @param from the state that the caller has read
     * @param cause why the rank moves; what its waits fail by if it is excluded or closed
     * @return false if another thread has moved the rank since
     * @throws IllegalStateException if no rank goes from the one state to the other
     */
    boolean move(RankLife from, RankLife to, CommException cause) {
        if (!from.leadsTo(to))
            throw new IllegalStateException(
                    "rank " + rank + " can't go from " + from + " to " + to + ": " + cause.getMessage());
        synchronized (this) {
            if (life != from) return false;
            life = to;
            // A rank that begins again learns of lost peers by an exception of its MPI.Init.
            table.silence(to == RankLife.CLOSED || from == RankLife.FINALIZED);
        }
        if (to == RankLife.EXCLUDED) excluded(cause);
        if (to == RankLife.CLOSED) closed(from, cause);
        return true;
    }

    /** Moves this rank from any state that leads to another one; returns false if its state does not. */
    private boolean moveTo(RankLife to, CommException cause) {
        for (RankLife from = life; from.leadsTo(to); from = life) if (move(from, to, cause)) return true;
        return false;
    }

    private void excluded(CommException cause) {
        // First, since the call that fails may end this rank, and that is no cause of its own.
        listener.onPeerGone(rank, cause);
        fail(cause);
    }

    private void closed(RankLife from, CommException cause) {
        orderly = table.failAll(cause);
        if (orderly && from.reportsLosses()) announceEnd();
        for (PeerConnection peer : table.all()) peer.moveTo(PeerState.CLOSED, cause);
        leader.wakeAll();
        alarms.run();
        synchronized (this) {
            if (thread != null) scheduler.unpark(thread);
        }
    }

    /**
     * Notes that the program waits for no message until {@link #resume}: a peer may end. Does nothing if this rank is
     * past that.
     */
    public void leave() {
        move(RankLife.RUNNING, RankLife.FINALIZING, because("MPI.Finalize"));
    }

    /** Notes that this rank, which leaves, needs its peers no more until {@link #resume}: each may go. */
    public void pause() {
        move(RankLife.FINALIZING, RankLife.FINALIZED, because("MPI.Finalize"));
    }

    /**
     * Needs the peers again, if all of them are there and do so, too; else this rank is as it was. A peer that has
     * ended since {@link #pause} is no loss: the program learns of it by the exception.
     *
     * @param meeting returns when every rank has called this
     * @throws CommException of class OTHER if a peer is gone
     */
    public void resume(Runnable meeting) {
        move(RankLife.FINALIZED, RankLife.FINALIZING, because("MPI.Init"));
        try {
            for (PeerConnection peer : table.all()) {
                if (peer.gone == null || !table.isOfWorld(peer.rank)) continue;
                listener.beforeFailure();
                throw peer.gone.here();
            }
            meeting.run();
            move(RankLife.FINALIZING, RankLife.RUNNING, because("MPI.Init"));
        } catch (CommException e) {
            move(RankLife.FINALIZING, RankLife.FINALIZED, e);
            throw e;
        }
    }

    /** Ends all waits and calls by a cause; returns whether there was no failure before. */
    boolean close(CommException cause) {
        moveTo(RankLife.CLOSED, cause);
        return orderly;
    }

    /**
     * Notifies processes of other worlds that this rank ends without MPI.Finalize, and those of its own if they are to
     * go on: it fails them. The notice follows the last message on each connection.
     */
    private void announceEnd() {
        if (!config.continues()) for (PeerConnection peer : table.all()) peer.greet();
        for (PeerConnection peer : table.all()) {
            boolean isOfWorld = table.isOfWorld(peer.rank);
            if (peer.rank == rank || peer.gone != null || isOfWorld && !config.continues()) continue;
            broadcast.sendTo(peer.rank, FailureNotice.ofEnd(rank, isOfWorld));
        }
    }

    // ---- what happens to peers ----

    /** A transport has lost a peer. */
    void onPeerLost(int peer, Throwable cause) {
        String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        FailureNotice notice = new FailureNotice(FrameKind.FAILURE, rank, 0, new int[] {peer}, why);
        // After MPI.Finalize ranks end at different times, and tell only the peers that they are connected to. One that
        // is needed after all has not departed: it would have sent what is needed.
        boolean maySeeEnds = life == RankLife.FINALIZING || life == RankLife.FINALIZED;
        if (maySeeEnds && !table.get(peer).endpoint.isReached() && !inbox.needs(peer, true)) {
            depart(
                    table.get(peer),
                    PeerState.PRESUMED_DEPARTED,
                    new CommException(ErrorClass.PROC_FAILED, sentence(notice), cause));
            return;
        }
        long stalled = hosts.get(peer).equals(hosts.get(rank)) ? 0 : stall.nanos();
        if (stalled < Math.max(config.failureNanos(), 1)) lose(notice, rank, cause);
        else excludeStalled(stalled, notice, cause);
    }

    /** The other hosts have declared that this one has failed, which did not run, and may have ended since. */
    private void excludeStalled(long nanos, FailureNotice notice, Throwable cause) {
        CommException excluded = new CommException(
                ErrorClass.PROC_FAILED,
                own() + " did not run for " + nanos / 1_000_000_000L + " s, longer than jmpi.failure.timeout ("
                        + config.failureNanos() / 1_000_000_000L + " s), and the other hosts have given it up: "
                        + names(notice.ranks()) + ": " + notice.text(),
                cause);
        mark(notice, excluded);
        moveTo(RankLife.EXCLUDED, excluded);
    }

    /** A peer has departed. */
    void onPeerDeparted(int peer) {
        depart(
                table.get(peer),
                PeerState.DEPARTED,
                new CommException(
                        ErrorClass.OTHER,
                        table.get(peer).name + " has ended: no message goes to it or comes from it any more"));
    }

    /** Notes that a peer has departed, is presumed to have, or is forgotten; fails what needs it. */
    void depart(PeerConnection departing, PeerState how, CommException departed) {
        if (!table.depart(departing, how, departed)) return;
        events.peerChanged(departing.rank, how);
        review();
        alarms.run();
        RankLife now = life;
        if (!now.reportsLosses()) return;
        // By way of other members, a peer may have learnt that all have left, before it has read what this rank sent.
        inbox.abandonRevoked(departing.rank);
        boolean collective = now == RankLife.FINALIZING;
        table.abandonAnySource(departing, collective);
        if (!inbox.needs(departing.rank, collective)) return;
        table.blame(departing, departed);
        inbox.abandon(departing.rank, departed);
    }

    /** Marks ranks as failed, notifies the others, and fails what needs them. */
    private void lose(FailureNotice notice, int from, Throwable cause) {
        CommException lost = new CommException(ErrorClass.PROC_FAILED, sentence(notice), cause);
        int[] unknown = unknown(notice);
        if (unknown.length == 0) return;
        // Before a call can fail: the call is then held until the loss has ended this rank, so that the user does not
        // see its stack.
        if (life.reportsLosses()) table.blame(table.get(unknown[0]), lost);
        int[] news = mark(notice, lost);
        for (int peer : news) events.peerChanged(peer, PeerState.FAILED);
        review();
        if (news.length == 0 || !life.reportsLosses()) return;
        if (!notice.isOfOrigin() && table.isOfWorld(unknown[0])) broadcast.send(notice, from);
        for (int peer : news) inbox.abandon(peer, lost);
        leader.wakeAll();
        alarms.run();
    }

    /** Returns the ranks that a notice declares failed and that are not known to be gone. */
    private int[] unknown(FailureNotice notice) {
        return IntStream.of(notice.ranks())
                .filter(peer -> peer != rank && table.get(peer).state().leadsTo(PeerState.FAILED))
                .toArray();
    }

    private synchronized int[] mark(FailureNotice notice, CommException lost) {
        int[] news = unknown(notice);
        if (news.length > 0) table.fail(news, notice, lost);
        return news;
    }

    /** Names the ranks that have failed, the cause, and the rank that found it: the same line at every rank. */
    private String sentence(FailureNotice notice) {
        int origin = notice.origin();
        String line = names(notice.ranks()) + " failed: " + notice.text();
        return notice.isOfOrigin() ? line : line + " (found by rank " + origin + " on " + hosts.get(origin) + ")";
    }

    /** Names ranks with their hosts, such as {@code rank 3 on hostb}, {@code ranks 4, 5 on hostc}. */
    private String names(int[] ranks) {
        if (!table.isOfWorld(ranks[0])) return table.get(ranks[0]).name + " on " + hosts.get(ranks[0]);
        return IntStream.of(ranks)
                .boxed()
                .collect(Collectors.groupingBy(hosts::get, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(each -> (each.getValue().size() == 1 ? "rank " : "ranks ")
                        + each.getValue().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " on "
                        + each.getKey())
                .collect(Collectors.joining(" and "));
    }

    /** The other ranks have declared that this one has failed: it was frozen, or its host was cut off. */
    private void exclude(FailureNotice notice, int from) {
        if (!life.leadsTo(RankLife.EXCLUDED)) return;
        broadcast.send(notice, from);
        moveTo(
                RankLife.EXCLUDED,
                new CommException(
                        ErrorClass.PROC_FAILED,
                        own() + " was declared failed by " + names(new int[] {notice.origin()}) + ": "
                                + notice.text()));
    }

    private String own() {
        return names(new int[] {rank});
    }

    // ---- frames ----

    void registerWith(FrameDispatcher frames) {
        frames.register(FrameKind.HEARTBEAT, this::onHeartbeat);
        frames.register(FrameKind.FAILURE, this::onNotice);
        frames.register(FrameKind.ABORT, this::onNotice);
        frames.register(FrameKind.SUBSCRIPTION, this::onNotice);
    }

    /** Takes a heart-beat, whose arrival is what counts. */
    private Sink onHeartbeat(PeerConnection from, long word0, long word1, long word2, long word3) {
        from.heartbeats++;
        if (FrameHeader.sendId(word3) == ASK) send(from.rank, new ControlFrame(FrameKind.HEARTBEAT, 0, 0));
        return null;
    }

    /**
     * Drops a frame of a peer that has failed. A heart-beat shows that the peer runs again: the peer is notified of its
     * failure.
     *
     * @return what takes the payload; null if there is none
     */
    Sink drop(int peer, long word0, long word2) {
        FrameKind kind = FrameHeader.kind(word0);
        if (kind == FrameKind.HEARTBEAT) broadcast.sendTo(peer, table.get(peer).failed);
        long bytes = FrameHeader.length(word2);
        Inbox.check(bytes >= 0, "length", bytes);
        return kind.hasPayload() && bytes > 0 ? new DroppedPayload(bytes) : null;
    }

    /** Returns what takes a notice. */
    private Sink onNotice(PeerConnection from, long word0, long word1, long word2, long word3) {
        boolean isOfWorld = table.isOfWorld(from.rank);
        Inbox.check(isOfWorld || FrameHeader.kind(word0) == FrameKind.FAILURE, "sender of a notice", from.rank);
        return FailureNotice.sink(
                isOfWorld ? table.worldSize() : 1, word0, word1, word2, word3, notice -> take(notice, from.rank));
    }

    private void take(FailureNotice notice, int from) {
        if (!table.isOfWorld(from)) lose(notice.ofSender(from), from, null);
        else if (notice.kind() == FrameKind.ABORT) {
            if (!abortSpread.compareAndSet(false, true)) return;
            broadcast.send(notice, from);
            listener.onAbort(notice.origin(), notice.code(), notice.text());
        } else if (notice.kind() == FrameKind.SUBSCRIPTION) {
            table.get(from).subscription = HeartbeatSocket.Subscription.parse(notice.text());
        } else if (IntStream.of(notice.ranks()).anyMatch(peer -> peer == rank)) {
            exclude(notice, from);
        } else {
            lose(notice, from, null);
        }
    }

    /**
     * Notifies every rank that this one ends the job: each calls {@link PeerListener#onAbort}. Returns before that.
     *
     * @param code the exit code of the job
     * @param message one line that says which rank called {@code MPI.Abort}
     */
    public void abort(int code, String message) {
        if (abortSpread.compareAndSet(false, true))
            broadcast.send(new FailureNotice(FrameKind.ABORT, rank, code, new int[0], message), rank);
    }

    /**
     * Moves frames until all notices of this rank, of failures and of the end of the job, have left it.
     *
     * @param nanos the longest time, in ns
     */
    public void awaitNotices(long nanos) {
        long start = scheduler.nanoTime();
        while (!broadcast.isIdle() && scheduler.nanoTime() - start < nanos) {
            leader.progress();
            scheduler.parkNanos(this, NOTICE_NANOS);
        }
    }

    // ---- the detector's view ----

    @Override
    public boolean isGone(int peer) {
        return table.get(peer).gone != null;
    }

    @Override
    public long heard(int peer) {
        return table.get(peer).endpoint.received() + table.get(peer).heartbeats + table.get(peer).datagrams;
    }

    @Override
    public void beat(int peer, boolean ask) {
        send(peer, new ControlFrame(FrameKind.HEARTBEAT, 0, ask ? ASK : 0));
        HeartbeatSocket.Subscription subscription = table.get(peer).subscription;
        if (subscription != null && datagrams != null) datagrams.send(subscription);
    }

    private void send(int peer, Frame frame) {
        // A peer that has never been connected to may have ended, and this rank would wait for it at its own end.
        RankLife now = life;
        boolean over =
                now == RankLife.FINALIZED || now == RankLife.CLOSED || now == RankLife.FINALIZING && table.isAnyGone();
        if (!over || table.get(peer).endpoint.isToldOfDeparture())
            table.get(peer).endpoint.send(frame);
    }

    @Override
    public void subscribe(int peer) {
        if (datagrams == null || peer == subscribed) return;
        subscribed = peer;
        String text = datagrams.subscribe(() -> table.get(peer).datagrams++).text();
        FailureNotice notice = new FailureNotice(FrameKind.SUBSCRIPTION, rank, 0, new int[0], text);
        send(peer, notice.frame(notice.payload(), () -> {}));
    }

    @Override
    public void suspect(int[] peers, boolean suspected) {
        for (int peer : peers) {
            PeerState next = suspected ? PeerState.SUSPECTED : PeerState.ALIVE;
            PeerState last = suspected ? PeerState.ALIVE : PeerState.SUSPECTED;
            if (table.get(peer)
                    .move(last, next, because(suspected ? "its host is silent" : "its host has sent something")))
                events.peerChanged(peer, next);
        }
    }

    @Override
    public void fail(int[] peers, String cause) {
        lose(new FailureNotice(FrameKind.FAILURE, rank, 0, peers, cause), rank, null);
    }

    /** Returns a line for each peer that is suspected or gone. */
    String describe() {
        return Arrays.stream(table.all())
                .filter(peer -> peer.state() != PeerState.ALIVE)
                .map(peer -> "    " + peer.name + " on " + hosts.get(peer.rank) + ": "
                        + peer.state().sentence() + "\n")
                .collect(Collectors.joining());
    }
}
