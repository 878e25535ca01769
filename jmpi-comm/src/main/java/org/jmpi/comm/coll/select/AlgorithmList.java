package org.jmpi.comm.coll.select;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The algorithms of a collective operation, the cheapest first. The {@link Selector} takes the first one whose
 * {@link Rule} the call keeps.
 *
 * @param <A> names the algorithms
 */
public final class AlgorithmList<A extends Enum<A> & CollectiveAlgorithm> {
    private final String operation;
    private final Class<A> type;
    private final A[] algorithms;
    private final Rule[] rules;

    private AlgorithmList(Class<A> type) {
        this.operation = type.getEnclosingClass().getSimpleName();
        this.type = type;
        this.algorithms = type.getEnumConstants();
        this.rules = Arrays.stream(algorithms).map(CollectiveAlgorithm::rule).toArray(Rule[]::new);
    }

    /**
     * {@return the constants of the enumeration of an operation, whose name is that of the class around it}
     *
     * @param algorithms the enumeration
     * @param <A> names the algorithms
     */
    public static <A extends Enum<A> & CollectiveAlgorithm> AlgorithmList<A> of(Class<A> algorithms) {
        return new AlgorithmList<>(algorithms);
    }

    /** {@return the name of the operation} */
    public String operation() {
        return operation;
    }

    /** {@return the setting that forces an algorithm} */
    public String setting() {
        return Tuning.PREFIX + operation.toLowerCase(Locale.ROOT);
    }

    A cast(Enum<?> algorithm) {
        return type.cast(algorithm);
    }

    /** {@return the algorithms, the cheapest first} */
    public List<A> algorithms() {
        return List.of(algorithms);
    }

    /**
     * Returns the algorithm that a setting names, in any case.
     *
     * @throws IllegalArgumentException if there is none; the message lists the possible names
     */
    A named(String name) {
        for (A algorithm : algorithms) if (algorithm.name().equalsIgnoreCase(name.trim())) return algorithm;
        throw new IllegalArgumentException("setting " + setting() + " is no algorithm: " + name + ", but there are "
                + Arrays.toString(algorithms));
    }

    /** Returns the first algorithm that is selected for a call. */
    A first(Selector call) {
        for (int i = 0; i < rules.length - 1; i++) if (rules[i].selects(call)) return algorithms[i];
        return algorithms[rules.length - 1];
    }

    /** Returns the first restriction of an algorithm that a call does not meet; null if the algorithm is possible. */
    Restriction unmet(A algorithm, Selector call) {
        return rules[algorithm.ordinal()].unmet(call);
    }

    /**
     * Returns the line on a forced algorithm that is not possible for a call. It lists the algorithms by messages that
     * are possible, and the selected one.
     */
    String refusal(A forced, A selected, Restriction unmet, Selector call) {
        List<A> possible = Arrays.stream(algorithms)
                .filter(each -> each == selected || !each.rule().dependsOnNodes() && unmet(each, call) == null)
                .toList();
        return setting() + "=" + forced.name() + " is not possible for " + operation + " on " + call.ranks()
                + " ranks, since it needs that " + unmet.sentence() + "; " + selected.name() + " is used, possible are "
                + possible;
    }
}
