package org.jmpi.run.program;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jmpi.run.system.BadInputException;

/**
 * Jobs that ranks of other jobs start. A rank's variables say how many jobs it is inside of, and which program it runs.
 *
 * @param depth how many jobs this process is inside of
 * @param programs the {@link #key keys} of the programs that share this process
 * @param limit how many jobs may be inside of each other
 */
public record Nesting(int depth, List<String> programs, int limit) {
    public static final String DEPTH = "JMPI_NESTING";
    public static final String PROGRAM = "JMPI_NESTING_PROGRAM";
    public static final String LIMIT = "JMPI_NESTING_LIMIT";

    private static final int DEFAULT_LIMIT = 3;

    /** @throws BadInputException if a variable is no number */
    public static Nesting of(Map<String, String> variables) {
        return new Nesting(
                number(DEPTH, 0, variables),
                Arrays.asList(variables.getOrDefault(PROGRAM, "").split(",")),
                number(LIMIT, DEFAULT_LIMIT, variables));
    }

    private static int number(String name, int defaultNumber, Map<String, String> variables) {
        String value = variables.get(name);
        if (value == null) return defaultNumber;
        try {
            return Integer.parseUnsignedInt(value);
        } catch (NumberFormatException e) {
            throw new BadInputException(name + "=" + value + ": not a number; unset it", e);
        }
    }

    /**
     * Checks that this process may start a program.
     *
     * @throws BadInputException if it runs the same program, or is inside of too many jobs
     */
    public void check(Program program) {
        if (depth > 0 && programs.contains(key(program)))
            throw new BadInputException(program.name() + ": this is a rank of the same program with the same arguments,"
                    + " and a job does not start itself: start another program, or give it other arguments");
        if (depth >= limit)
            throw new BadInputException(program.name() + ": jobs inside of each other: " + (depth + 1) + ", but "
                    + LIMIT + " allows " + limit + ": set it to a larger number if jobs are to start further jobs");
    }

    /** Returns the variables of ranks that run some programs in one process. */
    public Map<String, String> variables(List<String> keys) {
        return Map.of(
                DEPTH,
                Integer.toString(depth + 1),
                PROGRAM,
                keys.stream().distinct().collect(Collectors.joining(",")));
    }

    /** Returns what is equal for equal programs with equal arguments. */
    public static String key(Program program) {
        return UUID.nameUUIDFromBytes(program.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
