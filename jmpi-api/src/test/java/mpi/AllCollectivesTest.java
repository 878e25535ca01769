package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every collective operation, over ranks, roots, counts and datatypes. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class AllCollectivesTest {
    private static final int LARGE = 5000;
    private static final Kind[] KINDS = {Kind.BYTE, Kind.BOOLEAN, Kind.INT, Kind.DOUBLE, Kind.OBJECT};

    static Stream<Arguments> operationsInEveryForm() {
        return Arrays.stream(Collective.values())
                .flatMap(
                        operation -> Arrays.stream(CollectiveForm.values()).map(form -> Arguments.of(operation, form)));
    }

    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void everyElementOfEveryTypeArrivesFromEveryRoot(Collective operation, CollectiveForm form) {
        checkElements(operation, form, 3, Kind.values());
        for (int ranks : new int[] {1, 5}) checkElements(operation, form, ranks, Kind.INT);
    }

    private static void checkElements(Collective operation, CollectiveForm form, int ranks, Kind... kinds) {
        int roots = operation.rooted ? ranks : 1;
        Jmpi.run(ranks, () -> {
            for (int root = 0; root < roots; root++)
                for (Kind kind : kinds)
                    for (int count : new int[] {0, 1, 7}) operation.check(form.of(MPI.COMM_WORLD), kind, count, root);
        });
    }

    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void longBuffersArriveWhole(Collective operation, CollectiveForm form) {
        checkLongBuffers(operation, form, 4);
    }

    private static void checkLongBuffers(Collective operation, CollectiveForm form, int ranks) {
        int roots = operation.rooted ? ranks : 1;
        Jmpi.run(ranks, () -> {
            for (int i = 0; i < KINDS.length; i++)
                operation.check(form.of(MPI.COMM_WORLD), KINDS[i], KINDS[i] == Kind.OBJECT ? 300 : LARGE, i % roots);
        });
    }

    /** Ranks describe the same elements differently, but for reductions. */
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void derivedTypesLeaveTheElementsBetweenTheirsAlone(Collective operation, CollectiveForm form) {
        checkDerivedTypes(operation, form, 3);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void soTheyDoAmongOtherNumbersOfRanks(Collective operation, CollectiveForm form) {
        for (int ranks : new int[] {1, 2, 4, 5}) checkElements(operation, form, ranks, Kind.values());
        for (int ranks : new int[] {1, 2, 3, 5}) checkLongBuffers(operation, form, ranks);
        for (int ranks : new int[] {1, 2, 5}) checkDerivedTypes(operation, form, ranks);
    }

    private static void checkDerivedTypes(Collective operation, CollectiveForm form, int ranks) {
        int roots = operation.rooted ? ranks : 1;
        Jmpi.run(ranks, () -> {
            for (Kind kind : KINDS) {
                if (kind == Kind.OBJECT && operation.reduces()) continue;
                Items[] items = {Items.strided(kind), Items.reversed(kind), Items.adjacent(kind)};
                for (int i = 0; i < items.length; i++)
                    for (int count : new int[] {0, 7, kind == Kind.OBJECT ? 50 : 500})
                        for (int root = count > 7 ? roots - 1 : 0; root < roots; root++) {
                            Items own = items[operation.reduces() ? i : (i + Talk.rank()) % items.length];
                            operation.check(form.of(MPI.COMM_WORLD), own, count, root);
                        }
            }
        });
    }

    /** So many ranks are served by trees. */
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void manyRanksAreServedToo(Collective operation, CollectiveForm form) {
        Jmpi.run(11, () -> {
            for (Kind kind : new Kind[] {Kind.INT, Kind.OBJECT})
                for (int count : new int[] {0, 3, 97}) operation.check(form.of(MPI.COMM_WORLD), kind, count, 7);
        });
    }

    /** Returns what a rank has to send at the start of an array, and guards in the rest of it. */
    private static Object array(int ranks, int items, int rank) {
        Object array = Kind.INT.guards(0, 12 * ranks);
        System.arraycopy(Kind.INT.data(0, items, 100 * rank), 0, array, 0, items);
        return array;
    }

    private static void assertReceived(int items, Object received, int at, Object array) {
        Object expected = array(Talk.size(), items, Talk.rank());
        System.arraycopy(received, 0, expected, at, Array.getLength(received));
        Kind.assertSame(expected, array, "from " + at + " on");
    }

    /** Returns the elements that all ranks have from an index on. */
    private static int[] fromAll(int ranks, int at) {
        return IntStream.range(0, 5 * ranks)
                .map(i -> ((int[]) Kind.INT.data(0, 1, 100 * (i / 5) + at + i % 5))[0])
                .toArray();
    }

    /** Returns the sums of the elements that the first ranks have from an index on. */
    private static int[] sums(int ranks, int at) {
        int[] all = fromAll(ranks, at);
        return IntStream.range(0, 5)
                .map(i -> IntStream.range(0, ranks).map(r -> all[5 * r + i]).sum())
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void bothBuffersMayLieInOneArray(int ranks) {
        Intracomm world = MPI.COMM_WORLD;
        int n = 5 * ranks;
        Jmpi.run(ranks, () -> {
            int me = Talk.rank();
            Object a = array(ranks, 5, me);
            world.Allgather(a, 0, 5, MPI.INT, a, 6, 5, MPI.INT);
            assertReceived(5, fromAll(ranks, 0), 6, a);
            a = array(ranks, 5, me);
            world.Gather(a, 0, 5, MPI.INT, a, 6, 5, MPI.INT, 0);
            assertReceived(5, me == 0 ? fromAll(ranks, 0) : new int[0], 6, a);
            a = array(ranks, n, me);
            world.Alltoall(a, 0, 5, MPI.INT, a, n + 1, 5, MPI.INT);
            assertReceived(n, fromAll(ranks, 5 * me), n + 1, a);
            a = array(ranks, n, me);
            world.Scatter(a, 0, 5, MPI.INT, a, n + 1, 5, MPI.INT, ranks - 1);
            int[] fromLast = Arrays.copyOfRange(fromAll(ranks, 5 * me), n - 5, n);
            assertReceived(n, fromLast, n + 1, a);
            a = array(ranks, 5, me);
            world.Allreduce(a, 0, a, 6, 5, MPI.INT, MPI.SUM);
            assertReceived(5, sums(ranks, 0), 6, a);
            a = array(ranks, 5, me);
            world.Reduce(a, 0, a, 6, 5, MPI.INT, MPI.SUM, 0);
            assertReceived(5, me == 0 ? sums(ranks, 0) : new int[0], 6, a);
            a = array(ranks, 5, me);
            world.Scan(a, 0, a, 6, 5, MPI.INT, MPI.SUM);
            assertReceived(5, sums(me + 1, 0), 6, a);
            a = array(ranks, n, me);
            int[] fives = IntStream.generate(() -> 5).limit(ranks).toArray();
            world.Reduce_scatter(a, 0, a, n + 1, fives, MPI.INT, MPI.SUM);
            assertReceived(n, sums(ranks, 5 * me), n + 1, a);
        });
    }

    /** A rank that is through with one operation may be in one of the next while others are not. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void anySequenceOfOperationsKeepsThemApart(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm backwards = MPI.COMM_WORLD.Split(0, -Talk.rank());
            Random random = new Random(20_261 + ranks);
            for (int i = 0; i < 200; i++) {
                Collective operation = Collective.values()[random.nextInt(Collective.values().length)];
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                int count = random.nextInt(random.nextInt(10) == 0 ? 3000 : 40);
                Intracomm comm = random.nextBoolean() ? MPI.COMM_WORLD : backwards;
                CollectiveForm form = CollectiveForm.values()[random.nextInt(CollectiveForm.values().length)];
                operation.check(form.of(comm), kind, kind == Kind.OBJECT ? count % 100 : count, random.nextInt(ranks));
            }
        });
    }

    private static byte[] packed(Kind kind, int count, int seed) {
        byte[] bytes = new byte[MPI.COMM_WORLD.Pack_size(count, kind.type)];
        MPI.COMM_WORLD.Pack(kind.data(0, count, seed), 0, count, kind.type, bytes, 0);
        return bytes;
    }

    /** Returns packed bytes between guards: two before, three after. */
    private static byte[] guarded(byte[] bytes) {
        byte[] guarded = (byte[]) Kind.BYTE.guards(2, bytes.length);
        System.arraycopy(bytes, 0, guarded, 2, bytes.length);
        return guarded;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void whatIsSentAsElementsMayBeReceivedPackedAndTheReverse(int ranks) {
        Jmpi.run(ranks, () -> {
            for (Kind kind : new Kind[] {Kind.SHORT, Kind.INT, Kind.DOUBLE, Kind.BOOLEAN})
                for (int count : new int[] {0, 1, 7, LARGE})
                    for (int root = count < LARGE ? 0 : ranks - 1; root < ranks; root++) {
                        bcastAsBoth(kind, count, root);
                        gatherPacked(kind, count, root);
                        scatterPacked(kind, count, root);
                    }
        });
    }

    /** Ranks with odd numbers have the message packed, the others its elements. */
    private static void bcastAsBoth(Kind kind, int count, int root) {
        byte[] bytes = packed(kind, count, root);
        boolean atRoot = Talk.rank() == root;
        String what = kind + " x " + count + " of " + root + " at " + Talk.rank();
        if (Talk.rank() % 2 == 1) {
            byte[] buffer = guarded(atRoot ? bytes : new byte[bytes.length]);
            MPI.COMM_WORLD.Bcast(buffer, 2, bytes.length, MPI.PACKED, root);
            Kind.assertSame(guarded(bytes), buffer, what);
        } else {
            Object buffer = atRoot ? kind.data(2, count, root) : kind.guards(2, count);
            MPI.COMM_WORLD.Bcast(buffer, 2, count, kind.type, root);
            Kind.assertSame(kind.data(2, count, root), buffer, what);
        }
    }

    private static void gatherPacked(Kind kind, int count, int root) {
        byte[] own = packed(kind, count, Talk.rank() * count);
        byte[] all = packed(kind, Talk.size() * count, 0);
        byte[] receive = guarded(new byte[all.length]);
        Object send = kind.data(1, count, Talk.rank() * count);
        MPI.COMM_WORLD.Gather(send, 1, count, kind.type, receive, 2, own.length, MPI.PACKED, root);
        String what = kind + " x " + count + " to " + root + " at " + Talk.rank();
        Kind.assertSame(guarded(Talk.rank() == root ? all : new byte[all.length]), receive, what);
    }

    private static void scatterPacked(Kind kind, int count, int root) {
        byte[] all = packed(kind, Talk.size() * count, 0);
        int each = all.length / Talk.size();
        Object receive = kind.guards(2, count);
        MPI.COMM_WORLD.Scatter(guarded(all), 2, each, MPI.PACKED, receive, 2, count, kind.type, root);
        Kind.assertSame(kind.data(2, count, Talk.rank() * count), receive, kind + " x " + count + " from " + root);
    }

    @Test
    void pairsAndSingleElementsMatch() {
        Jmpi.run(3, () -> {
            int[] all = new int[14];
            int me = Talk.rank();
            MPI.COMM_WORLD.Allgather(new int[] {me, 10 + me, me, -me}, 0, 2, MPI.INT2, all, 1, 4, MPI.INT);
            assertArrayEquals(new int[] {0, 0, 10, 0, 0, 1, 11, 1, -1, 2, 12, 2, -2, 0}, all);
            int[] blocks = IntStream.range(0, 6).map(i -> 100 * me + i).toArray();
            int[] mine = new int[8];
            MPI.COMM_WORLD.Alltoall(blocks, 0, 2, MPI.INT, mine, 1, 1, MPI.INT2);
            assertArrayEquals(
                    new int[] {0, 2 * me, 2 * me + 1, 100 + 2 * me, 101 + 2 * me, 200 + 2 * me, 201 + 2 * me, 0}, mine);
        });
    }
}
