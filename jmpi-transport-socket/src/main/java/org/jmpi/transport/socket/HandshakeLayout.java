package org.jmpi.transport.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jmpi.comm.trust.JobSecret;

/**
 * The messages with which a connection begins, each of a fixed length, numbers little-endian; {@link JobSecret} says what
 * a challenge and a proof are.
 *
 * <pre>
 * hello, from the connector
 *   0            8           12         16                       48
 *   +------------+-----------+----------+------------------------+
 *   | "JMPItcp1" | connector | acceptor | challenge C            |
 *   +------------+-----------+----------+------------------------+
 *
 * welcome, from the acceptor                answer, from the connector     verdict, from the acceptor
 *   0                 32            64        0            32                0   1
 *   +-----------------+-------------+         +------------+                 +---+
 *   | challenge A     | proof       |         | proof      |                 | v |
 *   +-----------------+-------------+         +------------+                 +---+
 * </pre>
 *
 * The verdict is {@value #ACCEPTED}: frames follow, both ways; or {@value #CROSSING}: the acceptor's own connection to
 * the connector is used, and this one is closed; or {@value #REFUSED}: the acceptor has lost the connector, or closes.
 */
final class HandshakeLayout {
    static final int HELLO_BYTES = 16 + JobSecret.CHALLENGE_BYTES;
    static final int WELCOME_BYTES = JobSecret.CHALLENGE_BYTES + JobSecret.PROOF_BYTES;
    static final int ANSWER_BYTES = JobSecret.PROOF_BYTES;
    static final int VERDICT_BYTES = 1;

    static final byte ACCEPTED = 1;
    static final byte CROSSING = 2;
    static final byte REFUSED = 3;

    /** "JMPItcp1", of which the last character is the version of everything on the connection. */
    private static final long MAGIC = 0x3170_6374_4950_4D4AL;

    private HandshakeLayout() {}

    static byte[] hello(int connector, int acceptor, byte[] challenge) {
        return ByteBuffer.allocate(HELLO_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC)
                .putInt(connector)
                .putInt(acceptor)
                .put(challenge)
                .array();
    }

    static boolean isHello(byte[] hello) {
        return numbers(hello).getLong(0) == MAGIC;
    }

    static int connector(byte[] hello) {
        return numbers(hello).getInt(8);
    }

    static int acceptor(byte[] hello) {
        return numbers(hello).getInt(12);
    }

    static byte[] helloChallenge(byte[] hello) {
        return Arrays.copyOfRange(hello, 16, HELLO_BYTES);
    }

    static byte[] welcome(byte[] challenge, byte[] proof) {
        return ByteBuffer.allocate(WELCOME_BYTES).put(challenge).put(proof).array();
    }

    static byte[] welcomeChallenge(byte[] welcome) {
        return Arrays.copyOf(welcome, JobSecret.CHALLENGE_BYTES);
    }

    static byte[] welcomeProof(byte[] welcome) {
        return Arrays.copyOfRange(welcome, JobSecret.CHALLENGE_BYTES, WELCOME_BYTES);
    }

    private static ByteBuffer numbers(byte[] message) {
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    }
}
