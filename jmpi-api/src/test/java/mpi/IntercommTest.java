package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Communicators between the ranks with even and those with odd numbers, of which there may be fewer. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class IntercommTest {
    private static final int TAG = 5;

    private static boolean isOdd() {
        return Talk.rank() % 2 == 1;
    }

    private static Intracomm half() {
        return MPI.COMM_WORLD.Split(Talk.rank() % 2, Talk.rank());
    }

    /** Joins both halves; their leaders are the first ranks. */
    private static Intercomm join(Intracomm half) {
        return MPI.COMM_WORLD.Create_intercomm(half, 0, isOdd() ? 0 : 1, TAG);
    }

    private static int[] ranks(boolean odd) {
        return IntStream.range(0, Talk.size()).filter(r -> r % 2 == 1 == odd).toArray();
    }

    /** Checks both groups, and that every rank reaches every one of the other group. */
    private static void assertJoins(Intercomm inter) {
        int[] own = ranks(isOdd());
        int[] others = ranks(!isOdd());
        assertTrue(inter.Test_inter());
        assertEquals(own.length, inter.Size());
        assertEquals(Talk.rank() / 2, inter.Rank());
        assertEquals(others.length, inter.Remote_size());
        Group world = MPI.COMM_WORLD.Group();
        assertEquals(MPI.IDENT, Group.Compare(world.Incl(own), inter.Group()));
        assertEquals(MPI.IDENT, Group.Compare(world.Incl(others), inter.Remote_group()));
        assertEquals(MPI.IDENT, Group.Compare(inter.Remote_Group(), inter.Remote_group()));
        exchangeWithAll(inter, Kind.INT, 3);
    }

    private static void exchangeWithAll(Intercomm inter, Kind kind, int count) {
        int others = inter.Remote_size();
        Request[] requests = new Request[2 * others];
        Object[] rooms = new Object[others];
        for (int peer = 0; peer < others; peer++) {
            rooms[peer] = kind.guards(2, count);
            requests[peer] = inter.Irecv(rooms[peer], 2, count, kind.type, peer, MPI.ANY_TAG);
            Object data = kind.data(1, count, 50 + Talk.rank());
            requests[others + peer] = inter.Isend(data, 1, count, kind.type, peer, 30 + inter.Rank());
        }
        Status[] done = Request.Waitall(requests);
        for (int peer = 0; peer < others; peer++) {
            int sender = ranks(!isOdd())[peer];
            kind.assertStatus(done[peer], peer, 30 + peer, count, "from world rank " + sender);
            Kind.assertSame(kind.data(2, count, 50 + sender), rooms[peer], "from world rank " + sender);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void halvesOfOneSizeExchangeAndMerge(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm half = half();
            assertFalse(half.Test_inter());
            Intercomm inter = join(half);
            assertJoins(inter);
            int[] value = {-7, 100 + Talk.rank(), -7};
            Status status = inter.Sendrecv_replace(value, 1, 1, MPI.INT, inter.Rank(), 1, inter.Rank(), 1);
            int peer = Talk.rank() + (isOdd() ? -1 : 1);
            assertArrayEquals(new int[] {-7, 100 + peer, -7}, value);
            Kind.INT.assertStatus(status, inter.Rank(), 1, 1, "exchanged");
            int[] sum = new int[1];
            inter.Merge(isOdd()).Allreduce(new int[] {Talk.rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(ranks * (ranks - 1) / 2, sum[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void everyTypeAndLengthPassesBetweenTheGroups(int ranks) {
        Jmpi.run(ranks, () -> {
            Intercomm inter = join(half());
            assertJoins(inter);
            for (Kind kind : Kind.values())
                for (int count : new int[] {0, 1, 1000}) exchangeWithAll(inter, kind, count);
            exchangeWithAll(inter, Kind.LONG, 100_000);
        });
    }

    @ParameterizedTest
    @CsvSource({"2,0", "3,1", "4,3", "5,2", "5,4"})
    void oneRankMayFaceAllOthersAndLeadersNeedNotBeTheFirst(int ranks, int alone) {
        Jmpi.run(ranks, () -> {
            boolean isAlone = Talk.rank() == alone;
            Intracomm part = MPI.COMM_WORLD.Split(isAlone ? 1 : 0, -Talk.rank());
            int lastOther = alone == 0 ? 1 : 0;
            Intracomm peers = (Intracomm) MPI.COMM_WORLD.clone();
            Intercomm inter = isAlone
                    ? peers.Create_intercomm(part, 0, lastOther, 9)
                    : peers.Create_intercomm(part, ranks - 2, alone, 9);
            assertEquals(isAlone ? ranks - 1 : 1, inter.Remote_size());
            int[] all = new int[ranks];
            if (isAlone) {
                for (int i = 0; i < ranks - 1; i++) {
                    Status status = inter.Recv(all, i, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                    int[] sender = {status.source};
                    int[] inWorld = Group.Translate_ranks(inter.Remote_group(), sender, MPI.COMM_WORLD.Group());
                    assertEquals(all[i], inWorld[0]);
                }
                all[ranks - 1] = alone;
                assertArrayEquals(
                        IntStream.range(0, ranks).toArray(),
                        IntStream.of(all).sorted().toArray());
            } else inter.Send(new int[] {Talk.rank()}, 0, 1, MPI.INT, 0, inter.Rank());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void wildcardsAndProbesTellTheRankInTheOtherGroup(int ranks) {
        Jmpi.run(ranks, () -> {
            Intercomm inter = join(half());
            int others = inter.Remote_size();
            Request[] sends = new Request[others];
            for (int peer = 0; peer < others; peer++)
                sends[peer] = inter.Isend(new int[] {Talk.rank()}, 0, 1, MPI.INT, peer, 70 + inter.Rank());
            for (int i = 0; i < others; i++) {
                Status found = inter.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                int[] room = {-7, -1, -7};
                Status status = inter.Recv(room, 1, 1, MPI.INT, found.source, found.tag);
                Kind.INT.assertStatus(status, found.source, 70 + found.source, 1, "probed and received");
                assertArrayEquals(new int[] {-7, ranks(!isOdd())[found.source], -7}, room);
            }
            assertNull(inter.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG));
            Request.Waitall(sends);
        });
    }

    @Test
    void sendrecvGoesToOneRankAndComesFromAnother() {
        Jmpi.run(4, () -> {
            Intercomm inter = join(half());
            int[] room = {-7, -1, -7};
            int peer = 1 - inter.Rank();
            Status status =
                    inter.Sendrecv(new int[] {Talk.rank()}, 0, 1, MPI.INT, peer, 3, room, 1, 1, MPI.INT, peer, 3);
            assertArrayEquals(new int[] {-7, ranks(!isOdd())[peer], -7}, room);
            Kind.INT.assertStatus(status, peer, 3, 1, "crosswise");
            Status nobody = inter.Recv(room, 1, 1, MPI.INT, MPI.PROC_NULL, 3);
            assertEquals(MPI.PROC_NULL, nobody.source);
            inter.Send(room, 1, 1, MPI.INT, MPI.PROC_NULL, 3);
        });
    }

    /** There are fewer odd ranks than even ones: what is a rank here need not be one there. */
    @Test
    void ranksAreThoseOfTheOtherGroup() {
        Jmpi.run(3, () -> {
            Intercomm inter = join(half());
            int beyond = inter.Remote_size();
            int[] one = new int[1];
            Talk.assertFails(MPI.ERR_RANK, () -> inter.Send(one, 0, 1, MPI.INT, beyond, 0), "rank=" + beyond);
            Talk.assertFails(MPI.ERR_RANK, () -> inter.Recv(one, 0, 1, MPI.INT, beyond, 0), "rank=" + beyond);
            Talk.assertFails(MPI.ERR_RANK, () -> inter.Probe(beyond, 0), "rank=" + beyond);
            assertJoins(inter);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aCloneJoinsTheSameGroupsApartFromTheOriginal(int ranks) {
        Jmpi.run(ranks, () -> {
            Intercomm inter = join(half());
            inter.Attr_put(4, 44);
            Intercomm clone = (Intercomm) inter.clone();
            assertSame(Intercomm.class, clone.getClass());
            assertEquals(MPI.CONGRUENT, Comm.Compare(inter, clone));
            assertEquals(44, clone.Attr_get(4));
            assertJoins((Intercomm) clone.clone());
            int[] rooms = {-1, -1};
            Request late = inter.Irecv(rooms, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            int peer = Math.min(inter.Rank(), inter.Remote_size() - 1);
            boolean paired = peer == inter.Rank();
            if (paired) {
                clone.Sendrecv(new int[] {8}, 0, 1, MPI.INT, peer, 2, rooms, 1, 1, MPI.INT, peer, 2);
                inter.Send(new int[] {9}, 0, 1, MPI.INT, peer, 2);
                late.Wait();
                assertArrayEquals(new int[] {9, 8}, rooms);
            } else {
                late.Cancel();
                assertTrue(late.Wait().Test_cancelled());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void aMergePutsTheHighGroupLast(int ranks) {
        Jmpi.run(ranks, () -> {
            Intercomm inter = join(half());
            int[] evenFirst = IntStream.concat(IntStream.of(ranks(false)), IntStream.of(ranks(true)))
                    .toArray();
            int[] oddFirst = IntStream.concat(IntStream.of(ranks(true)), IntStream.of(ranks(false)))
                    .toArray();
            Talk.assertJoins(inter.Merge(isOdd()), evenFirst);
            Talk.assertJoins(inter.Merge(!isOdd()), oddFirst);
            Talk.assertJoins(inter.Merge(false), evenFirst);
            Talk.assertJoins(inter.Merge(true), evenFirst);
            Intracomm merged = inter.Merge(!isOdd());
            assertSame(Intracomm.class, merged.getClass());
            inter.Free();
            for (Collective operation : Collective.values()) operation.check(merged, Kind.INT, 10, ranks - 1);
        });
    }

    /** The first rank of the even group is its highest here. */
    @Test
    void withoutAHighGroupTheOneWhoseFirstRankIsLowerComesFirst() {
        Jmpi.run(5, () -> {
            Intracomm backwards = MPI.COMM_WORLD.Split(Talk.rank() % 2, -Talk.rank());
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(backwards, 1, isOdd() ? 2 : 1, TAG);
            Talk.assertJoins(inter.Merge(true), 3, 1, 4, 2, 0);
            Talk.assertJoins(inter.Merge(false), 3, 1, 4, 2, 0);
            Talk.assertJoins(inter.Merge(isOdd()), 4, 2, 0, 3, 1);
        });
    }

    // ---- Free ----

    @Test
    void aFreedOneIsRefusedAndLeavesItsGroupsAlone() {
        Jmpi.run(3, () -> {
            Intracomm half = half();
            Intercomm inter = join(half);
            int before = 0;
            for (int i = 0; i < 20; i++) {
                Intercomm clone = (Intercomm) inter.clone();
                assertJoins(clone);
                clone.Merge(isOdd()).Free();
                clone.Free();
                if (i == 9) before = Talk.contexts();
            }
            assertEquals(before, Talk.contexts(), "contexts in use");
            inter.Free();
            assertTrue(inter.Is_null());
            List<Executable> calls = List.of(
                    inter::Remote_size,
                    inter::Remote_group,
                    inter::Remote_Group,
                    inter::Size,
                    inter::clone,
                    inter::Free,
                    () -> inter.Merge(true),
                    () -> inter.Send(new int[1], 0, 1, MPI.INT, 0, 0),
                    () -> inter.Iprobe(0, 0));
            for (Executable call : calls) Talk.assertFails(MPI.ERR_COMM, call, "freed");
            Talk.assertJoins(half, ranks(isOdd()));
            half.Free();
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1, 2);
        });
    }

    // ---- errors ----

    @Test
    void anIntercommunicatorHasNoFurtherGroupToJoin() {
        Jmpi.run(2, () -> {
            Intercomm inter = join(half());
            Talk.assertFails(
                    MPI.ERR_COMM,
                    () -> MPI.COMM_WORLD.Create_intercomm(inter, 0, 1 - Talk.rank(), TAG),
                    "intercommunicator");
            assertJoins(inter);
        });
    }

    @Test
    void whatOnlyLeadersNeedIsNotLookedAtElsewhere() {
        Jmpi.run(5, () -> {
            Intracomm half = half();
            Comm peers = half.Rank() == 0 ? MPI.COMM_WORLD : MPI.COMM_NULL;
            int remote = half.Rank() == 0 ? isOdd() ? 0 : 1 : -99;
            assertJoins(peers.Create_intercomm(half, 0, remote, half.Rank() == 0 ? TAG : -99));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void groupsWithARankInCommonAreRefusedEverywhere(int ranks) {
        Jmpi.run(ranks, () -> {
            for (int leader = 0; leader < ranks; leader++) {
                int at = leader;
                Talk.assertFails(
                        MPI.ERR_COMM,
                        () -> MPI.COMM_WORLD.Create_intercomm(MPI.COMM_WORLD, at, at, TAG),
                        "not disjoint");
            }
            Talk.assertJoins(MPI.COMM_WORLD, IntStream.range(0, ranks).toArray());
        });
    }

    /** The rank in both groups takes part for each of them, in a thread. */
    @Test
    void groupsThatOverlapAreRefusedEverywhere() throws Exception {
        Jmpi.run(3, () -> {
            Group world = MPI.COMM_WORLD.Group();
            Intracomm[] parts = {
                MPI.COMM_WORLD.Create(world.Incl(new int[] {0, 1})), MPI.COMM_WORLD.Create(world.Incl(new int[] {2, 1}))
            };
            ThreadsTest.inThreads(2, part -> {
                if (parts[part] == null) return;
                Talk.assertFails(
                        MPI.ERR_COMM,
                        () -> MPI.COMM_WORLD.Create_intercomm(parts[part], 0, part == 0 ? 2 : 0, TAG),
                        "not disjoint",
                        "world rank 1");
            });
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1, 2);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void whenItsLeaderFailsEveryRankOfAGroupDoes(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm half = half();
            Intracomm freed = (Intracomm) MPI.COMM_WORLD.clone();
            freed.Free();
            assertAllFail(half, MPI.ERR_RANK, () -> MPI.COMM_WORLD.Create_intercomm(half, 0, ranks, TAG));
            assertAllFail(half, MPI.ERR_RANK, () -> MPI.COMM_WORLD.Create_intercomm(half, 0, -5, TAG));
            assertAllFail(half, MPI.ERR_TAG, () -> MPI.COMM_WORLD.Create_intercomm(half, 0, 0, -1));
            assertAllFail(half, MPI.ERR_COMM, () -> freed.Create_intercomm(half, 0, 0, TAG));
            assertAllFail(half, MPI.ERR_COMM, () -> MPI.COMM_NULL.Create_intercomm(half, 0, 0, TAG));
            assertAllFail(half, MPI.ERR_RANK, () -> MPI.COMM_WORLD.Create_intercomm(half, 0, MPI.PROC_NULL, TAG));
            for (int leader : new int[] {-1, half.Size(), MPI.ANY_SOURCE})
                Talk.assertFails(
                        MPI.ERR_RANK,
                        () -> MPI.COMM_WORLD.Create_intercomm(half, leader, isOdd() ? 0 : 1, TAG),
                        "local leader",
                        "rank=" + leader);
            Talk.assertFails(MPI.ERR_COMM, () -> MPI.COMM_WORLD.Create_intercomm(null, 0, 1, TAG), "null");
            assertJoins(join(half));
        });
    }

    /** The leader says what is wrong, the others that their leader failed. */
    private static void assertAllFail(Intracomm half, int atLeader, Executable call) {
        Talk.assertFails(half.Rank() == 0 ? atLeader : MPI.ERR_COMM, call);
    }
}
