package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.Pool;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.util.List;
import java.util.regex.Pattern;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ProgramClasses;

/**
 * Kryo: cycles, shared objects, and the same allow-list as for Java serialisation.
 *
 * <pre>
 *  byte 0
 * +--------+----------------------------------------+
 * |  'K'   | each object: class, reference, fields  |
 * +--------+----------------------------------------+
 * |  'J'   | Java's object stream                   |
 * +--------+----------------------------------------+
 * </pre>
 *
 * A message is written by Java serialisation if it holds an object that only this knows how to write, see {@link Kind#JAVA}:
 * all of it, since what two ways of writing share would be two objects at the receiver.
 */
public final class KryoCodec implements ObjectCodec {
    /** The name by which it is chosen. */
    public static final String NAME = "kryo";

    private static final Pattern BETWEEN_CLASSES = Pattern.compile("[,;\\s]+");

    private final ObjectCodec java;
    private final Sessions encoders;
    private final Sessions decoders;

    /**
     * Makes a codec that finds classes by the loaders of the calling threads and classes.
     *
     * @param filter which classes are decoded, as {@link ObjectFilter} takes it; null for the usual ones
     * @param listed names of classes, separated by commas, that are written as numbers, and may lack Serializable; all ranks
     *     name the same ones in the same order
     * @throws IllegalArgumentException if the filter is malformed
     */
    public KryoCodec(String filter, String listed) {
        this(filter, listed, new ProgramClasses());
    }

    /**
     * @param filter which classes are decoded, as {@link ObjectFilter} takes it; null for the usual ones
     * @param listed names of classes, separated by commas, that are written as numbers, and may lack Serializable; all ranks
     *     name the same ones in the same order
     * @param classes finds the classes
     * @throws IllegalArgumentException if the filter is malformed
     */
    public KryoCodec(String filter, String listed, ProgramClasses classes) {
        ObjectFilter allowed = new ObjectFilter(filter);
        List<String> names = BETWEEN_CLASSES
                .splitAsStream(listed)
                .filter(name -> !name.isEmpty())
                .toList();
        this.java = new JavaObjectCodec(allowed, classes);
        this.encoders = new Sessions(() -> Session.encoding(classes, names));
        this.decoders = new Sessions(() -> Session.decoding(classes, names, allowed));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
        Pool<Session> pool = encoders.ofThread();
        Session session = pool.obtain();
        try {
            session.encode(array, offset, count, out);
        } catch (JavaNeeded e) {
            encodeByJava(e, array, offset, count, out);
        } catch (KryoException e) {
            throw Failures.ofEncoding(e);
        }
        // One that has failed in another way is not used again.
        if (session.isReusable()) pool.free(session);
    }

    private void encodeByJava(JavaNeeded reason, Object[] array, int offset, int count, EncodedOutput out)
            throws IOException {
        out.restart();
        out.write(Session.JAVA);
        try {
            java.encode(array, offset, count, out);
        } catch (NotSerializableException e) {
            if (e.getMessage().equals(reason.type().getName())) throw e;
            NotSerializableException both = new NotSerializableException(
                    e.getMessage() + ", in a message that has to be written by Java serialisation because of "
                            + reason.type().getName());
            both.initCause(e);
            throw both;
        }
    }

    @Override
    public void decode(InputStream in, Object[] array, int offset, int count)
            throws IOException, ClassNotFoundException {
        int format = in.read();
        if (format == Session.JAVA) {
            java.decode(in, array, offset, count);
            return;
        }
        if (format != Session.KRYO) throw new IOException("not encoded by codec " + NAME + ": first byte " + format);
        Pool<Session> pool = decoders.ofThread();
        Session session = pool.obtain();
        try {
            session.decode(in, array, offset, count);
        } catch (KryoException e) {
            throw Failures.ofDecoding(e);
        }
        if (session.isReusable()) pool.free(session);
    }
}
