package mpi;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Makes segments of {@code java.lang.foreign}, which the tests' Java release lacks. */
public final class ForeignSegments {
    private ForeignSegments() {}

    private static Class<?> type(String name) throws ReflectiveOperationException {
        return Class.forName("java.lang.foreign." + name);
    }

    private static Object call(String type, String method, Object object, Class<?>[] types, Object... arguments) {
        try {
            return type(type).getMethod(method, types).invoke(object, arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns an arena: made by {@code ofConfined}, {@code ofShared} or {@code ofAuto}. */
    public static AutoCloseable arena(String method) {
        return (AutoCloseable) call("Arena", method, null, new Class<?>[0]);
    }

    public static Object allocate(Object arena, long bytes) {
        return call("Arena", "allocate", arena, new Class<?>[] {long.class, long.class}, bytes, 8L);
    }

    /** Returns the bytes of a new file; those that are not written take no room. */
    public static Object sparse(Path file, Object arena, long bytes) {
        Set<OpenOption> options = Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.SPARSE);
        try (FileChannel channel = FileChannel.open(file, options)) {
            return FileChannel.class
                    .getMethod("map", MapMode.class, long.class, long.class, type("Arena"))
                    .invoke(channel, MapMode.READ_WRITE, 0L, bytes, arena);
        } catch (IOException | ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static Object ofArray(Object array) {
        return call("MemorySegment", "ofArray", null, new Class<?>[] {array.getClass()}, array);
    }

    public static Object asReadOnly(Object segment) {
        return call("MemorySegment", "asReadOnly", segment, new Class<?>[0]);
    }

    /** Returns the bytes of a segment that can be a buffer, in native order. */
    public static ByteBuffer bytes(Object segment) {
        return ((ByteBuffer) call("MemorySegment", "asByteBuffer", segment, new Class<?>[0]))
                .order(ByteOrder.nativeOrder());
    }

    /** Returns a native segment with these numbers. */
    public static Object of(Object arena, int[] numbers) {
        Object segment = allocate(arena, 4L * Array.getLength(numbers));
        bytes(segment).asIntBuffer().put(numbers);
        return segment;
    }

    public static int[] ints(Object segment) {
        ByteBuffer bytes = bytes(segment);
        int[] numbers = new int[bytes.capacity() / 4];
        bytes.asIntBuffer().get(numbers);
        return numbers;
    }
}
