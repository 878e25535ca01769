package org.jmpi.comm.communicator;

import java.util.function.IntUnaryOperator;
import org.jmpi.comm.coll.NodeMap;
import org.jmpi.comm.coll.RankView;
import org.jmpi.comm.coll.SegmentSetup;
import org.jmpi.comm.coll.shared.SegmentRanks;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.SharedMemory;

/** The shared segment of the ranks of a communicator that share memory with this one, and how this rank waits there. */
final class SegmentWait implements SharedSegment.SegmentWaiter, Completion {
    /**
     * Looks, of a rank that may spin, before it tries to lead, which takes as long as some of them. Meanwhile it moves
     * no frame that another rank may await: a Put of 8 bytes to an array and a fence take 9.6 us with 300 looks, and
     * 1.7 us with 32; collective operations take the same time.
     */
    private static final int LOOKS = 32;

    /** The failure mark of a rank that leaves since the communicator is revoked. */
    private static final long REVOKED = -1;

    /** The looks between two at the failure marks, as a mask: each look at them slows a store to them. */
    private static final int LOOKS_BETWEEN = 63;

    private final Communicator comm;
    private final ProgressEngine engine;
    private final NodeMap nodes;
    private final SharedSegment sharedSegment;

    /** Of the thread that waits, to find failures now and then. */
    private int looks;

    private SegmentWait(Communicator comm, NodeMap nodes, SharedMemory.Region region) {
        RankView local = nodes.local();
        this.comm = comm;
        this.engine = comm.process().engine();
        this.nodes = nodes;
        this.sharedSegment = region == null
                ? null
                : new SharedSegment(
                        region, local.rank(), local.size(), local.tuning().slot(), this);
    }

    /** Returns the lowest rank of a communicator that this one shares memory with, itself included. */
    static int firstSharer(Communicator comm) {
        SharedMemory shared = sharedMemory(comm);
        for (int rank = 0; shared != null && rank < comm.rank(); rank++)
            if (shared.reaches(comm.group().worldRank(rank))) return rank;
        return comm.rank();
    }

    /**
     * Takes memory for the ranks of this host, if it has some. Each of them calls this in the same operation, and gets
     * the same answer: what the host refuses to one of them, none uses.
     */
    static SegmentWait open(Communicator comm, NodeMap nodes) {
        RankView local = nodes.local();
        if (!local.tuning().sharesMemory(local.size())) return new SegmentWait(comm, nodes, null);
        Process process = comm.process();
        int bytes = SharedSegment.bytes(local.size(), local.tuning().slot());
        SegmentSetup setup = new SegmentSetup(
                sharedMemory(comm),
                bytes,
                process.communicators().refusal(bytes),
                local,
                reason -> process.note(
                        SegmentWait.class,
                        () -> "rank " + process.worldRank()
                                + " has no shared memory for collective operations, which go by messages instead: "
                                + reason));
        SharedMemory.Region region = setup.accept();
        if (region != null) process.communicators().takes(comm, bytes);
        return new SegmentWait(comm, nodes, region);
    }

    private static SharedMemory sharedMemory(Communicator comm) {
        return comm.process().engine().transports().sharedMemory(comm.group().worldRanks());
    }

    /** Returns the shared segment; null if there is none. */
    SharedSegment sharedSegment() {
        return sharedSegment;
    }

    @Override
    public void await(SharedSegment awaited) {
        for (int look = 0; look < LOOKS && engine.leader().maySpin(); look++) {
            if (sharedSegment.isReached()) return;
            engine.scheduler().onSpinWait();
        }
        engine.await(this, null);
        if (!sharedSegment.isReached()) throw cause();
    }

    /** Returns why what is awaited never comes. */
    private CommException cause() {
        if (comm.isOver()) return engine.peers().raised(Process.finalized());
        CommException ofMember = comm.failure();
        if (ofMember != null) {
            leaveByFailure();
            return engine.peers().raised(ofMember);
        }
        if (engine.peers().get(peer()).gone() != null) return engine.peers().missing(peer());
        RankView local = nodes.local();
        int from = sharedSegment.awaitedRank();
        CommException otherCall = sharedSegment.failureMark(from) == 0 ? sharedSegment.otherCall(local) : null;
        return engine.peers().raised(otherCall == null ? left(local, from) : otherCall);
    }

    @Override
    public CommException left(SegmentRanks ranks, int from) {
        long mark = sharedSegment.failureMark(from);
        if (mark == 0) return ranks.left(from);
        sharedSegment.fail(mark);
        if (mark == REVOKED)
            return new CommException(
                    ErrorClass.REVOKED,
                    "communicator " + comm.context() + " has been revoked: rank " + nodes.rank(from) + " has left "
                            + comm.collectiveCall() + " for that");
        String failed = "world rank " + (mark - 1) + " has failed: rank " + nodes.rank(from) + " has left "
                + comm.collectiveCall() + " for that";
        return new CommException(ErrorClass.PROC_FAILED, failed);
    }

    @Override
    public boolean pauseFor(int reader) {
        int readerInWorld = comm.group().worldRank(nodes.rank(reader));
        boolean failsAll = comm.failure() != null || sharedSegment.failureMark(sharedSegment.rank()) != 0;
        if (!failsAll || engine.peers().get(readerInWorld).gone() != null) return false;
        engine.scheduler().yield();
        return true;
    }

    /**
     * Posts the failure mark of this rank, if a rank of the communicator has failed, or the communicator is revoked.
     * The rank retracts what it has published only afterwards, so that others who miss it see the mark.
     */
    void leaveByFailure() {
        if (sharedSegment == null) return;
        int failed = comm.failedRank();
        if (comm.revocation() != null) sharedSegment.fail(REVOKED);
        else if (failed >= 0) sharedSegment.fail(failed + 1L);
    }

    @Override
    public void wake(int rank) {
        engine.wakes().wake(engine.peers().get(comm.group().worldRank(nodes.rank(rank))));
    }

    @Override
    public boolean isDone() {
        return sharedSegment.isReached()
                || (++looks & LOOKS_BETWEEN) == 0 && sharedSegment.isLeft()
                || comm.failure() != null
                || engine.peers().get(peer()).gone() != null
                || comm.isOver();
    }

    @Override
    public void wakes(Runnable alarm) {
        engine.wakes().setAlarm(this, alarm);
        sharedSegment.sleep(alarm != null);
    }

    @Override
    public int context() {
        return comm.context() + 1;
    }

    @Override
    public int peer() {
        return comm.group().worldRank(nodes.rank(sharedSegment.awaitedRank()));
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return comm.collectiveCall();
    }
}
