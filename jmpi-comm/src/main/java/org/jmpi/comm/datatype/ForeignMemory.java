package org.jmpi.comm.datatype;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.LastView;

/**
 * Segments of {@code java.lang.foreign} as buffers, from JDK 22 on. JMPI is compiled for a JDK that lacks the package
 * and reaches it by method handles.
 *
 * <p>Every thread of a rank may move messages, so that every thread must have access to their memory. In a blocking
 * call the calling thread copies a segment to which it alone has access, see {@link #copied}; other calls refuse it.
 */
public final class ForeignMemory {
    private static final int FIRST_RELEASE = 22;

    /** The longest piece of a segment: whole elements of any type. */
    private static final long PIECE = 1L << 30;

    private static final Class<?> SEGMENT = segmentClass();

    /** Is never started: a segment that it may access is open to all threads. */
    private static final Thread ANY = SEGMENT == null ? null : another();

    private static final MethodHandle BYTE_SIZE = method("byteSize", long.class);
    private static final MethodHandle IS_ALIVE = isAlive();
    private static final MethodHandle IS_ACCESSIBLE = method("isAccessibleBy", boolean.class, Thread.class);
    private static final MethodHandle IS_NATIVE = method("isNative", boolean.class);
    private static final MethodHandle IS_READ_ONLY = method("isReadOnly", boolean.class);
    private static final MethodHandle AS_BUFFER = method("asByteBuffer", ByteBuffer.class);
    private static final MethodHandle SLICE = method("asSlice", SEGMENT, long.class, long.class);
    private static final MethodHandle COPY_FROM = method("copyFrom", SEGMENT, SEGMENT);
    private static final MethodHandle OF_ARRAY =
            found(lookup -> lookup.findStatic(SEGMENT, "ofArray", methodType(SEGMENT, byte[].class)));

    private final Object segment;
    private final byte[] copy;

    private ForeignMemory(Object segment, byte[] copy) {
        this.segment = segment;
        this.copy = copy;
    }

