package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Leaves out parts of a program that fails, as long as it still fails (delta debugging, Zeller 1999).
 *
 * @param <P> the class of the program
 */
final class Shrinker<P extends Shrinkable<P>> {
    private final Predicate<P> fails;
    private int left;

    /**
     * @param fails runs a program; returns whether it fails
     * @param mostRuns how many programs are run
     */
    Shrinker(Predicate<P> fails, int mostRuns) {
        this.fails = fails;
        this.left = mostRuns;
    }

    /** Returns the smallest program found that fails. */
    P shrink(P failing) {
        P smallest = failing;
        int parts = 2;
        while (smallest.numbers().size() > 1 && left > 0) {
            P smaller = withoutOnePart(smallest, parts);
            if (smaller != null) {
                smallest = smaller;
                parts = Math.max(2, parts - 1);
            } else if (parts >= smallest.numbers().size()) return smallest;
            else parts = Math.min(2 * parts, smallest.numbers().size());
        }
        return smallest;
    }

    private P withoutOnePart(P program, int parts) {
        List<Integer> numbers = program.numbers();
        for (int part = parts - 1; part >= 0 && left > 0; part--) {
            int from = part * numbers.size() / parts;
            int to = (part + 1) * numbers.size() / parts;
            List<Integer> kept = new ArrayList<>(numbers.subList(0, from));
            kept.addAll(numbers.subList(to, numbers.size()));
            P smaller = program.keeping(new TreeSet<>(kept));
            left--;
            if (fails.test(smaller)) return smaller;
        }
        return null;
    }
}
