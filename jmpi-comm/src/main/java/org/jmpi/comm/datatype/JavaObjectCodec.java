package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;

/** Java serialisation, under an allow-list. */
public final class JavaObjectCodec implements ObjectCodec {
    /** The name by which it is chosen. */
    public static final String NAME = "java";

    private final ObjectFilter filter;
    private final ProgramClasses classes;

    /**
     * Makes a codec that finds classes by the loaders of the calling threads and classes.
     *
     * @param filter which classes are decoded
     */
    public JavaObjectCodec(ObjectFilter filter) {
        this(filter, new ProgramClasses());
    }

    /**
     * @param filter which classes are decoded
     * @param classes finds them
     */
    public JavaObjectCodec(ObjectFilter filter, ProgramClasses classes) {
        this.filter = filter;
        this.classes = classes;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
        try (ObjectOutputStream objects = new ProgramOutputStream(out, filter)) {
            for (int i = 0; i < count; i++) objects.writeObject(array[offset + i]);
        } catch (NotSerializableException e) {
            if (!e.getMessage().contains("$$Lambda")) throw e;
            NotSerializableException refusal =
                    new NotSerializableException(e.getMessage() + ": " + ObjectFilter.LAMBDA);
            refusal.initCause(e);
            throw refusal;
        }
    }

    @Override
    public void decode(InputStream in, Object[] array, int offset, int count)
            throws IOException, ClassNotFoundException {
        Guard guard = new Guard(filter.ofStreams(), in.available());
        try (ObjectInputStream objects = new ProgramInputStream(in, classes)) {
            objects.setObjectInputFilter(guard);
            for (int i = 0; i < count; i++) array[offset + i] = objects.readObject();
        } catch (InvalidClassException e) {
            throw guard.explain(e);
        }
    }

    /** Looks at lengths, too, and notes what has been refused, which the stream's exception does not name. */
    private static final class Guard implements ObjectInputFilter {
        /** How many elements of a table an object has at most for each byte of it. */
        private static final int SPARSE = 16;

        private static final int SMALL = 1024;

        private final ObjectInputFilter filter;
        private final long bytes;
        private String refused;
        private String reason;

        Guard(ObjectInputFilter filter, long bytes) {
            this.filter = filter;
            this.bytes = bytes;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            long left = bytes - info.streamBytes();
            if (info.arrayLength() >= 0
                    && info.arrayLength() > most(info.serialClass().getComponentType(), left)) {
                refuse(info, "a message of which " + left + " bytes are left");
                return Status.REJECTED;
            }
            Status status = filter.checkInput(info);
            if (status == Status.REJECTED) refuse(info, ObjectFilter.REFUSAL);
            return status;
        }

        /**
         * Primitive elements are all in the message; tables of collections, which they ask about too, are larger than
         * it.
         */
        private static long most(Class<?> component, long left) {
            if (component.isPrimitive()) return left / width(component);
            return Math.max(SMALL, left * SPARSE);
        }

        private static int width(Class<?> primitive) {
            if (primitive == double.class || primitive == long.class) return Long.BYTES;
            if (primitive == int.class || primitive == float.class) return Integer.BYTES;
            return primitive == byte.class || primitive == boolean.class ? 1 : Short.BYTES;
        }

        private void refuse(FilterInfo info, String why) {
            String limits =
                    "depth " + info.depth() + ", " + info.references() + " objects, " + info.streamBytes() + " bytes";
            String length = info.arrayLength() < 0 ? "" : " of length " + info.arrayLength();
            refused = info.serialClass() == null ? limits : info.serialClass().getName() + length;
            reason = why;
        }

        InvalidClassException explain(InvalidClassException e) {
            if (refused == null) return e;
            InvalidClassException refusal = new InvalidClassException(refused, reason);
            refusal.initCause(e);
            return refusal;
        }
    }

    /** Refuses lambdas, unless the filter says that they may arrive. */
    private static final class ProgramOutputStream extends ObjectOutputStream {
        private final ObjectFilter filter;

        ProgramOutputStream(OutputStream out, ObjectFilter filter) throws IOException {
            super(out);
            this.filter = filter;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) throws IOException {
            if (object instanceof SerializedLambda lambda && !filter.allows(SerializedLambda.class))
                throw new NotSerializableException(
                        "lambda of " + lambda.getCapturingClass().replace('/', '.') + ": " + ObjectFilter.LAMBDA);
            return object;
        }
    }

    /** Finds classes where the program does. */
    private static final class ProgramInputStream extends ObjectInputStream {
        private final ProgramClasses classes;

        ProgramInputStream(InputStream in, ProgramClasses classes) throws IOException {
            super(in);
            this.classes = classes;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
            return classes.find(description.getName());
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            return classes.proxy(interfaces);
        }
    }
}
