package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private enum Colour {
        RED,
        GREEN
    }

    private static Options options() {
        return new Options("paint", "Paints.")
                .value("size", "N", "512", "edge")
                .value("colour", "NAME", "red", "colour: " + Options.choices(Colour.class))
                .value("region", "X,Y", "", "where")
                .flag("csv", "prints CSV");
    }

    @Test
    void whatIsNotGivenHasItsPreset() throws Exception {
        Options options = options().parse();
        assertEquals(512, options.integer("size", 1, 1000));
        assertEquals(Colour.RED, options.choice("colour", Colour.class));
        assertEquals("", options.text("region"));
        assertFalse(options.has("csv"));
        assertFalse(options.wantsHelp());
    }

    @Test
    void valuesFollowOrAreJoinedByEquals() throws Exception {
        Options options = options().parse("--size", "7", "--colour=GrEEn", "--csv", "--region", "-2,1");
        assertEquals(7, options.integer("size", 1, 1000));
        assertEquals(Colour.GREEN, options.choice("colour", Colour.class));
        assertEquals("-2,1", options.text("region"));
        assertTrue(options.has("csv"));
    }

    @Test
    void theLaterOfTwoValuesCounts() throws Exception {
        assertEquals(9, options().parse("--size", "8", "--size=9").integer("size", 1, 1000));
    }

    @ParameterizedTest
    @CsvSource({
        "--sise, unknown option: --sise (see --help)",
        "--sise=5, unknown option: --sise=5 (see --help)",
        "-n, unexpected argument: -n (see --help)",
        "12, unexpected argument: 12 (see --help)",
        "--size, --size needs a value (see --help)",
        "--csv=yes, --csv takes no value: yes",
    })
    void aUselessWordIsNamed(String word, String message) {
        Options options = options();
        assertEquals(
                message,
                assertThrows(Options.Invalid.class, () -> options.parse(word)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1001", "4294967297", "99999999999999999999", "5x", "1.5", ""})
    void aNumberOutOfBoundsIsNamed(String value) throws Exception {
        Options options = options().parse("--size", value);
        Options.Invalid invalid = assertThrows(Options.Invalid.class, () -> options.integer("size", 1, 1000));
        assertEquals("--size " + value + ": must be a whole number from 1 to 1000", invalid.getMessage());
    }

    @Test
    void aNumberMayBeAsLargeAsAnInt() throws Exception {
        Options options = options().parse("--size", "2147483647");
        assertEquals(Integer.MAX_VALUE, options.integer("size", 1, Integer.MAX_VALUE));
    }

    @Test
    void listsAreSeparatedByBlanksOrCommas() throws Exception {
        Options options = options().parse("--size", " 8, 16 4", "--colour=green,RED");
        assertArrayEquals(new int[] {8, 16, 4}, options.integers("size", 1, 16));
        assertEquals(List.of(Colour.GREEN, Colour.RED), options.choices("colour", Colour.class));
        assertArrayEquals(new String[] {"green", "RED"}, options.words("colour"));
    }

    @Test
    void theWrongWordOfAListIsNamed() throws Exception {
        Options options = options().parse("--size", "8,17", "--colour", "red,blue");
        assertEquals(
                "--size 17: must be a whole number from 1 to 16",
                assertThrows(Options.Invalid.class, () -> options.integers("size", 1, 16))
                        .getMessage());
        assertEquals(
                "--colour blue: must be one of red, green",
                assertThrows(Options.Invalid.class, () -> options.choices("colour", Colour.class))
                        .getMessage());
    }

    @Test
    void anUnknownChoiceIsNamedWithTheKnownOnes() throws Exception {
        Options options = options().parse("--colour", "blue");
        Options.Invalid invalid = assertThrows(Options.Invalid.class, () -> options.choice("colour", Colour.class));
        assertEquals("--colour blue: must be one of red, green", invalid.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpShowsEveryOptionWithItsPreset(String word) throws Exception {
        Options options = options().parse(word);
        assertTrue(options.wantsHelp());
        String usage = options.usage();
        assertTrue(usage.startsWith("usage: paint [options]\nPaints.\n"), usage);
        assertTrue(usage.contains("--size N                 edge (default: 512)"), usage);
        assertTrue(usage.contains("--csv                    prints CSV"), usage);
        assertTrue(usage.contains("colour: red, green (default: red)"), usage);
        assertTrue(usage.contains("--help"), usage);
    }
}
