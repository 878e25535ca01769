package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

/** Two runs of the example that saves itself: at SIGUSR1, and at SIGTERM, which ends it. The second run resumes. */
final class SavingRun {
    static final Path PROGRAM =
            Path.of("..", "examples", "SaveAndResume.java").toAbsolutePath().normalize();

    private SavingRun() {}

    /**
     * Returns a script for the shell.
     *
     * @param first starts the program, without its arguments
     * @param second the same with another number of ranks
     * @param signal sends the signal {@code $1} to the program; {@code $p} is the process of its command
     */
    static String script(String first, String second, String signal) {
        return "await() { until grep -q \"$1\" run; do kill -0 $p || { cat run; exit 9; }; done; }\n"
                + "signal() { " + signal + "; }\n"
                + "run() { : >run; \"$@\" saved 400 2000000000 >run 2>&1 & p=$!; await 'begin at step'; }\n"
                + "run " + first + "\n"
                + "signal USR1; await 'saved step'; signal TERM; wait $p; cat run\n"
                + "run " + second + "\n"
                + "signal USR1; await 'saved step'; signal TERM; wait $p; cat run\n";
    }

    /** Checks what a script has printed. */
    static void check(List<String> lines) {
        String text = String.join("\n", lines);
        List<String> steps = lines.stream()
                .filter(line -> line.matches("(begin at|saved) step \\d+"))
                .toList();
        assertTrue(steps.size() >= 5, text);
        assertEquals("begin at step 0", steps.get(0), text);
        int resumed = 1;
        while (steps.get(resumed).startsWith("saved")) resumed++;
        assertTrue(resumed >= 3, "saved at SIGUSR1 and at SIGTERM: " + text);
        assertEquals(steps.get(resumed - 1).replace("saved", "begin at"), steps.get(resumed), text);
        assertTrue(steps.get(steps.size() - 1).startsWith("saved"), text);
    }
}
