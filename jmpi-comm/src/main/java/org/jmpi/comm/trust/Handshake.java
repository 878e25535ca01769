package org.jmpi.comm.trust;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The first bytes of each connection between processes of a job, by which both sides prove that they know the job's
 * secret. A state machine without a socket, in the style of {@code javax.net.ssl.SSLEngine}: a carrier moves the bytes
 * and limits the time. Numbers are big-endian.
 *
 * <pre>
 * initiator                                                            acceptor
 *     |  0              8           12         16           48             |
 *     |  +--------------+-----------+----------+------------+              |
 *     |  | protocol and | initiator | acceptor | opening    | ---------&gt;   |  hello
 *     |  | version      | (rank)    | (rank)   |            |              |
 *     |  +--------------+-----------+----------+------------+              |
 *     |                                                                    |
 *     |  &lt;------------------ welcome (32 bytes, or 100) -----------------  |  has the acceptor's proof
 *     |  ------------------- answer (none, or 32 bytes) -----------------&gt; |  the initiator's, if not the opening
 *     |  &lt;------------------ verdict (1 byte) ---------------------------  |  {@link Verdict}
 *     |                                                                    |
 *     |  &lt;----------------------- the next protocol ---------------------&gt; |
 * </pre>
 *
 * {@link Proof} draws opening, welcome and answer. Each message has a fixed length, and nothing behind it is consumed.
 * The initiator sends nothing of the next protocol before it has the verdict.
 *
 * <p>An acceptor that speaks another version of the initiator's protocol answers with its own protocol and version (8),
 * then zeros up to {@value #MOST_BYTES} bytes, and hangs up. All versions do so, and no welcome is longer.
 */
public final class Handshake {
    /** The length in bytes of the longest sequence that a side sends in one go. */
    public static final int MOST_BYTES = 128;

    private static final int PROTOCOL_BYTES = 8;
    private static final int HEAD_BYTES = PROTOCOL_BYTES + 2 * Integer.BYTES;
    private static final int HELLO_BYTES = HEAD_BYTES + Proof.BYTES;
    private static final int VERSION = PROTOCOL_BYTES - 1;
    private static final String UNKNOWN = "it does not know this job's secret";

    /** The next step of a side. */
    public enum State {
        /** This side has bytes to send: the carrier calls {@link #wrap}. */
        NEED_WRAP,
        /** This side waits for bytes of the other one: the carrier calls {@link #unwrap}. */
        NEED_UNWRAP,
        /** The initiator has proved the secret: the acceptor's carrier calls {@link #decide}. */
        NEED_VERDICT,
        /** Both sides have proved the secret: all that follows belongs to the next protocol. */
        ADMITTED,
        /** The connection is not used: the carrier closes it, and {@link #refusal} says why. */
        REFUSED
    }

    /** The acceptor's decision on an initiator that has proved the secret; sent as 1, 2 or 3. */
    public enum Verdict {
        /** The connection is used. */
        ADMITTED(null),
        /** The acceptor uses another connection between the two ranks. */
        CROSSING("it uses its own connection to this rank"),
        /** The acceptor takes no connection of the initiator; another attempt would end in the same way. */
        REFUSED("it takes no connection of this rank any more");

        private final String reason;

        Verdict(String reason) {
            this.reason = reason;
        }
    }

    private final Proof proof;

    /** The head of the hello that an acceptor expects, but for the initiator's rank; null for an initiator. */
    private final ByteBuffer wanted;

    private final ByteBuffer outgoing = ByteBuffer.allocate(MOST_BYTES);
    private ByteBuffer incoming;
    private State state = State.NEED_UNWRAP;
    private State afterWrap;
    private byte[] hello;

    /** The acceptor's; empty if the proof has none. */
    private byte[] challenge;

    private boolean proved;
    private Verdict verdict;
    private IOException refusal;

    private Handshake(ByteBuffer wanted, Proof proof) {
        this.wanted = wanted;
        this.proof = proof;
    }

    /**
     * {@return the side that has made the connection}
     *
     * @param protocol the name of the next protocol: {@value #PROTOCOL_BYTES} ASCII characters, the last is its version
     * @param initiator the rank of this side
     * @param acceptor the rank of the other side
     * @param proof how the sides prove the secret
     */
    public static Handshake initiator(String protocol, int initiator, int acceptor, Proof proof) {
        Handshake handshake = new Handshake(null, proof);
        handshake.hello =
                head(protocol, initiator, acceptor).put(proof.opening()).array();
        handshake.outgoing.put(handshake.hello);
        handshake.expect(proof.welcomeBytes());
        handshake.flush(State.NEED_UNWRAP);
        return handshake;
    }

    /**
     * {@return the side that has accepted the connection}
     *
     * @param protocol the name of the next protocol: {@value #PROTOCOL_BYTES} ASCII characters, the last is its version
     * @param acceptor the rank of this side
     * @param proof how the sides prove the secret
     */
    public static Handshake acceptor(String protocol, int acceptor, Proof proof) {
        Handshake handshake = new Handshake(head(protocol, 0, acceptor), proof);
        handshake.expect(HELLO_BYTES);
        return handshake;
    }

    private static ByteBuffer head(String protocol, int initiator, int acceptor) {
        byte[] name = protocol.getBytes(StandardCharsets.US_ASCII);
        if (name.length != PROTOCOL_BYTES)
            throw new IllegalArgumentException("a protocol has " + PROTOCOL_BYTES + " characters: " + protocol);
        return ByteBuffer.allocate(HELLO_BYTES).put(name).putInt(initiator).putInt(acceptor);
    }

    /** {@return the next step of this side} */
    public State state() {
        return state;
    }

    /** {@return how many bytes of the other side complete the message that is expected now} */
    public int missing() {
        return incoming.remaining();
    }

    /**
     * Writes bytes that are to be sent, as many as there is room for.
     *
     * @param target takes the bytes; {@value #MOST_BYTES} bytes are room enough
     * @throws IllegalStateException unless the state is {@link State#NEED_WRAP}
     */
    public void wrap(ByteBuffer target) {
        require(State.NEED_WRAP);
        move(outgoing, target);
        if (outgoing.hasRemaining()) return;
        outgoing.clear();
        state = afterWrap;
    }

    /**
     * Reads bytes that have come, at most those of the message that is expected now. No content throws.
     *
     * @param source has the bytes; those that belong to later messages, or to the next protocol, stay
     * @throws IllegalStateException unless the state is {@link State#NEED_UNWRAP}
     */
    public void unwrap(ByteBuffer source) {
        require(State.NEED_UNWRAP);
        move(source, incoming);
        if (incoming.hasRemaining()) return;
        byte[] message = incoming.array();
        if (wanted != null && hello == null) takeHello(message);
        else if (wanted != null) takeProof(message);
        else if (challenge == null) takeWelcome(message);
        else takeVerdict(message[0]);
    }

    private static void move(ByteBuffer from, ByteBuffer to) {
        int count = Math.min(from.remaining(), to.remaining());
        to.put(to.position(), from, from.position(), count);
        to.position(to.position() + count);
        from.position(from.position() + count);
    }

    private void takeHello(byte[] message) {
        hello = message;
        int rank = ByteBuffer.wrap(message).getInt(HEAD_BYTES - Integer.BYTES);
        if (isOtherVersion(message)) refuseVersion(message);
        else if (!Arrays.equals(message, 0, PROTOCOL_BYTES, wanted.array(), 0, PROTOCOL_BYTES))
            refuse(new IOException("its first bytes are not those of a rank that speaks " + protocol(wanted.array())));
        else if (rank != wanted.getInt(HEAD_BYTES - Integer.BYTES))
            refuse(new IOException("it looks for rank " + rank));
        else answerHello();
    }

    /** Returns whether a message begins with another version of this side's protocol. */
    private boolean isOtherVersion(byte[] message) {
        byte[] own = wanted != null ? wanted.array() : hello;
        return Arrays.equals(message, 0, VERSION, own, 0, VERSION) && message[VERSION] != own[VERSION];
    }

    private void refuseVersion(byte[] message) {
        refuse(new RefusedException(otherVersion(message)));
        outgoing.put(wanted.array(), 0, PROTOCOL_BYTES).put(new byte[MOST_BYTES - PROTOCOL_BYTES]);
        flush(State.REFUSED);
    }

    private String otherVersion(byte[] message) {
        byte[] own = wanted != null ? wanted.array() : hello;
        return "it speaks " + protocol(message) + ", and this process " + protocol(own)
                + ": use the same version of JMPI in all processes";
    }

    private static String protocol(byte[] message) {
        return new String(message, 0, PROTOCOL_BYTES, StandardCharsets.US_ASCII).replaceAll("[^ -~]", "?");
    }

    private void answerHello() {
        challenge = proof.challenge();
        // A password is judged before the acceptor sends its own.
        if (!proof.hasChallenges()) {
            takeProof(Arrays.copyOfRange(hello, HEAD_BYTES, HELLO_BYTES));
            return;
        }
        outgoing.put(challenge).put(proof.of(Proof.ACCEPTOR, hello, challenge));
        expect(Proof.BYTES);
        flush(State.NEED_UNWRAP);
    }

    private void takeProof(byte[] theirs) {
        proved = MessageDigest.isEqual(proof.of(Proof.INITIATOR, hello, challenge), theirs);
        // By zeros an initiator with another password learns that it need not try again, as one that was dropped does.
        if (!proof.hasChallenges())
            outgoing.put(proved ? proof.of(Proof.ACCEPTOR, hello, challenge) : new byte[Proof.BYTES]);
        if (proved) {
            state = State.NEED_VERDICT;
            return;
        }
        refuse(new IOException(UNKNOWN));
        flush(State.REFUSED);
    }

    private void takeWelcome(byte[] welcome) {
        if (isOtherVersion(welcome) && isZero(welcome, PROTOCOL_BYTES)) {
            refuse(new RefusedException(otherVersion(welcome)));
            return;
        }
        challenge = Arrays.copyOf(welcome, welcome.length - Proof.BYTES);
        byte[] theirs = Arrays.copyOfRange(welcome, challenge.length, welcome.length);
        if (!MessageDigest.isEqual(proof.of(Proof.ACCEPTOR, hello, challenge), theirs)) {
            refuse(new RefusedException(UNKNOWN));
            return;
        }
        String mismatch = proof.mismatch(challenge);
        if (mismatch != null) {
            refuse(new RefusedException(mismatch));
            return;
        }
        if (proof.hasChallenges()) outgoing.put(proof.of(Proof.INITIATOR, hello, challenge));
        expect(1);
        flush(State.NEED_UNWRAP);
    }

    private static boolean isZero(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) if (bytes[i] != 0) return false;
        return true;
    }

    private void takeVerdict(byte code) {
        if (code > 0 && code <= Verdict.values().length) state = conclude(Verdict.values()[code - 1]);
        else refuse(new IOException("it answered " + code + ", which is no verdict"));
    }

    /**
     * Decides on the connection.
     *
     * @param decision the verdict for the initiator
     * @throws IllegalStateException unless the state is {@link State#NEED_VERDICT}
     */
    public void decide(Verdict decision) {
        require(State.NEED_VERDICT);
        outgoing.put((byte) (decision.ordinal() + 1));
        flush(conclude(decision));
    }

    private State conclude(Verdict decision) {
        verdict = decision;
        if (verdict == Verdict.ADMITTED) return State.ADMITTED;
        refusal = verdict == Verdict.REFUSED ? new RefusedException(verdict.reason) : new IOException(verdict.reason);
        return State.REFUSED;
    }

    private void refuse(IOException reason) {
        refusal = reason;
        state = State.REFUSED;
    }

    private void expect(int bytes) {
        incoming = ByteBuffer.allocate(bytes);
    }

    private void flush(State then) {
        afterWrap = then;
        state = outgoing.flip().hasRemaining() ? State.NEED_WRAP : then;
        if (state == then) outgoing.clear();
    }

    private void require(State expected) {
        if (state != expected) throw new IllegalStateException("handshake in state " + state + ", not " + expected);
    }

    /**
     * {@return the rank of the initiator, which may be any number}
     *
     * @throws IllegalStateException if this side is an acceptor, and the initiator has not proved the secret
     */
    public int initiator() {
        if (wanted != null && !proved) throw new IllegalStateException("the initiator has not proved the secret");
        return ByteBuffer.wrap(hello).getInt(PROTOCOL_BYTES);
    }

    /** {@return the verdict; null before there is one} */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * {@return why the connection is not used; null unless the state is {@link State#REFUSED}, or will be after the
     * last bytes are sent} It is a {@link RefusedException} if another attempt would end in the same way.
     */
    public IOException refusal() {
        return refusal;
    }
}
