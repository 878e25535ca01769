package org.jmpi.comm.schedule;

import java.util.Objects;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;

/** The arguments that a schedule is built for and executed with. One object may serve one operation after another. */
public final class ScheduleArguments {
    private String operation;
    private int root;
    private Object send;
    private long sendOffset;
    private Object receive;
    private long receiveOffset;
    private Reducer op;
    private Object neighbours;
    private final Shape sendShape;
    private final Shape receiveShape;

    /** Makes those of no operation, until they are set. */
    public ScheduleArguments() {
        this(new Shape(), new Shape());
    }

    /**
     * Begins those of an operation, see {@link #begin}.
     *
     * @param name of the operation
     * @param ofRoot the root's rank; of no matter if there is none
     * @param combining what combines items; null if nothing is combined
     */
    public ScheduleArguments(String name, int ofRoot, Reducer combining) {
        this();
        begin(name, ofRoot, combining);
    }

    private ScheduleArguments(Shape sendShape, Shape receiveShape) {
        this.sendShape = sendShape;
        this.receiveShape = receiveShape;
    }

    /**
     * Begins those of an operation, which neither sends nor receives what is the program's until that is said.
     *
     * @param name of the operation
     * @param ofRoot the root's rank; of no matter if there is none
     * @param combining what combines items; null if nothing is combined
     */
    public void begin(String name, int ofRoot, Reducer combining) {
        clear();
        operation = name;
        root = ofRoot;
        op = combining;
    }

    /** Drops the references to what is the program's. */
    public void clear() {
        send = receive = neighbours = null;
        sendOffset = receiveOffset = 0;
        op = null;
        sendShape.clear();
        receiveShape.clear();
    }

    /**
     * Says what the program sends.
     *
     * @param buffer null if nothing is sent
     * @return this
     */
    public ScheduleArguments sends(Buffer buffer) {
        if (buffer == null) return this;
        send = buffer.array();
        sendOffset = buffer.offset();
        sendShape.set(buffer);
        return this;
    }

    /**
     * Says what the program sends.
     *
     * @param blocks null if nothing is sent
     * @return this
     */
    public ScheduleArguments sends(Blocks blocks) {
        if (blocks == null) return this;
        send = blocks.array();
        sendOffset = blocks.offset();
        blocks.describe(sendShape);
        return this;
    }

    /**
     * Says which of the items sent are each rank's.
     *
     * @param counts the number of each rank's; null if that does not matter
     * @return this
     */
    public ScheduleArguments inBlocks(int[] counts) {
        sendShape.counts(counts);
        return this;
    }

    /**
     * Says what the program receives into.
     *
     * @param buffer null if there is nothing
     * @return this
     */
    public ScheduleArguments receives(Buffer buffer) {
        if (buffer == null) return this;
        receive = buffer.array();
        receiveOffset = buffer.offset();
        receiveShape.set(buffer);
        return this;
    }

    /**
     * Says what the program receives into.
     *
     * @param blocks null if there is nothing
     * @return this
     */
    public ScheduleArguments receives(Blocks blocks) {
        if (blocks == null) return this;
        receive = blocks.array();
        receiveOffset = blocks.offset();
        blocks.describe(receiveShape);
        return this;
    }

    /**
     * Says that blocks are exchanged with some ranks, not with all.
     *
     * @param ranks the neighbours, equal where the steps are
     * @return this
     */
    public ScheduleArguments among(Object ranks) {
        neighbours = ranks;
        return this;
    }

    /** {@return the same arguments, which stay when this object serves another operation} */
    public ScheduleArguments copy() {
        ScheduleArguments copy = new ScheduleArguments(sendShape.copy(), receiveShape.copy());
        copy.operation = operation;
        copy.root = root;
        copy.send = send;
        copy.sendOffset = sendOffset;
        copy.receive = receive;
        copy.receiveOffset = receiveOffset;
        copy.op = op;
        copy.neighbours = neighbours;
        return copy;
    }

    /** {@return the array that the program sends from; null if there is none} */
    public Object send() {
        return send;
    }

    /** {@return the index of the first element sent, to which a schedule's offsets are added} */
    public long sendOffset() {
        return sendOffset;
    }

    /** {@return the array that the program receives into; null if there is none} */
    public Object receive() {
        return receive;
    }

    /** {@return the index of the first element received} */
    public long receiveOffset() {
        return receiveOffset;
    }

    /** {@return what combines items; null if nothing is combined} */
    public Reducer op() {
        return op;
    }

    private boolean commutes() {
        return op == null || op.isCommutative();
    }

    private boolean isInOneArray() {
        return send == receive;
    }

    private long distance() {
        return isInOneArray() ? receiveOffset - sendOffset : 0;
    }

    /** Returns what all arguments have in common that one schedule serves. */
    Key key() {
        return new Key(
                operation,
                root,
                commutes(),
                sendShape.copy(),
                receiveShape.copy(),
                isInOneArray(),
                distance(),
                neighbours);
    }

    /** That of a schedule; holds nothing that the program can change. */
    record Key(
            String operation,
            int root,
            boolean commutes,
            Shape send,
            Shape receive,
            boolean inOneArray,
            long distance,
            Object neighbours) {
        boolean isOf(ScheduleArguments arguments) {
            return root == arguments.root
                    && send.isLike(arguments.sendShape)
                    && receive.isLike(arguments.receiveShape)
                    && inOneArray == arguments.isInOneArray()
                    && distance == arguments.distance()
                    && commutes == arguments.commutes()
                    && operation.equals(arguments.operation)
                    && Objects.equals(neighbours, arguments.neighbours);
        }
    }
}
