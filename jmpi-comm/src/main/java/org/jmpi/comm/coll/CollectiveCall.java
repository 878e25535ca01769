package org.jmpi.comm.coll;

import java.util.function.Consumer;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * A collective call at one rank: its arguments, null where they do not matter there. The calls of a {@link RankView}
 * take turns with one of these.
 */
public final class CollectiveCall {
    private final RankView view;
    private final ScheduleArguments arguments = new ScheduleArguments();
    private final Consumer<ScheduleBuilder> building = this::build;
    private Steps algorithm;
    private String operation;
    private int root;
    private Buffer send;
    private Blocks given;
    private Buffer receive;
    private Blocks taken;
    private Reducer op;
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
    CollectiveCall inBlocks(int[] items) {
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
        counts = null;
        accumulator = null;
        arguments.clear();
    }

    void execute(Steps steps) {
        algorithm = steps;
        arguments.begin(operation, root, op);
        if (given != null) arguments.sends(given);
        else arguments.sends(send).inBlocks(counts);
        if (taken != null) arguments.receives(taken);
        else arguments.receives(receive);
        view.execute(arguments, building);
    }

    private void build(ScheduleBuilder builder) {
        algorithm.build(builder, this);
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
        return Partition.of(counts.length, rank -> counts[rank]);
    }

    int[] counts() {
        return counts;
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
}
