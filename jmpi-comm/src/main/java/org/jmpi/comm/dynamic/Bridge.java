package org.jmpi.comm.dynamic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.FrameDispatcher;
import org.jmpi.comm.progress.PeerConnection;
import org.jmpi.comm.progress.RankTransports;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.SleepRecheck;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.RankTable;
import org.jmpi.comm.wireup.WiredRank;

/**
 * The transports between the processes of two groups that have connected, at one process. In their bridge the processes
 * have ranks of their own: those of the group that has opened the port come first.
 *
 * <pre>
 *   world A: 0 1 2                      world B: 0 1
 *
 *   bridge:        0 1 2 | 3 4          a frame of rank 3 comes to rank 0 of world A
 *   numbers at A0: 0 1 2   3 4          as one of the process with number 3 there,
 *   numbers at B0: 2 3 4   0 1          and a frame of rank 0 to rank 0 of world B as one of number 2
 * </pre>
 */
final class Bridge implements WiredRank, FrameHandler {
    private static final long LOOK_NANOS = 1_000_000;

    private final int rank;
    private final List<Member> members;
    private final boolean[] reached;
    private final Process process;
    private final String hostName;
    private final JmpiConfig config;

    /** Takes the frames, by the numbers that this process gives to the others. */
    private final FrameDispatcher engineFrames;

    private final CompositeTransport.Member driven;

    /** The number of each process that this one reaches by this bridge; -1 for the others. */
    private final int[] numbers;

    private int first;
    private int count;

    /** Null before the bridge is open, and from its end on. */
    private Transport transport;

    // Guarded by the list of open bridges.

    /** The meetings that keep the bridge open: those under way, and those whose processes Finalize does not await. */
    private int holds;

    /** Whether its last communicator has been disconnected. */
    private boolean parted;

    /** The numbers of the processes for which MPI.Finalize waits. */
    private final Set<Integer> awaited = ConcurrentHashMap.newKeySet();

