package org.jmpi.transport.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.CloseContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Test;

/** Shared memory answers every frame when it closes. */
class ShmCloseTest extends CloseContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return ShmTransport.open(site, handler);
    }

    @Test
    void whoHasJustDecidedToSleepGoesOn() throws Exception {
        try (TestWorld world = TestWorld.still(ShmTransport::open, 2)) {
            ShmTransport transport = (ShmTransport) world.rank(0).transport();
            transport.close();
            transport.sleep(TimeUnit.DAYS.toNanos(1));
            assertFalse(transport.poll());
        }
    }

    @Override
    protected Class<? extends Exception> failure() {
        return IllegalStateException.class;
    }
}
