package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Test;

class SocketTransportTest extends TransportContract {
    private static final int MESSAGES = 20;
    private static final int LONG_BYTES = 4 << 20;

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new SocketTransportProvider().open(site, handler);
    }

    @Test
    void longPayloadsInNativeMemoryAreNotCopied() throws Exception {
        try (TestWorld world = TestWorld.driven(this::open, 2)) {
            world.rank(1).receiveNatively();
            for (int i = 0; i < MESSAGES; i++) {
                Letter letter = Letter.ofNative(i, LONG_BYTES);
                world.rank(0).to(1).send(letter);
                assertArrayEquals(
                        Bytes.pattern(LONG_BYTES, i),
                        world.rank(1).nextArrival(0).payload());
                letter.awaitSent();
                assertEquals(0, letter.packed());
            }
            long copied = world.rank(1).unpacked();
            assertTrue(
                    copied <= (long) MESSAGES * TestWorld.BUFFER_BYTES,
                    () -> copied + " bytes copied of " + (long) MESSAGES * LONG_BYTES);
        }
    }

    @Test
    void shortPayloadsInNativeMemoryArePacked() throws Exception {
        try (TestWorld world = TestWorld.driven(this::open, 2)) {
            Letter letter = Letter.ofNative(1, FrameLayout.LEAST_UNCOPIED - 1);
            world.rank(0).to(1).send(letter);
            letter.awaitSent();
            assertEquals(letter.word1, letter.packed());
        }
    }
}
