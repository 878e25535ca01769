package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private final List<Integer> hungUp = new ArrayList<>();
    private final Admission<Integer> admission = new Admission<>(2, hungUp::add);

    @Test
    void anyOfTooManyConnectionsGoes() {
        int most = admission.most();
        for (int i = 0; i < most; i++) admission.add(i);
        assertEquals(List.of(), hungUp);
        boolean youngOnes = false;
        boolean oldOnes = false;
        for (int i = most; i < 20 * most; i++) {
            admission.add(i);
            assertEquals(i - most + 1, hungUp.size());
            int victim = hungUp.get(i - most);
            assertThrows(IOException.class, () -> admission.admit(victim));
            assertEquals(most, admission.count());
            youngOnes |= i - victim < most / 4;
            oldOnes |= i - victim > most * 2;
        }
        assertTrue(youngOnes && oldOnes, "not at random");
        assertEquals(
                most + " connections unproved, " + 19 * most
                        + " refused, the last because it was dropped among too many connections",
                admission.describe());
    }

    @Test
    void whoIsAdmittedStays() throws IOException {
        admission.add(1);
        admission.admit(1);
        for (int i = 2; i < 5 * admission.most(); i++) admission.add(i);
        admission.close();
        assertTrue(!hungUp.contains(1));
        assertThrows(IOException.class, () -> admission.admit(1));
    }

    @Test
    void refusalsAreCountedAndDescribedOnce() throws IOException {
        assertEquals("0 connections unproved, 0 refused", admission.describe());
        admission.add(1);
        admission.add(2);
        admission.refuse(1, "it hung up");
        admission.refuse(1, "the stream is closed");
        assertEquals("1 connections unproved, 1 refused, the last because it hung up", admission.describe());
        assertTrue(hungUp.contains(1));
        assertThrows(IOException.class, () -> admission.admit(1));
        admission.admit(2);
        admission.refuse(2, "it ended after its proof");
        assertEquals("0 connections unproved, 1 refused, the last because it hung up", admission.describe());
    }

    @Test
    void nobodyIsLeftAfterTheEnd() {
        admission.add(1);
        admission.close();
        admission.add(2);
        assertEquals(List.of(1, 2), hungUp);
        assertEquals(0, admission.count());
        assertThrows(IOException.class, () -> admission.admit(1));
    }
}
