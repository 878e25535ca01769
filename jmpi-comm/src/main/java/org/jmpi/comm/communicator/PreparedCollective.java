package org.jmpi.comm.communicator;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.CollectiveFailures;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.ScheduleExecution;

/**
 * A collective operation that is started, not awaited. It takes its number when it is prepared, so that ranks may start
 * several in different orders. It goes by messages among all ranks.
 */
final class PreparedCollective extends CommunicatorRanks {
    private final String call;
    private final boolean persistent;
    private long number;
    private String algorithm;
    private Schedule schedule;
    private ScheduleArguments arguments;

    /**
     * @param call the name of the call that the operation is part of; null if it is the call itself
     * @param persistent whether it may be started again
     */
    PreparedCollective(Communicator comm, CollectiveChannel channel, String call, boolean persistent) {
        super(comm, channel, new CollectiveFailures());
        this.call = call;
        this.persistent = persistent;
    }

    /**
     * Starts the operation, which is not under way.
     *
     * @return the operation, which the program completes
     * @throws CommException of class COMM if the communicator has been freed, or its world is over; REVOKED
     */
    ScheduleExecution start() {
        comm.checkNotRevoked();
        failures.reset();
        ScheduleExecution execution = schedule.execution(channel);
        comm.started(execution);
        comm.process()
                .events()
                .collectiveStarted(execution, signature, algorithm, size() + remoteSize(), number, worldRoot());
        execution.start(signature, CollectiveChannel.tag(number), arguments, null, failures);
        return execution;
    }

    /**
     * Has the operation take its steps again, with the same arrays.
     *
     * @param again returns at their end whether it does
     * @param failed runs if the operation fails
     */
    void repeatWhile(BooleanSupplier again, Runnable failed) {
        schedule = schedule.repeatedWhile(again, failed);
    }

    /** Returns the name of the call, whose blocking form bears the operation's name. */
    private String nameOf(String operation) {
        if (call != null) return call;
        return persistent
                ? operation + "_init"
                : "I" + Character.toLowerCase(operation.charAt(0)) + operation.substring(1);
    }

    @Override
    public void enter(String operation, int root, Reducer op, BasicType type, long amount) {
        signature = new Signature(nameOf(operation), root, op, type, amount);
        number = channel.nextNumber(null);
    }

    @Override
    public void selected(String operation, Enum<?> selected) {
        algorithm = selected.name();
        super.selected(operation, selected);
    }

    @Override
    public void execute(ScheduleArguments with, Consumer<ScheduleBuilder> steps) {
        schedule = channel.compared(signature, with, steps);
        arguments = with.copy();
    }

    @Override
    public void execute(Schedule ofSome, ScheduleArguments with, int[] ranks) {
        throw new UnsupportedOperationException("an operation without a waiting thread has one schedule, of all ranks");
    }
}
