package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Agreements of the ranks that go on after the loss of others. */
final class SimulatedAgreement {
    private static final long LOOK_NANOS = 1_000_000;
    private static final long FIRST_PAUSE_NANOS = 1_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    private final Simulator simulator;

    /** The statements of the ranks, by their subject. */
    private final Map<Object, Map<Integer, Boolean>> votes = new HashMap<>();

    private final Map<Object, String> texts = new HashMap<>();

    /** The values of the ranks, by the subject. */
    private final Map<Object, Map<Integer, String>> values = new HashMap<>();

    SimulatedAgreement(Simulator simulator) {
        this.simulator = simulator;
    }

    /** Returns whether all members say yes, those that are lost before they say anything left out. */
    boolean agree(Object about, int[] members, int rank, boolean own) {
        Map<Integer, Boolean> said = say(about, rank, own);
        long pause = FIRST_PAUSE_NANOS;
        while (!Arrays.stream(members).allMatch(member -> said.containsKey(member) || simulator.isLost(member))) {
            simulator.await(Seam.PAUSE, "an agreement about " + about, simulator.now() + pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
        return !said.containsValue(false);
    }

    /** Takes note of what a rank says, which does not wait for the others; returns what all have said. */
    Map<Integer, Boolean> say(Object about, int rank, boolean own) {
        Map<Integer, Boolean> said = votes.computeIfAbsent(about, any -> new HashMap<>());
        if (said.put(rank, own) != null) throw new IllegalStateException(rank + " says twice " + about);
        return said;
    }

    /** Publishes a text. */
    void tell(Object about, String text) {
        texts.put(about, text);
    }

    /** Returns a text that another rank publishes; empty if that is lost before it has. */
    String told(Object about, int from) {
        while (!texts.containsKey(about) && !simulator.isLost(from))
            simulator.await(Seam.PAUSE, about, simulator.now() + LOOK_NANOS);
        return texts.getOrDefault(about, "");
    }

    /** Fails if a rank has something else than another one that is not lost. */
    void checkSame(Object about, int rank, String value) {
        Map<Integer, String> had = values.computeIfAbsent(about, any -> new HashMap<>());
        had.forEach((other, before) -> {
            if (!before.equals(value) && !simulator.isLost(other))
                throw new AssertionError(about + " is " + value + ", and at rank " + other + " " + before);
        });
        had.put(rank, value);
    }
}
