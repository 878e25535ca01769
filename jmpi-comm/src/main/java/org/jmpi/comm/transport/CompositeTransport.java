package org.jmpi.comm.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * Several transports as one: each pair of ranks uses the first one that reaches both.
 *
 * <p>A poll polls them all. A wait blocks in the first; each of the others is meanwhile watched by a thread of its own,
 * which blocks in it and, when that has ended, wakes the first. A transport that is watched stays so until something
 * happens to it, however often the first one is polled; until then no other thread polls it:
 *
 * <pre>
 *              poll, await                          poll, await
 *   leader  ------------------&gt; first    leader  ------------------&gt; first &lt;--- wakeup ---+
 *      |                                     |                                            |
 *      +---------- poll ------&gt; second       +--- (skips it) ---  second &lt;--- await --- watching thread
 *
 *           while the leader polls                       since the leader has blocked
 * </pre>
 */
public final class CompositeTransport implements Transport {
    /** The longest time in ns for which a thread watches without a look at whether it still should. */
    private static final long WATCH_NANOS = 10_000_000_000L;

    private static final Member[] NONE = {};

    private final int rank;
    private final FrameHandler handler;
    private final Scheduler scheduler;

    /** The member that reaches each peer; null where none has been asked for. */
    private Transport[] ways;

    private Member[] members = NONE;

    /** The transport that a wait blocks in, and those that are watched meanwhile; none of them pushes. */
    private Transport first;

    private Member[] others = NONE;

    /** The shared memory of each of the transports that has some. */
    private List<CommonMemory> memories = List.of();

    /** Those that push: where no other ones are, several threads poll while one attaches or detaches. */
    private volatile Member[] pushing = NONE;

    private volatile boolean closed;