    /**
     * @param rank of this process in the bridge
     * @param members all of both groups
     * @param reached those that this process reaches by this bridge
     */
    Bridge(int rank, List<Member> members, boolean[] reached, Process process, String hostName, JmpiConfig config) {
        this.rank = rank;
        this.members = members;
        this.reached = reached;
        this.process = process;
        this.hostName = hostName;
        this.config = config;
        this.engineFrames = process.engine().frames();
        this.driven = process.engine().transports().member(this);
        this.numbers = new int[members.size()];
        Arrays.fill(numbers, -1);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public boolean reachesAll() {
        return false;
    }

    @Override
    public String hostName() {
        return hostName;
    }

    @Override
    public JmpiConfig config() {
        return config;
    }

    @Override
    public FrameHandler frames() {
        return driven;
    }

    @Override
    public void connect(CompositeTransport opened, RankTable table, JobSecret secret) {
        Transport settled = opened.settle(table.addresses(), peer -> reached[peer]);
        List<Integer> peers = new ArrayList<>();
        List<RankTransports.Joined> joined = new ArrayList<>();
        for (int peer = 0; peer < members.size(); peer++) {
            if (!reached[peer]) continue;
            Member member = members.get(peer);
            Endpoint way = opened.endpoint(peer, table.address(peer));
            peers.add(peer);
            joined.add(
                    new RankTransports.Joined(member.name().toString(), member.host(), way, settled.eagerLimit(peer)));
        }
        first = process.engine().transports().join(joined);
        count = joined.size();
        for (int i = 0; i < count; i++) {
            numbers[peers.get(i)] = first + i;
            process.names().add(members.get(peers.get(i)).name(), first + i);
        }
        settled.start();
        process.engine().transports().attach(driven, settled);
        transport = settled;
    }

    /** Returns whether a process is reached by this bridge. */
    boolean reaches(int number) {
        return number >= first && number < first + count;
    }

    /** Keeps the bridge open until {@link #release}. */
    void hold() {
        holds++;
    }

    void release() {
        holds--;
    }

    /** Notes whether no communicator is left that needs the bridge: then MPI.Finalize waits for no process. */
    void parted(boolean isParted) {
        parted = isParted;
        if (isParted) awaited.clear();
    }

    /** Returns whether nothing but a communicator that has been made since keeps the bridge open. */
    boolean mayClose() {
        return parted && holds == 0;
    }

    /** Connects to the processes that would not learn of the end of this one otherwise. */
    void greet() {
        for (int number = first; number < first + count; number++)
            process.engine().peers().get(number).greet();
    }

    /**
     * Waits until the processes that {@link #greet} have connected: this one does not learn of their end before.
     *
     * @param call the name of the call, for reports
     * @throws CommException of class OTHER if one does not connect in time
     */
    void awaitGreetings(String call) {
        Scheduler scheduler = process.engine().scheduler();
        long start = scheduler.nanoTime();
        for (int number = first; number < first + count; number++) {
            PeerConnection greeting = process.engine().peers().get(number);
            String what = "connection of " + greeting.name();
            process.engine().awaitOutside(call, what, () -> {
                while (!greeting.isConnected()) {
                    check(start, what);
                    scheduler.parkNanos(this, LOOK_NANOS);
                }
                return null;
            });
        }
    }

    /**
     * Lets MPI.Finalize wait for processes.
     *
     * @param members of a communicator; those that this bridge does not reach do not count
     */
    void await(int[] members) {
        for (int number : members) if (reaches(number)) awaited.add(number);
    }

    /** Tells the processes that their MPI.Finalize need not wait for this one any more. */
    void finish() {
        for (int number = first; number < first + count; number++)
            process.engine().peers().get(number).finish();
    }

    /** Waits until those that are awaited have called MPI.Finalize, too, have ended, or have closed the bridge. */
    void awaitFinish() {
        for (int number : awaited) {
            PeerConnection finishing = process.engine().peers().get(number);
            if (finishing.isFinished()) continue;
            process.engine().awaitOutside("Finalize", "that of " + finishing.name(), () -> {
                awaitFinish(finishing);
                return null;
            });
        }
    }

    private void awaitFinish(PeerConnection finishing) {
        Scheduler scheduler = process.engine().scheduler();
        Thread self = Thread.currentThread();
        boolean interrupted = false;
        process.engine().wakes().setAlarm(this, () -> scheduler.unpark(self));
        try {
            // Set before the look: of a frame that comes between them the alarm lets the thread not park.
            while (!finishing.isFinished() && process.engine().peers().failure() == null) {
                scheduler.parkNanos(this, SleepRecheck.SLEEP_NANOS);
                interrupted |= Thread.interrupted();
            }
        } finally {
            process.engine().wakes().setAlarm(this, null);
            if (interrupted) self.interrupt();
        }
        CommException over = process.engine().peers().failure();
        if (over != null) throw over.here();
    }

    private void check(long start, String what) {
        CommException over = process.engine().peers().failure();
        if (over != null) throw over.here();
        if (process.engine().scheduler().nanoTime() - start > config.connectNanos())
            throw new CommException(
                    ErrorClass.OTHER,
                    "no " + what + " within " + config.connectNanos() / 1_000_000_000L + " s (jmpi.connect.timeout.s)");
    }

    /**
     * Sends what is queued, and closes the transports, as far as they are open; once. An operation fails if it needs a
     * process that was reached by them.
     *
     * @param lingerNanos the longest time to wait for the network, in ns
     */
    void close(long lingerNanos) {
        process.engine().transports().leave(first, count);
        for (int number = first; number < first + count; number++)
            process.names().remove(number);
        Transport open = transport;
        if (open == null) return;
        transport = null;
        process.engine().transports().detach(driven);
        open.close(lingerNanos);
    }

    // ---- frames, with the numbers that this process gives to the others ----

    @Override
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        return engineFrames.onFrame(numbers[peer], word0, word1, word2, word3);
    }

    @Override
    public void onPeerLost(int peer, Throwable cause) {
        if (numbers[peer] >= 0) engineFrames.onPeerLost(numbers[peer], cause);
    }

    @Override
    public void onPeerDeparted(int peer) {
        if (numbers[peer] >= 0) engineFrames.onPeerDeparted(numbers[peer]);
    }

    @Override
    public void onWork() {
        engineFrames.onWork();
    }
}
