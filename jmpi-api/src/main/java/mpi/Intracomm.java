package mpi;

import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Allgatherv;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Alltoall;
import org.jmpi.comm.coll.Alltoallv;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.coll.Gather;
import org.jmpi.comm.coll.Gatherv;
import org.jmpi.comm.coll.Reduce;
import org.jmpi.comm.coll.ReduceScatter;
import org.jmpi.comm.coll.Scan;
import org.jmpi.comm.coll.Scatter;
import org.jmpi.comm.coll.Scatterv;
import org.jmpi.comm.context.CartTopology;
import org.jmpi.comm.context.CollectiveOperation;
import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.context.Communicators;
import org.jmpi.comm.context.GraphTopology;
import org.jmpi.comm.error.CommException;

/**
 * A communicator of one group, which has collective operations (MPI-4.1 section 6): every rank calls them, in one order.
 *
 * <p>Offsets are in elements, counts and displacements in items of the datatype. Every collective operation throws an
 * {@link MPIException}, before anything is sent, of class ERR_BUFFER, ERR_COUNT, ERR_TYPE or ERR_ARG if a buffer is not
 * valid, of class ERR_ROOT or ERR_OP if these are not, of class ERR_COMM if the communicator is void or freed; in the end, of
 * class ERR_TRUNCATE or ERR_TYPE if what another rank sent does not match; of
 * class ERR_PROC_FAILED if a rank has failed; and of class ERR_OTHER if one has ended.
 */
public class Intracomm extends Comm {
    Intracomm(CommContext core) {
        super(core);
    }

    private CollectiveOperation begin() {
        CommContext context = context();
        try {
            return context.beginCollective();
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** Returns what to throw, after an operation that has begun. */
    private MPIException abandoned(CollectiveOperation operation, Throwable cause) {
        operation.abandon();
        if (cause instanceof CommException failure) return raised(failure);
        if (cause instanceof Error error) throw error;
        throw (RuntimeException) cause;
    }

    // ---- communicators from this one (MPI-4.1 section 7.4.2) ----

    /** Returns a communicator of the same ranks whose messages are apart from those of this one; see {@link Comm#clone}. */
    @Override
    public Object clone() throws MPIException {
        return new Intracomm(dup());
    }

    /**
     * Returns a communicator of some of the ranks, in the order of the group. Every rank calls this.
     *
     * @param group the members of the new communicator, in the order of their ranks there
     * @return null at ranks that are not in the group
     * @throws MPIException of class ERR_GROUP if the group is null, void or freed, or has members that are not in this
     *     communicator
     */
    public Intracomm Create(Group group) throws MPIException {
        return ask(context -> of(Communicators.create(context, Group.core(group))));
    }

    /**
     * Does what {@link #Create} does.
     *
     * @param group the members of the new communicator, in the order of their ranks there
     * @return the new communicator, null at ranks that are not in the group
     */
    public Intracomm Creat(Group group) throws MPIException {
        return Create(group);
    }

    /**
     * Returns a communicator of the ranks that give the same colour. Every rank calls this.
     *
     * @param colour at least 0, or {@link MPI#UNDEFINED}
     * @param key orders the ranks; equal keys keep the order that they have here
     * @return null if the colour is UNDEFINED
     * @throws MPIException of class ERR_ARG if the colour is negative
     */
    public Intracomm Split(int colour, int key) throws MPIException {
        return ask(context -> of(Communicators.split(context, colour, key)));
    }

    private static Intracomm of(CommContext made) {
        return made == null ? null : new Intracomm(made);
    }

    // ---- topologies (MPI-4.1 sections 8.5.1 and 8.5.3) ----

    /**
     * Arranges the ranks in a grid. Every rank calls this.
     *
     * @param dims the length of each dimension
     * @param periods whether each dimension is a ring
     * @param reorder whether ranks may change; here they never do
     * @return null at ranks beyond the grid
     * @throws MPIException of class ERR_ARG if an array is null or both have different lengths; ERR_DIMS if a length is not
     *     positive; ERR_TOPOLOGY if there are too few ranks
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        return ask(context -> {
            CartTopology topology = new CartTopology(dims, periods);
            CommContext made = Communicators.arrange(context, topology);
            return made == null ? null : new Cartcomm(made, topology);
        });
    }

    /**
     * Arranges the ranks in a graph. Every rank calls this.
     *
     * @param index for each node, the number of edges of all nodes up to it
     * @param edges the neighbours of the first node, of the second one and so on
     * @param reorder whether ranks may change; here they never do
     * @return null at ranks beyond the graph
     * @throws MPIException of class ERR_ARG if an array is null or they describe no graph; ERR_TOPOLOGY if there are too few
     *     ranks
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        return ask(context -> {
            GraphTopology topology = new GraphTopology(index, edges);
            CommContext made = Communicators.arrange(context, topology);
            return made == null ? null : new Graphcomm(made, topology);
        });
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /** Returns when every rank has called this. */
    public void Barrier() throws MPIException {
        CollectiveOperation with = begin();
        try {
            Barrier.run(with.peers());
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Copies the root's buffer to every rank's.
     *
     * @param buf the root's message, and where the others receive it
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param root the root's rank, the same at every rank
     */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        CollectiveOperation with = begin();
        try {
            Bcast.run(with.peers(), with.send(buf, offset, count, Datatype.layout(type)), root);
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    // ---- gather and scatter (MPI-4.1 sections 6.5 and 6.6) ----

    /**
     * Collects one block from each rank at the root, in the order of ranks.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into; counts at the root only
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one rank's block; what is received counts at the root only
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     */
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Gather.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                    with.peers().rank() == root
                            ? with.receiveBlocks(recvbuf, recvoffset, recvcount, Datatype.layout(recvtype))
                            : null,
                    root);
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Collects blocks of different lengths at the root.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into; counts at the root only
     * @param recvoffset the index of the first element received
     * @param recvcount the items of each rank's block; what is received counts at the root only
     * @param displs where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     */
    public void Gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Gatherv.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                    with.peers().rank() == root
                            ? with.receiveBlocks(recvbuf, recvoffset, recvcount, displs, Datatype.layout(recvtype))
                            : null,
                    root);
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Sends one block from the root to each rank, in the order of ranks.
     *
     * @param sendbuf the array that all blocks are in; counts at the root only
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of one rank's block; what is sent counts at the root only
     * @param sendtype what an item sent is
     * @param recvbuf the array that this rank's block goes into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of this rank's block
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     */
    public void Scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Scatter.run(
                    with.peers(),
                    with.peers().rank() == root
                            ? with.sendBlocks(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype))
                            : null,
                    with.receive(recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)),
                    root);
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Sends blocks of different lengths from the root.
     *
     * @param sendbuf the array that all blocks are in; counts at the root only
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of each rank's block; what is sent counts at the root only
     * @param displs where each block starts, in items from {@code sendoffset} on
     * @param sendtype what an item sent is
     * @param recvbuf the array that this rank's block goes into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of this rank's block
     * @param recvtype what an item received is
     * @param root the root's rank, the same at every rank
     */
    public void Scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Scatterv.run(
                    with.peers(),
                    with.peers().rank() == root
                            ? with.sendBlocks(sendbuf, sendoffset, sendcount, displs, Datatype.layout(sendtype))
                            : null,
                    with.receive(recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)),
                    root);
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    // ---- gather to all, and all to all (MPI-4.1 sections 6.7 and 6.8) ----

