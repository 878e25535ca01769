package org.jmpi.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.RefusedException;
import org.junit.jupiter.api.Test;

class TlsConnectionTest {
    private static final int RECORD = 1 << 14;

    private static Pipe pipe() throws IOException {
        Identity job = JobCertificate.of(JobSecret.create());
        return Pipe.of(job, job);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void withoutTheSettingThereIsNoTls() throws IOException {
        assertNull(Tls.of(JmpiConfig.load(new Properties(), Map.of()), JobSecret.create()));
    }

    @Test
    void processesOfAJobTalkBothWays() throws IOException {
        Pipe pipe = pipe();
        pipe.shake();
        assertArrayEquals(pipe.initiator().binding(), pipe.acceptor().binding());
        for (int length : new int[] {1, RECORD - 1, RECORD, RECORD + 1, 10 * RECORD + 7}) {
            byte[] bytes = random(length);
            assertArrayEquals(bytes, Pipe.send(pipe.initiator(), pipe.acceptor(), bytes));
            assertArrayEquals(bytes, Pipe.send(pipe.acceptor(), pipe.initiator(), bytes));
        }
    }

    /** The acceptor sends nothing behind the handshake, and a later connection takes as many bytes as the first. */
    @Test
    void noSessionIsResumed() throws IOException {
        Identity job = JobCertificate.of(JobSecret.create());
        Tls initiator = Tls.of(job);
        Tls acceptor = Tls.of(job);
        int[] bytes = new int[2];
        for (int i = 0; i < bytes.length; i++) {
            Pipe pipe = new Pipe(initiator.connection(true), acceptor.connection(false));
            assertFalse(pipe.initiator().handshake());
            Pipe.move(pipe.initiator(), pipe.acceptor());
            assertFalse(pipe.acceptor().handshake());
            bytes[i] = Pipe.move(pipe.acceptor(), pipe.initiator());
            assertTrue(pipe.initiator().handshake());
            Pipe.move(pipe.initiator(), pipe.acceptor());
            assertTrue(pipe.acceptor().handshake());
            assertEquals(0, pipe.acceptor().outgoing().position(), "a session ticket");
        }
        assertEquals(bytes[0], bytes[1], (double) bytes[0] / 10); // a certificate is longer, a signature may vary
    }

    @Test
    void aProcessOfAnotherJobIsRefusedAndLearnsIt() throws IOException {
        Pipe pipe = Pipe.of(JobCertificate.of(JobSecret.create()), JobCertificate.of(JobSecret.create()));
        IOException refusal = assertThrows(RefusedException.class, pipe::shake);
        assertEquals("TLS: it does not know this job's secret", refusal.getMessage());
        Pipe.move(pipe.initiator(), pipe.acceptor());
        IOException alert =
                assertThrows(RefusedException.class, () -> pipe.acceptor().handshake());
        assertTrue(alert.getMessage().startsWith("TLS: "), alert.getMessage());
    }

    @Test
    void bytesThatAreNoTlsFailThisAttemptOnly() throws IOException {
        TlsConnection acceptor = pipe().acceptor();
        acceptor.incoming().put("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        IOException failure = assertThrows(IOException.class, acceptor::handshake);
        assertFalse(failure instanceof RefusedException, failure.toString());
    }

    @Test
    void aChangedByteIsNoticed() throws IOException {
        Pipe pipe = pipe();
        pipe.shake();
        pipe.initiator().wrap(ByteBuffer.wrap(random(100)));
        Pipe.move(pipe.initiator(), pipe.acceptor());
        ByteBuffer incoming = pipe.acceptor().incoming();
        incoming.put(50, (byte) (incoming.get(50) ^ 1));
        ByteBuffer target = ByteBuffer.allocate(200);
        assertThrows(IOException.class, () -> pipe.acceptor().unwrap(target));
        assertEquals(0, target.position());
    }

    @Test
    void recordsAreKeptUntilTheyAreWholeAndThereIsRoom() throws IOException {
        Pipe pipe = pipe();
        pipe.shake();
        byte[] bytes = random(2 * RECORD);
        pipe.initiator().enlarge(4 * RECORD);
        pipe.acceptor().enlarge(4 * RECORD);
        pipe.initiator().wrap(ByteBuffer.wrap(bytes));
        ByteBuffer records = pipe.initiator().outgoing().flip();
        ByteBuffer target = ByteBuffer.allocate(bytes.length + Pipe.OVERHEAD_BYTES);
        pipe.acceptor().incoming().put(records.get());
        pipe.acceptor().unwrap(target);
        assertEquals(0, target.position());
        pipe.acceptor().incoming().put(records);
        pipe.acceptor().unwrap(target.limit(RECORD + Pipe.OVERHEAD_BYTES));
        assertTrue(target.position() > 0 && target.position() <= RECORD, target.toString());
        pipe.acceptor().unwrap(target.limit(target.capacity()));
        assertArrayEquals(bytes, Arrays.copyOf(target.array(), target.position()));
    }

    @Test
    void theEndIsSaid() throws IOException {
        Pipe pipe = pipe();
        pipe.shake();
        pipe.initiator().closeOutbound();
        Pipe.move(pipe.initiator(), pipe.acceptor());
        assertFalse(pipe.acceptor().isInboundDone());
        pipe.acceptor().unwrap(ByteBuffer.allocate(RECORD));
        assertTrue(pipe.acceptor().isInboundDone());
        assertThrows(IOException.class, () -> Pipe.send(pipe.initiator(), pipe.acceptor(), (byte) 1));
    }
}
