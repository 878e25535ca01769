package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The transport between threads of one JVM keeps the contract. */
class ThreadsTransportTest extends TransportContract {
    /** Frames sent by callbacks nest on the sender's stack, so chains of them are short here. */
    private static final int CHAIN = 100;

    private ThreadsTransport.Meeting meeting;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0) meeting = new ThreadsTransport.Meeting(site.size());
        return meeting.open(site.rank(), site.host(), handler);
    }

    @Override
    @Test
    void callbacksMaySend() throws Exception {
        try (TestWorld world = TestWorld.driven(this::open, 2)) {
            for (int i = 0; i < 2; i++) {
                TestRank me = world.rank(i);
                int peer = 1 - i;
                me.onArrival(arrival -> {
                    if (arrival.number() < CHAIN) me.to(peer).send(Letter.of(arrival.number() + 1, 9));
                    else me.onPeerDeparted(peer);
                });
            }
            world.rank(0).to(1).send(Letter.of(0, 9));
            assertEquals(new TestRank.Departed(), world.rank(1 - CHAIN % 2).next(CHAIN % 2));
        }
    }

    @Override
    @Test
    void sentMaySendAgain() throws Exception {
        try (TestWorld world = TestWorld.driven(this::open, 2)) {
            Endpoint to = world.rank(0).to(1);
            new Chained(to, 0).go();
            for (int i = 0; i <= CHAIN; i++)
                assertEquals(i, world.rank(1).nextArrival(0).number());
        }
    }

    /** Sends its successor when it is sent itself. */
    private static final class Chained extends Letter {
        private final Endpoint to;

        Chained(Endpoint to, int number) {
            super(PLAIN, number, new byte[40]);
            this.to = to;
        }

        void go() {
            to.send(this);
        }

        @Override
        public void sent() {
            super.sent();
            if (word2 < CHAIN) new Chained(to, (int) word2 + 1).go();
        }
    }
}