    /** Opens one of the transports. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Opens a rank's end.
         *
         * @param handler takes what arrives
         * @return the rank's transport
         * @throws IOException if the host refuses what the transport needs
         */
        Transport open(FrameHandler handler) throws IOException;
    }

    /**
     * Creates a composition of no transport yet.
     *
     * @param rank this rank in the world
     * @param size the number of ranks in the world
     * @param handler takes what arrives
     */
    public CompositeTransport(int rank, int size, FrameHandler handler) {
        this(rank, size, handler, Scheduler.JDK);
    }

    private CompositeTransport(int rank, int size, FrameHandler handler, Scheduler scheduler) {
        this.rank = rank;
        this.handler = handler;
        this.scheduler = scheduler;
        this.ways = new Transport[size];
    }

    /**
     * Creates a composition around a transport that is driven already, to which others are {@link #attach attached}.
     *
     * @param rank this rank in the world
     * @param driven stays the first
     * @param scheduler of the threads that watch the others
     */
    public CompositeTransport(int rank, Transport driven, Scheduler scheduler) {
        this(rank, 0, null, scheduler);
        Member member = new Member(null);
        member.transport = driven;
        compose(List.of(member));
    }

    /**
     * {@return the member that a transport is to become; the transport is opened with it}
     *
     * @param to takes the frames
     */
    public Member member(FrameHandler to) {
        return new Member(to);
    }

    /**
     * Has a further transport driven. Called by the thread that polls, or any if all transports push.
     *
     * @param member the transport's handler
     * @param transport opened with it, and started
     */
    public void attach(Member member, Transport transport) {
        member.transport = transport;
        List<Member> more = new ArrayList<>(List.of(members));
        more.add(member);
        compose(more);
    }

    /**
     * Drives an attached transport no more. Called as {@link #attach}.
     *
     * @param member whose transport the caller closes after that
     */
    public void detach(Member member) {
        List<Member> left = new ArrayList<>(List.of(members));
        if (!left.remove(member)) return;
        member.left = true;
        member.release();
        compose(left);
    }

    /**
     * Adds a transport that is worse than those before; called before the address is asked for.
     *
     * @param opener opens it
     * @throws IOException what the opener throws; the composition is then as it was
     */
    public void add(Opener opener) throws IOException {
        Member member = new Member(handler);
        // The first one is never watched, and spares its frames the detour.
        member.transport = opener.open(members.length == 0 ? handler : member);
        List<Member> more = new ArrayList<>(List.of(members));
        more.add(member);
        compose(more);
    }

    /** {@return whether there is but one transport} */
    public boolean isAlone() {
        return members.length == 1;
    }

    private void compose(List<Member> all) {
        List<Member> driven = new ArrayList<>();
        List<Member> pushed = new ArrayList<>();
        for (Member member : all) (member.transport.pushes() ? pushed : driven).add(member);
        members = all.toArray(NONE);
        pushing = pushed.toArray(NONE);
        first = driven.isEmpty() ? null : driven.remove(0).transport;
        others = driven.toArray(NONE);
    }

    /**
     * Closes the transports that serve no pair; called before any thread polls.
     *
     * @param addresses where each rank of the world is reached
     * @return what is to be driven: the only transport that is left, or else this
     * @throws CommException of class OTHER if a peer is not reached
     */
    public Transport settle(List<PeerAddress> addresses) {
        return settle(addresses, peer -> true);
    }

    /**
     * Does the same, where not every rank is a peer of this one.
     *
     * @param addresses where each rank is reached
     * @param isPeer tells whether messages go to a rank
     * @return what is to be driven
     * @throws CommException of class OTHER if a peer is not reached
     */
    public Transport settle(List<PeerAddress> addresses, IntPredicate isPeer) {
        List<Member> used = new ArrayList<>();
        for (Member member : members) if (serves(member, addresses, isPeer)) used.add(member);
        if (used.isEmpty()) used.add(members[0]);
        for (Member member : members) if (!used.contains(member)) member.transport.close();
        compose(used);
        memories = memories(addresses);
        return used.size() == 1 ? used.get(0).transport : this;
    }

    private boolean serves(Member member, List<PeerAddress> addresses, IntPredicate isPeer) {
        for (int peer = 0; peer < addresses.size(); peer++)
            if (peer != rank && isPeer.test(peer) && way(peer, addresses.get(peer)).member == member) return true;
        return false;
    }

    /** One of the peer's addresses, and the transport that it is of. */
    private record Way(Member member, PeerAddress address) {}

    private Way way(int peer, PeerAddress address) {
        List<PeerAddress> singles = address.split();
        for (Member member : members)
            for (PeerAddress single : singles) if (member.transport.reaches(single)) return new Way(member, single);
        throw new CommException(
                ErrorClass.OTHER,
                "rank " + rank + " cannot reach rank " + peer + ": one has "
                        + address().transport() + " on host " + address().host() + ", the other " + address.transport()
                        + " on host " + address.host());
    }

    @Override
    public PeerAddress address() {
        List<PeerAddress> singles = new ArrayList<>();
        for (Member member : members) singles.add(member.transport.address());
        return PeerAddress.join(singles);
    }

    @Override
    public boolean reaches(PeerAddress peer) {
        for (Member member : members) if (member.reachesAny(peer.split())) return true;
        return false;
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress address) {
        Way way = way(peer, address);
        if (peer >= ways.length) ways = Arrays.copyOf(ways, peer + 1);
        ways[peer] = way.member.transport;
        return ways[peer].endpoint(peer, way.address);
    }

    @Override
    public void start() {
        for (Member member : members) member.transport.start();
    }

    @Override
    public int eagerLimit() {
        int most = 0;
        for (Member member : members) most = Math.max(most, member.transport.eagerLimit());
        return most;
    }

    @Override
    public int eagerLimit(int peer) {
        return ways[peer] == null ? eagerLimit() : ways[peer].eagerLimit(peer);
    }

    /** Returns the memory of the best transport among those that share theirs with the most of the ranks. */
    @Override
    public SharedMemory sharedMemory(int... ranks) {
        CommonMemory widest = null;
        for (CommonMemory memory : memories)
            if (widest == null || memory.count(ranks) > widest.count(ranks)) widest = memory;
        return widest;
    }

    private List<CommonMemory> memories(List<PeerAddress> addresses) {
        List<CommonMemory> all = new ArrayList<>();
        for (Member member : members) {
            SharedMemory shared = member.transport.sharedMemory();
            if (shared == null) continue;
            CommonMemory common = new CommonMemory(shared, new BitSet());
            for (int peer = 0; peer < addresses.size(); peer++)
                if (member.reachesAny(addresses.get(peer).split())) common.peers.set(peer);
            all.add(common);
        }
        return all;
    }

    /** The memory that a transport shares with all ranks that it could reach, even if another one reaches them. */
    private record CommonMemory(SharedMemory memory, BitSet peers) implements SharedMemory {
        int count(int... ranks) {
            int count = 0;
            for (int rank : ranks) if (peers.get(rank)) count++;
            return count;
        }

        @Override
        public boolean reaches(int peer) {
            return peers.get(peer);
        }

        @Override
        public boolean isOneJvm() {
            return memory.isOneJvm();
        }

        @Override
        public void checkRoom(long bytes) throws IOException {
            memory.checkRoom(bytes);
        }

        @Override
        public Region create(int bytes, int ranks) throws IOException {
            return memory.create(bytes, ranks);
        }

        @Override
        public Region attach(String name, int bytes) throws IOException {
            return memory.attach(name, bytes);
        }

        @Override
        public void unlink(String name) {
            memory.unlink(name);
        }

        @Override
        public String lossOf(int peer) {
            return memory.lossOf(peer);
        }
    }

    @Override
    public boolean pushes() {
        return first == null;
    }

    @Override
    public boolean pollsMemory() {
        for (Member member : members) if (!member.transport.pushes() && !member.transport.pollsMemory()) return false;
        return true;
    }

    @Override
    public boolean poll() {
        boolean moved = false;
        for (Member member : pushing) moved |= member.transport.poll();
        if (first == null) return moved;
        moved |= first.poll();
        for (Member other : others) moved |= other.poll();
        return moved;
    }

    @Override
    public void await(long nanos) {
        for (Member other : others) other.watch();
        first.await(nanos);
    }

    @Override
    public void wakeup() {
        if (first != null) first.wakeup();
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder();
        for (Member member : members)
            text.append(member.transport.describe().strip()).append('\n');
        return text.toString();
    }

    @Override
    public void close(long nanos) {
        closed = true;
        for (Member other : others) other.release();
        // All at the same time: a peer that one of them waits for may itself wait for what another one has queued.
        for (Member other : others) other.startToClose(nanos);
        for (Member member : members) if (member.closing == null) member.transport.close(nanos);
        for (Member other : others) other.awaitClosed();
    }

    @Override
    public void close() {
        closed = true;
        for (Member other : others) other.dismiss();
        for (Member member : members) member.transport.close();
    }

    /** One of the transports, and the thread that watches it if it is not the first. */
    public final class Member implements FrameHandler {
        private final FrameHandler handler;
        private Transport transport;

        /** Whether the transport is driven no more. */
        private volatile boolean left;

        private volatile Thread watching;

        /** Whether the transport is the watching thread's, not the leader's: written by each to hand it over. */
        private volatile boolean watched;

        private volatile Throwable failure;
        private Thread closing;

        private Member(FrameHandler handler) {
            this.handler = handler;
        }

        boolean reachesAny(List<PeerAddress> singles) {
            for (PeerAddress single : singles) if (transport.reaches(single)) return true;
            return false;
        }

        boolean poll() {
            if (watched) return false;
            if (failure != null) throw new IllegalStateException("a transport failed: " + failure, failure);
            return transport.poll();
        }

        /** Hands the transport to the thread that watches it; by the leader. */
        void watch() {
            if (watched || closed) return;
            if (watching == null) start();
            watched = true;
            scheduler.unpark(watching);
        }

        private void start() {
            String name = "jmpi-watch-" + transport.address().transport() + "-" + rank;
            Thread thread = scheduler.newThread(this::runWatching, name);
            thread.setContextClassLoader(null);
            scheduler.start(thread);
            watching = thread;
        }

        private void runWatching() {
            while (!closed && !left) {
                if (!watched) {
                    scheduler.park(this);
                    continue;
                }
                try {
                    transport.await(WATCH_NANOS);
                } catch (RuntimeException | Error e) {
                    failure = e;
                }
                watched = false;
                first.wakeup();
            }
        }

        /** Ends the watching thread. */
        void dismiss() {
            Thread thread = watching;
            if (thread == null) return;
            transport.wakeup();
            scheduler.unpark(thread);
        }

        /** Ends the watching thread and waits for its end. */
        void release() {
            dismiss();
            if (watching != null && watching != Thread.currentThread()) awaitEnd(watching);
        }

        void startToClose(long nanos) {
            closing = scheduler.newThread(() -> closeNow(nanos), "jmpi-close-" + rank);
            scheduler.start(closing);
        }

        private void closeNow(long nanos) {
            try {
                transport.close(nanos);
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }

        void awaitClosed() {
            awaitEnd(closing);
            if (failure != null) throw new IllegalStateException("a transport failed: " + failure, failure);
        }

        private void awaitEnd(Thread thread) {
            boolean interrupted = false;
            while (true) {
                try {
                    if (scheduler.join(thread, 0)) break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) Thread.currentThread().interrupt();
        }

        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            return handler.onFrame(peer, word0, word1, word2, word3);
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            handler.onPeerLost(peer, cause);
        }

        @Override
        public void onPeerDeparted(int peer) {
            handler.onPeerDeparted(peer);
        }

        @Override
        public void onWork() {
            // A poll skips what is watched, so the work is done by the wait that ends here, or by the poll after it.
            if (watched) transport.wakeup();
            handler.onWork();
        }
    }
}
