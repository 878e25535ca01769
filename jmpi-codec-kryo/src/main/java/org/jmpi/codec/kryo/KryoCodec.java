package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.Pool;
import com.esotericsoftware.kryo.kryo5.util.Util;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ProgramClasses;

/**
 * Kryo, and Java serialisation for messages that hold an object which Kryo does not write whole.
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
 * One of them writes the whole message, since an object that both of them wrote would be two objects at the receiver.
 */
public final class KryoCodec implements ObjectCodec {
    /** The name by which it is chosen. */
    public static final String NAME = "kryo";

    private static final String UNSAFE = "kryo.unsafe";
    private static final int KRYO = 'K';
    private static final int JAVA = 'J';
    private static final int MAX_TEXT = 500;
    private static final int MAX_IDLE = 64;
    private static final ObjectFilter ALL = new ObjectFilter("*");
    private static final Pattern BETWEEN_CLASSES = Pattern.compile("[,;\\s]+");

    static {
        loadKryo();
    }

    private final ObjectFilter filter;
    private final List<String> listed;
    private final ProgramClasses classes;
    private final ObjectCodec java;
    private final Map<ClassLoader, Pool<ProgramKryo>> encoders = new WeakHashMap<>();
    private final Map<ClassLoader, Pool<ProgramKryo>> decoders = new WeakHashMap<>();

    /**
     * @param filter which classes are decoded, as {@link ObjectFilter} takes it; null for the usual ones
     * @param listed names of classes, separated by commas, that are written as numbers, and may lack Serializable; all
     *     ranks name the same ones in the same order
     * @param classes finds the classes
     * @throws IllegalArgumentException if the filter is malformed
     */
    public KryoCodec(String filter, String listed, ProgramClasses classes) {
        this.filter = new ObjectFilter(filter);
        this.listed = BETWEEN_CLASSES
                .splitAsStream(listed)
                .filter(name -> !name.isEmpty())
                .toList();
        this.classes = classes;
        this.java = new JavaObjectCodec(this.filter, classes);
    }

    /**
     * Loads Kryo without {@code sun.misc.Unsafe}, about whose use JDK 24 and later ones warn. Kryo reads a system
     * property for this once. The classes that report a failure are initialised now: a class whose initialiser runs out
     * of stack, deep in a graph, is lost to the JVM.
     */
    private static void loadKryo() {
        // Ranks of one JVM that load this class each have a lock in common: a constant string is one object.
        synchronized (UNSAFE) {
            String unsafe = System.getProperty(UNSAFE);
            if (unsafe == null) System.setProperty(UNSAFE, "false");
            try {
                Util.isUnsafeAvailable();
                new KryoException("", new StackOverflowError()).addTrace("");
            } finally {
                if (unsafe == null) System.clearProperty(UNSAFE);
            }
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Returns the Kryos that find classes under the calling thread's context class loader. They are referred to softly.
     */
    private Pool<ProgramKryo> pool(Map<ClassLoader, Pool<ProgramKryo>> pools, ObjectFilter allowed) {
        synchronized (pools) {
            return pools.computeIfAbsent(
                    Thread.currentThread().getContextClassLoader(), loader -> new Pool<>(true, true, MAX_IDLE) {
                        @Override
                        protected ProgramKryo create() {
                            return new ProgramKryo(classes, listed, allowed);
                        }
                    });
        }
    }

    @Override
    public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
        Pool<ProgramKryo> pool = pool(encoders, ALL);
        ProgramKryo kryo = pool.obtain();
        try {
            out.write(KRYO);
            kryo.encode(array, offset, count, out);
        } catch (KryoException e) {
            rethrow(e);
            encodeByJava(e, array, offset, count, out);
        }
        pool.free(kryo);
    }

    private void encodeByJava(KryoException reason, Object[] array, int offset, int count, EncodedOutput out)
            throws IOException {
        out.restart();
        out.write(JAVA);
        try {
            java.encode(array, offset, count, out);
        } catch (NotSerializableException e) {
            String unwritable =
                    String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
            String refused = e.getMessage();
            if (refused.equals(unwritable) || refused.contains(ObjectFilter.LAMBDA)) throw e;
            NotSerializableException both = new NotSerializableException(
                    refused + ", in a message that Java serialisation has to write because of " + unwritable);
            both.initCause(e);
            throw both;
        }
    }

    @Override
    public void decode(InputStream in, Object[] array, int offset, int count)
            throws IOException, ClassNotFoundException {
        int format = in.read();
        if (format == JAVA) {
            java.decode(in, array, offset, count);
            return;
        }
        if (format != KRYO) throw new IOException("not encoded by codec " + NAME + ": first byte " + format);
        Pool<ProgramKryo> pool = pool(decoders, filter);
        ProgramKryo kryo = pool.obtain();
        try {
            kryo.decode(in, array, offset, count);
        } catch (KryoException e) {
            Throwable root = rethrow(e);
            if (root instanceof ClassNotFoundException missing) throw missing;
            String text = root == e ? e.getMessage() : root + ", in " + e.getMessage();
            throw new IOException(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + " ...", e);
        }
        // A Kryo that has failed is not used again.
        pool.free(kryo);
    }

    /** Returns the exception that Kryo has wrapped; throws it if it is a failure of the JVM, a stream or the filter. */
    private static Throwable rethrow(KryoException e) throws IOException {
        Throwable root = e;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error error) throw error;
            if (cause instanceof IOException failure) throw failure;
            root = cause;
        }
        return root;
    }
}
