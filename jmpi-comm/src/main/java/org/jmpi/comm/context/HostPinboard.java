package org.jmpi.comm.context;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Pinboard;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.request.Awaited;
import org.jmpi.comm.transport.SharedMemory;

/** The pinboard of a communicator whose ranks share memory, and how this rank waits there. */
final class HostPinboard implements Pinboard.Watch, Awaited {
    private static final int YES = 1;

    /** Looks, of a rank that may spin, before it takes the driver's seat, which takes as long as some of them. */
    private static final int LOOKS = 300;

    private final CommContext comm;
    private final ProgressEngine engine;
    private final Pinboard pinboard;

    private HostPinboard(CommContext comm, ByteBuffer memory) {
        this.comm = comm;
        this.engine = comm.process().engine();
        this.pinboard = memory == null
                ? null
                : new Pinboard(
                        memory,
                        comm.rank(),
                        comm.size(),
                        comm.process().tuning().cell(),
                        this);
    }

    /**
     * Takes memory for the ranks of a communicator, if they are on one host and it has some. Every rank calls this in the
     * same operation, and gets the same answer: what the host refuses to one of them, none uses.
     */
    static HostPinboard open(CommContext comm, Peers peers) {
        SharedMemory shared = comm.process().engine().sharedMemory(worldRanks(comm.group()));
        if (shared == null) return new HostPinboard(comm, null);
        String name = Integer.toString(comm.context());
        ByteBuffer memory = comm.rank() == 0
                ? lead(shared, name, peers)
                : follow(shared, comm.group().worldRank(0), name, peers);
        return new HostPinboard(comm, memory);
    }

    private static int[] worldRanks(Group group) {
        return IntStream.range(0, group.size()).map(group::worldRank).toArray();
    }

    /** Creates the memory, tells the others, hears whether they have attached to it, and tells them whether all have. */
    private static ByteBuffer lead(SharedMemory shared, String name, Peers peers) {
        ByteBuffer memory = null;
        try {
            memory = shared.create(
                    name, Pinboard.bytes(peers.size(), peers.tuning().cell()));
        } catch (IOException e) {
            // The others hear of it.
        }
        int[] answer = new int[1];
        boolean all = memory != null;
        try {
            for (int rank = 1; rank < peers.size(); rank++) peers.send(answer(memory != null), rank);
            for (int rank = 1; rank < peers.size(); rank++) {
                peers.receive(Buffer.of(answer), rank);
                all &= answer[0] == YES;
            }
        } finally {
            if (memory != null) shared.unlink(name);
        }
        for (int rank = 1; rank < peers.size(); rank++) peers.send(answer(all), rank);
        return all ? memory : null;
    }

    private static ByteBuffer follow(SharedMemory shared, int creator, String name, Peers peers) {
        int[] answer = new int[1];
        peers.receive(Buffer.of(answer), 0);
        ByteBuffer memory = null;
        try {
            if (answer[0] == YES)
                memory = shared.attach(
                        creator,
                        name,
                        Pinboard.bytes(peers.size(), peers.tuning().cell()));
        } catch (IOException e) {
            // The first rank hears of it.
        }
        peers.send(answer(memory != null), 0);
        peers.receive(Buffer.of(answer), 0);
        return answer[0] == YES ? memory : null;
    }

    private static Buffer answer(boolean yes) {
        return Buffer.of(new int[] {yes ? YES : 0});
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
        if (!pinboard.isReached()) throw engine.missing(peer());
    }

    @Override
    public void wake(int rank) {
        engine.wake(comm.group().worldRank(rank));
    }

    @Override
    public boolean isDone() {
        return pinboard.isReached() || engine.gone(peer()) != null;
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
        return comm.group().worldRank(pinboard.awaitedRank());
    }
}
