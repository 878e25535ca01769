package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements of arrays of other ranks, in short and in long parts. */
class RemoteArrayTest {
    private static final int LENGTH = 300_000;

    private static List<RemoteArray<double[]>> share(ObjectSpace space, double[] own) {
        return Jmpi.world().allGather(space.exportArray(own));
    }

    private static double[] numbers(int count, double first) {
        return IntStream.range(0, count).mapToDouble(i -> first + i).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void elementsAreCopiedBothWays(String transport) {
        Ranks.run(transport, 2, space -> {
            double[] own = numbers(LENGTH, space.rank());
            for (RemoteArray<double[]> array : share(space, own)) {
                for (int count : new int[] {0, 1, 20, 2048, 2049, LENGTH - 10}) {
                    double[] got = new double[count + 2];
                    array.get(5, got, 1, count);
                    double[] expected = new double[count + 2];
                    System.arraycopy(numbers(count, 5 + array.rank()), 0, expected, 1, count);
                    assertArrayEquals(expected, got);
                }
            }
            Jmpi.world().barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void elementsThatArePutAreThereWhenTheCallReturns(String transport) {
        Ranks.run(transport, 2, space -> {
            double[] own = new double[LENGTH];
            List<RemoteArray<double[]>> arrays = share(space, own);
            for (int count : new int[] {1, 2048, 2049, LENGTH}) {
                RemoteArray<double[]> other = arrays.get(1 - space.rank());
                other.put(LENGTH - count, numbers(count + 3, 7), 3, count);
                double[] back = new double[count];
                other.get(LENGTH - count, back, 0, count);
                assertArrayEquals(numbers(count, 10), back);
                Jmpi.world().barrier();
                assertEquals(10, own[LENGTH - count]);
                Jmpi.world().barrier();
            }
        });
    }

    @Test
    void everyPrimitiveTypeTravels() {
        Ranks.run("threads", 2, space -> {
            long[] longs = {Long.MIN_VALUE, 1};
            char[] chars = {'a', '\uFFFF'};
            boolean[] flags = {true, false};
            byte[] bytes = {-1, 2};
            RemoteArray<long[]> remoteLongs = Jmpi.world().broadcast(space.exportArray(longs), 0);
            RemoteArray<char[]> remoteChars = Jmpi.world().broadcast(space.exportArray(chars), 0);
            RemoteArray<boolean[]> remoteFlags = Jmpi.world().broadcast(space.exportArray(flags), 0);
            RemoteArray<byte[]> remoteBytes = Jmpi.world().broadcast(space.exportArray(bytes), 0);
            long[] gotLongs = new long[2];
            char[] gotChars = new char[2];
            boolean[] gotFlags = new boolean[2];
            byte[] gotBytes = new byte[2];
            remoteLongs.get(0, gotLongs, 0, 2);
            remoteChars.get(0, gotChars, 0, 2);
            remoteFlags.get(0, gotFlags, 0, 2);
            remoteBytes.get(0, gotBytes, 0, 2);
            assertArrayEquals(longs, gotLongs);
            assertArrayEquals(chars, gotChars);
            assertArrayEquals(flags, gotFlags);
            assertArrayEquals(bytes, gotBytes);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void manyPartsAreUnderWayAtTheSameTime(String transport) {
        Ranks.run(transport, 2, space -> {
            RemoteArray<double[]> other =
                    share(space, numbers(LENGTH, space.rank())).get(1 - space.rank());
            List<CompletableFuture<Void>> all = new ArrayList<>();
            double[] got = new double[LENGTH];
            for (int part = 0; part < 30; part++) all.add(other.startGet(part * 10_000, got, part * 10_000, 10_000));
            for (CompletableFuture<Void> each : all) space.await(each);
            assertArrayEquals(numbers(LENGTH, other.rank()), got);
            Jmpi.world().barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void copiesThatCrossDoNotMeet(String transport) {
        Ranks.run(transport, 2, space -> {
            double[] read = numbers(LENGTH, space.rank());
            double[] written = new double[LENGTH];
            RemoteArray<double[]> source = share(space, read).get(1 - space.rank());
            RemoteArray<double[]> target = share(space, written).get(1 - space.rank());
            double[] sent = numbers(LENGTH, -1e6 * (1 + space.rank()));
            double[] got = new double[LENGTH];
            Jmpi.world().barrier();
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int part = 0; part < 10; part++) {
                int from = part * 30_000;
                // The numbers of the two ranks' copies are the same, and their directions opposite.
                if (space.rank() == 0) all.add(source.startGet(from, got, from, 30_000));
                all.add(target.startPut(from, sent, from, 30_000));
                if (space.rank() == 1) all.add(source.startGet(from, got, from, 30_000));
            }
            for (CompletableFuture<Void> each : all) space.await(each);
            Jmpi.world().barrier();
            assertArrayEquals(numbers(LENGTH, source.rank()), got);
            assertArrayEquals(numbers(LENGTH, -1e6 * (1 + source.rank())), written);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void whatIsNotThereIsNamed(String transport) {
        Ranks.run(transport, 2, space -> {
            List<RemoteArray<double[]>> arrays = share(space, new double[LENGTH]);
            if (space.rank() != 0) return;
            for (RemoteArray<double[]> array : arrays) {
                double[] own = new double[LENGTH];
                assertThrows(IndexOutOfBoundsException.class, () -> array.get(LENGTH, own, 0, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.get(-1, own, 0, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.put(0, own, LENGTH, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.put(0, own, 0, -1));
                array.drop();
                for (int count : new int[] {1, LENGTH}) {
                    ObjectDroppedException get =
                            assertThrows(ObjectDroppedException.class, () -> array.get(0, own, 0, count));
                    assertTrue(get.getMessage().startsWith("rank " + array.rank() + ", object "), get.getMessage());
                    assertThrows(ObjectDroppedException.class, () -> array.put(0, own, 0, count));
                }
            }
            assertThrows(IllegalArgumentException.class, () -> space.exportArray(new Object[1]));
            assertThrows(IllegalArgumentException.class, () -> space.exportArray("text"));
        });
    }
}
