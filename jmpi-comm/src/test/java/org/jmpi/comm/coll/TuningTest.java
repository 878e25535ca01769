package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.jmpi.comm.coll.select.Tuning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TuningTest {
    private static String refusal(String name, String value) {
        return assertThrows(IllegalArgumentException.class, () -> Algorithms.tuning(Map.of(name, value)))
                .getMessage();
    }

    @ParameterizedTest
    @EnumSource(Tuning.Limit.class)
    void aLimitIsSetByItsName(Tuning.Limit limit) {
        Tuning tuning = Algorithms.tuning(Map.of(limit.setting(), " 12345678901 "));
        for (Tuning.Limit other : Tuning.Limit.values())
            assertEquals(other == limit ? 12345678901L : Algorithms.DEFAULT.at(other), tuning.at(other), other.name());
    }

    @Test
    void settingsAreNamedAfterOperations() {
        assertEquals("jmpi.coll.bcast.large", Tuning.Limit.BCAST_LARGE.setting());
        Tuning tuning = Algorithms.tuning(Map.of("jmpi.coll.reducescatter", "PAIRWISE", "jmpi.coll.bcast", "chain "));
        assertEquals(ReduceScatter.Algorithm.PAIRWISE, tuning.forced(ReduceScatter.ALGORITHMS));
        assertEquals(Bcast.Algorithm.CHAIN, tuning.forced(Bcast.ALGORITHMS));
        assertNull(tuning.forced(Allreduce.ALGORITHMS));
        assertNull(Algorithms.DEFAULT.forced(Bcast.ALGORITHMS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8k", "", "1.5"})
    void whatIsNoWholeNumberIsRefusedByNameAndValue(String value) {
        assertEquals(
                "setting jmpi.coll.bcast.large is not a whole number: " + value,
                refusal("jmpi.coll.bcast.large", value));
    }

    @Test
    void aNegativeLimitIsRefused() {
        String message = refusal("jmpi.coll.many.ranks", "-1");
        assertTrue(message.startsWith("setting jmpi.coll.many.ranks is out of range: -1, from 0 to "), message);
    }

    @Test
    void anUnknownAlgorithmIsRefusedWithThoseThereAre() {
        assertEquals(
                "setting jmpi.coll.bcast is no algorithm: RING, but there are [SHARED, HIERARCHICAL,"
                        + " SCATTER_ALLGATHER, CHAIN, BINOMIAL_TREE]",
                refusal("jmpi.coll.bcast", "RING"));
    }

    @Test
    void anUnknownSettingIsRefusedWithThoseThereAre() {
        String message = refusal("jmpi.coll.bcats", "CHAIN");
        assertTrue(message.startsWith("no such setting: jmpi.coll.bcats=CHAIN, but there are "), message);
        for (String name : new String[] {"jmpi.coll.bcast,", "jmpi.coll.scan", "jmpi.coll.reduce.large"})
            assertTrue(message.contains(name), message);
    }

    @Test
    void sharedMemoryIsForFewRanksAndNotForTheFirstOperations() {
        Tuning tuning = Algorithms.tuning(Map.of("jmpi.coll.shared.ranks", "5", "jmpi.coll.shared.after", "2"));
        assertTrue(tuning.sharesMemory(5));
        assertFalse(tuning.sharesMemory(6));
        assertFalse(tuning.sharesMemory(1));
        assertTrue(tuning.looksForMemory(3));
        assertFalse(tuning.looksForMemory(2));
        for (String algorithm : new String[] {"SHARED", "HIERARCHICAL"})
            assertTrue(Algorithms.tuning(Map.of("jmpi.coll.bcast", algorithm)).looksForMemory(1), algorithm);
        assertFalse(Algorithms.tuning(Map.of("jmpi.coll.bcast", "CHAIN")).looksForMemory(1));
        assertFalse(Algorithms.tuning(Map.of("jmpi.coll.shared.ranks", "1000")).sharesMemory(65));
    }
}
