package org.jmpi.comm.trust;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of each connection between processes of a job, by which both sides prove that they know the job's secret.
 * A state machine without a socket, in the style of {@code javax.net.ssl.SSLEngine}: a carrier moves the bytes and limits the
 * time. Numbers are big-endian.
 *
 * <pre>
 * initiator                                                            acceptor
 *     |  0              8           12         16           48             |
 *     |  +--------------+-----------+----------+------------+              |
 *     |  | protocol and | initiator | acceptor | opening    | ---------&gt;   |  hello
 *     |  | version      | (rank)    | (rank)   |            |              |
 *     |  +--------------+-----------+----------+------------+              |
 *     |                                                                    |
 *     |  &lt;------------------ welcome (32 bytes, or 64) ------------------  |  has the acceptor's proof
 *     |  ------------------- answer (none, or 32 bytes) -----------------&gt; |  the initiator's, if it isn't the opening
 *     |  &lt;------------------ verdict (1 byte) ---------------------------  |  {@link Verdict}
 *     |                                                                    |
 *     |  &lt;----------------------- the next protocol ---------------------&gt; |
 * </pre>
 *
 * {@link Proof} draws opening, welcome and answer. Each message has a fixed length, and nothing behind it is consumed. The
 * initiator sends nothing of the next protocol before it has the verdict.
 */
public final class Handshake {
    /** The length in bytes of the longest sequence that a side sends in one go. */
    public static final int MOST_BYTES = Proof.MOST_WELCOME_BYTES + 1;

    static final int HELLO_BYTES = 16 + Proof.OPENING_BYTES;
    private static final int PROTOCOL_BYTES = 8;

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

    /** The acceptor's decision on an initiator that has proved the secret. */
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

        private byte code() {
            return (byte) (ordinal() + 1);
        }
    }

    private final boolean initiates;
    private final Proof proof;

    /** What an acceptor expects in place of protocol and own rank; null for an initiator. */
    private final byte[] wanted;

    private final ByteBuffer outgoing = ByteBuffer.allocate(MOST_BYTES);
    private ByteBuffer incoming;
    private State state = State.NEED_UNWRAP;
    private State afterWrap;
    private byte[] hello;
    private byte[] welcome;
    private boolean proved;
    private Verdict verdict;
    private IOException refusal;

    private Handshake(boolean initiates, byte[] first, Proof proof) {
        this.initiates = initiates;
        this.proof = proof;
        wanted = first;
    }

    /**
     * Returns the side that has made the connection.
     *
     * @param protocol the name of the next protocol: {@value #PROTOCOL_BYTES} ASCII characters, the last is its version
     * @param initiator the rank of this side
     * @param acceptor the rank of the other side
     * @param proof how the sides prove the secret
     */
    public static Handshake initiator(String protocol, int initiator, int acceptor, Proof proof) {
        Handshake handshake = new Handshake(true, null, proof);
        handshake.hello =
                first(protocol, initiator, acceptor).put(proof.opening()).array();
        handshake.outgoing.put(handshake.hello);
        handshake.expect(proof.welcomeBytes());
        handshake.flush(State.NEED_UNWRAP);
        return handshake;
    }

    /**
     * Returns the side that has accepted the connection.
     *
     * @param protocol the name of the next protocol: {@value #PROTOCOL_BYTES} ASCII characters, the last is its version
     * @param acceptor the rank of this side
     * @param proof how the sides prove the secret
     */
    public static Handshake acceptor(String protocol, int acceptor, Proof proof) {
        Handshake handshake = new Handshake(false, first(protocol, 0, acceptor).array(), proof);
        handshake.expect(HELLO_BYTES);
        return handshake;
    }

    private static ByteBuffer first(String protocol, int initiator, int acceptor) {
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
        if (!initiates && hello == null) takeHello(message);
        else if (!initiates) takeAnswer(message);
        else if (welcome == null) takeWelcome(message);
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
        if (!Arrays.equals(message, 0, PROTOCOL_BYTES, wanted, 0, PROTOCOL_BYTES))
            refuse(new IOException("its first bytes are not those of a rank that speaks "
                    + new String(wanted, 0, PROTOCOL_BYTES, StandardCharsets.US_ASCII)));
        else if (ByteBuffer.wrap(message).getInt(12) != ByteBuffer.wrap(wanted).getInt(12))
            refuse(new IOException(
                    "it looks for rank " + ByteBuffer.wrap(message).getInt(12)));
        else answerHello();
    }

    private void answerHello() {
        welcome = proof.welcome(hello);
        outgoing.put(welcome);
        expect(proof.answerBytes());
        // A proof in the hello is judged before the acceptor's own one is sent.
        if (missing() == 0) takeAnswer(incoming.array());
        else flush(State.NEED_UNWRAP);
    }

    private void takeAnswer(byte[] answer) {
        proved = proof.isProved(hello, welcome, answer);
        if (proved) {
            state = State.NEED_VERDICT;
        } else {
            refuse(new IOException(Proof.UNKNOWN));
            flush(State.REFUSED);
        }
    }

    private void takeWelcome(byte[] message) {
        welcome = message;
        byte[] answer = proof.answer(hello, welcome);
        if (answer == null) {
            refuse(new RefusedException(Proof.UNKNOWN));
            return;
        }
        outgoing.put(answer);
        expect(1);
        flush(State.NEED_UNWRAP);
    }

    private void takeVerdict(byte code) {
        for (Verdict each : Verdict.values()) if (each.code() == code) verdict = each;
        if (verdict == null) refuse(new IOException("it answered " + code + ", which is no verdict"));
        else state = conclusion();
    }

    /**
     * Decides on the connection.
     *
     * @param decision what the initiator is told
     * @throws IllegalStateException unless the state is {@link State#NEED_VERDICT}
     */
    public void decide(Verdict decision) {
        require(State.NEED_VERDICT);
        verdict = decision;
        outgoing.put(decision.code());
        flush(conclusion());
    }

    private State conclusion() {
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
        if (!initiates && !proved) throw new IllegalStateException("the initiator has not proved the secret");
        return ByteBuffer.wrap(hello).getInt(PROTOCOL_BYTES);
    }

    /** {@return the verdict; null before there is one} */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * {@return why the connection is not used; null unless the state is {@link State#REFUSED}, or will be after the last bytes
     * are sent} It is a {@link RefusedException} if another attempt would end in the same way.
     */
    public IOException refusal() {
        return refusal;
    }
}
