package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Later calls of a method have its number, not its name, and the memory of earlier ones. */
class RepeatedCallsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String WRITTEN = "wchar: ";
    private static final int SERIES = 40;
    private static final int CALLS = 25;
    private static final int MANY = 10;

    /** Half of the bytes by which the long names below are longer than the short ones. */
    private static final int NAME = 33;

    private static final int LONG = 1 << 16;

    interface Names {
        @Simple
        int add(int value);

        @Simple
        int addWhatIsGivenToWhatIsHereByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(int value);

        @Simple
        CompletableFuture<Integer> later(int value);

        @Simple
        CompletableFuture<Integer> laterThanAllOthersByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(int value);

        @OneWay
        @Simple
        void tell(int value);

        @OneWay
        @Simple
        void tellWhatIsGivenToNobodyByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(int value);

        @Simple
        int length(byte[] bytes);
    }

    private static final class Sum implements Names {
        private int sum;

        @Override
        public int add(int value) {
            return sum += value;
        }

        @Override
        public int addWhatIsGivenToWhatIsHereByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(int value) {
            return add(value);
        }

        @Override
        public CompletableFuture<Integer> later(int value) {
            return CompletableFuture.completedFuture(add(value));
        }

        @Override
        public CompletableFuture<Integer> laterThanAllOthersByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(
                int value) {
            return later(value);
        }

        @Override
        public void tell(int value) {
            add(value);
        }

        @Override
        public void tellWhatIsGivenToNobodyByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(int value) {
            add(value);
        }

        @Override
        public int length(byte[] bytes) {
            return bytes.length;
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // which counts what a process writes
    void callsHaveTheNumbersOfTheirMethods() {
        Ranks.run("socket", 2, space -> {
            Names sum = space.exportAll(Names.class, new Sum()).get(1).get();
            if (space.rank() != 0) return;
            assertNumbered(
                    () -> sum.add(1),
                    () -> sum.addWhatIsGivenToWhatIsHereByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(1));
            assertNumbered(
                    () -> sum.later(1).join(),
                    () -> sum.laterThanAllOthersByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(1)
                            .join());
            assertNumbered(
                    () -> {
                        sum.tell(1);
                        sum.add(0);
                    },
                    () -> {
                        sum.tellWhatIsGivenToNobodyByAMethodWhoseNameIsSoLongThatItIsSeenInEachCall(1);
                        sum.add(0);
                    });
            assertEquals(6 * SERIES * CALLS, sum.add(0));
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX) // which counts what a process writes
    void oneWayCallsOfSimpleMethodsHaveNoReceipt() {
        Ranks.run("socket", 2, space -> {
            Names sum = space.exportAll(Names.class, new Sum()).get(1).get();
            if (space.rank() != 0) return;
            double answered = least(RepeatedCallsTest::written, () -> add(sum, MANY));
            double told = least(RepeatedCallsTest::written, () -> {
                for (int i = 1; i < MANY; i++) sum.tell(1);
                add(sum, 1);
            });
            assertTrue(
                    told < 0.75 * answered,
                    "bytes of calls with answers=" + answered + ", and of as many without, and a last one=" + told);
            assertEquals(2 * MANY * SERIES * CALLS, sum.add(0));
        });
    }

    private static void add(Names sum, int times) {
        for (int i = 0; i < times; i++) sum.add(1);
    }

    private static void assertNumbered(Runnable ofShortName, Runnable ofLongName) {
        double ofShort = least(RepeatedCallsTest::written, ofShortName);
        double ofLong = least(RepeatedCallsTest::written, ofLongName);
        assertTrue(
                ofLong - ofShort < NAME,
                "bytes of a call whose method has a short name=" + ofShort + ", and a long one=" + ofLong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void callsThatWaitHaveTheMemoryOfEarlierOnes(String transport) {
        Ranks.run(transport, 2, space -> {
            Names sum = space.exportAll(Names.class, new Sum()).get(1).get();
            if (space.rank() != 0) return;
            byte[] bytes = new byte[LONG];
            double ofCall = least(RepeatedCallsTest::allocated, () -> assertEquals(LONG, sum.length(bytes)));
            assertTrue(ofCall < LONG / 2.0, "bytes of a call with an argument of " + LONG + " bytes=" + ofCall);
        });
    }

    /** Returns by how much a call raises a counter of bytes, in the best of many short series. */
    private static double least(LongSupplier counter, Runnable call) {
        long least = Long.MAX_VALUE;
        for (int series = 0; series < SERIES; series++) {
            long before = counter.getAsLong();
            for (int i = 0; i < CALLS; i++) call.run();
            least = Math.min(least, counter.getAsLong() - before);
        }
        return (double) least / CALLS;
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static long written() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/io"))) {
            return lines.filter(line -> line.startsWith(WRITTEN))
                    .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
