package org.jmpi.comm.simulation;

import java.util.Comparator;

/**
 * What one rank does for an action of a program.
 *
 * <p>Times order the steps of a program. A step waits only for steps of other ranks that come before it in this order,
 * or that are of the same action and wait for nothing of it. So the first step that waits never waits for ever.
 *
 * @param rank in the world
 * @param time when, in the order of all steps
 * @param action the number of the action
 * @param phase orders the steps of an action at one time
 * @param always whether it is done also after a failure has ended the program
 * @param text for a person
 * @param body what the rank does
 */
record Step(int rank, long time, int action, int phase, boolean always, String text, Body body) {
    static final Comparator<Step> ORDER =
            Comparator.comparingLong(Step::time).thenComparingInt(Step::action).thenComparingInt(Step::phase);

    /** What a rank does. */
    @FunctionalInterface
    interface Body {
        void run(RankRun rank);
    }

    @Override
    public String toString() {
        return "@" + time + " #" + action + " " + text;
    }
}
