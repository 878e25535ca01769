package org.jmpi.comm.schedule;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.operation.Cancellation;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.Continuation;
import org.jmpi.comm.operation.Losses;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/**
 * A schedule under way: a collective operation of one rank.
 *
 * <p>A message that does not match its receive is consumed; the operation goes on and then fails. It takes no more
 * steps if a message can't be sent or received at all, a rank of the communicator has failed, or the communicator is
 * revoked. The messages of the round that have not been matched are then withdrawn. The operation fails when each of
 * the others has been sent, received or lost: so nothing reads or writes the program's memory any more.
 */
public final class ScheduleExecution extends CompositeOperation implements Continuation {
    private static final AtomicIntegerFieldUpdater<ScheduleExecution> OPEN =
            AtomicIntegerFieldUpdater.newUpdater(ScheduleExecution.class, "open");

    /** Added to the number of open messages while a thread starts the steps of a round: no other thread ends it. */
    private static final int STARTING = 1 << 30;

    /** Added to that number while a thread gives up the messages of a round: no other thread ends it. */
    private static final int GIVING_UP = 1 << 29;

    private final Channel channel;
    private final Schedule schedule;
    private final Object[] arrays;
    private final long[] offsets;
    private final MessageOperation[] messages;
    private final RecvRequest[] receives;
    private final Buffer in = new Buffer();
    private final Buffer inout = new Buffer();
    private final Segment source = new Segment();
    private final Segment target = new Segment();

    private Object name;
    private CollectiveFailures failures;
    private Reducer op;
    private int[] ranks;
    private int tag;
    private int round;
    private int started;
    private int received;

    /** How many messages of the round are not complete. */
    private volatile int open;

    /** Why a message could not be sent or received, or no operation of all ranks can be completed. */
    private volatile CommException broken;

    /** A message that has failed; null if none has. */
    private Operation failedMessage;

    /** Whether the messages of the round have been given up. */
    private volatile boolean givenUp;

    ScheduleExecution(Schedule schedule, Channel channel) {
        this.channel = channel;
        this.schedule = schedule;
        this.arrays = new Object[Schedule.SCRATCH + schedule.scratch().length];
        this.offsets = new long[arrays.length];
        for (int i = Schedule.SCRATCH; i < arrays.length; i++)
            arrays[i] = schedule.scratch()[i - Schedule.SCRATCH].allocate();
        this.messages = new MessageOperation[schedule.mostMessages()];
        this.receives = new RecvRequest[messages.length];
    }

    /**
     * Starts; only while the execution is not under way. The calling thread takes the first steps.
     *
     * @param name of the operation, for messages
     * @param tag of the operation's messages
     * @param arguments the arrays and the operator
     * @param ranks the communicator's rank of each rank of the schedule; null if they are the same
     * @param failures takes what goes wrong
     */
    public void start(Object name, int tag, ScheduleArguments arguments, int[] ranks, CollectiveFailures failures) {
        renew();
        this.name = name;
        this.tag = tag;
        this.ranks = ranks;
        this.failures = failures;
        this.op = arguments.op();
        arrays[Schedule.SEND] = arguments.send();
        arrays[Schedule.RECEIVE] = arguments.receive();
        offsets[Schedule.SEND] = arguments.sendOffset();
        offsets[Schedule.RECEIVE] = arguments.receiveOffset();
        broken = channel.failure();
        givenUp = false;
        round = -1;
        started = 0;
        received = 0;
        open = 0;
        advance(true);
    }

    /** {@return the record of failures} */
    public CollectiveFailures failures() {
        return failures;
    }

    /** {@return the name of the operation} */
    public Object name() {
        return name;
    }

    @Override
    public int context() {
        return channel.context();
    }

    @Override
    public MessageOperation awaited() {
        for (int i = 0; i < Math.min(started, messages.length); i++) {
            MessageOperation message = messages[i];
            if (message != null && !message.isDone()) return message;
        }
        return null;
    }

    @Override
    public void completed(Operation message) {
        CommException failure = message.failure();
        boolean isBroken = failure != null && !isMismatch(failure);
        if (isBroken && !message.takeEnd()) return;
        if (isBroken) failedMessage = message;
        if (isBroken) broken = failure;
        if (isBroken) goOn(OPEN.decrementAndGet(this));
        else count(message);
    }

