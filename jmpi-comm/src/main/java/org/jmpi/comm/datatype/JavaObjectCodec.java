package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Proxy;

/**
 * Java serialisation, under an allow-list.
 *
 * <p>What the setting {@code jmpi.object.filter} allows is decoded, in the JDK's pattern syntax (JEP 290), for instance
 * {@code com.acme.model.**;java.util.*}; everything else is rejected. Without the setting the list holds the JDK's values
 * and collections ({@code java.lang}, {@code java.util}, {@code java.math}, {@code java.time}, {@code java.net}) and the
 * classes of the program itself, that is, those the JDK did not bring.
 */
public final class JavaObjectCodec implements ObjectCodec {
    private static final String JDK_VALUES = "java.lang.*;java.util.**;java.math.*;java.time.**;java.net.*;!*";

    private final ObjectInputFilter filter;

    /**
     * @param pattern the allow-list, or null for the usual one
     * @throws IllegalArgumentException if the pattern is malformed
     */
    public JavaObjectCodec(String pattern) {
        this.filter = pattern == null
                ? JavaObjectCodec::checkUsual
                : ObjectInputFilter.Config.createFilter(pattern.endsWith("!*") ? pattern : pattern + ";!*");
    }

    @Override
    public String name() {
        return "java";
    }

    @Override
    public void encode(Object[] array, int offset, int count, OutputStream out) throws IOException {
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            for (int i = 0; i < count; i++) objects.writeObject(array[offset + i]);
        }
    }

    @Override
    public void decode(InputStream in, Object[] array, int offset, int count)
            throws IOException, ClassNotFoundException {
        try (ObjectInputStream objects = new ProgramInputStream(in)) {
            objects.setObjectInputFilter(filter);
            for (int i = 0; i < count; i++) array[offset + i] = objects.readObject();
        }
    }

    private static ObjectInputFilter.Status checkUsual(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) type = type.getComponentType();
        if (type == null) return ObjectInputFilter.Status.UNDECIDED;
        if (type.isPrimitive() || !isOfJdk(type)) return ObjectInputFilter.Status.ALLOWED;
        return Usual.VALUES.checkInput(info);
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Parsed when the first object arrives. */
    private static final class Usual {
        static final ObjectInputFilter VALUES = ObjectInputFilter.Config.createFilter(JDK_VALUES);
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
