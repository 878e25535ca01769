package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What collective operations among neighbours do at the edges of topologies, and what they refuse. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class NeighbourCollectivesTest {
    private static Cartcomm row(int ranks, boolean isRing) {
        return MPI.COMM_WORLD.Create_cart(new int[] {ranks}, new boolean[] {isRing}, false);
    }

    private static Distgraphcomm graph(int[] sources, int[] destinations) {
        return MPI.COMM_WORLD.Dist_graph_create_adjacent(sources, MPI.UNWEIGHTED, destinations, MPI.UNWEIGHTED, false);
    }

    @Test
    void inRingsOfOneAndTwoABlockThatGoesDownComesFromAbove() {
        for (int ranks = 1; ranks <= 2; ranks++) {
            int size = ranks;
            Jmpi.run(ranks, () -> {
                Cartcomm ring = row(size, true);
                int me = ring.Rank();
                int other = size - 1 - me;
                int[] got = new int[2];
                ring.Neighbor_alltoall(new int[] {10 * me, 10 * me + 1}, 0, 1, MPI.INT, got, 0, 1, MPI.INT);
                assertArrayEquals(new int[] {10 * other + 1, 10 * other}, got);
            });
        }
    }

    /** The counts, the places and what lies there do not matter, as in a message to or from nobody. */
    @Test
    void theBlockOfNobodyIsNotLookedAt() {
        Jmpi.run(2, () -> {
            Cartcomm row = row(2, false);
            int me = row.Rank();
            int[] counts = {me == 0 ? -7 : 1, me == 0 ? 1 : 1000};
            int[] starts = {me == 0 ? -1 : 0, me == 0 ? 0 : 99};
            int[] got = {-1};
            row.Neighbor_alltoallv(new int[] {me}, 0, counts, starts, MPI.INT, got, 0, counts, starts, MPI.INT);
            assertEquals(1 - me, got[0]);
            int[] all = {-1, -1};
            row.Neighbor_allgather(new int[] {me}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
            assertArrayEquals(me == 0 ? new int[] {-1, 1} : new int[] {0, -1}, all);
        });
    }

    @Test
    void aRankWithoutNeighboursNeedsNoBuffer() {
        Jmpi.run(3, () -> {
            boolean isAlone = Talk.rank() == 2;
            int[] others = isAlone ? new int[0] : new int[] {1 - Talk.rank()};
            Distgraphcomm pair = graph(others, others);
            int[] sent = isAlone ? null : new int[] {Talk.rank()};
            int[] got = isAlone ? null : new int[1];
            int[] none = isAlone ? new int[0] : new int[1];
            int[] ones = isAlone ? none : new int[] {1};
            Datatype[] types = isAlone ? new Datatype[0] : new Datatype[] {MPI.INT};
            pair.Neighbor_allgather(sent, 0, 1, MPI.INT, got, 0, 1, MPI.INT);
            pair.Neighbor_allgatherv(sent, 0, 1, MPI.INT, got, 0, ones, none, MPI.INT);
            pair.Neighbor_alltoall(sent, 0, 1, MPI.INT, got, 0, 1, MPI.INT);
            pair.Neighbor_alltoallv(sent, 0, ones, none, MPI.INT, got, 0, ones, none, MPI.INT);
            pair.Ineighbor_alltoallw(sent, 0, ones, none, types, got, 0, ones, none, types)
                    .Wait();
            if (!isAlone) assertEquals(1 - Talk.rank(), got[0]);
            if (isAlone)
                Talk.assertFails(
                        MPI.ERR_COUNT,
                        () -> pair.Neighbor_alltoall(null, 0, -1, MPI.INT, null, 0, 1, MPI.INT),
                        "send buffer of Neighbor_alltoall",
                        "-1");
        });
    }

    /** Both buffers are parts of one array of arrays; so is a halo. */
    @Test
    void theHaloOfAFieldIsExchangedInPlaceOfIt() {
        Jmpi.run(4, () -> {
            Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2, 2}, new boolean[] {true, true}, false);
            int me = grid.Rank();
            int[][] field = new int[4][5];
            for (int y = 1; y <= 2; y++) for (int x = 1; x <= 3; x++) field[y][x] = 100 * (me + 1) + 10 * y + x;
            Datatype column = Datatype.Vector(2, 1, 5, MPI.INT);
            Datatype row = Datatype.Contiguous(3, MPI.INT);
            column.Commit();
            row.Commit();
            int[] ones = {1, 1, 1, 1};
            Datatype[] types = {row, row, column, column};
            int[] sent = {6, 11, 6, 8};
            int[] got = {1, 16, 5, 9};
            grid.Ineighbor_alltoallw(field, 0, ones, sent, types, field, 0, ones, got, types)
                    .Wait();
            int v = 100 * ((me ^ 2) + 1);
            int h = 100 * ((me ^ 1) + 1);
            int own = 100 * (me + 1);
            int[][] expected = {
                {0, v + 21, v + 22, v + 23, 0},
                {h + 13, own + 11, own + 12, own + 13, h + 11},
                {h + 23, own + 21, own + 22, own + 23, h + 21},
                {0, v + 11, v + 12, v + 13, 0}
            };
            assertArrayEquals(expected, field);
        });
    }

    @Test
    void manyAreInFlightAndCompleteInAnyOrder() {
        Jmpi.run(3, () -> {
            Cartcomm ring = row(3, true);
            int me = ring.Rank();
            int n = 50;
            int[][] got = new int[n][2];
            Request[] requests = new Request[n];
            for (int i = 0; i < n; i++) {
                int[] send = {1000 * me + 2 * i, 1000 * me + 2 * i + 1};
                requests[i] = ring.Ineighbor_alltoall(send, 0, 1, MPI.INT, got[i], 0, 1, MPI.INT);
            }
            for (int i = me % 2; i < n; i += 2) requests[i].Wait();
            Request.Waitall(requests);
            for (int i = 0; i < n; i++) {
                int below = 1000 * ((me + 2) % 3) + 2 * i + 1;
                int above = 1000 * ((me + 1) % 3) + 2 * i;
                assertArrayEquals(new int[] {below, above}, got[i]);
            }
        });
    }

    @Test
    void preparedOnesStartInAnyOrder() {
        Jmpi.run(3, () -> {
            Cartcomm ring = row(3, true);
            int me = ring.Rank();
            int[][] sent = new int[4][1];
            int[][] got = new int[4][2];
            Prequest[] all = new Prequest[4];
            for (int i = 0; i < 4; i++)
                all[i] = ring.Neighbor_allgather_init(sent[i], 0, 1, MPI.INT, got[i], 0, 1, MPI.INT);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 4; i++) sent[i][0] = 100 * round + 10 * i + me;
                for (int i = 0; i < 4; i++) all[(i + me) % 4].Start();
                Request.Waitall(all);
                for (int i = 0; i < 4; i++) {
                    int of = 100 * round + 10 * i;
                    assertArrayEquals(new int[] {of + (me + 2) % 3, of + (me + 1) % 3}, got[i]);
                }
            }
            Arrays.stream(all).forEach(Prequest::Free);
        });
    }

    @Test
    void aBlockThatIsTooLongIsRefusedWhereItArrives() {
        Jmpi.run(2, () -> {
            int[] other = {1 - Talk.rank()};
            Distgraphcomm pair = graph(other, other);
            int[] got = {-1, -1};
            int count = Talk.rank() + 1;
            if (Talk.rank() == 0)
                Talk.assertFails(
                        MPI.ERR_TRUNCATE,
                        () -> pair.Neighbor_allgather(new int[2], 0, count, MPI.INT, got, 0, 1, MPI.INT),
                        "Neighbor_allgather: rank 1 gave 2 elements of INT",
                        "awaits");
            else pair.Neighbor_allgather(new int[2], 0, count, MPI.INT, got, 0, 1, MPI.INT);
            pair.Barrier();
        });
    }

    @Test
    void aGraphWhoseEdgesDoNotLeadBackIsRefusedAtEveryRank() {
        Jmpi.run(3, () -> {
            Graphcomm oneWay = MPI.COMM_WORLD.Create_graph(new int[] {2, 3, 3}, new int[] {1, 1, 0}, false);
            Talk.assertFails(
                    MPI.ERR_TOPOLOGY,
                    () -> oneWay.Neighbor_allgather(new int[1], 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT),
                    "1 more edges from rank 0 to rank 1 than back");
            Talk.assertFails(
                    MPI.ERR_TOPOLOGY,
                    () -> oneWay.Neighbor_alltoall_init(new int[2], 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT),
                    "Dist_graph_create");
            oneWay.Barrier();
        });
    }

    @Test
    void aMessageNamesTheNeighbourWhoseBlockIsWrong() {
        Jmpi.run(1, () -> {
            Cartcomm ring = row(1, true);
            int[] counts = {1, 5};
            Talk.assertFails(
                    MPI.ERR_COUNT,
                    () -> ring.Neighbor_allgatherv(
                            new int[1], 0, 1, MPI.INT, new int[2], 0, counts, new int[2], MPI.INT),
                    "receive buffer of Neighbor_allgatherv",
                    "block of neighbour 1");
            Talk.assertFails(
                    MPI.ERR_COUNT,
                    () -> ring.Neighbor_alltoall(new int[2], 0, 1, MPI.INT, new int[1], 0, 1, MPI.INT),
                    "2 neighbours x 1 items",
                    "per neighbour");
        });
    }
}
