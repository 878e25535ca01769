package org.jmpi.comm.communicator;

import java.util.function.Consumer;
import org.jmpi.comm.coll.NodeMap;
import org.jmpi.comm.coll.PeerExchange;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.CollectiveFailures;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.ScheduleExecution;

/** The ranks of a communicator, as the blocking operation sees them that is under way: there is one at a time. */
final class BlockingRanks extends CommunicatorRanks {
    private final Process process;
    private final Events events;
    private final PeerExchange exchange = new PeerExchange(this);
    private final CollectiveSegment segment;

    /** The number of the operation that blocks, or of the one that was the last to. */
    private long number;

    private Object call = "";

    /** The operation that Events has seen begin and not end. */
    private Signature running;

    BlockingRanks(Communicator comm, CollectiveChannel channel, CollectiveFailures failures) {
        super(comm, channel, failures);
        this.process = comm.process();
        this.events = process.events();
        this.segment = new CollectiveSegment(comm, this);
    }

    /**
     * Begins a call, before the operation's steps; either {@link #end} or {@link #abandon} follows.
     *
     * @param name the call that the operation is part of; null if it is the call itself
     */
    void begin(String name) {
        call = name;
        failures.reset();
        segment.reset();
    }

    /**
     * Begins an agreement of both groups of an intercommunicator, at each of their ranks. Its messages are apart from
     * those of the operations before it.
     */
    void enterAgreement() {
        number = channel.nextNumber(call);
    }

    @Override
    public void enter(String name, int root, Reducer op, BasicType type, long amount) {
        if (signature == null || !signature.is(name, root, op, type, amount))
            signature = new Signature(name, root, op, type, amount);
        String caller = call == null ? name : call.toString();
        if (call == null) call = signature;
        leave();
        CommException failure = channel.failure();
        if (failure != null) throw process.engine().peers().raised(failure);
        number = channel.nextNumber(call);
        if (events != Events.NONE) reportBegin(caller);
    }

    /**
     * Ends an operation whose steps are done.
     *
     * @throws CommException what has been noted; {@link #abandon} may follow
     */
    void end() {
        leave();
        failures.raise();
    }

    /** Ends an operation that has failed. */
    void abandon() {
        segment.leaveByFailure();
        leave();
    }

    private void leave() {
        segment.end();
        if (running != null) reportEnd();
    }

    private void reportBegin(String caller) {
        running = signature;
        events.collectiveBegan(exchange, caller, signature, channel.context(), number, worldRoot());
    }

    private void reportEnd() {
        Signature ended = running;
        running = null;
        events.collectiveEnded(ended);
    }

    /** Returns the number of the operation that blocks, or of the one that was the last to. */
    long number() {
        return number;
    }

    /** Returns the mark of the latest call. */
    int mark() {
        return channel.mark(call);
    }

    /** Frees the shared segment. */
    void free() {
        segment.free();
    }

    /** Returns the latest call. */
    String describe() {
        return String.valueOf(call);
    }

    // ---- the shared segment ----

    @Override
    public boolean hasSharedSegment() {
        return segment.isOfAll();
    }

    @Override
    public SharedSegment sharedSegment() {
        return segment.begin();
    }

    @Override
    public NodeMap nodes() {
        return segment.nodes();
    }

    // ---- the schedule ----

    @Override
    public void execute(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        execute(channel.schedule(arguments, steps), arguments, null);
    }

    @Override
    public void execute(Schedule schedule, ScheduleArguments arguments, int[] ranks) {
        ScheduleExecution execution = schedule.execution(channel);
        execution.start(call, CollectiveChannel.tag(number), arguments, ranks, failures);
        process.engine().await(execution, null);
        if (execution.failure() != null && execution.failure() != failures.mismatch())
            throw process.engine().peers().raised(execution.failure());
        execution.recycle();
    }

    // ---- what goes wrong ----

    @Override
    public ByteChunks encode(Segment objects) {
        return channel.encode(objects, failures);
    }

    @Override
    public CommException mismatched(ErrorClass errorClass, int from, String gave, String awaits) {
        return channel.mismatch(call, errorClass, from, gave, awaits);
    }

    @Override
    public CommException left(int from) {
        return new CommException(
                ErrorClass.OTHER,
                describe() + ": rank " + from
                        + " has left the operation before its data were read: it has failed there,"
                        + " or called another operation" + channel.question());
    }

    @Override
    public void noteObjects(CommException failure) {
        failures.noteObjects(failure);
    }
}
