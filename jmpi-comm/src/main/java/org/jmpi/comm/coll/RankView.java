package org.jmpi.comm.coll;

import java.util.function.Consumer;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SegmentRanks;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The view of a collective operation on its communicator: ranks that exchange messages, apart from all point-to-point
 * communication. Messages between two ranks arrive in the order in which they were sent.
 */
public interface RankView extends Selector.Ranks, SegmentRanks {
    /**
     * {@return the number of ranks in the other group of an intercommunicator; 0 if there is none} The steps of a
     * schedule number these ranks from {@link #size} on.
     */
    default int remoteSize() {
        return 0;
    }

    @Override
    default long publishedBytes() {
        return tuning().at(Tuning.Limit.SHARED_PUBLISHED);
    }

    @Override
    default long partsBytes() {
        return tuning().at(Tuning.Limit.SHARED_PARTS);
    }

    /**
     * Begins a call whose algorithm has been selected.
     *
     * @param operation its name
     * @param root the root's rank; of no matter if there is none
     * @return the call of these ranks
     */
    default CollectiveCall call(String operation, int root) {
        return call().begin(operation, root);
    }

    /** {@return the call of these ranks, for one call at a time} */
    CollectiveCall call();

    /** {@return the selector of these ranks} */
    Selector selector();

    /** {@return the memory that all ranks share, in which a part of the call has then begun} */
    default SharedSegment sharedSegment() {
        throw new IllegalStateException("the ranks share no segment");
    }

    @Override
    default NodeMap nodes() {
        return null;
    }

    /**
     * Begins an operation whose arguments are valid here, by what the ranks have to agree on: see {@link Signature}.
     *
     * @param operation its name
     * @param root the root's rank, or {@link Signature#NO_ROOT}
     * @param op the operator; null if there is none
     * @param type what the elements are; NONE if ranks may give different ones
     * @param amount of what every rank gives
     */
    void enter(String operation, int root, Reducer op, BasicType type, long amount);

    /**
     * Begins an operation to which ranks may give different numbers of elements.
     *
     * @param operation its name
     * @param root the root's rank, or {@link Signature#NO_ROOT}
     */
    default void enter(String operation, int root) {
        enter(operation, root, null, BasicType.NONE, 0);
    }

    /**
     * Begins an operation to which every rank gives as many elements.
     *
     * @param operation its name
     * @param root the root's rank, or {@link Signature#NO_ROOT}
     * @param op the operator; null if there is none
     * @param items what a rank gives
     */
    default void enter(String operation, int root, Reducer op, Buffer items) {
        enter(operation, root, op, items.layout(), items.count());
    }

    /**
     * Begins an operation to which every rank gives as many elements.
     *
     * @param operation its name
     * @param root the root's rank, or {@link Signature#NO_ROOT}
     * @param op the operator; null if there is none
     * @param layout what an item covers
     * @param count the number of items that a rank gives
     */
    default void enter(String operation, int root, Reducer op, Layout layout, long count) {
        int width = Math.max(1, layout.type().width());
        enter(operation, root, op, layout.type(), count * layout.size() * width);
    }

    /**
     * Executes a schedule as a part of the operation; returns when it is done, or when it is built in a non-blocking
     * operation.
     *
     * @param arguments what the schedule is built for
     * @param steps takes down the steps of this rank; a schedule for like arguments may be known already
     */
    void execute(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps);

    /**
     * Executes a schedule of some ranks; returns when it is done.
     *
     * @param schedule the steps of this rank
     * @param arguments the arrays and the operator
     * @param ranks the rank here of each rank of the schedule
     */
    void execute(Schedule schedule, ScheduleArguments arguments, int[] ranks);

    /**
     * Sends; returns when the buffer may be used again, perhaps not before the receiver asks for the message.
     *
     * @param buffer the message
     * @param to the receiver's rank
     */
    default void send(Buffer buffer, int to) {
        execute(new ScheduleArguments("send", to, null).sends(buffer), builder -> builder.send(buffer, to));
    }

    /**
     * Receives a message.
     *
     * @param buffer where the message goes
     * @param from the sender's rank
     */
    default void receive(Buffer buffer, int from) {
        execute(
                new ScheduleArguments("receive", from, null).receives(buffer),
                builder -> builder.receive(buffer, from));
    }

    /**
     * Sends to one rank and receives from one, at the same time.
     *
     * @param send the message to send
     * @param to the receiver's rank
     * @param receive where the message received goes
     * @param from the sender's rank
     */
    default void exchange(Buffer send, int to, Buffer receive, int from) {
        execute(
                new ScheduleArguments("exchange", to * size() + from, null)
                        .sends(send)
                        .receives(receive),
                builder -> builder.exchange(send, to, receive, from));
    }

    @Override
    default void copy(Buffer from, Buffer to) {
        if (!from.copyTo(to)) exchange(from, rank(), to, rank());
    }

    /**
     * Checks the root of an operation.
     *
     * @param root the rank that a program gave
     * @throws CommException of class ROOT
     */
    default void checkRoot(int root) {
        if (root < 0 || root >= size())
            throw new CommException(ErrorClass.ROOT, "root out of range: rank=" + root + ", size=" + size());
    }

    /**
     * Checks the root argument of an operation on an intercommunicator.
     *
     * @param root {@link Collective#ROOT}, {@link Collective#PROC_NULL}, or a rank of the other group
     * @throws CommException of class ROOT
     */
    default void checkRemoteRoot(int root) {
        if (root != Collective.ROOT && root != Collective.PROC_NULL && (root < 0 || root >= remoteSize()))
            throw new CommException(
                    ErrorClass.ROOT,
                    "root is no rank of the other group, nor MPI.ROOT or MPI.PROC_NULL: rank=" + root + ", remote size="
                            + remoteSize());
    }

    /**
     * {@return the rank that is this far above, around the ring; below if negative}
     *
     * @param distance how many ranks further; may be negative
     */
    default int neighbour(int distance) {
        return Math.floorMod(rank() + distance, size());
    }
}
