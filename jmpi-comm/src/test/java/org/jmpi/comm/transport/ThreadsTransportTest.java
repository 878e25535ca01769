package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The transport between threads of one JVM keeps the contract. */
class ThreadsTransportTest extends TransportContract {
    private ThreadsTransport.Meeting meeting;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0) meeting = new ThreadsTransport.Meeting(site.size() + MOST_JOINING);
        return meeting.open(site.rank(), site.host(), handler);
    }

    @Test
    void theLastFramesOfAPeerComeThoughItIsSentToAfterItsEnd() throws Exception {
        try (TestWorld world = still(2)) {
            world.rank(0).to(1).send(Letter.of(1, 10));
            world.depart(0);
            Letter late = Letter.of(2, 10);
            world.rank(1).to(0).send(late);
            world.rank(1).drive();
            assertEquals(1, world.rank(1).nextArrival(0).number());
            assertInstanceOf(TestRank.Departed.class, world.rank(1).next(0));
            assertThrows(ExecutionException.class, late::awaitSent);
            assertEquals(1, late.answers());
        }
    }

    @Test
    void aLongFrameThatIsNotUnderstoodFails() throws Exception {
        try (TestWorld world = driven(2)) {
            world.rank(1).onHeader(arrival -> {
                throw new IllegalStateException("not from a correct peer");
            });
            Letter refused = Letter.of(1, 1 << 20);
            world.rank(0).to(1).send(refused);
            assertThrows(ExecutionException.class, refused::awaitSent);
            world.rank(1).nextLoss(0);
            world.rank(0).nextLoss(1);
            assertEquals(1, refused.answers());
        }
    }

    @Test
    void ringsTakeASmallPartOfTheMemory() {
        assertEquals(2 << 20, ThreadsTransport.Meeting.bulkBytes(1, 1L << 32));
        assertEquals(2 << 20, ThreadsTransport.Meeting.bulkBytes(8, 1L << 32));
        assertEquals(512 << 10, ThreadsTransport.Meeting.bulkBytes(16, 1L << 32));
        assertEquals(128 << 10, ThreadsTransport.Meeting.bulkBytes(8, 64L << 20));
        assertEquals(16 << 10, ThreadsTransport.Meeting.bulkBytes(100_000, Long.MAX_VALUE));
    }
}
