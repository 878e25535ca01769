package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.coll.shared.CallMark;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.schedule.Channel;
import org.jmpi.comm.schedule.CollectiveFailures;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.ScheduleCache;
import org.jmpi.comm.schedule.ScheduleExecution;

/**
 * Exchanges the messages of collective operations, in the communicator's second context. Each operation has a number,
 * the tag of its messages, so that what is left over from one that failed meets no later one.
 *
 * <p>A message of another length or type than its receive is consumed like any other; the operation goes on, so that no
 * rank waits for one that gave up, and fails at its end.
 */
final class CollectiveChannel implements Channel {
    /** A power of two. */
    private static final int LATEST_CALLS = 16;

    private final Communicator comm;
    private final Process process;
    private final Events events;
    private final ScheduleCache schedules = new ScheduleCache();

    /** Takes what goes wrong in blocking operations. */
    private final CollectiveFailures ofBlocking;

    /** How many operations have begun. */
    private long operations;

    /** The calls of the latest blocking operations, by their numbers; null in the place of another operation. */
    private final Object[] latestCalls = new Object[LATEST_CALLS];

    /** The algorithm that was selected last. */
    private Enum<?> latest;

    CollectiveChannel(Communicator comm, CollectiveFailures ofBlocking) {
        this.comm = comm;
        this.process = comm.process();
        this.events = process.events();
        this.ofBlocking = ofBlocking;
    }

    /**
     * Returns the number of the next operation, whose arguments are valid here: the others take theirs, too.
     *
     * @param blocking the call that blocks until the operation is over, or null
     */
    long nextNumber(Object blocking) {
        latestCalls[index(++operations)] = blocking;
        return operations;
    }

    /**
     * Returns the call of a blocking operation before the latest one.
     *
     * @param tag of its messages
     * @return null if the call is not known, or another operation has the tag
     */
    Object earlierCall(int tag) {
        long latest = operations;
        for (long number = latest - 1; number > 0 && number > latest - LATEST_CALLS; number--)
            if (tag(number) == tag) return latestCalls[index(number)];
        return null;
    }

    private static int index(long number) {
        return (int) number & LATEST_CALLS - 1;
    }

    /** Takes note of the algorithm that was selected for an operation. */
    void selected(Signature ofCall, String operation, Enum<?> algorithm) {
        if (algorithm != latest) {
            latest = algorithm;
            process.selected(comm, operation, algorithm);
        }
        if (events != Events.NONE) events.algorithmSelected(ofCall, algorithm.name());
    }

    /** Gives what has failed here instead of objects, too: the others get no objects that it has left as they were. */
    @Override
    public ByteChunks encode(Segment segment, CollectiveFailures of) {
        if (of.unsent() == null) {
            try {
                return ObjectMessage.encode(process.codec(), segment);
            } catch (CommException e) {
                of.noteObjects(e);
            }
        }
        return ObjectMessage.failed(comm.rank(), of.unsent());
    }

    /** Returns the failure of a call to which a rank gave what does not match. */
    CommException mismatch(Object ofCall, ErrorClass errorClass, int from, String gave, String awaits) {
        // A call with a name of its own exchanges what the program knows nothing of.
        String what =
                ofCall instanceof Signature ? " gave " + gave + ", this rank awaits " + awaits : " gave something else";
        return new CommException(errorClass, ofCall + ": " + name(from) + what + question());
    }

    @Override
    public CommException mismatch(ScheduleExecution operation, ErrorClass errorClass, RecvRequest receive) {
        return mismatch(operation.name(), errorClass, receive.source(), receive.content(), receive.awaited());
    }

    /** Returns what to ask when what ranks gave does not match. */
    String question() {
        return ": did every rank call the same operation in the same order, with matching counts and types?"
                + (events.comparesCollectives() ? "" : " run with --check");
    }

    /** Returns a schedule of all ranks. */
    Schedule schedule(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        return schedules.get(comm.rank(), comm.size(), arguments, steps);
    }

    // ---- the messages of schedules ----

    @Override
    public SendRequest newSend() {
        return process.newSend();
    }

