package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random programs on ranks that are threads. */
@Timeout(60)
class RandomProgramsTest {
    /** The first seed, and how many are run. */
    private static final long FIRST = Long.getLong("jmpi.programs.seed", 1);

    private static final int COUNT = Integer.getInteger("jmpi.programs", 30);

    @Test
    @Timeout(value = 600)
    void everyProgramGetsWhatTheModelAllows() {
        String line = System.getProperty("jmpi.program");
        if (line != null) {
            check(Program.parse(line));
            return;
        }
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) check(program(seed));
    }

    private static Program program(long seed) {
        return Program.random(seed, 1 + Math.floorMod(seed, 5), 60).extended();
    }

    private static void check(Program program) {
        String failure = ProgramThreads.run(program);
        if (failure == null) return;
        Program smallest = new Shrinker<Program>(smaller -> ProgramThreads.run(smaller) != null, 60).shrink(program);
        String again = ProgramThreads.run(smallest);
        throw new AssertionError(failure + "\nReplay with -Djmpi.program=" + smallest.line() + "\n" + smallest
                + (again == null ? "It does not fail each time." : again));
    }

    @Test
    void aProgramIsMadeAgainFromItsLine() {
        Program program = program(7);
        assertEquals(program.toString(), Program.parse(program.line()).toString());
        Program part = program.keeping(Set.of(1, 5, 8, 13, 21));
        assertEquals(part.toString(), Program.parse(part.line()).toString());
    }

    @Test
    void aPartOfAProgramIsCorrect() {
        Program program = program(13);
        Set<Integer> odd = program.actions().stream()
                .map(Action::number)
                .filter(number -> number % 3 != 0)
                .collect(Collectors.toCollection(TreeSet::new));
        assertNull(ProgramThreads.run(program.keeping(odd)));
    }

    @Test
    void aFailureShrinksToTheActionsThatItNeeds() {
        Program program = program(3);
        Program smallest = new Shrinker<Program>(
                        tried -> tried.actions().stream().anyMatch(action -> action.number() == 17)
                                && tried.actions().stream().anyMatch(action -> action.number() == 41),
                        1000)
                .shrink(program);
        assertTrue(smallest.actions().size() <= 2 + makers(program), smallest::line);
    }

    private static long makers(Program program) {
        return program.actions().stream()
                .filter(action -> !action.makes().isEmpty())
                .count();
    }
}
