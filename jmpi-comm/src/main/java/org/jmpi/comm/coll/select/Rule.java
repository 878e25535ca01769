package org.jmpi.comm.coll.select;

import java.util.function.Predicate;

/**
 * The calls that an algorithm is selected for: it is possible for them, and costs less than the algorithms after it.
 */
public final class Rule {
    private static final Predicate<Selector> NEVER = call -> false;

    private final Restriction[] restrictions;

    /** The calls for which the algorithm costs less than those after it; null for all. */
    private final Predicate<Selector> range;

    private Rule(Predicate<Selector> range, Restriction... restrictions) {
        this.range = range;
        this.restrictions = restrictions;
    }

    /**
     * {@return the rule that selects an algorithm for all calls that it is possible for}
     *
     * @param restrictions without which it is not
     */
    public static Rule always(Restriction... restrictions) {
        return new Rule(null, restrictions);
    }

    /**
     * {@return the rule that selects an algorithm for the calls in a range that it is possible for}
     *
     * @param range the calls for which it costs less than those after it
     * @param restrictions without which it is not possible
     */
    public static Rule when(Predicate<Selector> range, Restriction... restrictions) {
        return new Rule(range, restrictions);
    }

    /**
     * {@return the rule that selects an algorithm only where a setting forces it}
     *
     * @param restrictions without which it is not possible
     */
    public static Rule ifForced(Restriction... restrictions) {
        return new Rule(NEVER, restrictions);
    }

    /**
     * {@return the first restriction that a call does not meet; null if the algorithm is possible}
     *
     * @param call the call
     */
    public Restriction unmet(Selector call) {
        for (Restriction restriction : restrictions) if (!call.meets(restriction)) return restriction;
        return null;
    }

    /**
     * {@return whether the algorithm is possible and costs less than those after it}
     *
     * @param call the call
     */
    public boolean selects(Selector call) {
        return unmet(call) == null && (range == null || range.test(call));
    }

    /** Returns whether the algorithm depends on the nodes of the ranks. */
    boolean dependsOnNodes() {
        for (Restriction restriction : restrictions) if (restriction.dependsOnNodes()) return true;
        return false;
    }
}