    /**
     * Counts a message that has been sent or received. One thread sends a message while another one gives it up: only
     * one of these ends counts. Either this thread counts first, and the other one then finds that the message is done;
     * or this one sees that messages are given up, and the first to take the end counts. The settled path has no atomic
     * access but the one that counts.
     */
    private void count(Operation message) {
        boolean isTaken = false;
        int seen;
        do {
            seen = open;
            if (!isTaken && (givenUp || (seen & GIVING_UP) != 0)) {
                if (!message.takeEnd()) return;
                isTaken = true;
            }
        } while (!OPEN.compareAndSet(this, seen, seen - 1));
        goOn(seen - 1);
    }

    /** Has a thread that moves messages end the round if no message is open, or give up those of a failed operation. */
    private void goOn(int left) {
        if (left == 0 || broken != null && !givenUp && beginsToGiveUp()) channel.ready(this);
    }

    /** Keeps other threads from ending the round; returns false if nothing is open, or another thread does so. */
    private boolean beginsToGiveUp() {
        for (int left = open; left > 0 && left < GIVING_UP; left = open)
            if (OPEN.compareAndSet(this, left, left + GIVING_UP)) return true;
        return false;
    }

    /**
     * Gives up the messages that have not been matched. A message that is under way completes by itself, or fails with
     * its peer. The caller has been let in by {@link #beginsToGiveUp}.
     *
     * @return how many messages are open
     */
    private int giveUp() {
        for (int i = 0; i < started; i++) if (!messages[i].isDone()) channel.giveUp(messages[i]);
        // Before the number: a message that completes from now on does not give up those that are left.
        givenUp = true;
        return OPEN.addAndGet(this, -GIVING_UP);
    }

    private static boolean isMismatch(CommException failure) {
        return failure.errorClass() == ErrorClass.TRUNCATE || failure.errorClass() == ErrorClass.TYPE;
    }

    /**
     * Fails soon if a rank that takes part has failed or the communicator is revoked, whatever the operation waits for.
     * Any thread may call this.
     */
    @Override
    public void settle(Losses known) {
        CommException failure = channel.failure();
        if (failure == null || isDone()) return;
        // A thread that starts a round sees this when it has started it.
        broken = failure;
        if (beginsToGiveUp() && giveUp() == 0) channel.ready(this);
    }

    @Override
    public boolean advance(boolean byProgram) {
        try {
            if ((open & GIVING_UP) != 0 && giveUp() > 0) return true;
            while (broken == null) {
                if (!byProgram && needsProgram()) return false;
                concludeRound();
                round++;
                if (round == schedule.rounds()) {
                    if (!schedule.repeats()) break;
                    round = -1;
                } else if (!startRound()) {
                    return true;
                }
            }
            end();
        } catch (RuntimeException | Error e) {
            broken = failureBy(e);
            end();
        }
        return true;
    }

    private CommException failureBy(Throwable cause) {
        if (cause instanceof CommException failure) return failure;
        return new CommException(ErrorClass.INTERN, name + " failed: " + cause, cause);
    }

    /** Returns whether the steps between this round and the next one may call code of the program. */
    private boolean needsProgram() {
        if (round >= 0 && schedule.round(round).decodes()) return true;
        if (round + 1 == schedule.rounds()) return false;
        Schedule.Round next = schedule.round(round + 1);
        return next.encodes() || next.combines() && !(op instanceof Predefined);
    }

    /** Returns whether all messages of the round are complete. */
    private boolean startRound() {
        Schedule.Round next = schedule.round(round);
        started = 0;
        received = 0;
        open = STARTING + next.messages();
        try {
            for (Step step : next.steps()) start(step);
        } catch (RuntimeException | Error e) {
            broken = failureBy(e);
            OPEN.addAndGet(this, started - next.messages());
        }
        int left = OPEN.addAndGet(this, -STARTING);
        if (left <= 0) return true;
        goOn(left);
        return false;
    }

    private void start(Step step) {
        switch (step.kind()) {
            case RECEIVE -> startReceive(step);
            case SEND -> startSend(step);
            case COPY -> copy(step);
            case COMBINE -> combine(step);
            case DESCRIBE ->
                channel.describe(this, (byte[]) arrays[step.target().slot()]);
            case COMPARE -> channel.compare((byte[]) arrays[step.source().slot()]);
        }
    }

