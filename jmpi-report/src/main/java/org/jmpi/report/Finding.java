package org.jmpi.report;

import java.util.List;

/**
 * A reason for which ranks lose time, and how much.
 *
 * @param cause the kind of reason
 * @param call the name of the call that loses the time, such as {@code Recv}; empty if it is none
 * @param site the line of the program with that call, such as {@code Main.step(Main.java:12)}
 * @param lostNanos the lost ns of all ranks together; 0 if they are unknown, because cores are missing
 * @param count how many times it has happened
 * @param victims the ranks that lose time, the one that loses most first
 * @param culprits the ranks that the victims wait for, the one that costs most first; empty if there are none
 * @param worst the event that loses most, or the moment of a pause or of the highest load; null if no load was measured
 * @param text what happens, in a sentence or two
 */
public record Finding(
        Cause cause,
        String call,
        String site,
        long lostNanos,
        long count,
        List<RankTime> victims,
        List<RankTime> culprits,
        Worst worst,
        String text) {

    /**
     * The time of a rank.
     *
     * @param rank in the world
     * @param nanos how long it lasts
     */
    public record RankTime(int rank, long nanos) {}

    /**
     * The moment at which most is lost.
     *
     * @param rank in the world, of the one that loses it
     * @param startNanos since the start of the job
     * @param endNanos since the start of the job
     */
    public record Worst(int rank, long startNanos, long endNanos) {}

    @Override
    public String toString() {
        return cause.title() + ": " + (lostNanos == 0 ? "" : Units.time(lostNanos) + " lost. ") + text;
    }
}
