package org.jmpi.comm.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The transport between threads of one JVM. Short payloads are copied into the ring, so that their senders go on; a
 * long one is handed over, and the receiver copies it straight from the sender's array into its own.
 */
public final class ThreadsTransport extends RingTransport {
    /** The name given to {@code --transport}. */
    public static final String NAME = "threads";

    private static final int EAGER_LIMIT = 64 << 10;

    private final Meeting meeting;
    private final Host host;
    private volatile Thread sleeper;

    /** The place where the ranks of one JVM find each other. */
    public static final class Meeting {
        private static final int ALIGNMENT = 64;

        /**
         * Bytes of all rings together if every rank sends to every other one; a ring has its least size if that is
         * more.
         */
        private static final long BYTES = 128 << 20;

        /**
         * The part of the memory that the JVM may take: direct memory has the same limit as the heap, unless it is set.
         */
        private static final int SHARE = 8;

        private static final int LEAST_BULK = 16 << 10;

        /**
         * Payloads return to a place of the ring after so many bytes: the lines that its reader has read last are then
         * no longer in the cache of that core, from which the writer would have to take them.
         */
        private static final int MOST_BULK = 2 << 20;

        private static final int CELLS = 256;

        /** By which ranks know that they share this JVM. */
        private final String name = Long.toHexString(ThreadLocalRandom.current().nextLong());

        private final int size;
        private final int bulkBytes;
        private final ByteBuffer[] controlBlocks;
        private final AtomicReferenceArray<ThreadsTransport> open;
        private final AtomicReferenceArray<RingMemory> rings;
        private final JvmMemory regions = new JvmMemory();

        /**
         * Makes a place for all ranks of a world.
         *
         * @param size the number of ranks
         */
        public Meeting(int size) {
            this(0, size, size);
        }

        /**
         * Makes a place for some ranks of a world.
         *
         * @param first the lowest of them
         * @param count how many they are, from the first one on
         * @param size the number of ranks in the world
         */
        public Meeting(int first, int count, int size) {
            this.size = size;
            this.bulkBytes = bulkBytes(count, Runtime.getRuntime().maxMemory());
            this.controlBlocks = new ByteBuffer[size];
            for (int rank = first; rank < first + count; rank++) controlBlocks[rank] = memory(ControlBlock.bytes(size));
            this.open = new AtomicReferenceArray<>(size);
            this.rings = new AtomicReferenceArray<>(size * size);
        }

        /**
         * Returns how many bytes of payloads the ring between any two of some ranks holds, in a JVM of so much memory.
         */
        static int bulkBytes(int ranks, long memory) {
            long rings = Math.max(1, (long) ranks * (ranks - 1));
            long each = Long.highestOneBit(Math.min(BYTES, memory / SHARE) / rings);
            return (int) Math.max(LEAST_BULK, Math.min(MOST_BULK, each));
        }

        /**
         * Opens a rank's transport. Every rank has opened its own before any of them sends.
         *
         * @param rank the rank that opens it
         * @param host the ranks' host
         * @param handler takes what arrives for the rank
         * @return the rank's transport
         */
        public ThreadsTransport open(int rank, Host host, FrameHandler handler) {
            ThreadsTransport transport = new ThreadsTransport(this, rank, host, handler);
            open.set(rank, transport);
            return transport;
        }

        private static ByteBuffer memory(int bytes) {
            return ByteBuffer.allocateDirect(bytes + ALIGNMENT)
                    .alignedSlice(ALIGNMENT)
                    .slice(0, bytes);
        }
    }

    private ThreadsTransport(Meeting meeting, int rank, Host host, FrameHandler handler) {
        super(rank, meeting.size, handler, new ControlBlock(meeting.controlBlocks[rank], meeting.size), EAGER_LIMIT);
        this.meeting = meeting;
        this.host = host;
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(NAME, host, meeting.name);
    }

    @Override
    public boolean reaches(PeerAddress peer) {
        return peer.equals(address());
    }

    @Override
    public int eagerLimit() {
        return EAGER_LIMIT;
    }

    @Override
    protected ControlBlock controlBlock(int peer, PeerAddress address) {
        return new ControlBlock(meeting.controlBlocks[peer], meeting.size);
    }

    @Override
    protected String name() {
        return NAME;
    }

    @Override
    protected RingMemory makeRing(int to) throws IOException {
        RingMemory ring = newRing();
        ring.begin();
        meeting.rings.set(rank * meeting.size + to, ring);
        return ring;
    }

    /** Returns a ring, which is of the least size if the JVM has no direct memory left for a larger one. */
    private RingMemory newRing() throws IOException {
        try {
            return newRing(meeting.bulkBytes);
        } catch (IOException e) {
            return newRing(Meeting.LEAST_BULK);
        }
    }

    private static RingMemory newRing(int bulkBytes) throws IOException {
        int bytes = RingMemory.bytes(Meeting.CELLS, bulkBytes);
        return new RingMemory(JvmMemory.allocate(bytes), Meeting.CELLS, bulkBytes, true);
    }

    @Override
    public SharedMemory sharedMemory(int... ranks) {
        return meeting.regions;
    }

    @Override
    protected RingMemory findRing(int from) {
        RingMemory ring = meeting.rings.get(from * meeting.size + rank);
        return ring == null ? null : ring.ofReader();
    }

    @Override
    protected void sleep(long nanos) {
        sleeper = Thread.currentThread();
        // The waking thread clears the control block, or notes the wake-up, before it looks for the sleeper.
        if (!isRung()) LockSupport.parkNanos(this, nanos);
        sleeper = null;
    }

    @Override
    protected void ring(int asleep) {
        ThreadsTransport other = meeting.open.get(asleep);
        if (other != null) LockSupport.unpark(other.sleeper);
    }

    @Override
    protected void release() {
        meeting.open.set(rank, null);
    }
}
