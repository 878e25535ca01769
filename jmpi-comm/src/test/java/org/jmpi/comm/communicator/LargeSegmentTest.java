package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

/** Messages from and into a segment of five gibibytes: a file of which only the bytes written take room. */
@Timeout(30)
@EnabledForJreRange(minVersion = 22)
class LargeSegmentTest {
    private static final int TAG = 4;
    private static final long GIB = 1L << 30;
    private static final Layout BYTE = Layout.of(BasicType.BYTE);

    /** The elements from the first byte of an item to its second one. */
    private static final int STRIDE = (1 << 31) - 4096;

    private static final TypeHandle FAR = TypeHandle.predefined(Layout.vector(2, 1, STRIDE, BYTE));

    @TempDir
    private Path folder;

    private final OneRank rank = new OneRank(Events.NONE);
    private final PointToPoint calls = rank.world().pointToPoint();

    @AfterEach
    void close() {
        rank.close();
    }

    /** Returns a segment, which the tests' Java release lacks. */
    private static Object map(FileChannel file, Object arena) throws ReflectiveOperationException {
        return FileChannel.class
                .getMethod("map", MapMode.class, long.class, long.class, Class.forName("java.lang.foreign.Arena"))
                .invoke(file, MapMode.READ_WRITE, 0L, 5 * GIB, arena);
    }

    private String exchange(UserBuffer send, UserBuffer receive) {
        return calls.sendrecv(send, 0, TAG, receive, 0, TAG, Words.BINDING);
    }

    @Test
    void itemsBeyondWhatAnIntCounts() throws Exception {
        Class<?> arenas = Class.forName("java.lang.foreign.Arena");
        TypeHandle bytes = TypeHandle.predefined(BYTE);
        try (FileChannel file = FileChannel.open(
                        folder.resolve("sparse"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.SPARSE);
                AutoCloseable arena =
                        (AutoCloseable) arenas.getMethod("ofShared").invoke(null)) {
            Object segment = map(file, arena);
            long offset = 2 * GIB + 5;
            byte[] sent = {7, 8};
            assertEquals(
                    "2 from 0 by 4 at -1",
                    exchange(new UserBuffer(sent, 0, 2, bytes), new UserBuffer(segment, offset, 1, FAR)));
            ByteBuffer written = ByteBuffer.allocate(1);
            assertEquals(1, file.read(written, offset + STRIDE));
            assertEquals(8, written.get(0));
            byte[] received = new byte[2];
            exchange(new UserBuffer(segment, offset, 1, FAR), new UserBuffer(received, 0, 2, bytes));
            assertArrayEquals(sent, received);
            UserBuffer behind = new UserBuffer(segment, 5 * GIB + 1, 1, bytes);
            CommException refused =
                    assertThrows(CommException.class, () -> exchange(new UserBuffer(sent, 0, 1, bytes), behind));
            assertEquals(
                    "offset out of range: offset=5368709121, elements up to its limit=5368709120",
                    refused.getMessage());
            assertEquals(ErrorClass.ARG, refused.errorClass());
        }
    }
}
