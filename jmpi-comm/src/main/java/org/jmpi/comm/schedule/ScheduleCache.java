package org.jmpi.comm.schedule;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The schedules that one rank has used last among the same ranks. Several threads may use it. */
public final class ScheduleCache {
    /** How many schedules are kept. */
    private static final int MOST = 16;

    private final Map<ScheduleArguments.Key, Schedule> schedules = new LinkedHashMap<>(2 * MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ScheduleArguments.Key, Schedule> eldest) {
            return size() > MOST;
        }
    };

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
    public synchronized Schedule get(int rank, int size, ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        ScheduleArguments.Key key = arguments.key();
        Schedule known = schedules.get(key);
        if (known != null) return known;
        ScheduleBuilder builder = new ScheduleBuilder(rank, size, arguments);
        steps.accept(builder);
        Schedule schedule = builder.build();
        schedules.put(key.copy(), schedule);
        return schedule;
    }
}
