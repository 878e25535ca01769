package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestTableTest {
    @Test
    void numbersAreSmallAndNeverTakenTwice() {
        RequestTable<Object> slots = new RequestTable<>();
        Map<Integer, Object> taken = new HashMap<>();
        Random random = new Random(3);
        int most = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(100) < (i / 2000 % 2 == 0 ? 60 : 40)) {
                Object request = new Object();
                int id = slots.add(request);
                assertEquals(null, taken.put(id, request), "number " + id + " is taken");
                most = Math.max(most, taken.size());
                assertTrue(id < most, "number " + id + " though there were never more than " + most);
            } else if (!taken.isEmpty()) {
                int id = taken.keySet().iterator().next();
                assertSame(taken.get(id), slots.get(id));
                assertSame(taken.remove(id), slots.remove(id));
                assertThrows(IllegalArgumentException.class, () -> slots.get(id));
            }
            if (i % 500 == 0) assertEquals(new HashSet<>(taken.values()), new HashSet<>(slots.all()));
        }
    }

    @Test
    void aNumberThatNobodyHasIsRefusedByItsValue() {
        RequestTable<Object> slots = new RequestTable<>();
        int id = slots.add("x");
        for (int other : new int[] {id + 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> slots.get(other));
            assertEquals("no request has the number " + other, refusal.getMessage());
            assertThrows(IllegalArgumentException.class, () -> slots.remove(other));
        }
        slots.remove(id);
        assertThrows(IllegalArgumentException.class, () -> slots.remove(id));
    }
}