    @Override
    public RecvRequest newReceive() {
        return process.newReceive();
    }

    @Override
    public void start(SendRequest send, ByteChunks objects, int to, int tag, ScheduleExecution next) {
        Segment segment = send.segment();
        // The number that the receiver gives this rank.
        int from = to < comm.size() ? comm.rank() : remoteSize() + comm.rank();
        send.set(
                SendMode.STANDARD,
                context(),
                from,
                worldRank(to),
                tag,
                segment.type(),
                objects != null ? objects : segment,
                carriesMark(segment.type(), segment.bytes()) ? mark(next.name()) : segment.objects());
        send.then(next);
        process.engine().send(send);
    }

    private static boolean carriesMark(BasicType type, long bytes) {
        return type != BasicType.OBJECT && bytes > 0;
    }

    /** Returns the operator and the root of a call, see {@link CallMark}. */
    int mark(Object ofCall) {
        return comm.isInter() || !(ofCall instanceof Signature known) ? 0 : CallMark.of(known.root(), known.op());
    }

    @Override
    public CommException difference(ScheduleExecution operation, RecvRequest receive) {
        if (!carriesMark(receive.messageType(), receive.bytes())) return null;
        int given = receive.objects();
        int own = mark(operation.name());
        if (given == own) return null;
        return mismatch(
                operation.name(),
                CallMark.errorClass(given, own),
                receive.source(),
                CallMark.text(given, own),
                CallMark.text(own, given));
    }

    @Override
    public void start(RecvRequest receive, int from, int tag, ScheduleExecution next) {
        receive.set(context(), from, worldRank(from), tag, process.codec());
        receive.then(next);
        process.engine().receive(receive);
    }

    private int remoteSize() {
        return comm.isInter() ? comm.remoteGroup().size() : 0;
    }

    /** Returns the world rank of one of this rank's own group or, from its size on, of the other one. */
    private int worldRank(int member) {
        int own = comm.size();
        return member < own
                ? comm.group().worldRank(member)
                : comm.remoteGroup().worldRank(member - own);
    }

    private String name(int member) {
        if (!comm.isInter()) return "rank " + member;
        int own = comm.size();
        return member < own ? "rank " + member + " of the own group" : "rank " + (member - own) + " of the other group";
    }

    @Override
    public void giveUp(MessageOperation message) {
        message.settle(process.engine().peers());
        if (!message.isDone()) message.cancel(process.engine());
    }

    @Override
    public void ready(CompositeOperation operation) {
        process.engine().leader().ready(operation);
    }

    @Override
    public void ended(ScheduleExecution operation) {
        if (operation.failures() != ofBlocking) comm.ended(operation);
    }

    @Override
    public CommException failure() {
        return comm.failure();
    }

    @Override
    public CommException causeOf(Operation message) {
        return comm.process().engine().peers().causeOf(message);
    }

    @Override
    public void describe(ScheduleExecution operation, byte[] description) {
        Signature called = (Signature) operation.name();
        System.arraycopy(events.describe(called.operation(), called), 0, description, 0, description.length);
    }

    @Override
    public void compare(byte[] descriptions) {
        byte[][] calls = new byte[comm.size() + remoteSize()][];
        int length = descriptions.length / calls.length;
        for (int rank = 0; rank < calls.length; rank++)
            calls[rank] = Arrays.copyOfRange(descriptions, rank * length, (rank + 1) * length);
        events.compare(calls, comm.size());
    }

    /** Returns the schedule of a non-blocking operation of all ranks, whose calls an observer may compare. */
    Schedule compared(Signature call, ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        if (!events.comparesCollectives()) return schedule(arguments, steps);
        ScheduleBuilder builder = new ScheduleBuilder(comm.rank(), comm.size(), arguments);
        builder.compareCalls(comm.size() + remoteSize(), events.describe(call.operation(), call).length);
        steps.accept(builder);
        return builder.build();
    }

    @Override
    public int context() {
        return comm.context() + 1;
    }

    /** Returns the tag of the messages of an operation. */
    static int tag(long ofOperation) {
        return (int) ofOperation & Integer.MAX_VALUE;
    }
}
