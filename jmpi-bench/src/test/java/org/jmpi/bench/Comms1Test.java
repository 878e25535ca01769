package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class Comms1Test {
    private static final double[] BYTES = {1, 8, 64, 512, 4096, 32_768, 262_144, 1 << 20, 4 << 20, 16 << 20};

    private static double[] line(double startup, double bandwidth) {
        double[] micros = new double[BYTES.length];
        for (int i = 0; i < BYTES.length; i++) micros[i] = startup + BYTES[i] / bandwidth;
        return micros;
    }

    @Test
    void findsTheLineThatTheTimesLieOn() {
        Comms1 fit = Comms1.fit(BYTES, line(5.4, 8700));
        assertEquals(5.4, fit.startup(), 1e-6);
        assertEquals(8700, fit.bandwidth(), 1e-3);
        assertEquals(5.4 * 8700, fit.halfLength(), 0.1);
        assertEquals(0, fit.worst(), 1e-9);
    }

    @Test
    void halfTheBandwidthIsReachedAtTheHalfLength() {
        Comms1 fit = Comms1.fit(BYTES, line(20, 1000));
        double micros = fit.startup() + fit.halfLength() / fit.bandwidth();
        assertEquals(fit.bandwidth() / 2, fit.halfLength() / micros, 1e-6);
    }

    @Test
    void noiseOfLongMessagesLeavesTheStartupTimeAlone() {
        double[] micros = line(5, 1000);
        micros[BYTES.length - 1] *= 1.2;
        micros[BYTES.length - 2] *= 0.9;
        Comms1 fit = Comms1.fit(BYTES, micros);
        assertEquals(5, fit.startup(), 0.05);
        assertEquals(1000, fit.bandwidth(), 100);
        assertTrue(fit.worst() > 0.1 && fit.worst() < 0.2, fit.toString());
    }

    @Test
    void twoLengthsAreEnoughOneIsNot() {
        Comms1 fit = Comms1.fit(new double[] {8, 1008}, new double[] {2, 4});
        assertEquals(500, fit.bandwidth(), 1e-6);
        assertEquals(1.984, fit.startup(), 1e-6);
        double[] same = {8, 8};
        assertThrows(IllegalArgumentException.class, () -> Comms1.fit(same, new double[] {2, 4}));
    }

    @Test
    void saysSoWhenTheTimesAreOnNoSuchLine() {
        assertFalse(Comms1.fit(new double[] {8, 16}, new double[] {3, 3}).isMeaningful());
        assertFalse(Comms1.fit(new double[] {8, 16}, new double[] {3, 2}).isMeaningful());
        assertFalse(Comms1.fit(new double[] {8, 16}, new double[] {1, 3}).isMeaningful());
        Comms1 falling = Comms1.fit(new double[] {8, 16}, new double[] {3, 2});
        assertEquals("COMMS1 fit: these times do not follow time = t0 + bytes / r_inf", falling.toString());
    }

    @Test
    void namesItsParametersAndUnits() {
        assertEquals(
                "COMMS1 fit, time = t0 + bytes / r_inf: start-up time t0 20.000 us, bandwidth r_inf 1000.0 MB/s, "
                        + "half of it at n_1/2 = 20000 bytes; largest deviation 0 %",
                Comms1.fit(BYTES, line(20, 1000)).toString());
    }
}
