package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Communicators made from others: who is in them, and how they compare and end. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class CommunicatorsTest {
    private static int[] upTo(int ranks) {
        return IntStream.range(0, ranks).toArray();
    }

    // ---- clone ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void clonesAndClonesOfClonesJoinTheSameRanks(int ranks) {
        Jmpi.run(ranks, () -> {
            List<Intracomm> clones = new ArrayList<>();
            for (int i = 0; i < 20; i++) clones.add((Intracomm) MPI.COMM_WORLD.clone());
            Intracomm last = MPI.COMM_WORLD;
            for (int i = 0; i < 20; i++) clones.add(last = (Intracomm) last.clone());
            for (Intracomm clone : clones) {
                assertSame(Intracomm.class, clone.getClass());
                assertEquals(MPI.CONGRUENT, Comm.Compare(MPI.COMM_WORLD, clone));
                Talk.assertJoins(clone, upTo(ranks));
            }
            for (Intracomm clone : clones) clone.Free();
            Talk.assertJoins(MPI.COMM_WORLD, upTo(ranks));
        });
    }

    // ---- Create ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aGroupGetsACommunicatorInItsOwnOrder(int ranks) {
        Jmpi.run(ranks, () -> {
            Group world = MPI.COMM_WORLD.Group();
            int half = (ranks + 1) / 2;
            Group lower = world.Range_incl(new int[][] {{half - 1, 0, -1}});
            Intracomm made = MPI.COMM_WORLD.Create(lower);
            if (Talk.rank() < half) {
                Talk.assertJoins(
                        made, IntStream.range(0, half).map(r -> half - 1 - r).toArray());
                assertEquals(MPI.IDENT, Group.Compare(lower, made.Group()));
            } else assertNull(made);
            Intracomm last = MPI.COMM_WORLD.Creat(world.Incl(new int[] {ranks - 1}));
            if (Talk.rank() == ranks - 1) Talk.assertJoins(last, ranks - 1);
            else assertNull(last);
            assertNull(MPI.COMM_WORLD.Create(MPI.GROUP_EMPTY));
            Talk.assertJoins(MPI.COMM_WORLD.Create(world), upTo(ranks));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void disjointGroupsGetTheirCommunicatorsAtOnce(int ranks) {
        Jmpi.run(ranks, () -> {
            Group world = MPI.COMM_WORLD.Group();
            int[] odd = IntStream.range(0, ranks).filter(r -> r % 2 == 1).toArray();
            int[] even = IntStream.range(0, ranks).filter(r -> r % 2 == 0).toArray();
            boolean isOdd = Talk.rank() % 2 == 1;
            Talk.assertJoins(MPI.COMM_WORLD.Create(world.Incl(isOdd ? odd : even)), isOdd ? odd : even);
        });
    }

    @Test
    void groupsThatDoNotFitAreRefused() {
        Jmpi.run(3, () -> {
            Group world = MPI.COMM_WORLD.Group();
            Talk.assertFails(MPI.ERR_GROUP, () -> MPI.COMM_WORLD.Create(null), "null");
            Talk.assertFails(MPI.ERR_GROUP, () -> MPI.COMM_WORLD.Create(MPI.GROUP_NULL), "GROUP_NULL");
            Group freed = MPI.COMM_WORLD.Group();
            freed.free();
            Talk.assertFails(MPI.ERR_GROUP, () -> MPI.COMM_WORLD.Create(freed), "freed");
            Intracomm part = MPI.COMM_WORLD.Split(Talk.rank() / 2, 0);
            int outsider = Talk.rank() < 2 ? 2 : 0;
            Talk.assertFails(MPI.ERR_GROUP, () -> part.Create(world), "world rank=" + outsider);
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1, 2);
        });
    }

    // ---- Split ----

    private static int[] members(int ranks, IntUnaryOperator colours, IntUnaryOperator keys, int colour) {
        return IntStream.range(0, ranks)
                .filter(r -> colours.applyAsInt(r) == colour)
                .boxed()
                .sorted(Comparator.comparingInt(keys::applyAsInt))
                .mapToInt(r -> r)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aSplitJoinsTheRanksOfAColourInTheOrderOfTheirKeys(int ranks) {
        List<IntUnaryOperator> allColours = List.of(
                r -> 0,
                r -> r,
                r -> r % 2,
                r -> r / 2 == 0 ? Integer.MAX_VALUE : 17,
                r -> r == 1 ? MPI.UNDEFINED : 3,
                r -> MPI.UNDEFINED);
        List<IntUnaryOperator> allKeys = List.of(
                r -> 0,
                r -> r,
                r -> -r,
                r -> r % 2 - 5,
                r -> r % 2 == 0 ? Integer.MAX_VALUE - r : Integer.MIN_VALUE + r);
        Jmpi.run(ranks, () -> {
            for (IntUnaryOperator colours : allColours)
                for (IntUnaryOperator keys : allKeys) {
                    int colour = colours.applyAsInt(Talk.rank());
                    Intracomm part = MPI.COMM_WORLD.Split(colour, keys.applyAsInt(Talk.rank()));
                    if (colour == MPI.UNDEFINED) assertNull(part);
                    else Talk.assertJoins(part, members(ranks, colours, keys, colour));
                }
            for (int colour : new int[] {-2, MPI.PROC_NULL, Integer.MIN_VALUE})
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Split(colour, 0), "colour=" + colour);
            Talk.assertJoins(MPI.COMM_WORLD, upTo(ranks));
        });
    }

    @Test
    void partsOfPartsAndTheCallersOwnOneSplitAndClone() {
        Jmpi.run(5, () -> {
            Intracomm part = MPI.COMM_WORLD.Split(Talk.rank() == 4 ? 1 : 0, -Talk.rank());
            Intracomm partOfPart = part.Split(part.Rank() % 2, part.Rank());
            int[] own = Talk.rank() == 4 ? new int[] {4} : Talk.rank() % 2 == 1 ? new int[] {3, 1} : new int[] {2, 0};
            Talk.assertJoins(partOfPart, own);
            Talk.assertJoins((Intracomm) partOfPart.clone(), own);
            Intracomm self = (Intracomm) MPI.COMM_SELF.clone();
            Talk.assertJoins(self, Talk.rank());
            Talk.assertJoins(self.Split(3, 1), Talk.rank());
            assertNull(self.Split(MPI.UNDEFINED, 1));
        });
    }

    @Test
    void allInheritTheErrorHandler() {
        Jmpi.run(2, () -> {
            Intracomm first = (Intracomm) MPI.COMM_WORLD.clone();
            assertSame(MPI.ERRORS_RETURN, first.Errhandler_get());
            first.Errhandler_set(MPI.ERRORS_ARE_FATAL);
            assertSame(MPI.ERRORS_RETURN, MPI.COMM_WORLD.Errhandler_get());
            Intracomm alone = first.Split(Talk.rank(), 0);
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(alone, 0, 1 - Talk.rank(), 5);
            Comm[] made = {
                alone,
                (Comm) first.clone(),
                first.Create(first.Group()),
                first.Create_cart(new int[] {2}, new boolean[1], false).Sub(new boolean[1]),
                first.Create_graph(new int[] {0, 0}, new int[0], false),
                inter,
                (Comm) inter.clone(),
                inter.Merge(true)
            };
            for (Comm comm : made) assertSame(MPI.ERRORS_ARE_FATAL, comm.Errorhandler_get());
            made[1].Errorhandler_set(MPI.ERRORS_RETURN);
            assertSame(MPI.ERRORS_ARE_FATAL, first.Errhandler_get());
            Talk.assertFails(MPI.ERR_RANK, () -> made[1].Send(new int[1], 0, 1, MPI.INT, 2, 0), "rank=2");
        });
    }

    // ---- Compare ----

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void communicatorsCompareByTheirRanksAndContexts(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm world = MPI.COMM_WORLD;
            Intracomm clone = (Intracomm) world.clone();
            Intracomm backwards = world.Split(0, -Talk.rank());
            Intracomm alone = world.Split(Talk.rank(), 0);
            Intercomm inter =
                    MPI.COMM_WORLD.Create_intercomm(world.Split(Talk.rank() % 2, 0), 0, 1 - Talk.rank() % 2, 5);
            assertEquals(MPI.IDENT, Comm.Compare(world, world));
            assertEquals(MPI.IDENT, Comm.Compare(clone, clone));
            assertEquals(MPI.CONGRUENT, Comm.Compare(world, clone));
            assertEquals(MPI.SIMILAR, Comm.Compare(clone, backwards));
            assertEquals(MPI.UNEQUAL, Comm.Compare(alone, backwards));
            assertEquals(MPI.CONGRUENT, Comm.Compare(alone, MPI.COMM_SELF));
            assertEquals(MPI.IDENT, Comm.Compare(inter, inter));
            assertEquals(MPI.UNEQUAL, Comm.Compare(inter, world));
            assertEquals(MPI.UNEQUAL, Comm.Compare(alone, inter));
            Talk.assertFails(MPI.ERR_COMM, () -> Comm.Compare(world, null), "null");
            Talk.assertFails(MPI.ERR_COMM, () -> Comm.Compare(MPI.COMM_NULL, world), "COMM_NULL");
        });
    }

    @Test
    void aRankComparesUnequalToItsPartsAndSimilarOnlyToAnotherOrder() {
        Jmpi.run(1, () -> {
            assertEquals(MPI.CONGRUENT, Comm.Compare(MPI.COMM_WORLD, MPI.COMM_SELF));
            assertEquals(MPI.IDENT, Comm.Compare(MPI.COMM_SELF, MPI.COMM_SELF));
            assertEquals(MPI.IDENT, Group.Compare(MPI.COMM_WORLD.Group(), MPI.COMM_SELF.Group()));
            assertNotSame(MPI.COMM_WORLD.Group(), MPI.COMM_WORLD.Group());
        });
    }

    // ---- Free, and communicators that are void ----

    private static List<Executable> calls(Comm comm) {
        int[] one = new int[1];
        byte[] bytes = new byte[8];
        return List.of(
                comm::Size,
                comm::Rank,
                comm::Group,
                comm::Test_inter,
                comm::Topo_test,
                comm::clone,
                comm::Free,
                comm::Errhandler_get,
                () -> comm.Errhandler_set(MPI.ERRORS_RETURN),
                () -> comm.Attr_get(MPI.TAG_UB),
                () -> comm.Attr_put(1, 1),
                () -> comm.Attr_delete(1),
                () -> Comm.Compare(comm, MPI.COMM_WORLD),
                () -> Comm.Compare(MPI.COMM_WORLD, comm),
                () -> MPI.COMM_WORLD.Create_intercomm(comm, 0, 1, 0),
                () -> comm.Send(one, 0, 1, MPI.INT, 0, 0),
                () -> comm.Bsend(one, 0, 1, MPI.INT, 0, 0),
                () -> comm.Issend(one, 0, 1, MPI.INT, 0, 0),
                () -> comm.Rsend_init(one, 0, 1, MPI.INT, 0, 0),
                () -> comm.Send(one, 0, 1, MPI.INT, MPI.PROC_NULL, 0),
                () -> comm.Recv(one, 0, 1, MPI.INT, 0, 0),
                () -> comm.Irecv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0),
                () -> comm.Recv_init(one, 0, 1, MPI.INT, 0, 0),
                () -> comm.Sendrecv(one, 0, 1, MPI.INT, 0, 0, new int[1], 0, 1, MPI.INT, 0, 0),
                () -> comm.Sendrecv_replace(one, 0, 1, MPI.INT, 0, 0, 0, 0),
                () -> comm.Probe(0, 0),
                () -> comm.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG),
                () -> comm.Pack(one, 0, 1, MPI.INT, bytes, 0),
                () -> comm.Unpack(bytes, 0, one, 0, 1, MPI.INT),
                () -> comm.Pack_size(1, MPI.INT));
    }

    private static List<Executable> collectives(Intracomm comm) {
        List<Executable> calls = new ArrayList<>();
        calls.add(() -> comm.Create(MPI.GROUP_EMPTY));
        calls.add(() -> comm.Split(0, 0));
        calls.add(() -> comm.Split(MPI.UNDEFINED, 0));
        calls.add(() -> comm.Create_cart(new int[] {1}, new boolean[1], false));
        calls.add(() -> comm.Create_graph(new int[] {0}, new int[0], false));
        calls.add(comm::Barrier);
        int[] one = new int[1];
        int[] counts = {1, 1};
        calls.add(() -> comm.Bcast(one, 0, 1, MPI.INT, 0));
        calls.add(() -> comm.Gather(one, 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT, 0));
        calls.add(() -> comm.Scatterv(new int[2], 0, counts, counts, MPI.INT, one, 0, 1, MPI.INT, 0));
        calls.add(() -> comm.Alltoall(new int[2], 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT));
        calls.add(() -> comm.Scan(one, 0, new int[1], 0, 1, MPI.INT, MPI.SUM));
        return calls;
    }

    @Test
    void everyCallOnAFreedCommunicatorIsRefused() {
        Jmpi.run(2, () -> {
            Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
            assertFalse(clone.Is_null());
            clone.Free();
            assertTrue(clone.Is_null());
            for (Executable call : calls(clone)) Talk.assertFails(MPI.ERR_COMM, call, "freed");
            for (Executable call : collectives(clone)) Talk.assertFails(MPI.ERR_COMM, call, "freed");
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
        });
    }

    @Test
    void everyCallOnTheVoidCommunicatorIsRefused() {
        Jmpi.run(2, () -> {
            assertTrue(MPI.COMM_NULL.Is_null());
            for (Executable call : calls(MPI.COMM_NULL)) Talk.assertFails(MPI.ERR_COMM, call, "COMM_NULL");
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
        });
    }

    @Test
    void theWorldAndTheCallersOwnOneCannotBeFreed() {
        Jmpi.run(2, () -> {
            for (Comm comm : new Comm[] {MPI.COMM_WORLD, MPI.COMM_SELF}) {
                Talk.assertFails(MPI.ERR_COMM, comm::Free, "can't be freed");
                assertFalse(comm.Is_null());
            }
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
            Talk.assertJoins(MPI.COMM_SELF, Talk.rank());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 300_000})
    void whatIsUnderWayWhenACommunicatorIsFreedStillCompletes(int count) {
        Jmpi.run(2, () -> {
            Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
            int peer = 1 - Talk.rank();
            Object room = Kind.INT.guards(2, count);
            Request receive = clone.Irecv(room, 2, count, MPI.INT, MPI.ANY_SOURCE, 4);
            if (Talk.rank() == 0) {
                clone.Free();
                Talk.goOn(peer);
                Talk.awaitGoOn(peer);
            } else {
                Talk.awaitGoOn(peer);
                Request send = clone.Isend(Kind.INT.data(1, count, 5), 1, count, MPI.INT, peer, 4);
                clone.Free();
                send.Wait();
                Talk.goOn(peer);
            }
            if (Talk.rank() == 0) {
                Kind.INT.assertStatus(receive.Wait(), 1, 4, count, "received after Free");
                Kind.assertSame(Kind.INT.data(2, count, 5), room, "received after Free");
            } else {
                receive.Cancel();
                assertTrue(receive.Wait().Test_cancelled());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 300_000})
    void aMessageOutlivesItsSendersCommunicator(int count) {
        Jmpi.run(2, () -> {
            Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
            if (Talk.rank() == 0) {
                Request send = clone.Isend(Kind.LONG.data(1, count, 5), 1, count, MPI.LONG, 1, 4);
                clone.Free();
                Talk.goOn(1);
                send.Wait();
            } else {
                Talk.awaitGoOn(0);
                Object room = Kind.LONG.guards(2, count);
                Kind.LONG.assertStatus(clone.Recv(room, 2, count, MPI.LONG, 0, 4), 0, 4, count, "received after Free");
                Kind.assertSame(Kind.LONG.data(2, count, 5), room, "received after Free");
                clone.Free();
            }
        });
    }

    @Test
    void manyCommunicatorsMayBeMadeAndFreed() {
        Jmpi.run(2, () -> {
            int before = 0;
            for (int i = 0; i < 10_000; i++) {
                Intracomm made = i % 2 == 0 ? (Intracomm) MPI.COMM_WORLD.clone() : MPI.COMM_WORLD.Split(0, 0);
                if (i % 100 == 0) Talk.assertJoins(made, 0, 1);
                made.Free();
                if (i == 100) before = Talk.contexts();
            }
            assertEquals(before, Talk.contexts());
        });
    }

    @Test
    @Tag("stress")
    @Timeout(value = 600, threadMode = SEPARATE_THREAD)
    void aMillionCommunicatorsAreMadeBesideManyThatLive() {
        Jmpi.run(2, () -> {
            List<Intracomm> live = new ArrayList<>();
            for (int i = 0; i < 24_000; i++) live.add((Intracomm) MPI.COMM_WORLD.clone());
            for (int i = 0; i < 1_000_000; i++) ((Intracomm) MPI.COMM_WORLD.clone()).Free();
            for (Intracomm each : live) Talk.assertJoins(each, 0, 1);
            for (Intracomm each : live) each.Free();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void threadsMakeCommunicatorsFromDifferentOnesAtTheSameTime(int ranks) throws Exception {
        int threads = 4;
        Jmpi.run(ranks, () -> {
            Intracomm[] parents = new Intracomm[threads];
            for (int i = 0; i < threads; i++) parents[i] = (Intracomm) MPI.COMM_WORLD.clone();
            int[] backwards = IntStream.range(0, ranks).map(r -> ranks - 1 - r).toArray();
            ThreadsTest.inThreads(threads, thread -> {
                for (int i = 0; i < 50; i++) {
                    Intracomm clone = (Intracomm) parents[thread].clone();
                    Intracomm split = clone.Split(0, -Talk.rank());
                    Talk.assertJoins(clone, upTo(ranks));
                    Talk.assertJoins(split, backwards);
                    clone.Free();
                    split.Free();
                }
            });
            for (Intracomm parent : parents) Talk.assertJoins(parent, upTo(ranks));
        });
    }
}
