package org.jmpi.comm.context;

import org.jmpi.comm.coll.Hosts;
import org.jmpi.comm.coll.Invitation;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Pinboard;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.request.Awaited;
import org.jmpi.comm.transport.SharedMemory;

/** The pinboard of the ranks of a communicator that share memory with this one, and how this rank waits there. */
final class HostPinboard implements Pinboard.Watch, Awaited {
    /** Looks, of a rank that may spin, before it takes the driver's seat, which takes as long as some of them. */
    private static final int LOOKS = 300;

    private final CommContext comm;
    private final ProgressEngine engine;
    private final Hosts hosts;
    private final Pinboard pinboard;

    private HostPinboard(CommContext comm, Hosts hosts, SharedMemory.Region region) {
        Peers local = hosts.local();
        this.comm = comm;
        this.engine = comm.process().engine();
        this.hosts = hosts;
        this.pinboard = region == null
                ? null
                : new Pinboard(
                        region, local.rank(), local.size(), local.tuning().cell(), this);
    }

    /** Returns the lowest rank of a communicator that this one shares memory with, itself included. */
    static int firstSharer(CommContext comm) {
        SharedMemory shared = sharedMemory(comm);
        for (int rank = 0; shared != null && rank < comm.rank(); rank++)
            if (shared.reaches(comm.group().worldRank(rank))) return rank;
        return comm.rank();
    }

    /**
     * Takes memory for the ranks of this host, if it has some. Each of them calls this in the same operation, and gets the
     * same answer: what the host refuses to one of them, none uses.
     */
    static HostPinboard open(CommContext comm, Hosts hosts) {
        Peers local = hosts.local();
        if (!local.tuning().sharesMemory(local.size())) return new HostPinboard(comm, hosts, null);
        LocalProcess process = comm.process();
        int bytes = Pinboard.bytes(local.size(), local.tuning().cell());
        Invitation invitation = new Invitation(
                sharedMemory(comm),
                bytes,
                process.refusal(bytes),
                local,
                reason -> process.note("rank " + process.worldRank()
                        + " has no shared memory for collective operations, which go by messages" + " instead: "
                        + reason));
        SharedMemory.Region region = invitation.accept();
        if (region != null) process.takes(comm, bytes);
        return new HostPinboard(comm, hosts, region);
    }

    private static SharedMemory sharedMemory(CommContext comm) {
        return comm.process().engine().sharedMemory(comm.group().worldRanks());
    }

    /** Returns the pinboard; null if there is none. */
    Pinboard pinboard() {
        return pinboard;
    }

    @Override
    public void await(Pinboard awaited) {
        for (int look = 0; look < LOOKS && engine.maySpin(); look++) {
            if (pinboard.isReached()) return;
            Thread.onSpinWait();
        }
        engine.await(this);
        if (pinboard.isReached()) return;
        if (comm.isOver()) throw engine.raised(LocalProcess.finalized());
        throw engine.missing(peer());
    }

    @Override
    public void wake(int rank) {
        engine.wake(comm.group().worldRank(hosts.rank(rank)));
    }

    @Override
    public boolean isDone() {
        return pinboard.isReached() || engine.gone(peer()) != null || comm.isOver();
    }

    @Override
    public void wakes(Runnable alarm) {
        engine.onWake(this, alarm);
        pinboard.sleep(alarm != null);
    }

    @Override
    public int context() {
        return comm.context() + 1;
    }

    @Override
    public int peer() {
        return comm.group().worldRank(hosts.rank(pinboard.awaitedRank()));
    }
}
