package typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.jmpi.Jmpi;
import org.jmpi.MpiException;
import org.jmpi.Operator;
import org.jmpi.Window;
import org.jmpi.World;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Windows of typed calls. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
@SuppressWarnings("try") // epochs are closed, not looked at
class WindowTest {
    private static void assertFails(ErrorClass expected, Executable call, String... inMessage) {
        MpiException e = assertThrows(MpiException.class, call);
        assertEquals(expected, e.errorClass(), e.getMessage());
        for (String part : inMessage) assertEquals(true, e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void ranksPutAndGetBetweenFences() {
        Jmpi.run(3, () -> {
            World world = Jmpi.world();
            int next = (world.rank() + 1) % 3;
            double[] own = new double[4];
            try (Window window = world.window(own)) {
                window.fence();
                window.put(new double[] {1.5, 2.5}, next, 1);
                window.put(9.0, next, 3);
                window.fence();
                assertArrayEquals(new double[] {0, 1.5, 2.5, 9}, own);
                double[] read = new double[2];
                window.getInto(read, next, 2);
                window.fence();
                assertArrayEquals(new double[] {2.5, 9}, read);
            }
        });
    }

    @Test
    void ticketsAreGivenOnce() {
        Jmpi.run(4, () -> {
            World world = Jmpi.world();
            long[] tickets = new long[10];
            try (Window window = world.allocate(long.class, world.rank() == 0 ? 2 : 0)) {
                try (Window.Epoch all = window.lockAll()) {
                    for (int i = 0; i < 10; i++) {
                        tickets[i] = all.getAndAccumulate(1L, 0, 0, Operator.SUM);
                        window.accumulate(2L, 0, 1, Operator.SUM);
                    }
                    all.flush(0);
                }
                world.barrier();
                long[] sorted = world.allGather(tickets).stream()
                        .flatMapToLong(Arrays::stream)
                        .sorted()
                        .toArray();
                for (int i = 0; i < 40; i++) assertEquals(i, sorted[i]);
                if (world.rank() == 0) {
                    window.sync();
                    assertEquals(40, window.memory().getLong(0));
                    assertEquals(80, window.memory().getLong(8));
                }
            }
        });
    }

    @Test
    void valuesComeBackAsTheirTypes() {
        Jmpi.run(2, () -> {
            World world = Jmpi.world();
            int[] own = {10, 20, 30};
            try (Window window = world.window(own)) {
                world.barrier();
                if (world.rank() == 0)
                    try (Window.Epoch epoch = window.lock(1)) {
                        assertEquals(20, epoch.get(Integer.class, 1, 1));
                        assertEquals(20, epoch.get(int.class, 1, 1));
                        assertArrayEquals(
                                new int[] {20, 30}, epoch.getAndAccumulate(new int[] {1, 2}, 1, 1, Operator.REPLACE));
                        assertEquals(10, epoch.compareAndSwap(10, 11, 1, 0));
                        assertEquals(11, epoch.compareAndSwap(10, 12, 1, 0));
                        assertEquals(11, epoch.getAndAccumulate(5, 1, 0, Operator.NO_OP));
                        epoch.close();
                    }
                world.barrier();
                window.sync();
                assertArrayEquals(world.rank() == 0 ? new int[] {10, 20, 30} : new int[] {11, 1, 2}, own);
            }
        });
    }

    @Test
    void buffersAreWindowsAndValues() {
        Jmpi.run(2, () -> {
            World world = Jmpi.world();
            IntBuffer own = ByteBuffer.allocateDirect(12).asIntBuffer();
            try (Window window = world.window(own)) {
                try (Window.Epoch epoch = window.lockShared(1 - world.rank())) {
                    window.put(IntBuffer.wrap(new int[] {4, 5}), 1 - world.rank(), 1);
                }
                world.barrier();
                window.sync();
                assertEquals(5, own.get(2));
            }
        });
    }

    @Test
    void whatIsNotValidIsRefused() {
        Jmpi.run(2, () -> {
            World world = Jmpi.world();
            assertFails(ErrorClass.TYPE, () -> world.window(new String[1]));
            assertFails(ErrorClass.BUFFER, () -> world.window(null), "null");
            assertFails(ErrorClass.BUFFER, () -> world.window(7), "java.lang.Integer");
            assertFails(ErrorClass.TYPE, () -> world.allocate(String.class, 1), "String");
            assertFails(ErrorClass.TYPE, () -> world.allocate(null, 1), "null");
            assertFails(ErrorClass.SIZE, () -> world.allocate(int.class, -1));
            Window window = world.allocate(int.class, 3);
            assertFails(ErrorClass.RMA_SYNC, () -> window.put(1, 0, 0));
            try (Window.Epoch epoch = window.lockAll()) {
                assertFails(ErrorClass.TYPE, () -> window.put(1.5, 0, 0), "INT", "DOUBLE");
                assertFails(ErrorClass.TYPE, () -> window.put("word", 0, 0), "OBJECT");
                assertFails(ErrorClass.TYPE, () -> epoch.get(int[].class, 0, 0), "getInto");
                assertFails(ErrorClass.RANK, () -> window.put(1, 2, 0), "rank=2");
                assertFails(ErrorClass.RMA_RANGE, () -> window.put(new int[2], 0, 2), "disp=2");
                assertFails(ErrorClass.OP, () -> window.accumulate(1, 0, 0, null), "Operator.SUM");
                assertFails(ErrorClass.BUFFER, () -> window.getInto(5, 0, 0));
                assertFails(ErrorClass.RMA_SYNC, window::close);
                window.put(6, world.rank(), 2);
                assertEquals(6, epoch.get(Integer.class, world.rank(), 2));
            }
            assertEquals(6, window.memory().getInt(8));
            window.close();
            window.close();
            assertFails(ErrorClass.WIN, window::fence, "freed");
            try (Window over = world.window(new byte[1])) {
                assertFails(ErrorClass.RMA_FLAVOR, over::memory);
            }
        });
    }
}
