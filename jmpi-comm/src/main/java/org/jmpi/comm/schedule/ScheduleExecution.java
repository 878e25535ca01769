package org.jmpi.comm.schedule;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
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
 * <p>A message that does not match its receive is consumed; the operation goes on and then fails. It fails at once if a
 * message can't be sent or received at all, or a rank of the communicator has failed: the receives that are posted then
 * are withdrawn.
 *
 * <p>While its schedule survives the loss of ranks, messages with those that have failed are lost. The operation goes
 * on by the schedule that the {@link Sequel} returns.
 */
public final class ScheduleExecution extends CompositeOperation implements Continuation {
    private static final AtomicIntegerFieldUpdater<ScheduleExecution> OPEN =
            AtomicIntegerFieldUpdater.newUpdater(ScheduleExecution.class, "open");

    /**
     * Added to the number of open messages while a thread starts the steps of a round, or fails those that need a rank
     * which is lost: no other thread ends the round.
     */
    private static final int STARTING = 1 << 30;

    /** The number of open messages of an operation that has failed. */
    private static final int BROKEN = Integer.MIN_VALUE / 2;

    private final Channel channel;
    private Schedule schedule;
    private Object[] arrays;
    private long[] offsets;
    private MessageOperation[] messages;
    private RecvRequest[] receives;

    /** The messages of the round that are not complete, if the operation has survived losses; else null. */
    private AtomicReferenceArray<Operation> unfinished;

    private final LostMessages lost = new LostMessages();
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

    /** The ranks that are lost, once one is, if the operation survives that. */
    private volatile Losses losses;

    /** Why a message could not be sent or received, or which rank has failed. */
    private volatile CommException broken;

    ScheduleExecution(Schedule schedule, Channel channel) {
        this.channel = channel;
        this.arrays = new Object[Schedule.SCRATCH];
        this.offsets = new long[Schedule.SCRATCH];
        set(schedule);
    }

    private void set(Schedule next) {
        schedule = next;
        arrays = Arrays.copyOf(arrays, Schedule.SCRATCH + next.scratch().length);
        offsets = Arrays.copyOf(offsets, arrays.length);
        for (int i = Schedule.SCRATCH; i < arrays.length; i++)
            arrays[i] = next.scratch()[i - Schedule.SCRATCH].allocate();
        messages = new MessageOperation[next.mostMessages()];
        receives = new RecvRequest[messages.length];
        // A message that is lost may be failed once more while steps are taken which survive no loss.
        unfinished = survives() || unfinished != null ? new AtomicReferenceArray<>(messages.length) : null;
    }

    private boolean survives() {
        return schedule.survives();
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
        broken = survives() ? null : channel.failure();
        round = -1;
        started = 0;
        received = 0;
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
        MessageOperation[] seen = messages;
        for (int i = 0; i < Math.min(started, seen.length); i++)
            if (seen[i] != null && !seen[i].isDone()) return seen[i];
        return null;
    }

    @Override
    public void completed(Operation message) {
        if (unfinished != null && !isFirstEnd(message)) return;
        CommException failure = message.failure();
        if (failure != null && !isMismatch(failure) && !(survives() && isLoss(failure))) broken = failure;
        goOn(OPEN.decrementAndGet(this));
    }

    /** The failure of the peer and the transport may both fail one message. */
    private boolean isFirstEnd(Operation message) {
        AtomicReferenceArray<Operation> seen = unfinished;
        for (int i = 0; i < seen.length(); i++) if (seen.get(i) == message) return seen.compareAndSet(i, message, null);
        return false;
    }

    /** Has a thread that moves messages end the round, if this many open messages let it end. */
    private void goOn(int left) {
        if (left == 0 || left > 0 && left < STARTING && broken != null && isBrokenNow(left)) channel.ready(this);
    }

    /** The transport may find the end of a peer before that is the failure of a process. */
    private static boolean isLoss(CommException failure) {
        return failure.errorClass() == ErrorClass.PROC_FAILED || failure.errorClass() == ErrorClass.OTHER;
    }

    private static boolean isMismatch(CommException failure) {
        return failure.errorClass() == ErrorClass.TRUNCATE || failure.errorClass() == ErrorClass.TYPE;
    }

    /** Ends the round though messages are open; returns whether the calling thread is the one that has. */
    private boolean isBrokenNow(int seen) {
        for (int left = seen; left > 0 && left < STARTING; left = open)
            if (OPEN.compareAndSet(this, left, BROKEN)) return true;
        return false;
    }

