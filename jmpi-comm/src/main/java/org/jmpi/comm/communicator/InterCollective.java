package org.jmpi.comm.communicator;

import org.jmpi.comm.coll.Blocks;
import org.jmpi.comm.coll.InterAllToAll;
import org.jmpi.comm.coll.InterAllToOne;
import org.jmpi.comm.coll.InterOneToAll;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Reducer;

/**
 * A collective operation of an intercommunicator (MPI-4.1 section 6.2.3). The root argument decides which buffers count
 * at this rank: it is a rank of the other group, ROOT at the root itself, PROC_NULL at the other ranks of its group.
 *
 * @param peers the ranks of both groups
 * @param send what is sent
 * @param receive what is received into
 */
record InterCollective(Peers peers, CollectiveBuffer send, CollectiveBuffer receive) {
    private static final String WHERE = "an operation of an intercommunicator";

    /** Runs an operation; the root does not count if the operation has none, likewise the operator. */
    void run(CollectiveKind kind, int root, Reducer op) {
        boolean isRoot = root == Collective.ROOT;
        boolean facesRoot = root >= 0 && root < peers.remoteSize();
        switch (kind) {
            case BARRIER -> InterAllToAll.barrier(peers);
            case BCAST -> InterOneToAll.bcast(peers, isRoot || facesRoot ? sent() : null, root);
            case SCATTER ->
                InterOneToAll.scatter(peers, isRoot ? sentBlocks() : null, facesRoot ? received() : null, root);
            case SCATTERV ->
                InterOneToAll.scatterv(peers, isRoot ? sentBlocks() : null, facesRoot ? received() : null, root);
            case GATHER ->
                InterAllToOne.gather(peers, facesRoot ? sent() : null, isRoot ? receivedBlocks() : null, root);
            case GATHERV ->
                InterAllToOne.gatherv(peers, facesRoot ? sent() : null, isRoot ? receivedBlocks() : null, root);
            case REDUCE -> InterAllToOne.reduce(peers, facesRoot ? sent() : null, isRoot ? received() : null, op, root);
            case ALLGATHER -> InterAllToAll.allgather(peers, "Allgather", sent(), receivedBlocks());
            case ALLGATHERV -> InterAllToAll.allgather(peers, "Allgatherv", sent(), receivedBlocks());
            case ALLTOALL -> InterAllToAll.alltoall(peers, "Alltoall", sentBlocks(), receivedBlocks());
            case ALLTOALLV -> InterAllToAll.alltoall(peers, "Alltoallv", sentBlocks(), receivedBlocks());
            case ALLTOALLW -> InterAllToAll.alltoall(peers, "Alltoallw", sentBlocks(), receivedBlocks());
            case ALLREDUCE -> InterAllToAll.allreduce(peers, sent(), received(), op);
            case REDUCE_SCATTER ->
                InterAllToAll.reduceScatter(peers, "Reduce_scatter", sent(), received(), send.counts(), op);
            case REDUCE_SCATTER_BLOCK ->
                InterAllToAll.reduceScatter(
                        peers, "Reduce_scatter_block", sent(), received(), send.equalCounts(peers.size()), op);
            case SCAN, EXSCAN ->
                throw new CommException(
                        ErrorClass.COMM, "an intercommunicator has neither Scan nor Exscan: use Merge first");
        }
    }

    private Buffer sent() {
        send.checkNotInPlace("send", WHERE);
        return send.buffer();
    }

    private Blocks sentBlocks() {
        send.checkNotInPlace("send", WHERE);
        return send.blocks();
    }

    private Buffer received() {
        receive.checkNotInPlace("receive", WHERE);
        return receive.buffer();
    }

    private Blocks receivedBlocks() {
        receive.checkNotInPlace("receive", WHERE);
        return receive.blocks();
    }
}
