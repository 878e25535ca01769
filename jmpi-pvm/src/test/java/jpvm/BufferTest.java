package jpvm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers hold what was packed, in its order. */
class BufferTest {
    private static final jpvmTaskId TASK = new jpvmTaskId("hosta", 7);
    private static final jpvmTaskId OTHER = new jpvmTaskId("hostb", 65_535);

    static Stream<Arguments> arrays() {
        return Stream.of(
                        new byte[] {1, -128, 127, 0, 5},
                        new char[] {'a', '\u20ac', '\ud800', 0, 'z'},
                        new short[] {1, Short.MIN_VALUE, Short.MAX_VALUE, 0, 5},
                        new int[] {1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 5},
                        new long[] {1, Long.MIN_VALUE, Long.MAX_VALUE, 0, 5},
                        new float[] {1, Float.NaN, Float.MIN_VALUE, -0f, Float.NEGATIVE_INFINITY},
                        new double[] {1, Double.NaN, Double.MIN_VALUE, -0d, Double.NEGATIVE_INFINITY},
                        new jpvmTaskId[] {TASK, OTHER, TASK, TASK, OTHER})
                .map(array -> Arguments.of((Object) array));
    }

    private static void call(jpvmBuffer buffer, String name, Object array, int n, int stride) throws Exception {
        Method method = jpvmBuffer.class.getMethod(name, array.getClass(), int.class, int.class);
        method.invoke(buffer, array, n, stride);
    }

    /** Sends a buffer through bytes, as between processes. */
    private static jpvmBuffer sent(jpvmBuffer buffer) throws jpvmException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new jpvmMessage(buffer, TASK, OTHER, 3).send(new jpvmSendConnection(bytes));
        jpvmMessage read = new jpvmMessage(new jpvmRecvConnection(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(3, read.messageTag);
        assertTrue(read.sourceTid.equals(OTHER) && read.destTid.equals(TASK));
        return read.buffer;
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void everyStrideThElementIsPackedAndUnpacked(Object array) throws Throwable {
        for (int stride = 1; stride <= 3; stride++) {
            int n = (5 - 1) / stride + 1;
            jpvmBuffer buffer = new jpvmBuffer();
            call(buffer, "pack", array, n, stride);
            call(buffer, "pack", array, 0, 1);
            for (int other = 1; other <= 2; other++) {
                Object back = Array.newInstance(array.getClass().getComponentType(), n * other);
                call(sent(buffer), "unpack", back, n, other);
                for (int i = 0; i < n; i++)
                    assertEquals(Array.get(array, i * stride), Array.get(back, i * other), "element " + i);
            }
        }
    }

    @Test
    void packingCopies() throws jpvmException {
        int[] array = {1, 2, 3};
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(array, 3, 1);
        array[0] = 9;
        int[] back = new int[3];
        buffer.unpack(back, 3, 1);
        assertArrayEquals(new int[] {1, 2, 3}, back);
    }

    private static jpvmBuffer mixed() {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack((byte) 1);
        buffer.pack('c');
        buffer.pack((short) 2);
        buffer.pack(3);
        buffer.pack(4L);
        buffer.pack(5f);
        buffer.pack(6d);
        buffer.pack("text \ud83d\ude00");
        buffer.pack(TASK);
        return buffer;
    }

    private static void assertMixed(jpvmBuffer buffer) throws jpvmException {
        assertEquals(1, buffer.upkbyte());
        assertEquals('c', buffer.upkchar());
        assertEquals(2, buffer.upkshort());
        assertEquals(3, buffer.upkint());
        assertEquals(4, buffer.upklong());
        assertEquals(5, buffer.upkfloat());
        assertEquals(6, buffer.upkdouble());
        assertEquals("text \ud83d\ude00", buffer.upkstr());
        assertTrue(TASK.equals(buffer.upktid()));
    }

    @Test
    void singleValuesKeepTheirOrder() throws jpvmException {
        assertMixed(mixed());
        assertMixed(sent(mixed()));
    }

    @Test
    void aBufferRewinds() throws jpvmException {
        jpvmBuffer buffer = mixed();
        assertMixed(buffer);
        buffer.rewind();
        assertMixed(buffer);
    }

    private static void fails(String part, Executable call) {
        jpvmException failure = assertThrows(jpvmException.class, call);
        assertTrue(failure.getMessage().contains(part), failure::toString);
    }

    @Test
    void unpackingTellsWhatIsWrong() {
        fails("buffer empty, unpack of integer after 0 elements", () -> new jpvmBuffer().upkint());
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(1);
        fails("unpack of double where element 0 is integer", buffer::upkdouble);
        fails("unpack of task id where element 0 is integer", buffer::upktid);
        fails("buffer empty", () -> {
            buffer.upkint();
            buffer.upkint();
        });
    }

    @ParameterizedTest
    @CsvSource({"4, 1, 10", "3, 2, 4", "-1, 1, 4", "1, 0, 4"})
    void unpackingChecksNumbers(int n, int stride, int length) {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(new int[3], 3, 1);
        fails(n + " elements", () -> buffer.unpack(new int[length], n, stride));
    }

    @Test
    void packingChecksNumbers() {
        jpvmBuffer buffer = new jpvmBuffer();
        assertThrows(IllegalArgumentException.class, () -> buffer.pack(new int[3], 4, 1));
        assertThrows(IllegalArgumentException.class, () -> buffer.pack(new int[3], 3, 2));
        assertThrows(IllegalArgumentException.class, () -> buffer.pack((int[]) null, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> buffer.pack((String) null));
        assertThrows(IllegalArgumentException.class, () -> buffer.pack((jpvmTaskId) null));
        fails("buffer empty", buffer::upkint);
    }

    @Test
    void aTaskIdIsItsHostAndPort() throws jpvmException {
        assertEquals("hosta, port #7", TASK.toString());
        assertTrue(TASK.equals(new jpvmTaskId("HOSTA", 7)));
        assertEquals(TASK, new jpvmTaskId("HostA", 7));
        assertEquals(TASK.hashCode(), new jpvmTaskId("HostA", 7).hashCode());
        assertTrue(!TASK.equals(OTHER) && !TASK.equals((jpvmTaskId) null));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TASK.send(new DataOutputStream(bytes));
        jpvmTaskId read = new jpvmTaskId();
        read.recv(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(TASK, read);
        fails("can't be read", () -> read.recv(new DataInputStream(new ByteArrayInputStream(new byte[3]))));
    }

    @Test
    void aStreamThatIsCutIsRefused() throws jpvmException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new jpvmMessage(mixed(), TASK, OTHER, 3).send(new jpvmSendConnection(bytes));
        for (int length = 0; length < bytes.size(); length++) {
            byte[] cut = Arrays.copyOf(bytes.toByteArray(), length);
            fails("be read", () -> new jpvmMessage(new jpvmRecvConnection(new ByteArrayInputStream(cut))));
        }
    }
}
