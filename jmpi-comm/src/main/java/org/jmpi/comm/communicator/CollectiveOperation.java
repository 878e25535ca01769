package org.jmpi.comm.communicator;

import java.util.function.Function;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Allgatherv;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Alltoall;
import org.jmpi.comm.coll.Alltoallv;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.coll.Exscan;
import org.jmpi.comm.coll.Gather;
import org.jmpi.comm.coll.Gatherv;
import org.jmpi.comm.coll.NeighbourExchange;
import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.coll.RankView;
import org.jmpi.comm.coll.Reduce;
import org.jmpi.comm.coll.ReduceScatter;
import org.jmpi.comm.coll.Scan;
import org.jmpi.comm.coll.Scatter;
import org.jmpi.comm.coll.Scatterv;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.CollectiveFailures;

/**
 * A collective operation as a program calls it: its kind, its buffers, and what else the kind has. Nothing is checked
 * before it runs. A communicator has one for its blocking calls, which is set anew for each, so that a call allocates
 * no memory.
 *
 * <p>Arguments are as in MPI: offsets in elements, counts and displacements in items. A buffer that does not count at
 * this rank is not looked at, nor is its datatype. Bcast has one buffer, the one sent.
 */
public final class CollectiveOperation {
    /**
     * Stands for the send buffer of an operation whose operand is in the receive buffer; for the receive buffer of the
     * root of Scatter and Scatterv (MPI-4.1 section 6.2.3).
     */
    public static final Object IN_PLACE = new Object() {
        @Override
        public String toString() {
            return "MPI.IN_PLACE";
        }
    };

    private final CollectiveBuffer send = new CollectiveBuffer("send buffer", false);
    private final CollectiveBuffer receive = new CollectiveBuffer("receive buffer", true);
    private CollectiveKind kind;
    private int root;
    private Reducer op;

    /** The ranks that blocks are exchanged with; null for all. */
    private Neighbourhood neighbours;

    /** Makes an operation of no kind, until it is set. */
    CollectiveOperation() {}

    /**
     * Makes an operation without a root.
     *
     * @param kind which one
     */
    public CollectiveOperation(CollectiveKind kind) {
        set(kind, 0);
    }

    /**
     * Makes an operation with a root.
     *
     * @param kind which one
     * @param root the root's rank
     */
    public CollectiveOperation(CollectiveKind kind, int root) {
        set(kind, root);
    }

    CollectiveOperation set(CollectiveKind newKind, int newRoot) {
        kind = newKind;
        root = newRoot;
        op = null;
        neighbours = null;
        return this;
    }

    /** {@return a buffer to set and then to send: the operation keeps it, so a blocking call makes none} */
    public UserBuffer sent() {
        return send.own();
    }

    /** {@return a buffer to set and then to receive into: the operation keeps it, so a blocking call makes none} */
    public UserBuffer received() {
        return receive.own();
    }

    /**
     * Sets what is sent: one block, or one for each rank, all of one length.
     *
     * @param buffer the block, or the first one
     * @return this
     */
    public CollectiveOperation send(UserBuffer buffer) {
        send.set(buffer);
        return this;
    }

    /**
     * Sets what is sent: blocks of different lengths.
     *
     * @param start where displacements count from; its count does not matter
     * @param counts the items of each block
     * @param displacements where each block starts, in items; null in Reduce_scatter
     * @return this
     */
    public CollectiveOperation send(UserBuffer start, int[] counts, int[] displacements) {
        send.set(start, counts, displacements);
        return this;
    }

    /**
     * Sets what is sent: blocks of different lengths and types.
     *
     * @param start where displacements count from; neither its count nor its type matter
     * @param counts the items of each block
     * @param displacements where each block starts, in elements
     * @param types what an item of each block is, in the binding
     * @param handle returns the handle of a type
     * @param <T> the binding's class of types
     * @return this
     */
    public <T> CollectiveOperation send(
            UserBuffer start, int[] counts, int[] displacements, T[] types, Function<T, TypeHandle> handle) {
        send.set(start, counts, displacements, types, handle);
        return this;
    }

    /**
     * Sets where what is received goes: one block, or one for each rank, all of one length.
     *
     * @param buffer the block, or the first one
     * @return this
     */
    public CollectiveOperation receive(UserBuffer buffer) {
        receive.set(buffer);
        return this;
    }

    /**
     * Sets where what is received goes: blocks of different lengths.
     *
     * @param start where displacements count from; its count does not matter
     * @param counts the items of each block
     * @param displacements where each block starts, in items; null in Reduce_scatter
     * @return this
     */
    public CollectiveOperation receive(UserBuffer start, int[] counts, int[] displacements) {
        receive.set(start, counts, displacements);
        return this;
    }

    /**
     * Sets where what is received goes: blocks of different lengths and types.
     *
     * @param start where displacements count from; neither its count nor its type matter
     * @param counts the items of each block
     * @param displacements where each block starts, in elements
     * @param types what an item of each block is, in the binding
     * @param handle returns the handle of a type
     * @param <T> the binding's class of types
     * @return this
     */
    public <T> CollectiveOperation receive(
            UserBuffer start, int[] counts, int[] displacements, T[] types, Function<T, TypeHandle> handle) {
        receive.set(start, counts, displacements, types, handle);
        return this;
    }

    /**
     * Sets what combines two items.
     *
     * @param operator null if the program gave none
     * @return this
     */
    public CollectiveOperation op(Reducer operator) {
        op = operator;
        return this;
    }

