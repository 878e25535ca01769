package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
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
        try (ObjectInputStream objects = new ProgramInputStream(in)) {
            objects.setObjectInputFilter(filter.ofStreams());
            for (int i = 0; i < count; i++) array[offset + i] = objects.readObject();
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
