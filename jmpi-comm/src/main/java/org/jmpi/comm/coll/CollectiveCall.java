package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.Shape;

/**
 * A collective call at one rank: its arguments, null where they do not matter there. The calls of a {@link RankView}
 * take turns with one of these.
 */
public final class CollectiveCall {
    private final RankView view;
    private String operation;
    private int root;
    private Buffer send;
    private Blocks given;
    private Buffer receive;
    private Blocks taken;
    private Reducer op;
    private Partition blocks;
    private int[] counts;

    /** The combined operands; null if the call combines nothing. */
    private Accumulator accumulator;

    /**
     * Makes the call of a view.
     *
     * @param view of the ranks that take part
     */
    public CollectiveCall(RankView view) {
        this.view = view;
    }

    CollectiveCall begin(String name, int ofRoot) {
        operation = name;
        root = ofRoot;
        return this;
    }

    CollectiveCall of(Buffer sent, Buffer received, Reducer operator) {
        send = sent;
        receive = received;
        op = operator;
        return this;
    }

    CollectiveCall of(Buffer sent, Blocks received) {
        send = sent;
        taken = received;
        return this;
    }

    CollectiveCall of(Blocks sent, Buffer received) {
        given = sent;
        receive = received;
        return this;
    }

    CollectiveCall of(Blocks sent, Blocks received) {
        given = sent;
        taken = received;
        return this;
    }

    /** Says which rank gets which items of the result. */
    CollectiveCall inBlocks(Partition partition, int[] items) {
        blocks = partition;
        counts = items;
        return this;
    }

    /** Takes part by an algorithm, and forgets the arguments. */
    void by(BuiltAlgorithm algorithm) {
        try {
            algorithm.steps().take(this);
        } finally {
            clear();
        }
    }

    private void clear() {
        send = receive = null;
        given = taken = null;
        op = null;
        blocks = null;
        counts = null;
        accumulator = null;
    }

    void execute(Steps steps) {
        view.execute(arguments(), builder -> steps.build(builder, this));
    }

    RankView view() {
        return view;
    }

    int root() {
        return root;
    }

    Buffer send() {
        return send;
    }

    Blocks given() {
        return given;
    }

    Buffer receive() {
        return receive;
    }

    Blocks taken() {
        return taken;
    }

    Reducer op() {
        return op;
    }

    Partition blocks() {
        return blocks;
    }

    /** Starts with this rank's operand. */
    Accumulator accumulator(ScheduleBuilder builder) {
        accumulator = new Accumulator(builder, send, receive, op);
        return accumulator;
    }

    /** Returns what has been combined. */
    Buffer result() {
        return accumulator.result();
    }

    private ScheduleArguments arguments() {
        if (given != null && taken != null || given == null && send == null && taken != null)
            return arguments(operation, root, given, taken);
        if (given != null) return arguments(operation, root, given, receive);
        if (taken != null) return arguments(operation, root, send, taken);
        return counts != null
                ? arguments(operation, send, receive, counts, op)
                : ScheduleArguments.of(operation, root, send, receive, op);
    }

    /** Returns the arrays of an operation in which this rank gives one block and gets several; either may be null. */
    static ScheduleArguments arguments(String operation, int root, Buffer send, Blocks receive) {
        return receive == null
                ? ScheduleArguments.of(operation, root, send, null, null)
                : new ScheduleArguments(
                        operation,
                        root,
                        send == null ? null : send.array(),
                        send == null ? 0 : send.offset(),
                        send == null ? Shape.NONE : Shape.of(send),
                        receive.array(),
                        receive.offset(),
                        receive.shape(),
                        null,
                        null);
    }

    /** Returns the arrays of an operation in which this rank gives several blocks and gets one; either may be null. */
    static ScheduleArguments arguments(String operation, int root, Blocks send, Buffer receive) {
        return send == null
                ? ScheduleArguments.of(operation, root, null, receive, null)
                : new ScheduleArguments(
                        operation,
                        root,
                        send.array(),
                        send.offset(),
                        send.shape(),
                        receive == null ? null : receive.array(),
                        receive == null ? 0 : receive.offset(),
                        receive == null ? Shape.NONE : Shape.of(receive),
                        null,
                        null);
    }

    /**
     * Returns the arrays of an operation in which this rank gives several blocks, null if in place, and gets several.
     */
    static ScheduleArguments arguments(String operation, int root, Blocks send, Blocks receive) {
        return new ScheduleArguments(
                operation,
                root,
                send == null ? null : send.array(),
                send == null ? 0 : send.offset(),
                send == null ? Shape.NONE : send.shape(),
                receive.array(),
                receive.offset(),
                receive.shape(),
                null,
                null);
    }

    /** Returns the arrays of an operation whose result is dealt out in blocks. */
    static ScheduleArguments arguments(String operation, Buffer send, Buffer receive, int[] counts, Reducer op) {
        return new ScheduleArguments(
                operation,
                0,
                send.array(),
                send.offset(),
                new Shape(Shape.classOf(send.array()), send.layout(), send.count(), counts, null),
                receive.array(),
                receive.offset(),
                Shape.of(receive),
                op,
                null);
    }
}