    /** Returns a virtual thread: another one would keep what the calling thread hands down, its classes among it. */
    private static Thread another() {
        try {
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, (Runnable) () -> {});
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("java.lang.Thread is not as Java " + FIRST_RELEASE + " has it", e);
        }
    }

    private static Class<?> segmentClass() {
        if (Runtime.version().feature() < FIRST_RELEASE) return null;
        try {
            return Class.forName("java.lang.foreign.MemorySegment");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this JVM lacks a class of Java " + FIRST_RELEASE, e);
        }
    }

    private static MethodHandle method(String name, Class<?> result, Class<?>... arguments) {
        return found(lookup -> lookup.findVirtual(SEGMENT, name, methodType(result, arguments)));
    }

    private static MethodHandle isAlive() {
        return found(lookup -> {
            Class<?> scope = Class.forName("java.lang.foreign.MemorySegment$Scope");
            return MethodHandles.filterReturnValue(
                    lookup.findVirtual(SEGMENT, "scope", methodType(scope)),
                    lookup.findVirtual(scope, "isAlive", methodType(boolean.class)));
        });
    }

    @FunctionalInterface
    private interface Find {
        MethodHandle by(MethodHandles.Lookup lookup) throws ReflectiveOperationException;
    }

    /** Returns a method that takes and returns segments as objects; null if this JVM has no segments. */
    private static MethodHandle found(Find find) {
        if (SEGMENT == null) return null;
        try {
            MethodHandle method = find.by(MethodHandles.publicLookup());
            MethodType type = method.type();
            for (int i = 0; i < type.parameterCount(); i++)
                if (type.parameterType(i) == SEGMENT) type = type.changeParameterType(i, Object.class);
            return method.asType(type.returnType() == SEGMENT ? type.changeReturnType(Object.class) : type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("java.lang.foreign is not as Java " + FIRST_RELEASE + " has it", e);
        }
    }

    private static boolean test(MethodHandle method, Object segment) {
        try {
            return (boolean) method.invokeExact(segment);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static boolean isAccessibleBy(Thread thread, Object segment) {
        try {
            return (boolean) IS_ACCESSIBLE.invokeExact(segment, thread);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    static long byteSize(Object segment) {
        try {
            return (long) BYTE_SIZE.invokeExact(segment);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static ByteBuffer buffer(Object segment) {
        try {
            return ((ByteBuffer) AS_BUFFER.invokeExact(segment)).order(ByteOrder.nativeOrder());
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static Object slice(Object segment, long from, long bytes) {
        try {
            return (Object) SLICE.invokeExact(segment, from, bytes);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static void copy(Object from, Object to) {
        try {
            Object copied = (Object) COPY_FROM.invokeExact(to, from);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static Object segment(byte[] array) {
        try {
            return (Object) OF_ARRAY.invokeExact(array);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(Throwable cause) {
        if (cause instanceof Error error) throw error;
        return cause instanceof RuntimeException unchecked
                ? unchecked
                : new IllegalStateException("methods of java.lang.foreign throw no checked exceptions", cause);
    }

    /** Returns whether objects of a class are segments. */
    static boolean isClass(Class<?> type) {
        return SEGMENT != null && SEGMENT.isAssignableFrom(type);
    }

    /** Returns whether a program gives a segment. */
    static boolean is(Object buf) {
        return SEGMENT != null
                && buf != null
                && !buf.getClass().isArray()
                && !(buf instanceof Buffer)
                && SEGMENT.isInstance(buf);
    }

    /**
     * Returns a segment as a buffer, or as several if it is longer than one can be.
     *
     * @param views keeps the buffer
     * @throws CommException of class BUFFER if its arena is closed, or if not every thread may access it
     */
    static Object buffers(Object segment, LastView views) {
        ByteBuffer known = views.of(segment);
        if (known != null) {
            checkAlive(segment);
            return known;
        }
        check(segment);
        if (isCopied(segment))
            throw new CommException(
                    ErrorClass.BUFFER,
                    "this call takes no segment that is confined to a thread or lies in an array of another type"
                            + " than byte: " + segment
                            + ": pass a segment of Arena.ofShared() or ofAuto(), or the array");
        long size = byteSize(segment);
        if (size <= Integer.MAX_VALUE) return views.keep(segment, buffer(segment));
        ByteBuffer[] pieces = new ByteBuffer[(int) ((size + PIECE - 1) / PIECE)];
        for (int i = 0; i < pieces.length; i++)
            pieces[i] = buffer(slice(segment, i * PIECE, Math.min(PIECE, size - i * PIECE)));
        return pieces;
    }

    private static void checkAlive(Object segment) {
        if (!test(IS_ALIVE, segment))
            throw new CommException(ErrorClass.BUFFER, "the arena of the segment is closed: " + segment);
    }

    private static void check(Object segment) {
        checkAlive(segment);
        if (!isAccessibleBy(Thread.currentThread(), segment))
            throw new CommException(
                    ErrorClass.BUFFER,
                    "the segment is confined to another thread than "
                            + Thread.currentThread().getName() + ": " + segment);
    }

    /** Returns whether all threads may access native memory, as long as its arena is not closed. */
    private static boolean isOpen(Object segment) {
        return test(IS_NATIVE, segment) && isAccessibleBy(ANY, segment);
    }

    private static boolean isCopied(Object segment) {
        if (!isAccessibleBy(ANY, segment)) return true;
        if (byteSize(segment) > Integer.MAX_VALUE) return false;
        try {
            buffer(segment);
            return false;
        } catch (UnsupportedOperationException e) {
            // Of arrays, those of bytes alone can be buffers of bytes.
            return true;
        }
    }

    /**
     * Returns a copy of a segment that a blocking call sends from or receives into in its place: of one that only the
     * calling thread may access, or that lies in an array.
     *
     * @param buf what the program gives
     * @return null if the call uses what the program gives itself
     * @throws CommException of class BUFFER if one that would be copied lies in a closed arena, is another thread's, or
     *     longer than an array can be
     */
    public static ForeignMemory copied(Object buf) {
        if (!is(buf) || isOpen(buf)) return null;
        check(buf);
        if (!isCopied(buf)) return null;
        long size = byteSize(buf);
        if (size > Integer.MAX_VALUE - Long.BYTES)
            throw new CommException(
                    ErrorClass.BUFFER,
                    "no array can hold a copy of the segment: " + buf + ": pass a slice, or a segment of"
                            + " Arena.ofShared()");
        byte[] copy = new byte[(int) size];
        copy(buf, segment(copy));
        return new ForeignMemory(buf, copy);
    }

    /** {@return the copy, which is read-only if the segment is} */
    public ByteBuffer copy() {
        ByteBuffer bytes = ByteBuffer.wrap(copy);
        return (test(IS_READ_ONLY, segment) ? bytes.asReadOnlyBuffer() : bytes).order(ByteOrder.nativeOrder());
    }

    /** Copies what has been received to the segment, unless it is read-only. */
    public void copyBack() {
        if (!test(IS_READ_ONLY, segment)) copy(segment(copy), segment);
    }
}