    private void startReceive(Step step) {
        RecvRequest receive = channel.newReceive();
        set(receive.segment(), step.target());
        add(receive);
        receives[received++] = receive;
        channel.start(receive, rank(step.peer()), tag, this);
    }

    private void startSend(Step step) {
        SendRequest send = channel.newSend();
        set(send.segment(), step.source());
        boolean isOfObjects = send.segment().type() == BasicType.OBJECT;
        ByteChunks objects = isOfObjects ? channel.encode(send.segment(), failures) : null;
        add(send);
        channel.start(send, objects, rank(step.peer()), tag, this);
    }

    private void add(MessageOperation message) {
        messages[started++] = message;
    }

    private int rank(int ofSchedule) {
        return ranks == null ? ofSchedule : ranks[ofSchedule];
    }

    private void copy(Step step) {
        set(source, step.source());
        set(target, step.target());
        target.copy(source);
    }

    private void combine(Step step) {
        op.combine(set(in, step.source()), set(inout, step.target()));
    }

    private void set(Segment segment, Slice slice) {
        segment.set(set(in, slice));
    }

    private Buffer set(Buffer buffer, Slice slice) {
        return buffer.set(arrays[slice.slot()], offsets[slice.slot()] + slice.offset(), slice.count(), slice.layout());
    }

    /** Takes what the messages of the round have brought. */
    private void concludeRound() {
        for (int i = 0; i < received; i++) conclude(receives[i]);
        for (int i = 0; i < started; i++) {
            MessageOperation message = messages[i];
            messages[i] = null;
            message.then(null);
            message.recycle();
        }
        started = 0;
        received = 0;
    }

    private void conclude(RecvRequest receive) {
        CommException failure = receive.failure();
        if (failure != null) failures.note(channel.mismatch(this, failure.errorClass(), receive));
        else if (receive.messageType() == BasicType.NONE && receive.segment().elements() > 0)
            failures.note(channel.mismatch(this, ErrorClass.TYPE, receive));
        else compareCall(receive);
        if (failure != null && failure.errorClass() != ErrorClass.TRUNCATE) return;
        try {
            receive.deliver();
        } catch (CommException e) {
            failures.noteObjects(e);
        }
    }

    private void compareCall(RecvRequest receive) {
        CommException difference = channel.difference(this, receive);
        if (difference != null) failures.note(difference);
    }

    private void end() {
        drop();
        arrays[Schedule.SEND] = null;
        arrays[Schedule.RECEIVE] = null;
        in.clear();
        inout.clear();
        source.clear();
        target.clear();
        op = null;
        ranks = null;
        CommException failure = broken != null ? cause() : failures.mismatch();
        failedMessage = null;
        channel.ended(this);
        if (failure != null) schedule.failed();
        if (failure == null) complete();
        else fail(failure);
    }

    /** Returns why all operations fail, or the peer of a message: it may show as a message that could not be sent. */
    private CommException cause() {
        CommException ofRank = channel.failure();
        if (ofRank != null) return ofRank;
        Operation message = failedMessage;
        return message != null && message.failure() == broken ? channel.causeOf(message) : broken;
    }

    /** Drops the references to the messages of an operation that has failed. */
    private void drop() {
        for (int i = 0; i < started; i++) messages[i] = null;
        started = 0;
        received = 0;
    }

    // ---- what the program does with it ----

    @Override
    public void conclude() {
        if (failures.thrown() != null) throw failures.thrown();
    }

    /** Keeps the execution for another operation, unless messages are left. */
    @Override
    public void recycle() {
        failures = null;
        if (broken == null) schedule.keep(this);
    }

    @Override
    public void cancel(Cancellation by) {
        throw refusal("cancelled");
    }

    @Override
    public boolean detach() {
        throw refusal("freed");
    }

    /** MPI-4.1 section 6.12. */
    private CommException refusal(String what) {
        return new CommException(
                ErrorClass.REQUEST, "a collective operation can't be " + what + ", only completed: " + this);
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return name.toString();
    }

    @Override
    public String toString() {
        MessageOperation message = awaited();
        return name + ", context " + context() + (message == null ? "" : ", waits for: " + message)
                + (isDone() ? ", done" : "");
    }
}
