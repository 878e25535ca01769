package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The collective operations between two groups: the lower ranks of the world, and the others. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class InterCollectivesTest {
    private static final int[][] SIZES = {{1, 1}, {1, 3}, {2, 3}, {4, 2}};
    private static final Kind[] KINDS = {Kind.BYTE, Kind.BOOLEAN, Kind.INT, Kind.DOUBLE, Kind.OBJECT};

    private static boolean isLow(int lower) {
        return Talk.rank() < lower;
    }

    /** Joins the first ranks of the world with the others. */
    private static Intercomm join(int lower) {
        Intracomm own = MPI.COMM_WORLD.Split(isLow(lower) ? 0 : 1, Talk.rank());
        Intercomm inter = MPI.COMM_WORLD.Create_intercomm(own, 0, isLow(lower) ? lower : 0, 3);
        own.Free();
        return inter;
    }

    @FunctionalInterface
    private interface Check {
        void run(InterCollective.Side side, int root);
    }

    /** Runs a check with the root on either side, at each rank; once if the operation has no root. */
    private static void fromEveryRoot(InterCollective operation, CollectiveForm form, int[] sizes, Check check) {
        fromEveryRoot(operation, form::calling, sizes, check);
    }

    private static void fromEveryRoot(
            InterCollective operation, Function<Comm, CallView.Calling> calls, int[] sizes, Check check) {
        Jmpi.run(sizes[0] + sizes[1], () -> {
            Intercomm inter = join(sizes[0]);
            for (int group = 0; group < (operation.rooted ? 2 : 1); group++) {
                boolean rootIsLow = group == 0;
                boolean rooted = isLow(sizes[0]) == rootIsLow;
                for (int root = 0; root < (operation.rooted ? sizes[group] : 1); root++)
                    check.run(new InterCollective.Side(inter, calls.apply(inter), isLow(sizes[0]), rooted), root);
            }
            inter.Free();
        });
    }

    static Stream<Arguments> operationsInEveryForm() {
        return Arrays.stream(InterCollective.values())
                .flatMap(
                        operation -> Arrays.stream(CollectiveForm.values()).map(form -> Arguments.of(operation, form)));
    }

    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void everyElementOfEveryTypeReachesTheOtherGroup(InterCollective operation, CollectiveForm form) {
        checkElements(operation, form, new int[] {2, 3}, Kind.values());
        for (int[] sizes : new int[][] {{1, 1}, {4, 2}}) checkElements(operation, form, sizes, Kind.INT);
    }

    private static void checkElements(InterCollective operation, CollectiveForm form, int[] sizes, Kind... kinds) {
        fromEveryRoot(operation, form, sizes, (side, root) -> {
            for (Kind kind : kinds)
                for (int count : new int[] {0, 1, 7}) operation.check(side, Items.of(kind), count, root);
        });
    }

    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void buffersAreGivenToTheOtherGroup(InterCollective operation, CollectiveForm form) {
        checkBuffers(operation, form, new int[] {2, 3});
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void soTheyAreByGroupsOfOtherSizes(InterCollective operation, CollectiveForm form) {
        for (int[] sizes : SIZES) {
            checkElements(operation, form, sizes, Kind.values());
            checkBuffers(operation, form, sizes);
        }
    }

    private static void checkBuffers(InterCollective operation, CollectiveForm form, int[] sizes) {
        fromEveryRoot(operation, comm -> new BufferCalls(comm, form), sizes, (side, root) -> {
            for (Kind kind : new Kind[] {Kind.BYTE, Kind.INT, Kind.DOUBLE})
                for (int count : new int[] {0, 1, 7}) operation.check(side, Items.of(kind), count, root);
        });
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void longBuffersArriveWhole(InterCollective operation, CollectiveForm form) {
        for (int[] sizes : SIZES)
            fromEveryRoot(operation, form, sizes, (side, root) -> {
                for (Kind kind : KINDS)
                    operation.check(side, Items.of(kind), kind == Kind.OBJECT ? 100 : 20_000 / sizes[0], root);
            });
    }

    /** Ranks describe the same elements differently, but for reductions. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void derivedTypesLeaveTheElementsBetweenTheirsAlone(InterCollective operation, CollectiveForm form) {
        for (int[] sizes : SIZES)
            fromEveryRoot(operation, form, sizes, (side, root) -> {
                for (Kind kind : KINDS) {
                    if (kind == Kind.OBJECT && operation.reduces()) continue;
                    Items[] items = {Items.strided(kind), Items.reversed(kind), Items.adjacent(kind)};
                    for (int i = 0; i < items.length; i++)
                        for (int count : new int[] {0, 7, 100}) {
                            int own = operation.reduces() ? i : (i + Talk.rank()) % items.length;
                            operation.check(side, items[own], count, root);
                        }
                }
            });
    }

    /** So many ranks are served by other algorithms within their group. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void largeGroupsAreServedToo(InterCollective operation, CollectiveForm form) {
        Jmpi.run(14, () -> {
            Intercomm inter = join(11);
            for (boolean rootIsLow : new boolean[] {true, false})
                for (Kind kind : new Kind[] {Kind.INT, Kind.OBJECT})
                    for (int count : new int[] {0, 3, kind == Kind.OBJECT ? 30 : 3000})
                        operation.check(
                                new InterCollective.Side(inter, form.calling(inter), isLow(11), isLow(11) == rootIsLow),
                                Items.of(kind),
                                count,
                                rootIsLow ? 7 : 2);
        });
    }

    @Tag("full")
    @ParameterizedTest(name = "{0} by {1}")
    @CsvSource({
        "bcast,BINOMIAL_TREE",
        "bcast,SCATTER_ALLGATHER",
        "bcast,CHAIN",
        "reduce,BINOMIAL_TREE",
        "reduce,BINOMIAL_TREE_IN_ORDER",
        "reduce,REDUCE_SCATTER_GATHER"
    })
    void everyAlgorithmWithinAGroupDoesTheSame(String operation, String algorithm) {
        String setting = "jmpi.coll." + operation;
        System.setProperty(setting, algorithm);
        System.setProperty("jmpi.coll.bcast.segment", "40");
        try {
            for (int[] sizes : SIZES)
                for (InterCollective each : InterCollective.values())
                    fromEveryRoot(each, CollectiveForm.BLOCKING, sizes, (side, root) -> {
                        for (Kind kind : KINDS)
                            for (int count : new int[] {0, 1, 20}) each.check(side, Items.of(kind), count, root);
                    });
        } finally {
            System.clearProperty(setting);
            System.clearProperty("jmpi.coll.bcast.segment");
        }
    }

    @Test
    void checksOfTheProgramFindNothingWrong() {
        System.setProperty("jmpi.check", "true");
        try {
            for (InterCollective each : InterCollective.values())
                for (CollectiveForm form : CollectiveForm.values())
                    fromEveryRoot(each, form, new int[] {2, 3}, (side, root) -> {
                        for (int count : new int[] {0, 7}) each.check(side, Items.of(Kind.INT), count, root);
                    });
        } finally {
            System.clearProperty("jmpi.check");
        }
    }

    /** A rank that is through with one operation may be in one of the next while others are not. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,3", "2,3", "4,2"})
    void anySequenceOfOperationsKeepsThemApart(int lower, int upper) {
        Jmpi.run(lower + upper, () -> {
            Intercomm[] inters = {join(lower), join(lower)};
            Random random = new Random(1000 + lower);
            for (int i = 0; i < 150; i++) {
                InterCollective operation = InterCollective.values()[random.nextInt(InterCollective.values().length)];
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                int count = random.nextInt(random.nextInt(10) == 0 ? 2000 : 40) % (kind == Kind.OBJECT ? 60 : 2000);
                CollectiveForm form = CollectiveForm.values()[random.nextInt(CollectiveForm.values().length)];
                boolean rootIsLow = random.nextBoolean();
                int root = random.nextInt(rootIsLow ? lower : upper);
                Intercomm inter = inters[random.nextInt(2)];
                boolean rooted = isLow(lower) == rootIsLow;
                operation.check(
                        new InterCollective.Side(inter, form.calling(inter), isLow(lower), rooted),
                        Items.of(kind),
                        count,
                        root);
                if (i % 40 == 7) inter.Merge(isLow(lower)).Free();
                if (i % 40 == 27) inters[0] = (Intercomm) inters[0].clone();
            }
        });
    }

    // ---- several operations at a time ----

    /** Every rank completes the requests in an order of its own. */
    @ParameterizedTest
    @CsvSource({"1,1", "2,3", "4,2"})
    void manyOperationsAreUnderWayBesideMessages(int lower, int upper) {
        Jmpi.run(lower + upper, () -> {
            Intercomm inter = join(lower);
            int others = inter.Remote_size();
            int base = isLow(lower) ? 0 : 1000;
            int theirBase = 1000 - base;
            Random random = new Random(Talk.rank());
            for (int round = 0; round < 20; round++) {
                List<Request> requests = new ArrayList<>();
                int[][] sums = new int[8][1];
                int[][] blocks = new int[8][others];
                int[] received = new int[others];
                int[] word = {isLow(lower) ? 4711 + round : -1};
                for (int i = 0; i < 8; i++) {
                    int[] own = {base + inter.Rank() + 10 * i};
                    requests.add(inter.Iallreduce(own, 0, sums[i], 0, 1, MPI.INT, MPI.SUM));
                    requests.add(inter.Iallgather(own, 0, 1, MPI.INT, blocks[i], 0, 1, MPI.INT));
                    if (i == 3) requests.add(inter.Ibcast(word, 0, 1, MPI.INT, rootArgument(lower, lower - 1, inter)));
                    if (i == 5) requests.add(inter.Ibarrier());
                }
                for (int peer = 0; peer < others; peer++) {
                    requests.add(inter.Irecv(received, peer, 1, MPI.INT, peer, 2));
                    requests.add(inter.Isend(new int[] {base + inter.Rank()}, 0, 1, MPI.INT, peer, 2));
                }
                Collections.shuffle(requests, random);
                complete(requests, random.nextInt(3));
                assertEquals(4711 + round, word[0]);
                for (int peer = 0; peer < others; peer++) assertEquals(theirBase + peer, received[peer]);
                for (int i = 0; i < 8; i++) {
                    int sum = 0;
                    for (int peer = 0; peer < others; peer++) {
                        assertEquals(theirBase + peer + 10 * i, blocks[i][peer]);
                        sum += blocks[i][peer];
                    }
                    assertEquals(sum, sums[i][0]);
                }
            }
        });
    }

    private static void complete(List<Request> requests, int way) {
        Request[] all = requests.toArray(new Request[0]);
        int left = all.length;
        if (way == 0) Request.Waitall(all);
        while (way == 1 && left > 0) left -= Request.Waitsome(all).length;
        while (way == 2 && left-- > 0) Request.Waitany(all);
    }

    /** Returns the root argument for a root among the lower ranks. */
    private static int rootArgument(int lower, int root, Intercomm inter) {
        if (!isLow(lower)) return root;
        return inter.Rank() == root ? MPI.ROOT : MPI.PROC_NULL;
    }

    @Test
    void persistentOperationsMayBeStartedInAnyOrder() {
        Jmpi.run(5, () -> {
            Intercomm inter = join(2);
            int[][] own = new int[6][1];
            int[][] sums = new int[6][1];
            Prequest[] prepared = new Prequest[6];
            for (int i = 0; i < 6; i++) prepared[i] = inter.Allreduce_init(own[i], 0, sums[i], 0, 1, MPI.INT, MPI.SUM);
            Random random = new Random(Talk.rank());
            for (int round = 0; round < 20; round++) {
                List<Prequest> order = new ArrayList<>(List.of(prepared));
                Collections.shuffle(order, random);
                for (int i = 0; i < 6; i++) own[i][0] = Talk.rank() + 10 * i + 100 * round;
                Prequest.Startall(order.toArray(new Prequest[0]));
                Request.Waitall(prepared);
                int ranks = isLow(2) ? 2 + 3 + 4 : 1;
                for (int i = 0; i < 6; i++)
                    assertEquals(ranks + inter.Remote_size() * (10 * i + 100 * round), sums[i][0]);
            }
            for (Prequest each : prepared) each.Free();
        });
    }

    /** Each rank in turn comes last. */
    @Test
    void nobodyLeavesABarrierBeforeTheOtherGroupHasCome() {
        Jmpi.run(5, () -> {
            Intercomm inter = join(2);
            for (int last = 0; last < 5; last++) {
                boolean facesLast = isLow(2) != last < 2;
                if (Talk.rank() == last)
                    for (int from = 0; from < 5; from++) if (from < 2 != last < 2) Talk.awaitGoOn(from);
                Request barrier = inter.Ibarrier();
                if (facesLast) {
                    for (int i = 0; i < 20; i++) assertNull(barrier.Test());
                    Talk.goOn(last);
                }
                barrier.Wait();
            }
        });
    }

    /** The contexts live until the last operation is complete. */
    @Test
    void aCommunicatorMayBeFreedWhileOperationsAreUnderWay() {
        Jmpi.run(3, () -> {
            int before = 0;
            for (int round = 0; round < 10; round++) {
                Intercomm inter = join(1);
                int[] sum = {-1};
                int[] own = {Talk.rank()};
                Request request = inter.Iallreduce(own, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                inter.Free();
                request.Wait();
                assertEquals(isLow(1) ? 3 : 0, sum[0]);
                Talk.assertFails(MPI.ERR_COMM, inter::Barrier, "freed");
                if (round == 4) before = Talk.contexts();
            }
            assertEquals(before, Talk.contexts(), "contexts in use");
        });
    }

    // ---- errors ----

    @ParameterizedTest
    @CsvSource({"1,1", "1,3", "4,2"})
    void noBufferMayBeInPlace(int lower, int upper) {
        Jmpi.run(lower + upper, () -> {
            Intercomm inter = join(lower);
            int[] room = new int[100];
            Object in = MPI.IN_PLACE;
            int[] counts = new int[inter.Remote_size()];
            int[] own = new int[inter.Size()];
            List<Executable> calls = List.of(
                    () -> inter.Bcast(in, 0, 1, MPI.INT, 0),
                    () -> inter.Bcast(in, 0, 1, MPI.INT, MPI.ROOT),
                    () -> inter.Gather(in, 0, 1, MPI.INT, room, 0, 1, MPI.INT, 0),
                    () -> inter.Gather(room, 0, 1, MPI.INT, in, 0, 1, MPI.INT, MPI.ROOT),
                    () -> inter.Gatherv(in, 0, 1, MPI.INT, room, 0, counts, counts, MPI.INT, 0),
                    () -> inter.Scatter(in, 0, 1, MPI.INT, room, 0, 1, MPI.INT, MPI.ROOT),
                    () -> inter.Scatter(room, 0, 1, MPI.INT, in, 0, 1, MPI.INT, 0),
                    () -> inter.Scatterv(in, 0, counts, counts, MPI.INT, room, 0, 1, MPI.INT, MPI.ROOT),
                    () -> inter.Allgather(in, 0, 1, MPI.INT, room, 0, 1, MPI.INT),
                    () -> inter.Allgatherv(in, 0, 1, MPI.INT, room, 0, counts, counts, MPI.INT),
                    () -> inter.Alltoall(in, 0, 1, MPI.INT, room, 0, 1, MPI.INT),
                    () -> inter.Alltoallv(in, 0, counts, counts, MPI.INT, room, 0, counts, counts, MPI.INT),
                    () -> inter.Reduce(in, 0, room, 0, 1, MPI.INT, MPI.SUM, 0),
                    () -> inter.Reduce(room, 0, in, 0, 1, MPI.INT, MPI.SUM, MPI.ROOT),
                    () -> inter.Allreduce(in, 0, room, 0, 1, MPI.INT, MPI.SUM),
                    () -> inter.Reduce_scatter(in, 0, room, 0, own, MPI.INT, MPI.SUM),
                    () -> inter.Reduce_scatter_block(in, 0, room, 0, 1, MPI.INT, MPI.SUM),
                    () -> inter.Iallreduce(in, 0, room, 0, 1, MPI.INT, MPI.SUM),
                    () -> inter.Allreduce_init(in, 0, room, 0, 1, MPI.INT, MPI.SUM));
            for (Executable call : calls) Talk.assertFails(MPI.ERR_BUFFER, call, "MPI.IN_PLACE");
            inter.Barrier();
        });
    }

    @Test
    void prefixReductionsAreRefused() {
        Jmpi.run(2, () -> {
            Intercomm inter = join(1);
            for (CollectiveKind kind : new CollectiveKind[] {CollectiveKind.SCAN, CollectiveKind.EXSCAN}) {
                CollectiveOperation scan = new CollectiveOperation(kind)
                        .send(Comm.buffer(new int[1], 0, 1, MPI.INT))
                        .receive(Comm.buffer(new int[1], 0, 1, MPI.INT));
                CommException refusal = assertThrows(
                        CommException.class, () -> inter.core().collectives().run(scan));
                assertEquals(ErrorClass.COMM, refusal.errorClass());
            }
            inter.Barrier();
        });
    }

    @Test
    void anIntracommunicatorHasNoRootConstants() {
        Jmpi.run(2, () -> {
            int[] word = new int[1];
            for (int root : new int[] {MPI.ROOT, MPI.PROC_NULL})
                Talk.assertFails(
                        MPI.ERR_ROOT, () -> MPI.COMM_WORLD.Bcast(word, 0, 1, MPI.INT, root), "rank=" + root, "size=2");
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void aBlockThatIsTooLongIsNamedByItsGroup() {
        Jmpi.run(5, () -> {
            Intercomm inter = join(2);
            int count = Talk.rank() == 3 ? 2 : 1;
            int[] all = new int[inter.Remote_size()];
            Executable call = () -> inter.Allgather(new int[2], 0, count, MPI.INT, all, 0, 1, MPI.INT);
            if (isLow(2))
                Talk.assertFails(MPI.ERR_TRUNCATE, call, "Allgather: rank 1 of the other group", "2 elements");
            else inter.Allgather(new int[2], 0, count, MPI.INT, all, 0, 1, MPI.INT);
            inter.Barrier();
        });
    }

    /** One group takes the other one's rank for the root, which takes itself for none: its message is left over. */
    @Test
    void whatAWrongCallLeavesOverMeetsNoLaterOne() {
        Jmpi.run(2, () -> {
            Intercomm inter = join(1);
            int[] word = {-7, -7, -7, -7};
            inter.Gather(word, 0, 4, MPI.INT, null, 0, 0, null, isLow(1) ? 0 : MPI.PROC_NULL);
            Intracomm merged = inter.Merge(!isLow(1));
            assertEquals(2, merged.Size());
            merged.Barrier();
            inter.Barrier();
        });
    }

    /** The ranks that combine for the others send something nevertheless. */
    @Test
    void anOperatorThatFailsHoldsUpNobody() {
        Jmpi.run(5, () -> {
            Intercomm inter = join(3);
            Op failing = new Op(
                    new User_function() {
                        @Override
                        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                            throw new IllegalStateException("no sum today");
                        }
                    },
                    true);
            int[] sum = new int[1];
            Executable call = () -> inter.Allreduce(new int[1], 0, sum, 0, 1, MPI.INT, failing);
            if (inter.Rank() == 0)
                assertTrue(assertThrows(IllegalStateException.class, call)
                        .getMessage()
                        .contains("today"));
            else inter.Allreduce(new int[1], 0, sum, 0, 1, MPI.INT, failing);
            inter.Barrier();
            int[] ranks = new int[1];
            inter.Allreduce(new int[] {1}, 0, ranks, 0, 1, MPI.INT, MPI.SUM);
            assertArrayEquals(new int[] {inter.Remote_size()}, ranks);
        });
    }
}
