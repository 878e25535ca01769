package org.jmpi.comm.transport;

import java.nio.ByteBuffer;

/**
 * One of two ranks over a ring each way. It sleeps until its doorbell rings or until its peer has done what it should
 * have rung for: then it has overslept.
 */
final class StillTransport extends RingTransport {
    /** The longest sleep, of an actor whose peer does not run at the same time. */
    private static final int SPINS = 20_000;

    /** What the two share. */
    static final class Host {
        private final ControlBlock[] controlBlocks = {controlBlock(), controlBlock()};
        private final RingMemory[] rings = new RingMemory[2];
        private final StillTransport[] ranks = new StillTransport[2];
        private volatile boolean rung;

        /** Set when the one has done what the other sleeps for. */
        volatile boolean over;

        private static ControlBlock controlBlock() {
            return new ControlBlock(ByteBuffer.allocateDirect(ControlBlock.bytes(2)), 2);
        }
    }

    private final Host host;
    final Endpoint peer;
    private boolean overslept;

    StillTransport(Host host, int rank, FrameHandler handler) {
        super(rank, 2, handler, host.controlBlocks[rank], Rings.LONGEST_COPIED);
        this.host = host;
        host.ranks[rank] = this;
        peer = endpoint(1 - rank, null);
    }

    boolean hasOverslept() {
        return overslept;
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress("still", "", "");
    }

    @Override
    public int eagerLimit() {
        return Rings.LONGEST_COPIED;
    }

    @Override
    protected ControlBlock controlBlock(int peer, PeerAddress address) {
        return host.controlBlocks[peer];
    }

    @Override
    protected RingMemory makeRing(int to) {
        return host.rings[rank] = Rings.make(false);
    }

    @Override
    protected RingMemory findRing(int from) {
        return host.rings[from];
    }

    @Override
    protected void sleep(long nanos) {
        for (int spins = 0; !host.over && spins < SPINS; spins++) {
            if (isRung()) return;
            Thread.onSpinWait();
        }
        overslept |= host.over && !host.rung;
    }

    @Override
    protected void ring(int asleep) {
        host.rung = true;
    }

    @Override
    protected void release() {}
}
