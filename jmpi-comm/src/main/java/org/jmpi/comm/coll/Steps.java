package org.jmpi.comm.coll;

import java.util.function.BiConsumer;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** How a rank takes part in a call by one algorithm. */
@FunctionalInterface
interface Steps {
    /** Takes this rank's steps; returns as {@link RankView#execute} does. */
    void take(CollectiveCall call);

    /** Takes down the steps of an algorithm by messages, perhaps as a part of another operation. */
    default void build(ScheduleBuilder builder, CollectiveCall call) {
        throw new IllegalStateException("not by messages");
    }

    /** Returns the steps of an algorithm by messages. */
    static Steps byMessages(BiConsumer<ScheduleBuilder, CollectiveCall> builder) {
        return new Steps() {
            @Override
            public void take(CollectiveCall call) {
                call.execute(this);
            }

            @Override
            public void build(ScheduleBuilder schedule, CollectiveCall call) {
                builder.accept(schedule, call);
            }
        };
    }
}
