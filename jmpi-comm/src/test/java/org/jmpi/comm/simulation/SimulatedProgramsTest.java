package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random programs on simulated ranks: what fails is shrunk, and fails again each time. */
@Timeout(600)
class SimulatedProgramsTest {
    /** The first seed, and how many are run. */
    private static final long FIRST = Long.getLong("jmpi.simulation.seed", 1);

    private static final int COUNT = Integer.getInteger("jmpi.simulation.count", 1000);
    private static final int LENGTH = Integer.getInteger("jmpi.simulation.length", 15);

    @Test
    void everyProgramGetsWhatTheModelAllows() {
        String line = System.getProperty("jmpi.program");
        if (line != null) {
            check(Program.parse(line));
            return;
        }
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) check(program(seed));
    }

    private static Program program(long seed) {
        return Program.random(seed, 1 + Math.floorMod(seed, 5), LENGTH);
    }

    static Simulation.Result run(Program program) {
        List<String> settings = new ArrayList<>();
        for (Map.Entry<String, String> setting :
                ProgramSettings.of(program.seed()).entrySet()) {
            settings.add(setting.getKey());
            settings.add(setting.getValue());
        }
        Simulation.Options options = Simulation.Options.SEEDED.with(settings.toArray(new String[0]));
        return Simulation.run(program.seed(), program.ranks(), options, program::run);
    }

    private static void check(Program program) {
        Simulation.Result result = run(program);
        if (result.findings().isEmpty()) return;
        Program smallest = new Shrinker(smaller -> !run(smaller).findings().isEmpty(), 300).shrink(program);
        throw new AssertionError(program.line() + ": " + result.findings() + "\nReplay with -Djmpi.program="
                + smallest.line() + "\n" + smallest + run(smallest).findings());
    }

    @Test
    void aProgramRunsInOneWay() {
        assertEquals(run(program(FIRST + 4)).line(), run(program(FIRST + 4)).line());
    }
}
