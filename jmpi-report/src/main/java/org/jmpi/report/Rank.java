package org.jmpi.report;

import java.util.ArrayList;
import java.util.List;

/** The recorded data of one rank. */
final class Rank {
    final int number;

    /** Null if there is no recording of the rank. */
    Recording recording;

    /** From MPI.Init on, in ns by the clock of the trace. */
    long start = Long.MAX_VALUE;

    /** The end of MPI.Finalize, or of the last event. */
    long end = Long.MIN_VALUE;

    private long began = Long.MIN_VALUE;
    private long finalized = Long.MIN_VALUE;

    /** In the order of their starts; of two that start together the longer one first. */
    final List<Event> events = new ArrayList<>();

    Rank(int number) {
        this.number = number;
    }

    boolean isMissing() {
        return recording == null;
    }

    long duration() {
        return isMissing() ? 0 : end - start;
    }

    /** The rank has left MPI.Init. */
    Rank began(long time) {
        covers(time, time);
        began = Math.max(began, time);
        return this;
    }

    /** Returns whether the trace has the calls of the rank from MPI.Init on. */
    boolean hasBegun() {
        return began > Long.MIN_VALUE;
    }

    /** The rank has left MPI.Finalize. */
    Rank finalized(long time) {
        covers(time, time);
        finalized = Math.max(finalized, time);
        return this;
    }

    /** Returns whether the rank has left MPI.Finalize, and that of its last world if it has had several. */
    boolean isFinalized() {
        return finalized > Long.MIN_VALUE && finalized >= began;
    }

    /** Includes a time in the life of the rank. */
    void covers(long from, long to) {
        start = Math.min(start, from);
        end = Math.max(end, to);
    }

    /** Returns the pauses of the garbage collector between MPI.Init and MPI.Finalize. */
    List<Pause> collections() {
        if (isMissing()) return List.of();
        return recording.pauses.stream()
                .filter(pause -> pause.gc() && pause.end() > start && pause.start() < end)
                .toList();
    }

    /** Moves all times. */
    void shift(long nanos) {
        start += nanos;
        end += nanos;
        for (Event event : events) {
            event.start += nanos;
            event.end += nanos;
        }
    }
}