    /**
     * Has the operation gather blocks from neighbours or exchange blocks with them, not with all ranks.
     *
     * @param neighbourhood this rank's neighbours, in the order of blocks
     * @return this
     */
    public CollectiveOperation among(Neighbourhood neighbourhood) {
        neighbours = neighbourhood;
        return this;
    }

    /**
     * Runs the operation.
     *
     * @param ranks the ranks
     * @param failures takes what the program's own operator throws
     */
    void run(RankView ranks, CollectiveFailures failures) {
        if (neighbours != null) {
            runAmongNeighbours(ranks);
            return;
        }
        if (ranks.remoteSize() > 0) {
            new InterCollective(ranks, send, receive)
                    .run(kind, root, root == Collective.PROC_NULL ? null : operator(failures));
            return;
        }
        boolean atRoot = ranks.rank() == root;
        switch (kind) {
            case BARRIER -> Barrier.run(ranks);
            case BCAST ->
                Bcast.run(ranks, atRoot ? send.buffer() : send.buffer().written(), root);
            case GATHER -> Gather.run(ranks, sent(ranks, atRoot), atRoot ? receive.blocks() : null, root);
            case GATHERV -> Gatherv.run(ranks, sent(ranks, atRoot), atRoot ? receive.blocks() : null, root);
            case SCATTER -> Scatter.run(ranks, atRoot ? send.blocks() : null, received(atRoot), root);
            case SCATTERV -> Scatterv.run(ranks, atRoot ? send.blocks() : null, received(atRoot), root);
            case ALLGATHER -> Allgather.run(ranks, sent(ranks, true), receive.blocks());
            case ALLGATHERV -> Allgatherv.run(ranks, sent(ranks, true), receive.blocks());
            case ALLTOALL -> Alltoall.run(ranks, send.isInPlace() ? null : send.blocks(), receive.blocks());
            case ALLTOALLV ->
                Alltoallv.run(ranks, "Alltoallv", send.isInPlace() ? null : send.blocks(), receive.blocks());
            case ALLTOALLW ->
                Alltoallv.run(ranks, "Alltoallw", send.isInPlace() ? null : send.blocks(), receive.blocks());
            case REDUCE -> Reduce.run(ranks, operand(atRoot), receive.buffer(), operator(failures), root);
            case ALLREDUCE -> Allreduce.run(ranks, operand(true), receive.buffer(), operator(failures));
            case REDUCE_SCATTER -> reduceScatter(ranks, send.counts(), failures);
            case REDUCE_SCATTER_BLOCK -> reduceScatter(ranks, send.equalCounts(ranks.size()), failures);
            case SCAN -> Scan.run(ranks, operand(true), receive.buffer(), operator(failures));
            case EXSCAN -> Exscan.run(ranks, operand(true), receive.buffer(), operator(failures));
        }
    }

    private void runAmongNeighbours(RankView ranks) {
        String name = kind.nameAmongNeighbours();
        if (kind == CollectiveKind.ALLGATHER || kind == CollectiveKind.ALLGATHERV)
            NeighbourExchange.allgather(ranks, name, neighbours, send.buffer(), receive.blocks());
        else NeighbourExchange.alltoall(ranks, name, neighbours, send.blocks(), receive.blocks());
    }

    private void reduceScatter(RankView ranks, int[] counts, CollectiveFailures failures) {
        ReduceScatter.run(ranks, operand(true), receive.buffer(), counts, operator(failures));
    }

    /** Returns this rank's operand: its send buffer, or its receive buffer. */
    private Buffer operand(boolean mayBeInPlace) {
        return send.isInPlace() && checkInPlace(mayBeInPlace, "send") ? send.bufferOf(receive) : send.buffer();
    }

    /** Returns this rank's block: its send buffer, or its part of the receive buffer. */
    private Buffer sent(RankView ranks, boolean mayBeInPlace) {
        return send.isInPlace() && checkInPlace(mayBeInPlace, "send")
                ? receive.blocks().of(ranks.rank())
                : send.buffer();
    }

    /** Returns where this rank receives its block: its receive buffer, or its part of the send buffer. */
    private Buffer received(boolean mayBeInPlace) {
        return receive.isInPlace() && checkInPlace(mayBeInPlace, "receive")
                ? send.blocks().of(root)
                : receive.buffer();
    }

    /** Refuses a buffer that is in place where a rank may not say so. */
    private boolean checkInPlace(boolean allowed, String side) {
        if (allowed) return true;
        throw new CommException(
                ErrorClass.BUFFER, side + " buffer is MPI.IN_PLACE, which only the root may give: root=" + root);
    }

    /** Returns what combines the operands; it gets objects in arrays of the class of the send buffer. */
    private Reducer operator(CollectiveFailures failures) {
        return op == null || op instanceof Predefined
                ? op
                : new ProgramOperator(op, failures, send.isInPlace() ? receive.array() : send.array());
    }

    /** Has the calling thread copy segments to which it alone has access. */
    void blocking() {
        send.blocking();
        receive.blocking();
    }

    /** Brings what a blocking call has received to the program's segments that were copied. */
    void copyBack() {
        receive.copyBack();
        if (kind == CollectiveKind.BCAST) send.copyBack();
    }

    /** Drops the references to the program's arrays. */
    void clear() {
        send.clear();
        receive.clear();
        op = null;
        neighbours = null;
    }
}
