package org.jmpi.comm.coll;

import java.util.function.Consumer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
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
public interface Peers {
    /** {@return this rank} */
    int rank();

    /** {@return the number of ranks; on an intercommunicator, of this rank's own group} */
    int size();

    /**
     * {@return the number of ranks in the other group of an intercommunicator; 0 if there is none} The steps of a
     * schedule number these ranks from {@link #size} on.
     */
    default int remoteSize() {
        return 0;
    }

    /** {@return the selector of these ranks} */
    Selector selector();

    /**
     * Takes note of the algorithm of a call, or of a part of one.
     *
     * @param operation its name
     * @param algorithm a constant of the operation's enumeration
     */
    default void selected(String operation, Enum<?> algorithm) {}

    /**
     * Tells the user that a setting forces an algorithm which is not possible for a call.
     *
     * @param forced a constant of the operation's enumeration
     * @param line says why, and what is possible
     */
    default void refused(Enum<?> forced, String line) {}

    /**
     * {@return whether the call may use memory that all ranks share} The same at every rank. To be called when all
     * arguments are valid: the ranks may have to find out, by messages.
     */
    default boolean hasSharedSegment() {
        return false;
    }

    /** {@return the memory that all ranks share, in which a part of the call has then begun} */
    default SharedSegment sharedSegment() {
        throw new IllegalStateException("the ranks share no segment");
    }

    /**
     * {@return the nodes of the ranks, the same at every rank; null if the call may not depend on them} To be called
     * when all arguments are valid: the ranks may have to find out, by messages.
     */
    default NodeMap nodes() {
        return null;
    }

    /**
     * Notes that what another rank gave does not match what this one awaits. The operation goes on and then fails.
     *
     * @param mismatch the failure; the first one counts
     */
    void note(CommException mismatch);

    /** Does the same as {@link #note}, with the failure of {@link #mismatched}. */
    default void mismatch(ErrorClass errorClass, int from, String gave, String awaits) {
        note(mismatched(errorClass, from, gave, awaits));
    }

    /**
     * {@return the failure of an operation to which another rank gave what does not match}
     *
     * @param errorClass what does not match: TRUNCATE, TYPE, OP or ROOT
     * @param from the other rank
     * @param gave what the other rank gave, such as {@code 4 elements of INT}
     * @param awaits what this rank awaits
     */
    default CommException mismatched(ErrorClass errorClass, int from, String gave, String awaits) {
        return new CommException(errorClass, "rank " + from + " gave " + gave + ", this rank awaits " + awaits);
    }

    /**
     * {@return the failure of an operation that another rank has left before this rank had what it gave}
     *
     * @param from the other rank
     */
    default CommException left(int from) {
        return new CommException(
                ErrorClass.OTHER,
                "rank " + from + " has left the operation before its data were read: it has failed there, or called"
                        + " another operation");
    }

    /**
     * Notes that objects could not be encoded or decoded. The operation goes on and then fails.
     *
     * @param failure why; the first one counts
     */
    default void noteObjects(CommException failure) {
        note(failure);
    }

    /** {@return the codec of objects} */
    ObjectCodec codec();

    /**
     * Encodes objects for other ranks. If that fails, the failure is noted, and the other ranks get it instead of the
     * objects: they count on a message.
     *
     * @param segment where the objects are
     * @return what to send
     */
    default ByteChunks encode(Segment segment) {
        try {
            return ObjectMessage.encode(codec(), segment);
        } catch (CommException e) {
            noteObjects(e);
            return ObjectMessage.failed(rank(), e);
        }
    }

    /** {@return how operations choose their algorithms; the same at every rank} */
    Tuning tuning();

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
    default void enter(String operation, int root, Reducer op, Layout layout, int count) {
        int width = Math.max(1, layout.type().width());
        enter(operation, root, op, layout.type(), (long) count * layout.size() * width);
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
        execute(ScheduleArguments.of("send", to, buffer, null, null), builder -> builder.send(buffer, to));
    }

    /**
     * Receives a message.
     *
     * @param buffer where the message goes
     * @param from the sender's rank
     */
    default void receive(Buffer buffer, int from) {
        execute(ScheduleArguments.of("receive", from, null, buffer, null), builder -> builder.receive(buffer, from));
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
                ScheduleArguments.of("exchange", to * size() + from, send, receive, null),
                builder -> builder.exchange(send, to, receive, from));
    }

    /**
     * Copies this rank's own contribution, as if it were sent and received.
     *
     * @param from the items
     * @param to where they go
     */
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