    /**
     * Fails soon if a rank that takes part has failed, whatever the operation waits for; or loses the messages that
     * need the rank. Any thread may call this.
     */
    @Override
    public void settle(Losses known) {
        if (survives()) {
            losses = known;
            settleMessages(known);
            return;
        }
        CommException failure = channel.failure();
        if (failure == null || isDone()) return;
        broken = failure;
        if (isBrokenNow(open)) channel.ready(this);
    }

    /** A thread that starts steps does this when it has started them: it sees the losses, or this one sees them. */
    private void settleMessages(Losses known) {
        for (int seen = open; seen > 0 && seen < STARTING; seen = open) {
            if (!OPEN.compareAndSet(this, seen, seen + STARTING)) continue;
            for (int i = 0; i < started; i++) messages[i].settle(known);
            goOn(OPEN.addAndGet(this, -STARTING));
            return;
        }
    }

    @Override
    public boolean advance(boolean byProgram) {
        try {
            while (broken == null) {
                if (!byProgram && needsProgram()) return false;
                concludeRound();
                round++;
                if (round == schedule.rounds()) {
                    if (!follow()) break;
                } else if (!startRound()) {
                    return true;
                }
            }
            end();
        } catch (CommException e) {
            broken = e;
            end();
        } catch (RuntimeException | Error e) {
            broken = new CommException(ErrorClass.INTERN, name + " failed: " + e, e);
            end();
        }
        return true;
    }

    /** Returns whether the steps between this round and the next one may call code of the program. */
    private boolean needsProgram() {
        if (round >= 0 && schedule.round(round).decodes()) return true;
        if (round + 1 == schedule.rounds()) return false;
        Schedule.Round next = schedule.round(round + 1);
        return next.encodes() || next.combines() && !(op instanceof Predefined);
    }

    /** Goes on by the schedule that follows; returns false if there is none. */
    private boolean follow() {
        Schedule next = schedule.sequel() == null ? null : schedule.sequel().next(lost);
        if (next == null) return false;
        lost.clear();
        set(next);
        round = -1;
        return true;
    }

    /** Returns whether all messages of the round are complete, or none will be waited for. */
    private boolean startRound() {
        Schedule.Round next = schedule.round(round);
        started = 0;
        received = 0;
        open = STARTING + next.messages();
        for (Step step : next.steps()) start(step);
        int left = OPEN.addAndGet(this, -STARTING);
        // Less than 0 if the peer's failure and the transport have failed the same message.
        if (left <= 0 || broken != null && isBrokenNow(left)) return true;
        if (losses != null) settleMessages(losses);
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
        add(send);
        boolean objects = send.segment().type() == BasicType.OBJECT;
        channel.start(send, objects ? channel.encode(send.segment(), failures) : null, rank(step.peer()), tag, this);
    }

    private void add(MessageOperation message) {
        if (unfinished != null) unfinished.set(started, message);
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
        if (unfinished != null) noteLosses();
        for (int i = 0; i < received; i++) if (!isLost(receives[i])) conclude(receives[i]);
        for (int i = 0; i < started; i++) {
            MessageOperation message = messages[i];
            messages[i] = null;
            message.then(null);
            // One that is lost may be failed once more.
            if (!isLost(message)) message.recycle();
        }
        started = 0;
        received = 0;
    }

    private void noteLosses() {
        int next = 0;
        for (int i = 0; next < started; i++) {
            Step step = schedule.round(round).steps()[i];
            if (step.isMessage() && isLost(messages[next++])) lost.lose(step);
        }
    }

    private static boolean isLost(MessageOperation complete) {
        return complete.failure() != null && !isMismatch(complete.failure());
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
        withdraw();
        arrays[Schedule.SEND] = null;
        arrays[Schedule.RECEIVE] = null;
        in.clear();
        inout.clear();
        source.clear();
        target.clear();
        op = null;
        ranks = null;
        CommException failure = broken != null ? causeOf(broken) : failures.mismatch();
        channel.ended(this);
        if (failure == null) complete();
        else fail(failure);
    }

    /** Returns the failure of a rank if there is one: it may show as a message that could not be sent. */
    private CommException causeOf(CommException seen) {
        CommException ofRank = survives() ? null : channel.failure();
        return ofRank == null ? seen : ofRank;
    }

    /**
     * Gives up the messages of an operation that has failed, and drops the references to the program's memory. Another
     * rank may complete the operation by a message that is under way: it gets what the array holds now. One that
     * arrives is dropped.
     */
    private void withdraw() {
        for (int i = 0; i < started; i++) {
            MessageOperation message = messages[i];
            messages[i] = null;
            if (message != null && !message.isDone()) message.giveUp(channel.cancellation());
        }
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
