package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames are packed into as few calls as their lengths allow. */
@Timeout(60)
class BatchTest {
    private static final int MOST = BatchLayout.MOST_PAYLOAD_BYTES;

    @Test
    void theTransportsAnnounceOnlyMessagesOfSeveralCalls() throws Exception {
        for (TransportProvider provider : List.of(new RmiTransportProvider(), new RmiKryoTransportProvider()))
            try (Transport transport = provider.open(TestWorld.site(0, 2, JobSecret.create()), new TestRank(0, 2))) {
                assertEquals(MOST, transport.eagerLimit());
            }
    }

    @Test
    void aMessageThatIsNotAnnouncedIsOneCall() {
        for (int length : new int[] {0, 1, 1000, 100_000, MOST})
            assertEquals(List.of(Frame.HEADER_BYTES + length), calls(Letter.of(1, length)));
    }

    @Test
    void aLongerMessageIsCutAtWholeElements() {
        assertEquals(List.of(BatchLayout.LONGEST, MOST), calls(Letter.of(1, 2 * MOST)));
        List<Integer> calls = calls(Letter.of(1, 3), Letter.of(2, MOST));
        assertEquals(2, calls.size());
        assertEquals(0, (calls.get(0) - 2 * Frame.HEADER_BYTES - 3) % BatchLayout.ELEMENT);
    }

    @Test
    void aHeaderIsNotCut() {
        int length = MOST - Frame.HEADER_BYTES + 1;
        assertEquals(
                List.of(Frame.HEADER_BYTES + length, Frame.HEADER_BYTES), calls(Letter.of(1, length), Letter.of(2, 0)));
    }

    @Test
    void queuedFramesShareACall() {
        assertEquals(List.of(3 * Frame.HEADER_BYTES + 30), calls(Letter.of(1, 10), Letter.of(2, 0), Letter.of(3, 20)));
    }

    /** Returns the length of each call. */
    private static List<Integer> calls(Letter... letters) {
        Batch batch = new Batch();
        for (Letter letter : letters) batch.add(letter);
        List<Integer> lengths = new ArrayList<>();
        while (!batch.isEmpty()) lengths.add(batch.pack().length);
        return lengths;
    }
}
