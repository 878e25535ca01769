package org.jmpi.run.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;

class NestingTest {
    private static final Program TOOL = new Program.Command(List.of("/opt/tool", "x"));

    private static Nesting inside(Nesting outer, Program... programs) {
        return Nesting.of(
                outer.variables(List.of(programs).stream().map(Nesting::key).toList()));
    }

    private static String refusal(Nesting nesting, Program program) {
        return assertThrows(BadInputException.class, () -> nesting.check(program))
                .getMessage();
    }

    @Test
    void aRankDoesNotStartItsOwnProgram() {
        Nesting outer = Nesting.of(Map.of());
        outer.check(TOOL);
        Nesting rank = inside(outer, new Program.Command(List.of("other")), TOOL);
        assertTrue(refusal(rank, TOOL).startsWith("/opt/tool: this is a rank of the same program"));
        rank.check(new Program.Command(List.of("/opt/tool", "y")));
        rank.check(new Program.Command(List.of("/opt/other", "x")));
    }

    @Test
    void aProgramOfTheSameClassInAnotherClassPathIsAnother() {
        Program.Java one = Program.Java.here(
                List.of(), ClassPath.of(List.of(Path.of("a"))), EntryPoint.ofClass("Main"), List.of());
        Program.Java other = Program.Java.here(
                List.of(), ClassPath.of(List.of(Path.of("b"))), EntryPoint.ofClass("Main"), List.of());
        Nesting rank = inside(Nesting.of(Map.of()), one);
        rank.check(other);
        assertTrue(refusal(rank, one).startsWith("Main: "));
    }

    @Test
    void jobsInsideOfEachOtherAreCounted() {
        Nesting nesting = Nesting.of(Map.of());
        for (int depth = 0; depth < 3; depth++) {
            Program program = new Program.Command(List.of("level", "" + depth));
            nesting.check(program);
            nesting = inside(nesting, program);
        }
        assertEquals(
                "/opt/tool: jobs inside of each other: 4, but JMPI_NESTING_LIMIT allows 3: set it to a larger number if"
                        + " jobs are to start further jobs",
                refusal(nesting, TOOL));
        Nesting.of(Map.of(Nesting.DEPTH, "3", Nesting.LIMIT, "4")).check(TOOL);
        assertTrue(refusal(Nesting.of(Map.of(Nesting.LIMIT, "0")), TOOL).contains("each other: 1, "));
    }

    @Test
    void aVariableThatIsNoNumberIsNamed() {
        for (String bad : List.of("", "x", "-1"))
            assertEquals(
                    "JMPI_NESTING_LIMIT=" + bad + ": not a number; unset it",
                    assertThrows(BadInputException.class, () -> Nesting.of(Map.of(Nesting.LIMIT, bad)))
                            .getMessage());
    }
}
