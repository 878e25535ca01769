package org.jmpi.comm.context;

import org.jmpi.comm.coll.Blocks;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * A collective operation that a program has called: the ranks it is run with, and what the program gives to it. A
 * communicator has one, which is set anew for each call, so that a call allocates no memory.
 */
public final class CollectiveOperation {
    private final CollectivePlane plane;
    private final Buffer send = new Buffer();
    private final Buffer receive = new Buffer();
    private final Blocks sendBlocks = new Blocks();
    private final Blocks receiveBlocks = new Blocks();

    CollectiveOperation(CollectivePlane plane) {
        this.plane = plane;
    }

    /** {@return the ranks} */
    public Peers peers() {
        return plane;
    }

    /**
     * {@return what this rank gives, or gives and receives}
     *
     * @param buf the array
     * @param offset the index of the first item's start, in elements
     * @param count the number of items
     * @param layout what an item covers
     */
    public Buffer send(Object buf, int offset, int count, Layout layout) {
        return send.set(buf, offset, count, layout);
    }

    /**
     * {@return where this rank receives}
     *
     * @param buf the array
     * @param offset the index of the first item's start, in elements
     * @param count the number of items
     * @param layout what an item covers
     */
    public Buffer receive(Object buf, int offset, int count, Layout layout) {
        return receive.set(buf, offset, count, layout);
    }

    /**
     * {@return what this rank gives to each rank, all blocks of one length}
     *
     * @param buf the array
     * @param offset the index of the first element
     * @param count the items of a block
     * @param layout what an item covers
     */
    public Blocks sendBlocks(Object buf, int offset, int count, Layout layout) {
        return sendBlocks.setEqual(buf, offset, count, layout);
    }

    /**
     * {@return what this rank gives to each rank}
     *
     * @param buf the array
     * @param offset the index of the first element
     * @param counts the items of each rank's block
     * @param displs where each block starts, in extents of the layout from the offset on
     * @param layout what an item covers
     * @throws org.jmpi.comm.error.CommException of class ARG if counts or displacements are null
     */
    public Blocks sendBlocks(Object buf, int offset, int[] counts, int[] displs, Layout layout) {
        return sendBlocks.setVarying(buf, offset, counts, displs, layout);
    }

    /**
     * {@return where this rank receives from each rank, all blocks of one length}
     *
     * @param buf the array
     * @param offset the index of the first element
     * @param count the items of a block
     * @param layout what an item covers
     */
    public Blocks receiveBlocks(Object buf, int offset, int count, Layout layout) {
        return receiveBlocks.setEqual(buf, offset, count, layout);
    }

    /**
     * {@return where this rank receives from each rank}
     *
     * @param buf the array
     * @param offset the index of the first element
     * @param counts the items of each rank's block
     * @param displs where each block starts, in extents of the layout from the offset on
     * @param layout what an item covers
     * @throws org.jmpi.comm.error.CommException of class ARG if counts or displacements are null
     */
    public Blocks receiveBlocks(Object buf, int offset, int[] counts, int[] displs, Layout layout) {
        return receiveBlocks.setVarying(buf, offset, counts, displs, layout);
    }

    /**
     * {@return what combines the operands; a program's own operator may fail, which ends the operation when its steps are done}
     * It combines objects in arrays of the class of {@link #send}'s, which comes first.
     *
     * @param op the operator that the program has named
     */
    public Reducer operator(Reducer op) {
        return op instanceof Predefined ? op : new ProgramOperator(op, plane, send.array());
    }

    /**
     * Ends the operation when its steps are done. Throws what a program's own operator has thrown.
     *
     * @throws org.jmpi.comm.error.CommException of class TRUNCATE or TYPE if what another rank gave does not match what this
     *     one awaits: the other ranks have been served nevertheless
     */
    public void end() {
        plane.end();
        clear();
    }

    /** Ends the operation when a step, or its end, has failed. */
    public void abandon() {
        plane.abandon();
        clear();
    }

    private void clear() {
        send.clear();
        receive.clear();
        sendBlocks.clear();
        receiveBlocks.clear();
    }
}
