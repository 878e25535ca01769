package org.jmpi.run.output;

import org.jmpi.run.system.BadInputException;

/**
 * The ranks that read jmpirun's standard input: one, all or none; the others read an empty one.
 *
 * @param rank the one rank, {@value #ALL} or {@value #NONE}
 */
public record InputRanks(int rank) {
    private static final int ALL = -1;
    private static final int NONE = -2;

    /** @throws BadInputException if the text is not {@code all}, {@code none} or a rank below {@code size} */
    public static InputRanks parse(String text, int size) {
        if (text.equals("all")) return new InputRanks(ALL);
        if (text.equals("none")) return new InputRanks(NONE);
        int rank = rank(text);
        if (rank >= 0 && rank < size) return new InputRanks(rank);
        throw new BadInputException(
                "--stdin " + text + ": neither 'all' nor 'none' nor a rank from 0 to " + (size - 1));
    }

    private static int rank(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    public boolean all() {
        return rank == ALL;
    }

    @Override
    public String toString() {
        if (rank == ALL) return "all";
        return rank == NONE ? "none" : Integer.toString(rank);
    }
}
