package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;

/** Java serialisation, under an allow-list. */
public final class JavaObjectCodec implements ObjectCodec {
    /** The name by which it is chosen. */
    public static final String NAME = "java";

    private final ObjectFilter filter;

    /**
     * @param filter which classes are decoded
     */
    public JavaObjectCodec(ObjectFilter filter) {
        this.filter = filter;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            for (int i = 0; i < count; i++) objects.writeObject(array[offset + i]);
        }
    }

    @Override
    public void decode(InputStream in, Object[] array, int offset, int count)
            throws IOException, ClassNotFoundException {
        Refusal refusal = new Refusal(filter.ofStreams());
        try (ObjectInputStream objects = new ProgramInputStream(in)) {
            objects.setObjectInputFilter(refusal);
            for (int i = 0; i < count; i++) array[offset + i] = objects.readObject();
        } catch (InvalidClassException e) {
            if (refusal.refused == null) throw e;
            throw (IOException) new InvalidClassException(refusal.refused, ObjectFilter.REFUSAL).initCause(e);
        }
    }

    /** Notes what the filter has refused, which the stream's exception does not name. */
    private static final class Refusal implements ObjectInputFilter {
        private final ObjectInputFilter filter;
        private String refused;

        Refusal(ObjectInputFilter filter) {
            this.filter = filter;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            Status status = filter.checkInput(info);
            if (status == Status.REJECTED) refused = describe(info);
            return status;
        }

        private static String describe(FilterInfo info) {
            String limits =
                    "depth " + info.depth() + ", " + info.references() + " objects, " + info.streamBytes() + " bytes";
            if (info.serialClass() == null) return limits;
            return info.serialClass().getName() + (info.arrayLength() < 0 ? "" : " of length " + info.arrayLength());
        }
    }

    /** Finds classes where the program does: by the thread's context class loader. */
    private static final class ProgramInputStream extends ObjectInputStream {
        private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

        ProgramInputStream(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < interfaces.length; i++) types[i] = Class.forName(interfaces[i], false, loader);
            return Proxy.newProxyInstance(loader, types, (proxy, method, arguments) -> {
                        throw new UnsupportedOperationException(method.getName());
                    })
                    .getClass();
        }
    }
}
