package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import javax.swing.event.EventListenerList;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

class ObjectMessageTest {
    private final ObjectCodec codec = new JavaObjectCodec(new ObjectFilter(null));

    @Test
    void objectsGoThroughChunks() {
        Object[] sent = new Object[3000];
        for (int i = 0; i < sent.length; i++) sent[i] = i % 7 == 0 ? null : new byte[] {(byte) i, 1};
        ByteChunks bytes = ObjectMessage.encode(codec, sent, 0, 3000);
        Object[] received = new Object[3002];
        ObjectMessage.decode(codec, bytes, received, 1, 3000);
        for (int i = 0; i < sent.length; i++) assertArrayEquals((byte[]) sent[i], (byte[]) received[i + 1]);
        assertEquals(null, received[0]);
        assertEquals(null, received[3001]);
    }

    @Test
    void noObjectsAreNoBytes() {
        ByteChunks bytes = ObjectMessage.encode(codec, new Object[] {"a"}, 1, 0);
        assertEquals(0, bytes.bytes());
        Object[] received = {"untouched"};
        ObjectMessage.decode(codec, bytes, received, 0, 0);
        assertEquals("untouched", received[0]);
    }

    @Test
    void whatCannotBeSentIsAnErrorOfTheTypeThatNamesTheClass() {
        CommException refusal = assertThrows(
                CommException.class, () -> ObjectMessage.encode(codec, new Object[] {List.of(new Object())}, 0, 1));
        assertEquals(ErrorClass.TYPE, refusal.errorClass());
        assertEquals(
                "object can't be sent by codec java: java.io.NotSerializableException: java.lang.Object",
                refusal.getMessage());
    }

    @Test
    void whatMayNotBeReceivedIsAnErrorOfTheTypeThatNamesTheCodec() {
        ByteChunks bytes = ObjectMessage.encode(codec, new Object[] {new EventListenerList()}, 0, 1);
        CommException refusal =
                assertThrows(CommException.class, () -> ObjectMessage.decode(codec, bytes, new Object[1], 0, 1));
        assertEquals(ErrorClass.TYPE, refusal.errorClass());
        assertTrue(refusal.getMessage().startsWith("object can't be received by codec java: "), refusal.getMessage());
    }

    /** Fails as a JVM does that has no memory left. */
    private static final class Exhausted implements ObjectCodec {
        @Override
        public String name() {
            return "exhausted";
        }

        @Override
        public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
            out.write(new byte[70]);
            throw new OutOfMemoryError("Java heap space");
        }

        @Override
        public void decode(InputStream in, Object[] array, int offset, int count) {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Test
    void aHeapThatIsTooSmallSaysWhatToDo() {
        ObjectCodec exhausted = new Exhausted();
        ByteChunks bytes = ObjectMessage.encode(codec, new Object[] {"a"}, 0, 1);
        List<CommException> failures = List.of(
                assertThrows(CommException.class, () -> ObjectMessage.encode(exhausted, new Object[1], 0, 1)),
                assertThrows(CommException.class, () -> ObjectMessage.decode(exhausted, bytes, new Object[1], 0, 1)));
        for (CommException failure : failures) {
            assertEquals(ErrorClass.OTHER, failure.errorClass());
            assertTrue(failure.getMessage().contains("larger heap (-Xmx)"), failure.getMessage());
        }
        assertTrue(failures.get(0).getMessage().contains("70 bytes encoded"), failures.get(0)::getMessage);
    }

    @Test
    void aSegmentGetsAllObjectsOrNone() {
        ByteChunks bytes = ObjectMessage.encode(codec, new Object[] {1, "text"}, 0, 2);
        Integer[] array = {7, 8, 9, 7};
        Segment segment = new Segment();
        segment.set(new Buffer(array, 1, 1, Layout.vector(2, 1, 2, Layout.of(BasicType.OBJECT))));
        assertThrows(CommException.class, () -> ObjectMessage.decode(codec, bytes, segment, 2));
        assertArrayEquals(new Integer[] {7, 8, 9, 7}, array);
    }

    @Test
    void anObjectThatTheArrayCannotHoldIsAnErrorOfTheType() {
        ByteChunks bytes = ObjectMessage.encode(codec, new Object[] {1, "text"}, 0, 2);
        Integer[] array = new Integer[2];
        CommException refusal =
                assertThrows(CommException.class, () -> ObjectMessage.decode(codec, bytes, array, 0, 2));
        assertEquals(ErrorClass.TYPE, refusal.errorClass());
        assertArrayEquals(new Integer[2], array);
    }
}
