package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.transport.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostTreeTest {
    private static List<HostTree> trees(int... hosts) {
        List<Host> all =
                Arrays.stream(hosts).mapToObj(host -> Host.named("host" + host)).toList();
        List<HostTree> trees = new ArrayList<>();
        for (int rank = 0; rank < hosts.length; rank++) trees.add(new HostTree(rank, all));
        return trees;
    }

    @Test
    void leadersFormATreeAndOthersHoldOnToTheNextHost() {
        List<HostTree> trees = trees(0, 0, 0, 1, 1, 1, 2, 2, 2);
        assertArrayEquals(new int[] {3, 6, 7, 8}, trees.get(0).neighbours());
        assertArrayEquals(new int[] {3}, trees.get(1).neighbours());
        assertArrayEquals(new int[] {0, 1, 2}, trees.get(3).neighbours());
        assertArrayEquals(new int[] {0, 4, 5}, trees.get(6).neighbours());
        assertEquals(3, trees.get(1).next(8));
        assertEquals(0, trees.get(3).next(8));
        assertEquals(8, trees.get(0).next(8));
    }

    @Test
    void aHostAloneHasNoNeighbours() {
        assertEquals(0, trees(0, 0).get(1).neighbours().length);
        assertFalse(trees(0, 0).get(1).isFar(0));
        assertTrue(trees(0, 1).get(1).isFar(0));
    }

    @Test
    void requestsGoFromNeighbourToNeighbourToAnyRankOfAnotherHost() {
        Random random = new Random(34);
        for (int round = 0; round < 200; round++) {
            int[] hosts = random.ints(2 + random.nextInt(30), 0, 1 + random.nextInt(9))
                    .toArray();
            List<HostTree> trees = trees(hosts);
            for (int from = 0; from < hosts.length; from++) {
                for (int peer : trees.get(from).neighbours()) {
                    int rank = from;
                    assertTrue(Arrays.stream(trees.get(peer).neighbours()).anyMatch(back -> back == rank));
                }
                for (int to = 0; to < hosts.length; to++) if (hosts[from] != hosts[to]) assertArrives(trees, from, to);
            }
        }
    }

    private static void assertArrives(List<HostTree> trees, int from, int to) {
        int at = from;
        for (int hops = 0; at != to; hops++) {
            int next = trees.get(at).next(to);
            assertTrue(Arrays.stream(trees.get(at).neighbours()).anyMatch(peer -> peer == next), at + " to " + next);
            assertTrue(hops < 12, "from " + from + " to " + to);
            at = next;
        }
    }
}
