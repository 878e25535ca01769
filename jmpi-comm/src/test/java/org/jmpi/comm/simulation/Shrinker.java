package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Leaves out actions of a program that fails, as long as it still fails (delta debugging, Zeller 1999). */
final class Shrinker {
    private final Predicate<Program> fails;
    private int left;

    /**
     * @param fails runs a program; returns whether it fails
     * @param mostRuns how many programs are run
     */
    Shrinker(Predicate<Program> fails, int mostRuns) {
        this.fails = fails;
        this.left = mostRuns;
    }

    /** Returns the smallest program found that fails. */
    Program shrink(Program failing) {
        Program smallest = failing;
        int parts = 2;
        while (smallest.actions().size() > 1 && left > 0) {
            Program smaller = withoutOnePart(smallest, parts);
            if (smaller != null) {
                smallest = smaller;
                parts = Math.max(2, parts - 1);
            } else if (parts >= smallest.actions().size()) return smallest;
            else parts = Math.min(2 * parts, smallest.actions().size());
        }
        return smallest;
    }

    private Program withoutOnePart(Program program, int parts) {
        List<Integer> numbers = program.actions().stream().map(Action::number).toList();
        for (int part = parts - 1; part >= 0 && left > 0; part--) {
            int from = part * numbers.size() / parts;
            int to = (part + 1) * numbers.size() / parts;
            List<Integer> kept = new ArrayList<>(numbers.subList(0, from));
            kept.addAll(numbers.subList(to, numbers.size()));
            Program smaller = program.keeping(new TreeSet<>(kept));
            left--;
            if (fails.test(smaller)) return smaller;
        }
        return null;
    }
}
