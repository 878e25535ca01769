package mpi;

import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.util.Random;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MAXLOC and MINLOC over every type of pairs, in every reduction. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class LocationsTest {
    private static final int GUARD = 99;

    /** The types of a value and an index. */
    enum Pair {
        SHORT(MPI.SHORT2, short.class),
        INT(MPI.INT2, int.class),
        LONG(MPI.LONG2, long.class),
        FLOAT(MPI.FLOAT2, float.class),
        DOUBLE(MPI.DOUBLE2, double.class);

        private final Datatype type;
        private final Class<?> component;

        Pair(Datatype type, Class<?> component) {
            this.type = type;
            this.component = component;
        }

        /** Returns pairs between guards. */
        private Object array(int offset, int[][] pairs) {
            Object array = Array.newInstance(component, offset + 2 * pairs.length + 1);
            for (int i = 0; i < Array.getLength(array); i++) set(array, i, GUARD);
            for (int i = 0; i < pairs.length; i++) {
                set(array, offset + 2 * i, pairs[i][0]);
                set(array, offset + 2 * i + 1, pairs[i][1]);
            }
            return array;
        }

        private Object guards(int offset, int count) {
            int[][] pairs = new int[count][];
            for (int i = 0; i < count; i++) pairs[i] = new int[] {GUARD, GUARD};
            return array(offset, pairs);
        }

        private void set(Object array, int index, int value) {
            if (this == SHORT) Array.setShort(array, index, (short) value);
            else Array.setInt(array, index, value);
        }
    }

    /**
     * Returns the pairs of a rank: few different values, so that many ranks have the same one, and indices in no order.
     */
    private static int[][] pairs(int rank, int count) {
        Random random = new Random(31 * rank + count);
        int[][] pairs = new int[count][];
        for (int i = 0; i < count; i++) pairs[i] = new int[] {random.nextInt(5) - 2, random.nextInt(1000) - 500};
        return pairs;
    }

    /** Returns the extremes over the first ranks, with the lowest index of those that have them. */
    private static int[][] extremes(int ranks, int count, int sign) {
        int[][] best = pairs(0, count);
        for (int rank = 1; rank < ranks; rank++) {
            int[][] next = pairs(rank, count);
            for (int i = 0; i < count; i++) {
                int order = sign * Integer.compare(next[i][0], best[i][0]);
                if (order > 0 || order == 0 && next[i][1] < best[i][1]) best[i] = next[i];
            }
        }
        return best;
    }

    @ParameterizedTest
    @EnumSource
    void extremesComeWithTheLowestIndexThatHasThem(Pair pair) {
        for (int ranks = 1; ranks <= 5; ranks++) {
            int size = ranks;
            Jmpi.run(ranks, () -> {
                for (int count : new int[] {0, 1, 10, 2000}) {
                    check(pair, MPI.MAXLOC, 1, size, count);
                    check(pair, MPI.MINLOC, -1, size, count);
                }
            });
        }
    }

    private static void check(Pair pair, Op op, int sign, int ranks, int count) {
        int me = Talk.rank();
        Object sent = pair.array(3, pairs(me, count));
        Object all = pair.guards(2, count);
        MPI.COMM_WORLD.Allreduce(sent, 3, all, 2, count, pair.type, op);
        Object expected = pair.array(2, extremes(ranks, count, sign));
        Kind.assertSame(expected, all, "Allreduce x " + count);
        for (int root = 0; root < ranks; root++) {
            Object atRoot = pair.guards(2, count);
            MPI.COMM_WORLD.Reduce(sent, 3, atRoot, 2, count, pair.type, op, root);
            Kind.assertSame(me == root ? expected : pair.guards(2, count), atRoot, "Reduce x " + count + " to " + root);
        }
        Object upToMe = pair.guards(2, count);
        MPI.COMM_WORLD.Scan(sent, 3, upToMe, 2, count, pair.type, op);
        Kind.assertSame(pair.array(2, extremes(me + 1, count, sign)), upToMe, "Scan x " + count);
        int[] counts = IntStream.generate(() -> count / ranks).limit(ranks).toArray();
        counts[ranks - 1] += count % ranks;
        Object part = pair.guards(2, counts[me]);
        MPI.COMM_WORLD.Reduce_scatter(sent, 3, part, 2, counts, pair.type, op);
        int[][] own = new int[counts[me]][];
        System.arraycopy(extremes(ranks, count, sign), me * (count / ranks), own, 0, counts[me]);
        Kind.assertSame(pair.array(2, own), part, "Reduce_scatter x " + count);
        Kind.assertSame(pair.array(3, pairs(me, count)), sent, "what was sent");
    }
}
