package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The memory that threads of one JVM share keeps the contract. */
class JvmMemoryTest extends SharedMemoryContract {
    private ThreadsTransport.Meeting meeting;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) {
        // The ranks of a world are opened in their order.
        if (site.rank() == 0) meeting = new ThreadsTransport.Meeting(site.size());
        return meeting.open(site.rank(), site.host(), handler);
    }

    @Test
    void whatOneRankExposesTheOthersFind() throws Exception {
        try (TestWorld world = still(3)) {
            SharedMemory created = world.rank(1).transport().sharedMemory();
            SharedMemory.Region region = created.create(100, 3);
            SingleCopy attached = world.rank(2)
                    .transport()
                    .sharedMemory()
                    .attach(region.name(), 100)
                    .singleCopy();
            Payload[] payloads = new Payload[9];
            for (int i = 0; i < 9; i++) {
                assertNull(attached.get(i / 3, i % 3));
                payloads[i] = new Payload();
                region.singleCopy().set(i / 3, i % 3, payloads[i]);
            }
            for (int i = 0; i < 9; i++) assertSame(payloads[i], attached.get(i / 3, i % 3));
            created.unlink(region.name());
        }
    }

    private static final class Payload implements Source {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void pack(long position, ByteBuffer target) {}
    }
}
