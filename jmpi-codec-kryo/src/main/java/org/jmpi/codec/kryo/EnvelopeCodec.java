package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.util.Pool;
import java.io.IOException;

/**
 * Turns envelopes, a few words and a payload each, into bytes and back, by Kryo; may be used by many threads at once.
 *
 * <p>Kryo's instances and their buffers are pooled, so that encoding allocates nothing and decoding nothing but the envelope.
 */
public final class EnvelopeCodec {
    private static final int FIRST_BUFFER = 4 << 10;

    /** Longer buffers are not kept. */
    private static final int KEPT_BUFFER = 1 << 20;

    private static final int POOLED = 64;

    private final Pool<Session> sessions = new Sessions();

    /** Makes a codec with an empty pool. */
    public EnvelopeCodec() {}

    /**
     * A frame's words and payload.
     *
     * @param words the words in front, any number
     * @param payload holds the bytes
     * @param offset where they start
     * @param length how many bytes
     */
    public record Envelope(long[] words, byte[] payload, int offset, int length) {}

    /** An encoded envelope, in a buffer that is used again after {@link #close}. */
    public static final class Encoded implements AutoCloseable {
        private final Pool<Session> home;
        private final Session session;

        private Encoded(Pool<Session> home, Session session) {
            this.home = home;
            this.session = session;
        }

        /** {@return the array that starts with the encoded bytes; not to be used after {@link #close}} */
        public byte[] array() {
            return session.output.getBuffer();
        }

        /** {@return how many bytes were encoded} */
        public int length() {
            return session.output.position();
        }

        /** Gives the buffer back; once. */
        @Override
        public void close() {
            home.free(session);
        }
    }

    /**
     * Encodes an envelope.
     *
     * @param envelope its arrays are not kept
     * @return the bytes, to be closed by the caller
     * @throws IOException if the bytes do not fit into an array
     */
    public Encoded encode(Envelope envelope) throws IOException {
        Session session = sessions.obtain();
        try {
            session.kryo.writeObject(session.output, envelope);
        } catch (KryoException e) {
            throw new IOException("envelope of " + envelope.length() + " bytes can't be encoded: " + e.getMessage(), e);
        }
        return session.encoded;
    }

    /**
     * Decodes an envelope.
     *
     * @param bytes hold what {@link #encode} wrote
     * @param offset where it starts
     * @param length how many bytes
     * @return the envelope, in arrays of its own
     * @throws IOException if the bytes are not an envelope
     */
    public Envelope decode(byte[] bytes, int offset, int length) throws IOException {
        Session session = sessions.obtain();
        try {
            session.input.setBuffer(bytes, offset, length);
            return session.kryo.readObject(session.input, Envelope.class);
        } catch (KryoException e) {
            throw new IOException("not an envelope: " + length + " bytes: " + e.getMessage(), e);
        } finally {
            sessions.free(session);
        }
    }

    private static final class Sessions extends Pool<Session> {
        Sessions() {
            super(true, true, POOLED);
        }

        @Override
        protected Session create() {
            SafeKryo.load();
            return new Session(this);
        }
    }

    private static final class Session implements Pool.Poolable {
        private static final byte[] NOTHING = {};

        final Kryo kryo = new Kryo();
        final Output output = new Output(FIRST_BUFFER, -1);
        final Input input = new Input(NOTHING);
        final Encoded encoded;

        Session(Pool<Session> home) {
            encoded = new Encoded(home, this);
            kryo.register(Envelope.class, new EnvelopeSerializer());
        }

        @Override
        public void reset() {
            input.setBuffer(NOTHING);
            if (output.getBuffer().length > KEPT_BUFFER) output.setBuffer(new byte[FIRST_BUFFER], -1);
            else output.reset();
        }
    }

    /**
     * <pre>
     *  varint       8 bytes each   varint
     * +-----------+--------------+-----------+----------+
     * | n         | n words      | length    | payload  |
     * +-----------+--------------+-----------+----------+
     * </pre>
     */
    private static final class EnvelopeSerializer extends Serializer<Envelope> {
        @Override
        public void write(Kryo kryo, Output output, Envelope envelope) {
            output.writeVarInt(envelope.words().length, true);
            for (long word : envelope.words()) output.writeLong(word);
            output.writeVarInt(envelope.length(), true);
            output.writeBytes(envelope.payload(), envelope.offset(), envelope.length());
        }

        @Override
        public Envelope read(Kryo kryo, Input input, Class<? extends Envelope> type) {
            long[] words = new long[length(input, Long.BYTES)];
            for (int i = 0; i < words.length; i++) words[i] = input.readLong();
            int length = length(input, 1);
            return new Envelope(words, input.readBytes(length), 0, length);
        }

        private static int length(Input input, int unit) {
            int length = input.readVarInt(true);
            int left = input.limit() - input.position();
            if (length >= 0 && length <= left / unit) return length;
            throw new KryoException(
                    "length out of range: " + length + " of " + unit + " bytes, " + left + " bytes left");
        }
    }
}