    /**
     * Collects one block from each rank at every rank.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one rank's block
     * @param recvtype what an item received is
     */
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Allgather.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                    with.receiveBlocks(recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Collects blocks of different lengths at every rank.
     *
     * @param sendbuf the array that this rank's block is in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of this rank's block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of each rank's block
     * @param displs where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     */
    public void Allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Allgatherv.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                    with.receiveBlocks(recvbuf, recvoffset, recvcount, displs, Datatype.layout(recvtype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Sends one block to each rank and receives one from each, in the order of ranks.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of one block
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of one block
     * @param recvtype what an item received is
     */
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Alltoall.run(
                    with.peers(),
                    with.sendBlocks(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)),
                    with.receiveBlocks(recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Sends blocks of different lengths to all ranks and receives such from all.
     *
     * @param sendbuf the array that all blocks are in
     * @param sendoffset the index of the first element sent
     * @param sendcount the items of the block for each rank
     * @param sdispls where each block starts, in items from {@code sendoffset} on
     * @param sendtype what an item sent is
     * @param recvbuf the array that all blocks go into
     * @param recvoffset the index of the first element received
     * @param recvcount the items of the block from each rank
     * @param rdispls where each block starts, in items from {@code recvoffset} on
     * @param recvtype what an item received is
     */
    public void Alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Alltoallv.run(
                    with.peers(),
                    with.sendBlocks(sendbuf, sendoffset, sendcount, sdispls, Datatype.layout(sendtype)),
                    with.receiveBlocks(recvbuf, recvoffset, recvcount, rdispls, Datatype.layout(recvtype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    // ---- reductions (MPI-4.1 sections 6.9 to 6.11) ----

    /**
     * Combines the ranks' buffers, element by element, at the root.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into; counts at the root only
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     * @param root the root's rank, the same at every rank
     */
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Reduce.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, count, Datatype.layout(datatype)),
                    with.receive(recvbuf, recvoffset, count, Datatype.layout(datatype)),
                    with.operator(Op.reducer(op, datatype)),
                    root);
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Combines the ranks' buffers, element by element, at every rank; all get the same bits.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Allreduce.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, count, Datatype.layout(datatype)),
                    with.receive(recvbuf, recvoffset, count, Datatype.layout(datatype)),
                    with.operator(Op.reducer(op, datatype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Combines the ranks' buffers, element by element, and gives each rank a part of the result, in the order of ranks.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param recvcounts the items of each rank's part, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Reduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            ReduceScatter.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, 0, Datatype.layout(datatype)),
                    with.receive(recvbuf, recvoffset, 0, Datatype.layout(datatype)),
                    recvcounts,
                    with.operator(Op.reducer(op, datatype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }

    /**
     * Combines at each rank, element by element, the buffers of the ranks up to it and its own.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation with = begin();
        try {
            Scan.run(
                    with.peers(),
                    with.send(sendbuf, sendoffset, count, Datatype.layout(datatype)),
                    with.receive(recvbuf, recvoffset, count, Datatype.layout(datatype)),
                    with.operator(Op.reducer(op, datatype)));
            with.end();
        } catch (RuntimeException | Error e) {
            throw abandoned(with, e);
        }
    }
}
