package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PingPongSizesTest {
    private static int[] lengths(Payload.Kind kind, String... args) throws Exception {
        return PingPong.lengths(PingPong.options().parse(args), kind);
    }

    @Test
    void thePaperHasThePowersOfTwoToOneMebibyte() throws Exception {
        int[] lengths = lengths(Payload.Kind.BYTE, "--paper");
        assertEquals(21, lengths.length);
        for (int x = 0; x < lengths.length; x++) assertEquals(1 << x, lengths[x]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--full", "--csv", "--quick"})
    void theFullMeasurementGoesTo16Mebibytes(String option) throws Exception {
        int[] lengths = lengths(Payload.Kind.BYTE, option, "--sizes", "");
        assertEquals(16 << 20, lengths[lengths.length - 1]);
    }

    @Test
    void givenSizesReplaceTheDefaults() throws Exception {
        assertArrayEquals(new int[] {8, 4096, 5}, lengths(Payload.Kind.BYTE, "--sizes", " 8 4096,  5 "));
    }

    @Test
    void aMessageMayBeEmpty() throws Exception {
        assertArrayEquals(new int[] {0, 8}, lengths(Payload.Kind.BYTE, "--paper", "--sizes", "0 8"));
        assertArrayEquals(new int[] {0, 1}, lengths(Payload.Kind.DOUBLE, "--sizes", "0 8"));
    }

    @Test
    void anyLengthIsMeasuredOnce() throws Exception {
        assertArrayEquals(new int[] {1, 2}, lengths(Payload.Kind.DOUBLE, "--sizes", "1 8 15 16"));
        assertArrayEquals(new int[] {1, 128}, lengths(Payload.Kind.OBJECT, "--sizes", "8 4096"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-8", "8 -1", "8x", "8 1.5", "2147483648", "99999999999999999999"})
    void sizesThatNoArrayHasAreNamed(String sizes) {
        Options.Invalid invalid =
                assertThrows(Options.Invalid.class, () -> lengths(Payload.Kind.BYTE, "--sizes", sizes));
        assertTrue(invalid.getMessage().startsWith("--sizes " + sizes + ": "), invalid.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"-1, ''", "0.9, ''", "1, ''", "54.94, 'pingpong: the machine is busy, load 54.9: the figures are noise'"
    })
    void aBusyMachineIsNamed(double load, String warning) {
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
            PingPong.warnOfLoad(load);
        } finally {
            System.setErr(before);
        }
        assertEquals(warning, errors.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    void allocationsAreThoseOfThisThread() {
        assertTrue(Allocation.isCounted());
        Allocation before = Allocation.now();
        byte[] megabyte = new byte[1 << 20];
        Allocation used = Allocation.now().minus(before);
        assertEquals(1 << 20, megabyte.length);
        assertTrue(used.thread() >= 1 << 20 && used.thread() < 2 << 20, used.toString());
        assertTrue(used.process() >= 1 << 20, used.toString());
    }
}
