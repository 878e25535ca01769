package org.jmpi.comm.communicator;

import org.jmpi.comm.coll.InterAllToAll;
import org.jmpi.comm.coll.InterAllToOne;
import org.jmpi.comm.coll.InterOneToAll;
import org.jmpi.comm.coll.RankView;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Reducer;

/**
 * A collective operation of an intercommunicator (MPI-4.1 section 6.2.3). The root argument decides which buffers count
 * at this rank: it is a rank of the other group, ROOT at the root itself, PROC_NULL at the other ranks of its group.
 *
 * @param ranks the ranks of both groups
 * @param send what is sent
 * @param receive what is received into
 */
record InterCollective(RankView ranks, CollectiveBuffer send, CollectiveBuffer receive) {
    /** Runs an operation; the root does not count if the operation has none, likewise the operator. */
    void run(CollectiveKind kind, int root, Reducer op) {
        boolean isRoot = root == Collective.ROOT;
        boolean facesRoot = root >= 0 && root < ranks.remoteSize();
        switch (kind) {
            case BARRIER -> InterAllToAll.barrier(ranks);
            case BCAST ->
                InterOneToAll.bcast(
                        ranks,
                        isRoot ? send.buffer() : facesRoot ? send.buffer().written() : null,
                        root);
            case SCATTER ->
                InterOneToAll.scatter(ranks, isRoot ? send.blocks() : null, facesRoot ? receive.buffer() : null, root);
            case SCATTERV ->
                InterOneToAll.scatterv(ranks, isRoot ? send.blocks() : null, facesRoot ? receive.buffer() : null, root);
            case GATHER ->
                InterAllToOne.gather(ranks, facesRoot ? send.buffer() : null, isRoot ? receive.blocks() : null, root);
            case GATHERV ->
                InterAllToOne.gatherv(ranks, facesRoot ? send.buffer() : null, isRoot ? receive.blocks() : null, root);
            case REDUCE ->
                InterAllToOne.reduce(
                        ranks, facesRoot ? send.buffer() : null, isRoot ? receive.buffer() : null, op, root);
            case ALLGATHER -> InterAllToAll.allgather(ranks, "Allgather", send.buffer(), receive.blocks());
            case ALLGATHERV -> InterAllToAll.allgather(ranks, "Allgatherv", send.buffer(), receive.blocks());
            case ALLTOALL -> InterAllToAll.alltoall(ranks, "Alltoall", send.blocks(), receive.blocks());
            case ALLTOALLV -> InterAllToAll.alltoall(ranks, "Alltoallv", send.blocks(), receive.blocks());
            case ALLTOALLW -> InterAllToAll.alltoall(ranks, "Alltoallw", send.blocks(), receive.blocks());
            case ALLREDUCE -> InterAllToAll.allreduce(ranks, send.buffer(), receive.buffer(), op);
            case REDUCE_SCATTER ->
                InterAllToAll.reduceScatter(
                        ranks, "Reduce_scatter", send.buffer(), receive.buffer(), send.counts(), op);
            case REDUCE_SCATTER_BLOCK ->
                InterAllToAll.reduceScatter(
                        ranks,
                        "Reduce_scatter_block",
                        send.buffer(),
                        receive.buffer(),
                        send.equalCounts(ranks.size()),
                        op);
            case SCAN, EXSCAN ->
                throw new CommException(
                        ErrorClass.COMM, "an intercommunicator has neither Scan nor Exscan: use Merge first");
        }
    }
}
