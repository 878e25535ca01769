package org.jmpi.comm.schedule;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jmpi.comm.datatype.BasicType;

/**
 * The steps by which one rank takes part in a collective operation. They do not change.
 *
 * <p>Steps are in rounds. A round begins when each message of the one before it has been sent or received; its steps
 * are taken in their order, without waiting in between. A schedule names arrays by slots, so that it may be executed
 * again with others (as MPICH's transport-independent schedules).
 *
 * <p>The steps of a schedule may be taken several times. Executions of such a one are not kept for other operations.
 */
public final class Schedule {
    /** The slot of the array that the program sends from. */
    static final int SEND = 0;

    /** The slot of the array that the program receives into. */
    static final int RECEIVE = 1;

    /** The most bytes of its own that an execution may have which is kept. */
    private static final long MOST_SPARE_BYTES = 256 << 10;

    /** The first slot of the memory that an execution has of its own. */
    static final int SCRATCH = 2;

    /** The steps of a round. */
    record Round(Step[] steps, int messages, boolean encodes, boolean decodes, boolean combines) {
        static Round of(List<Step> steps) {
            int messages = 0;
            boolean encodes = false;
            boolean decodes = false;
            boolean combines = false;
            for (Step step : steps) {
                boolean sends = step.kind() == Step.Kind.SEND;
                boolean receives = step.kind() == Step.Kind.RECEIVE;
                if (step.isMessage()) messages++;
                encodes |= sends && isOfObjects(step.source());
                decodes |= receives && isOfObjects(step.target());
                combines |= step.kind() == Step.Kind.COMBINE;
            }
            return new Round(steps.toArray(new Step[0]), messages, encodes, decodes, combines);
        }

        private static boolean isOfObjects(Slice slice) {
            return slice.layout().type() == BasicType.OBJECT;
        }
    }

    /** An array that an execution needs beside those of the program. */
    record Scratch(BasicType type, long elements) {
        Object allocate() {
            return type.newArray(elements);
        }

        long bytes() {
            return elements * Math.max(type.width(), Integer.BYTES);
        }
    }

    private final Round[] rounds;
    private final Scratch[] scratch;
    private final BooleanSupplier again;
    private final Runnable failed;
    private final int mostMessages;
    private final boolean keepsSpares;
    private final AtomicReference<ScheduleExecution> spare = new AtomicReference<>();

    Schedule(Round[] rounds, Scratch[] scratch) {
        this(rounds, scratch, null, () -> {});
    }

    private Schedule(Round[] rounds, Scratch[] scratch, BooleanSupplier again, Runnable failed) {
        this.rounds = rounds;
        this.scratch = scratch;
        this.again = again;
        this.failed = failed;
        int most = 0;
        for (Round round : rounds) most = Math.max(most, round.messages());
        this.mostMessages = most;
        long bytes = 0;
        for (Scratch each : scratch) bytes += each.bytes();
        this.keepsSpares = bytes <= MOST_SPARE_BYTES && again == null;
    }

    /**
     * {@return the same steps, to be taken again and again}
     *
     * @param more is asked at their end whether they are taken again; called on a thread that moves messages, which
     *     must not block. It may read and write the operation's arrays
     * @param onFailure runs on such a thread before an operation fails
     */
    public Schedule repeatedWhile(BooleanSupplier more, Runnable onFailure) {
        return new Schedule(rounds, scratch, more, onFailure);
    }

    /**
     * {@return an execution that is not under way}
     *
     * @param channel moves its messages, those of all executions of this schedule
     */
    public ScheduleExecution execution(Channel channel) {
        ScheduleExecution kept = spare.getAndSet(null);
        return kept != null ? kept : new ScheduleExecution(this, channel);
    }

    /** Keeps an execution that is over for the next operation, if its memory is small. */
    void keep(ScheduleExecution over) {
        if (keepsSpares) spare.set(over);
    }

    int rounds() {
        return rounds.length;
    }

    Round round(int number) {
        return rounds[number];
    }

    Scratch[] scratch() {
        return scratch;
    }

    /** Returns whether the steps, which have been taken, are taken again. */
    boolean repeats() {
        return again != null && again.getAsBoolean();
    }

    /** Takes note that an operation fails. */
    void failed() {
        failed.run();
    }

    /** Returns the most messages of a round. */
    int mostMessages() {
        return mostMessages;
    }
}
