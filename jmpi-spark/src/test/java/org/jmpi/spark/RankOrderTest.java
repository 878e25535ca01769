package org.jmpi.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankOrderTest {
    private static final RankOrder TWO_HOSTS = new RankOrder(List.of("b:7", "a:7", "b:7", "a:8", "a:7"));

    private static List<Integer> all(IntUnaryOperator of) {
        return IntStream.range(0, 5).map(of).boxed().collect(Collectors.toList());
    }

    @Test
    void ranksOfAnExecutorFollowEachOther() {
        assertEquals(List.of(0, 2, 1, 4, 3), all(TWO_HOSTS::rank));
        assertEquals(List.of(0, 2, 1, 4, 3), all(TWO_HOSTS::partition));
        assertEquals(List.of(0, 2, 0, 4, 2), all(TWO_HOSTS::first));
        assertEquals(List.of(2, 2, 2, 1, 2), all(TWO_HOSTS::count));
    }

    @Test
    void executorsOfOneHostAreLocal() {
        assertFalse(TWO_HOSTS.allLocal());
        assertTrue(new RankOrder(List.of("a:7", "a:8")).allLocal());
        assertTrue(new RankOrder(List.of("[fd77::11]:7", "[fd77::11]:8")).allLocal());
        assertFalse(new RankOrder(List.of("[fd77::11]:7", "[fd77::12]:7")).allLocal());
    }
}
