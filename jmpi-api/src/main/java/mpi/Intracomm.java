package mpi;

import java.util.function.Consumer;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Allgatherv;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Alltoall;
import org.jmpi.comm.coll.Alltoallv;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.coll.Blocks;
import org.jmpi.comm.coll.Gather;
import org.jmpi.comm.coll.Gatherv;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Reduce;
import org.jmpi.comm.coll.ReduceScatter;
import org.jmpi.comm.coll.Scan;
import org.jmpi.comm.coll.Scatter;
import org.jmpi.comm.coll.Scatterv;
import org.jmpi.comm.context.CartTopology;
import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.context.Communicators;
import org.jmpi.comm.context.GraphTopology;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;

/**
 * A communicator of one group, which has collective operations (MPI-4.1 section 6): every rank calls them, in one order.
 *
 * <p>Offsets are in elements, counts and displacements in items of the datatype. Every collective operation throws an
 * {@link MPIException}, before anything is sent, of class ERR_BUFFER, ERR_COUNT, ERR_TYPE or ERR_ARG if a buffer is not
 * valid, of class ERR_ROOT or ERR_OP if these are not, of class ERR_COMM if the communicator is void or freed; in the end, of
 * class ERR_TRUNCATE or ERR_TYPE if what another rank sent does not match; and of class ERR_OTHER if a rank is gone.
 */
public class Intracomm extends Comm {
    Intracomm(CommContext core) {
        super(core);
    }

    private void collective(Consumer<Peers> operation) {
        CommContext context = context();
        try {
            context.collective(operation);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    private static Buffer buffer(Object buf, int offset, int count, Datatype type) {
        return new Buffer(buf, offset, count, Datatype.layout(type));
    }

    private static Blocks blocks(Object buf, int offset, int count, Datatype type) {
        return Blocks.equal(buf, offset, count, Datatype.layout(type));
    }

    private static Blocks blocks(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        return Blocks.varying(buf, offset, counts, displs, Datatype.layout(type));
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
        CommContext context = context();
        try {
            return of(Communicators.create(context, Group.core(group)));
        } catch (CommException e) {
            throw raised(e);
        }
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
        CommContext context = context();
        try {
            return of(Communicators.split(context, colour, key));
        } catch (CommException e) {
            throw raised(e);
        }
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
        CommContext context = context();
        try {
            CartTopology topology = new CartTopology(dims, periods);
            CommContext made = Communicators.arrange(context, topology);
            return made == null ? null : new Cartcomm(made, topology);
        } catch (CommException e) {
            throw raised(e);
        }
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
        CommContext context = context();
        try {
            GraphTopology topology = new GraphTopology(index, edges);
            CommContext made = Communicators.arrange(context, topology);
            return made == null ? null : new Graphcomm(made, topology);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    // ---- barrier and broadcast (MPI-4.1 sections 6.3 and 6.4) ----

    /** Returns when every rank has called this. */
    public void Barrier() throws MPIException {
        collective(Barrier::run);
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
        collective(peers -> Bcast.run(peers, buffer(buf, offset, count, type), root));
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
        collective(peers -> Gather.run(
                peers,
                buffer(sendbuf, sendoffset, sendcount, sendtype),
                peers.rank() == root ? blocks(recvbuf, recvoffset, recvcount, recvtype) : null,
                root));
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
        collective(peers -> Gatherv.run(
                peers,
                buffer(sendbuf, sendoffset, sendcount, sendtype),
                peers.rank() == root ? blocks(recvbuf, recvoffset, recvcount, displs, recvtype) : null,
                root));
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
        collective(peers -> Scatter.run(
                peers,
                peers.rank() == root ? blocks(sendbuf, sendoffset, sendcount, sendtype) : null,
                buffer(recvbuf, recvoffset, recvcount, recvtype),
                root));
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
        collective(peers -> Scatterv.run(
                peers,
                peers.rank() == root ? blocks(sendbuf, sendoffset, sendcount, displs, sendtype) : null,
                buffer(recvbuf, recvoffset, recvcount, recvtype),
                root));
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
        collective(peers -> Allgather.run(
                peers,
                buffer(sendbuf, sendoffset, sendcount, sendtype),
                blocks(recvbuf, recvoffset, recvcount, recvtype)));
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
        collective(peers -> Allgatherv.run(
                peers,
                buffer(sendbuf, sendoffset, sendcount, sendtype),
                blocks(recvbuf, recvoffset, recvcount, displs, recvtype)));
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
        collective(peers -> Alltoall.run(
                peers,
                blocks(sendbuf, sendoffset, sendcount, sendtype),
                blocks(recvbuf, recvoffset, recvcount, recvtype)));
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
        collective(peers -> Alltoallv.run(
                peers,
                blocks(sendbuf, sendoffset, sendcount, sdispls, sendtype),
                blocks(recvbuf, recvoffset, recvcount, rdispls, recvtype)));
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
        collective(peers -> Reduce.run(
                peers,
                buffer(sendbuf, sendoffset, count, datatype),
                buffer(recvbuf, recvoffset, count, datatype),
                Op.reducer(op, datatype),
                root));
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
        collective(peers -> Allreduce.run(
                peers,
                buffer(sendbuf, sendoffset, count, datatype),
                buffer(recvbuf, recvoffset, count, datatype),
                Op.reducer(op, datatype)));
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
        collective(peers -> ReduceScatter.run(
                peers,
                buffer(sendbuf, sendoffset, 0, datatype),
                buffer(recvbuf, recvoffset, 0, datatype),
                recvcounts,
                Op.reducer(op, datatype)));
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
        collective(peers -> Scan.run(
                peers,
                buffer(sendbuf, sendoffset, count, datatype),
                buffer(recvbuf, recvoffset, count, datatype),
                Op.reducer(op, datatype)));
    }
}
