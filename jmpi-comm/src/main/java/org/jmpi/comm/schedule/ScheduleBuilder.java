package org.jmpi.comm.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * Takes down the steps of one rank in a collective operation.
 *
 * <p>A step that needs what an earlier message brings, or that writes to what one sends, comes after a {@link #fence}.
 * Copies and combinations are done at once, in their order with the starts of messages: they need no fence before what
 * follows them. Messages from one rank to another are received in the order in which they are sent.
 */
public final class ScheduleBuilder {
    private final int rank;
    private final int size;
    private final ScheduleArguments arguments;
    private final List<Object> scratchArrays = new ArrayList<>();
    private final List<Schedule.Scratch> scratch = new ArrayList<>();
    private final List<Schedule.Round> rounds = new ArrayList<>();
    private final List<Step> round = new ArrayList<>();

    /**
     * Starts without a step.
     *
     * @param rank this rank
     * @param size the number of ranks that take part
     * @param arguments the arrays that buffers of steps lie in, beside those of {@link #room}
     */
    public ScheduleBuilder(int rank, int size, ScheduleArguments arguments) {
        this.rank = rank;
        this.size = size;
        this.arguments = arguments;
    }

    /** {@return this rank} */
    public int rank() {
        return rank;
    }

    /** {@return the number of ranks} */
    public int size() {
        return size;
    }

    /**
     * {@return the rank that is this far above, around the ring; below if negative}
     *
     * @param distance how many ranks further; may be negative
     */
    public int neighbour(int distance) {
        return Math.floorMod(rank + distance, size);
    }

    /**
     * Sends a message.
     *
     * @param message not written to by another step before the next fence
     * @param to the receiver's rank
     */
    public void send(Buffer message, int to) {
        round.add(new Step(Step.Kind.SEND, slice(message), null, to));
    }

    /**
     * Receives a message.
     *
     * @param message where it goes; there from the next fence on
     * @param from the sender's rank
     */
    public void receive(Buffer message, int from) {
        round.add(new Step(Step.Kind.RECEIVE, null, slice(message), from));
    }

    /**
     * Sends to one rank and receives from one, in a round of their own.
     *
     * @param send the message to send
     * @param to the receiver's rank
     * @param receive where the message received goes
     * @param from the sender's rank
     */
    public void exchange(Buffer send, int to, Buffer receive, int from) {
        receive(receive, from);
        send(send, to);
        fence();
    }

    /**
     * Copies items, as if this rank sent them to itself.
     *
     * @param from the items
     * @param to where they go
     */
    public void copy(Buffer from, Buffer to) {
        if (isSame(from, to)) return;
        boolean elementwise = from.type() == to.type() && from.type().width() > 0 && from.elements() == to.elements();
        if (elementwise) {
            round.add(new Step(Step.Kind.COPY, slice(from), slice(to), rank));
        } else {
            fence();
            exchange(from, rank, to, rank);
        }
    }

    private static boolean isSame(Buffer from, Buffer to) {
        return from.array() == to.array()
                && from.offset() == to.offset()
                && from.count() == to.count()
                && from.layout() == to.layout();
    }

    /**
     * Combines items by the operation's operator: {@code inout = in op inout}.
     *
     * @param in the operand of the lower ranks
     * @param inout the operand of the higher ranks, and the result
     */
    public void combine(Buffer in, Buffer inout) {
        if (in.count() > 0) round.add(new Step(Step.Kind.COMBINE, slice(in), slice(inout), rank));
    }

    /**
     * Has an observer compare the calls of all ranks, in a round before all others.
     *
     * @param ranks the number of ranks, of the other group of an intercommunicator too
     * @param bytes the length of the description of a call
     */
    public void compareCalls(int ranks, int bytes) {
        Buffer own = room(BasicType.BYTE, bytes);
        Buffer all = room(BasicType.BYTE, ranks * bytes);
        round.add(new Step(Step.Kind.DESCRIBE, null, slice(own), rank));
        for (int other = 0; other < ranks; other++) if (other != rank) receive(all.items(other * bytes, bytes), other);
        for (int other = 0; other < ranks; other++) if (other != rank) send(own, other);
        copy(own, all.items(rank * bytes, bytes));
        fence();
        round.add(new Step(Step.Kind.COMPARE, slice(all), null, rank));
    }

    /** Ends a round: what follows waits for all messages before. */
    public void fence() {
        if (round.isEmpty()) return;
        rounds.add(Schedule.Round.of(round));
        round.clear();
    }

    /**
     * {@return whether an array may have this many elements}
     *
     * @param elements how many
     */
    public static boolean fits(long elements) {
        return elements <= Integer.MAX_VALUE - Long.BYTES;
    }

    /**
     * {@return memory of the execution for adjacent elements}
     *
     * @param type what an element is
     * @param elements how many
     * @throws CommException of class COUNT if they are more than an array holds
     */
    public Buffer room(BasicType type, long elements) {
        return new Buffer(newScratch(type, elements), 0, elements, Layout.of(type));
    }

    /**
     * {@return memory of the execution for items of a layout}
     *
     * @param layout what an item covers
     * @param count the number of items
     * @throws CommException of class COUNT if they cover more than an array holds
     */
    public Buffer room(Layout layout, long count) {
        long low = Math.min(0, layout.low(count));
        return new Buffer(newScratch(layout.type(), layout.span(count)), -low, count, layout);
    }

    private Object newScratch(BasicType type, long elements) {
        if (!fits(elements))
            throw new CommException(
                    ErrorClass.COUNT, "elements do not fit into one array: " + elements + " of type " + type);
        Schedule.Scratch needed = new Schedule.Scratch(type, elements);
        // Stands for the array of an execution, until there is one.
        Object array = type.newArray(0);
        scratch.add(needed);
        scratchArrays.add(array);
        return array;
    }

    /** {@return the schedule} */
    public Schedule build() {
        fence();
        return new Schedule(rounds.toArray(new Schedule.Round[0]), scratch.toArray(new Schedule.Scratch[0]));
    }

    private Slice slice(Buffer buffer) {
        Object array = buffer.array();
        if (array == null || buffer.elements() == 0)
            return new Slice(Schedule.SEND, 0, buffer.count(), buffer.layout());
        int slot = slot(array);
        long start = slot == Schedule.SEND ? arguments.sendOffset() : 0;
        if (slot == Schedule.RECEIVE) start = arguments.receiveOffset();
        return new Slice(slot, buffer.offset() - start, buffer.count(), buffer.layout());
    }

    private int slot(Object array) {
        if (array == arguments.send()) return Schedule.SEND;
        if (array == arguments.receive()) return Schedule.RECEIVE;
        for (int i = 0; i < scratchArrays.size(); i++) if (scratchArrays.get(i) == array) return Schedule.SCRATCH + i;
        throw new IllegalArgumentException(
                "array is none of the operation's: " + array.getClass().getTypeName());
    }
}
