package org.jmpi.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jmpi.run.system.TerminalSize;
import org.junit.jupiter.api.Test;

class BottomAreaTest {
    private static final String E = "\u001b";

    @Test
    void theProgramKeepsTheLinesAboveAndItsCursor() {
        BottomArea area = new BottomArea(3);
        assertEquals(
                (E + "D").repeat(3) + E + "[3A" + E + "7" + E + "[1;21r" + E + "8", area.fit(new TerminalSize(24, 4)));
        assertEquals("", area.fit(new TerminalSize(24, 4)));
        assertEquals(2, area.lines());
        assertEquals(
                E + "7" + E + "[0m" + E + "[22;1H" + E + "[2K" + E + "[2m----" + E + "[0m" + E + "[23;1H" + E + "[2Ka"
                        + E + "[24;1H" + E + "[2K" + E + "8",
                area.paint(List.of("a")));
        assertEquals(E + "7" + E + "[r" + E + "[22;1H" + E + "[J" + E + "8", area.remove());
        assertEquals("", area.remove());
    }

    @Test
    void theAreaFollowsTheSizeOfTheTerminal() {
        BottomArea area = new BottomArea(20);
        area.fit(new TerminalSize(24, 80));
        assertEquals(11, area.lines());
        assertEquals(
                E + "7" + E + "[r" + E + "8" + E + "[J" + (E + "D").repeat(20) + E + "[20A" + E + "7" + E + "[1;20r" + E
                        + "8",
                area.fit(new TerminalSize(40, 80)));
        assertEquals(19, area.lines());
    }

    @Test
    void aTerminalOfFewLinesBelongsToTheProgram() {
        BottomArea area = new BottomArea(5);
        assertEquals("", area.fit(new TerminalSize(6, 80)));
        assertEquals("", area.paint(List.of("a")));
        assertEquals("", area.remove());
    }
}
