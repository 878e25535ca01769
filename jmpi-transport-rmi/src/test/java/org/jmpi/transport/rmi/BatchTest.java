package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How many calls a message takes. */
@Timeout(60)
class BatchTest {
    static Stream<Arguments> transports() {
        return Stream.of(
                Arguments.of(new RmiTransportProvider(), new ShortWords()),
                Arguments.of(new RmiKryoTransportProvider(), new KryoWords()));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void aMessageThatIsNotAnnouncedIsOneCall(TransportProvider provider, Envelopes envelopes) throws Exception {
        int most = eagerLimit(provider);
        assertTrue(most >= 1 << 20, () -> "announced from " + most + " bytes on");
        for (int length : new int[] {0, 1, 1000, 100_000, most}) assertEquals(1, calls(envelopes, length));
        assertEquals(2, calls(envelopes, 2 * most));
    }

    private static int eagerLimit(TransportProvider provider) throws Exception {
        try (Transport transport = provider.open(TestWorld.site(0, 2, JobSecret.create()), new TestRank(0, 2))) {
            return transport.eagerLimit();
        }
    }

    private static int calls(Envelopes envelopes, int length) {
        Letter letter = Letter.of(1, length);
        // No envelope is longer than that of a header with the first bit of each half of a word.
        letter.word0 = letter.word1 = letter.word2 = letter.word3 = 0x80000000_80000000L;
        Batch batch = new Batch(1, envelopes);
        batch.add(letter);
        int calls = 0;
        while (!batch.isEmpty()) {
            batch.pack();
            assertTrue(batch.length() <= BatchLayout.LONGEST, () -> batch.length() + " bytes");
            calls++;
        }
        return calls;
    }
}
