package org.jmpi.comm.communicator;

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
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Reduce;
import org.jmpi.comm.coll.ReduceScatter;
import org.jmpi.comm.coll.Scan;
import org.jmpi.comm.coll.Scatter;
import org.jmpi.comm.coll.Scatterv;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.CollectiveFailures;

/**
 * A collective operation as a program calls it. One of the methods that bear the operations' names sets it; nothing is
 * checked before it runs. A communicator has one for its blocking calls, which is set anew for each, so that a call
 * allocates no memory.
 *
 * <p>Arguments are as in MPI: arrays, offsets in elements, counts and displacements in items. A buffer that does not count
 * at this rank is not looked at.
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

    private final CollectiveBuffer give = new CollectiveBuffer();
    private final CollectiveBuffer take = new CollectiveBuffer();
    private CollectiveKind kind;
    private int root;
    private Reducer op;

    /** The ranks that blocks are exchanged with; null for all. */
    private Neighbourhood neighbours;

    /** Makes an operation that is to be set. */
    public CollectiveOperation() {}

    /**
     * {@return this, to be set to gather blocks from neighbours or to exchange blocks with them, not with all ranks}
     *
     * @param neighbourhood this rank's neighbours, in the order of blocks
     */
    public CollectiveOperation among(Neighbourhood neighbourhood) {
        neighbours = neighbourhood;
        return this;
    }

    /** {@return this, set to wait for all ranks} */
    public CollectiveOperation barrier() {
        return set(CollectiveKind.BARRIER, 0);
    }

    /**
     * {@return this, set to copy the root's buffer to every rank's}
     *
     * @param buf the array
     * @param offset the index of the first element
     * @param count the number of items
     * @param type what an item is
     * @param root the root's rank
     */
    public CollectiveOperation bcast(Object buf, int offset, int count, TypeHandle type, int root) {
        give.set(buf, offset, count, type);
        return set(CollectiveKind.BCAST, root);
    }

    /**
     * {@return this, set to collect one block from each rank at the root}
     *
     * @param sendbuf the array of what is sent
     * @param sendoffset the index of the first element
     * @param sendcount the items of a block
     * @param sendtype what an item is
     * @param recvbuf the array of what is received
     * @param recvoffset the index of the first element
     * @param recvcount the items of a block
     * @param recvtype what an item is
     * @param root the root's rank
     */
    public CollectiveOperation gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            TypeHandle recvtype,
            int root) {
        give.set(sendbuf, sendoffset, sendcount, sendtype);
        take.set(recvbuf, recvoffset, recvcount, recvtype);
        return set(CollectiveKind.GATHER, root);
    }

    /**
     * {@return this, set to collect blocks of different lengths at the root}
     *
     * @param sendbuf the array of what is sent
     * @param sendoffset the index of the first element
     * @param sendcount the items of a block
     * @param sendtype what an item is
     * @param recvbuf the array of the blocks received
     * @param recvoffset the index of the first element
     * @param recvcounts the items of each block
     * @param recvdispls where each block starts, in items from the offset on
     * @param recvtype what an item is
     * @param root the root's rank
     */
    public CollectiveOperation gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] recvdispls,
            TypeHandle recvtype,
            int root) {
        give.set(sendbuf, sendoffset, sendcount, sendtype);
        take.set(recvbuf, recvoffset, recvcounts, recvdispls, recvtype);
        return set(CollectiveKind.GATHERV, root);
    }

    /**
     * {@return this, set to send one block from the root to each rank}
     *
     * @param sendbuf the array of what is sent
     * @param sendoffset the index of the first element
     * @param sendcount the items of a block
     * @param sendtype what an item is
     * @param recvbuf the array of what is received
     * @param recvoffset the index of the first element
     * @param recvcount the items of a block
     * @param recvtype what an item is
     * @param root the root's rank
     */
    public CollectiveOperation scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            TypeHandle recvtype,
            int root) {
        give.set(sendbuf, sendoffset, sendcount, sendtype);
        take.set(recvbuf, recvoffset, recvcount, recvtype);
        return set(CollectiveKind.SCATTER, root);
    }

    /**
     * {@return this, set to send blocks of different lengths from the root}
     *
     * @param sendbuf the array of the blocks sent
     * @param sendoffset the index of the first element
     * @param sendcounts the items of each block
     * @param senddispls where each block starts, in items from the offset on
     * @param sendtype what an item is
     * @param recvbuf the array of what is received
     * @param recvoffset the index of the first element
     * @param recvcount the items of a block
     * @param recvtype what an item is
     * @param root the root's rank
     */
    public CollectiveOperation scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] senddispls,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            TypeHandle recvtype,
            int root) {
        give.set(sendbuf, sendoffset, sendcounts, senddispls, sendtype);
        take.set(recvbuf, recvoffset, recvcount, recvtype);
        return set(CollectiveKind.SCATTERV, root);
    }

    /**
     * {@return this, set to collect one block from each rank at every rank}
     *
     * @param sendbuf the array of what is sent
     * @param sendoffset the index of the first element
     * @param sendcount the items of a block
     * @param sendtype what an item is
     * @param recvbuf the array of what is received
     * @param recvoffset the index of the first element
     * @param recvcount the items of a block
     * @param recvtype what an item is
     */
    public CollectiveOperation allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            TypeHandle recvtype) {
        give.set(sendbuf, sendoffset, sendcount, sendtype);
        take.set(recvbuf, recvoffset, recvcount, recvtype);
        return set(CollectiveKind.ALLGATHER, 0);
    }

    /**
     * {@return this, set to collect blocks of different lengths at every rank}
     *
     * @param sendbuf the array of what is sent
     * @param sendoffset the index of the first element
     * @param sendcount the items of a block
     * @param sendtype what an item is
     * @param recvbuf the array of the blocks received
     * @param recvoffset the index of the first element
     * @param recvcounts the items of each block
     * @param recvdispls where each block starts, in items from the offset on
     * @param recvtype what an item is
     */
    public CollectiveOperation allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] recvdispls,
            TypeHandle recvtype) {
        give.set(sendbuf, sendoffset, sendcount, sendtype);
        take.set(recvbuf, recvoffset, recvcounts, recvdispls, recvtype);
        return set(CollectiveKind.ALLGATHERV, 0);
    }

    /**
     * {@return this, set to send one block to each rank and receive one from each}
     *
     * @param sendbuf the array of what is sent
     * @param sendoffset the index of the first element
     * @param sendcount the items of a block
     * @param sendtype what an item is
     * @param recvbuf the array of what is received
     * @param recvoffset the index of the first element
     * @param recvcount the items of a block
     * @param recvtype what an item is
     */
    public CollectiveOperation alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            TypeHandle recvtype) {
        give.set(sendbuf, sendoffset, sendcount, sendtype);
        take.set(recvbuf, recvoffset, recvcount, recvtype);
        return set(CollectiveKind.ALLTOALL, 0);
    }

    /**
     * {@return this, set to send blocks of different lengths to all ranks and receive such from all}
     *
     * @param sendbuf the array of the blocks sent
     * @param sendoffset the index of the first element
     * @param sendcounts the items of each block
     * @param senddispls where each block starts, in items from the offset on
     * @param sendtype what an item is
     * @param recvbuf the array of the blocks received
     * @param recvoffset the index of the first element
     * @param recvcounts the items of each block
     * @param recvdispls where each block starts, in items from the offset on
     * @param recvtype what an item is
     */
    public CollectiveOperation alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] senddispls,
            TypeHandle sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] recvdispls,
            TypeHandle recvtype) {
        give.set(sendbuf, sendoffset, sendcounts, senddispls, sendtype);
        take.set(recvbuf, recvoffset, recvcounts, recvdispls, recvtype);
        return set(CollectiveKind.ALLTOALLV, 0);
    }

    /**
     * {@return this, set to send blocks of different lengths and types to all ranks and receive such from all}
     *
     * @param sendbuf the array of the blocks sent
     * @param sendoffset the index of the first element
     * @param sendcounts the items of each block
     * @param senddispls where each block starts, in elements from the offset on
     * @param sendtypes what an item of each block is
     * @param recvbuf the array of the blocks received
     * @param recvoffset the index of the first element
     * @param recvcounts the items of each block
     * @param recvdispls where each block starts, in elements from the offset on
     * @param recvtypes what an item of each block is
     */
    public CollectiveOperation alltoallw(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] senddispls,
            TypeHandle[] sendtypes,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] recvdispls,
            TypeHandle[] recvtypes) {
        give.set(sendbuf, sendoffset, sendcounts, senddispls, sendtypes);
        take.set(recvbuf, recvoffset, recvcounts, recvdispls, recvtypes);
        return set(CollectiveKind.ALLTOALLW, 0);
    }

    /**
     * {@return this, set to combine the ranks' buffers at the root}
     *
     * @param sendbuf the array of the operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items
     * @param type what an item is
     * @param reducer what combines two items
     * @param root the root's rank
     */
    public CollectiveOperation reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            TypeHandle type,
            Reducer reducer,
            int root) {
        give.set(sendbuf, sendoffset, count, type);
        take.set(recvbuf, recvoffset, count, type);
        op = reducer;
        return set(CollectiveKind.REDUCE, root);
    }

    /**
     * {@return this, set to combine the ranks' buffers at every rank}
     *
     * @param sendbuf the array of the operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items
     * @param type what an item is
     * @param reducer what combines two items
     */
    public CollectiveOperation allreduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            TypeHandle type,
            Reducer reducer) {
        give.set(sendbuf, sendoffset, count, type);
        take.set(recvbuf, recvoffset, count, type);
        op = reducer;
        return set(CollectiveKind.ALLREDUCE, 0);
    }

    /**
     * {@return this, set to combine the ranks' buffers at every rank, each a part}
     *
     * @param sendbuf the array of the operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param counts the items of each rank's part
     * @param type what an item is
     * @param reducer what combines two items
     */
    public CollectiveOperation reduceScatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] counts,
            TypeHandle type,
            Reducer reducer) {
        give.set(sendbuf, sendoffset, counts, null, type);
        take.set(recvbuf, recvoffset, 0, type);
        op = reducer;
        return set(CollectiveKind.REDUCE_SCATTER, 0);
    }

    /**
     * {@return this, set to combine the ranks' buffers at each rank, up to its own}
     *
     * @param sendbuf the array of the operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items
     * @param type what an item is
     * @param reducer what combines two items
     */
    public CollectiveOperation scan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            TypeHandle type,
            Reducer reducer) {
        give.set(sendbuf, sendoffset, count, type);
        take.set(recvbuf, recvoffset, count, type);
        op = reducer;
        return set(CollectiveKind.SCAN, 0);
    }

    /**
     * {@return this, set to combine the ranks' buffers at each rank, up to the one below it}
     *
     * @param sendbuf the array of the operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items
     * @param type what an item is
     * @param reducer what combines two items
     */
    public CollectiveOperation exscan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            TypeHandle type,
            Reducer reducer) {
        give.set(sendbuf, sendoffset, count, type);
        take.set(recvbuf, recvoffset, count, type);
        op = reducer;
        return set(CollectiveKind.EXSCAN, 0);
    }

    /**
     * {@return this, set to combine the ranks' buffers at every rank, each a part of one length}
     *
     * @param sendbuf the array of the operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the items of a rank's part
     * @param type what an item is
     * @param reducer what combines two items
     */
    public CollectiveOperation reduceScatterBlock(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            TypeHandle type,
            Reducer reducer) {
        give.set(sendbuf, sendoffset, count, type);
        take.set(recvbuf, recvoffset, count, type);
        op = reducer;
        return set(CollectiveKind.REDUCE_SCATTER_BLOCK, 0);
    }

    private CollectiveOperation set(CollectiveKind newKind, int newRoot) {
        kind = newKind;
        root = newRoot;
        return this;
    }

    /**
     * Runs the operation.
     *
     * @param peers the ranks
     * @param failures takes what the program's own operator throws
     */
    void run(Peers peers, CollectiveFailures failures) {
        if (neighbours != null) {
            runAmongNeighbours(peers);
            return;
        }
        if (peers.remoteSize() > 0) {
            new InterCollective(peers, give, take)
                    .run(kind, root, root == Collective.PROC_NULL ? null : operator(failures));
            return;
        }
        boolean atRoot = peers.rank() == root;
        switch (kind) {
            case BARRIER -> Barrier.run(peers);
            case BCAST -> Bcast.run(peers, give.buffer(), root);
            case GATHER -> Gather.run(peers, sent(peers, atRoot), atRoot ? take.blocks() : null, root);
            case GATHERV -> Gatherv.run(peers, sent(peers, atRoot), atRoot ? take.blocks() : null, root);
            case SCATTER -> Scatter.run(peers, atRoot ? give.blocks() : null, received(atRoot), root);
            case SCATTERV -> Scatterv.run(peers, atRoot ? give.blocks() : null, received(atRoot), root);
            case ALLGATHER -> Allgather.run(peers, sent(peers, true), take.blocks());
            case ALLGATHERV -> Allgatherv.run(peers, sent(peers, true), take.blocks());
            case ALLTOALL -> Alltoall.run(peers, give.isInPlace() ? null : give.blocks(), take.blocks());
            case ALLTOALLV -> Alltoallv.run(peers, "Alltoallv", give.isInPlace() ? null : give.blocks(), take.blocks());
            case ALLTOALLW -> Alltoallv.run(peers, "Alltoallw", give.isInPlace() ? null : give.blocks(), take.blocks());
            case REDUCE -> Reduce.run(peers, operand(atRoot), take.buffer(), operator(failures), root);
            case ALLREDUCE -> Allreduce.run(peers, operand(true), take.buffer(), operator(failures));
            case REDUCE_SCATTER -> reduceScatter(peers, give.counts(), failures);
            case REDUCE_SCATTER_BLOCK -> reduceScatter(peers, give.equalCounts(peers.size()), failures);
            case SCAN -> Scan.run(peers, operand(true), take.buffer(), operator(failures));
            case EXSCAN -> Exscan.run(peers, operand(true), take.buffer(), operator(failures));
        }
    }

    private void runAmongNeighbours(Peers peers) {
        String name = kind.nameAmongNeighbours();
        give.checkNotInPlace("send", "an operation among neighbours");
        take.checkNotInPlace("receive", "an operation among neighbours");
        if (kind == CollectiveKind.ALLGATHER || kind == CollectiveKind.ALLGATHERV)
            NeighbourExchange.allgather(peers, name, neighbours, give.buffer(), take.blocks());
        else NeighbourExchange.alltoall(peers, name, neighbours, give.blocks(), take.blocks());
    }

    private void reduceScatter(Peers peers, int[] counts, CollectiveFailures failures) {
        ReduceScatter.run(peers, operand(true), take.buffer(), counts, operator(failures));
    }

    /** Returns this rank's operand: its send buffer, or its receive buffer. */
    private Buffer operand(boolean mayBeInPlace) {
        return give.isInPlace() && checkInPlace(mayBeInPlace, "send") ? give.bufferOf(take) : give.buffer();
    }

    /** Returns this rank's block: its send buffer, or its part of the receive buffer. */
    private Buffer sent(Peers peers, boolean mayBeInPlace) {
        return give.isInPlace() && checkInPlace(mayBeInPlace, "send")
                ? take.blocks().of(peers.rank())
                : give.buffer();
    }

    /** Returns where this rank receives its block: its receive buffer, or its part of the send buffer. */
    private Buffer received(boolean mayBeInPlace) {
        return take.isInPlace() && checkInPlace(mayBeInPlace, "receive")
                ? give.blocks().of(root)
                : take.buffer();
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
                : new ProgramOperator(op, failures, give.isInPlace() ? take.array() : give.array());
    }

    /** Lets go of the program's arrays. */
    void clear() {
        give.clear();
        take.clear();
        op = null;
        neighbours = null;
    }
}
