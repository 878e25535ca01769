package org.jmpi.comm.schedule;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The schedules that one rank has used last among the same ranks. Several threads may use it. A schedule that is known
 * is found without memory or a monitor.
 */
public final class ScheduleCache {
    /** How many schedules are kept. */
    private static final int MOST = 16;

    /** A schedule, and what it serves. */
    private static final class Entry {
        final ScheduleArguments.Key key;
        final Schedule schedule;

        /** Whether it has been used since the hand has passed it last; a lost write costs a build at most. */
        boolean used;

        Entry(ScheduleArguments.Key key, Schedule schedule) {
            this.key = key;
            this.schedule = schedule;
        }
    }

    /** Replaced, never changed. */
    private volatile Entry[] entries = {};

    /** The entry that makes room next, unless it has been used. */
    private int hand;

    /** Creates an empty cache. */
    public ScheduleCache() {}

    /**
     * {@return a schedule for some arguments}
     *
     * @param rank this rank
     * @param size the number of ranks
     * @param arguments what the schedule is built for
     * @param steps takes down the steps, unless they are known
     */
    public Schedule get(int rank, int size, ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        Schedule known = find(arguments);
        return known != null ? known : build(rank, size, arguments, steps);
    }

    private Schedule find(ScheduleArguments arguments) {
        for (Entry entry : entries) {
            if (!entry.key.isOf(arguments)) continue;
            if (!entry.used) entry.used = true;
            return entry.schedule;
        }
        return null;
    }

    private synchronized Schedule build(
            int rank, int size, ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        Schedule known = find(arguments);
        if (known != null) return known;
        ScheduleBuilder builder = new ScheduleBuilder(rank, size, arguments);
        steps.accept(builder);
        Entry built = new Entry(arguments.key(), builder.build());
        Entry[] next = Arrays.copyOf(entries, Math.min(entries.length + 1, MOST));
        next[entries.length < MOST ? entries.length : unused()] = built;
        entries = next;
        return built.schedule;
    }

    private int unused() {
        while (entries[hand].used) {
            entries[hand].used = false;
            hand = (hand + 1) % MOST;
        }
        int found = hand;
        hand = (hand + 1) % MOST;
        return found;
    }
}
