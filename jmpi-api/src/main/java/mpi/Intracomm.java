package mpi;

import java.util.Arrays;
import org.jmpi.comm.communicator.CartTopology;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.DistGraphTopology;
import org.jmpi.comm.communicator.GraphTopology;
import org.jmpi.comm.dynamic.SpawnArguments;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A communicator of one group. A non-blocking ({@code Ibcast}) or persistent ({@code Bcast_init}) collective operation
 * takes the arguments of the blocking one ({@code Bcast}) and throws the same errors for them.
 *
 * <pre>{@code
 * int rank = MPI.COMM_WORLD.Rank();
 * Intracomm half = MPI.COMM_WORLD.Split(rank % 2, rank);
 * int[] sum = new int[1];
 * half.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
 * half.Free();
 * }</pre>
 */
public class Intracomm extends PersistentCollectives {
    Intracomm(Communicator core) {
        super(core);
    }

    // ---- typed calls ----

    /** {@return the same communicator, with the methods of package {@code org.jmpi}} Closing it does not free it. */
    public org.jmpi.Communicator typed() throws MPIException {
        return ask(core -> org.jmpi.Communicator.of(this));
    }

    /**
     * {@return the same communicator, with the methods of this class}
     *
     * @param typed a communicator of package {@code org.jmpi}
     * @throws MPIException of class ERR_COMM if it is null
     */
    public static Intracomm of(org.jmpi.Communicator typed) throws MPIException {
        if (typed == null) throw Ranks.raised(new CommException(ErrorClass.COMM, "communicator is null"));
        return typed.as(Intracomm.class);
    }

    // ---- processes of other worlds (MPI-4.1 sections 11.8 and 11.9) ----

    /**
     * Starts processes that run a program, and connects this group with them (MPI-4.1 section 11.8.2). They are a world
     * of their own: {@link MPI#COMM_WORLD} is theirs, and {@link Comm#Get_parent} their communicator with this group.
     * Every rank calls this; all arguments but {@code root} and {@code errcodes} count at the root only.
     *
     * <pre>{@code
     * Intercomm workers = MPI.COMM_WORLD.Spawn("com.acme.Worker", null, 2, MPI.INFO_NULL, 0, null);
     * }</pre>
     *
     * @param command what jmpirun takes as the program: a class, a jar, a source file, or module/class. Class path and
     *     options of the JVM are those of the root's program
     * @param argv the arguments of the program; null for none
     * @param maxprocs how many processes, at least 1: all of them start, or none; fewer by the hint {@code soft}
     * @param info hints {@code host}, {@code hostfile}, {@code arch}, {@code wdir}, {@code path}, {@code soft},
     *     {@code file}, {@code mpi_initial_errhandler}, {@code jmpi_class_path} and {@code jmpi_jvm_options}; null for
     *     none
     * @param root the rank that has the processes started
     * @param errcodes takes SUCCESS or ERR_SPAWN for each process; null if nobody needs them
     * @return the communicator of this group and of the new processes
     * @throws MPIException of class ERR_SPAWN if the processes do not start, or end before they call Init, with the
     *     launcher's words: the ranks go on; ERR_ARG, ERR_ROOT, ERR_INFO, ERR_INFO_VALUE, ERR_COMM for arguments
     */
    public Intercomm Spawn(String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes)
            throws MPIException {
        return Spawn_multiple(
                new String[] {command}, new String[][] {argv}, new int[] {maxprocs}, new Info[] {info}, root, errcodes);
    }

    /**
     * Starts processes that run several programs, in one world, as {@link #Spawn} does for one (MPI-4.1 section
     * 11.8.3). The ranks of the first program come first; {@link MPI#APPNUM} tells the programs apart.
     *
     * @param array_of_commands the programs
     * @param array_of_argv the arguments of each; null, or null in it, for none
     * @param array_of_maxprocs how many processes run each
     * @param array_of_info the hints for each; null, or null in it, for none
     * @param root the rank that has the processes started
     * @param errcodes as in Spawn, in the order of the ranks
     * @return the communicator of this group and of the new processes
     * @throws MPIException as Spawn
     */
    public Intercomm Spawn_multiple(
            String[] array_of_commands,
            String[][] array_of_argv,
            int[] array_of_maxprocs,
            Info[] array_of_info,
            int root,
            int[] errcodes)
            throws MPIException {
        Communicator core = core();
        try {
            SpawnArguments arguments =
                    new SpawnArguments(array_of_commands, array_of_argv, array_of_maxprocs, () -> hints(array_of_info));
            return new Intercomm(Ranks.current().dynamic().spawn(core, arguments, root, errcodes, true));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Waits at a port for a group of another job, and connects both (MPI-4.1 section 11.9.2). Every rank calls this.
     * A process that does not prove the key of this user is refused, and the wait goes on.
     *
     * @param port_name of a port that the root has opened; counts at the root only
     * @param info has no effect
     * @param root the rank that has opened the port
     * @return the communicator of both groups
     * @throws MPIException of class ERR_PORT if the port is not open at the root; ERR_ROOT, ERR_COMM for arguments
     */
    public Intercomm Accept(String port_name, Info info, int root) throws MPIException {
        return call(core -> new Intercomm(Ranks.current().dynamic().accept(core, port_name, root)));
    }

    /**
     * Connects to a group of another job that waits at a port (MPI-4.1 section 11.9.3). Every rank calls this.
     *
     * @param port_name of the port; counts at the root only
     * @param info has no effect
     * @param root the rank that connects
     * @return the communicator of both groups
     * @throws MPIException of class ERR_PORT if the name is none, no process listens there, or none accepts within
     *     {@code jmpi.connect.timeout.s}; ERR_ROOT, ERR_COMM for arguments
     */
    public Intercomm Connect(String port_name, Info info, int root) throws MPIException {
        return call(core -> new Intercomm(Ranks.current().dynamic().connect(core, port_name, root)));
    }

    private static org.jmpi.comm.object.Info[] hints(Info[] infos) {
        if (infos == null) return null;
        return Arrays.stream(infos).map(Info::core).toArray(org.jmpi.comm.object.Info[]::new);
    }

    // ---- communicators from this one (MPI-4.1 section 7.4.2) ----

    @Override
    public Intracomm Dup() throws MPIException {
        return new Intracomm(dup());
    }

    @Override
    public Intracomm Dup_with_info(Info info) throws MPIException {
        return (Intracomm) super.Dup_with_info(info);
    }

    @Override
    public Crequest<? extends Intracomm> Idup() throws MPIException {
        return idup(null, core -> new Intracomm(core));
    }

    @Override
    public Crequest<? extends Intracomm> Idup_with_info(Info info) throws MPIException {
        return idup(info, core -> new Intracomm(core));
    }

    /**
     * Returns a communicator of some of the ranks, in the order of the group. Every rank calls this.
     *
     * @param group the members of the new communicator, in the order of their ranks there
     * @return null at ranks that are not in the group
     * @throws MPIException of class ERR_GROUP if the group is null, {@link MPI#GROUP_NULL} or freed, or has
     *     members that are not in this communicator
     */
    public Intracomm Create(Group group) throws MPIException {
        return ask(core -> of(Communicators.create(core, Group.core(group))));
    }

    /**
     * Does the same as {@link #Create}.
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
        return ask(core -> of(Communicators.split(core, colour, key)));
    }

    private static Intracomm of(Communicator made) {
        return made == null ? null : new Intracomm(made);
    }

    // ---- topologies (MPI-4.1 sections 8.5.1, 8.5.3 and 8.5.4) ----

    /**
     * Arranges the ranks in a grid. Every rank calls this.
     *
     * @param dims the length of each dimension
     * @param periods whether each dimension is a ring
     * @param reorder whether ranks may change; here they never do
     * @return null at ranks beyond the grid
     * @throws MPIException of class ERR_ARG if an array is null or {@code periods} too short; ERR_DIMS if a length is
     *     not positive; ERR_TOPOLOGY if there are too few ranks
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        return ask(core -> {
            CartTopology topology = new CartTopology(dims, periods);
            Communicator made = Communicators.arrange(core, topology);
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
     * @throws MPIException of class ERR_ARG if an array is null or they describe no graph; ERR_TOPOLOGY if there are
     *     too few ranks
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        return ask(core -> {
            GraphTopology topology = new GraphTopology(index, edges);
            Communicator made = Communicators.arrange(core, topology);
            return made == null ? null : new Graphcomm(made, topology);
        });
    }

    /**
     * Arranges the ranks in a graph of which each gives any edges. Every rank calls this. Neighbours are in the order
     * of the ranks that gave the edges, those of one rank in its order.
     *
     * @param sources the ranks that the edges that this rank gives come from
     * @param degrees how many edges come from each of them
     * @param destinations the ranks that the edges of the first source lead to, of the second one and so on
     * @param weights those of the edges, or {@link MPI#UNWEIGHTED} at every rank
     * @param reorder whether ranks may change; here they never do
     * @return the graph
     * @throws MPIException of class ERR_ARG if an array is null or too short, a degree or weight is negative,
     *     or some ranks give weights and others do not; ERR_RANK if a rank is out of range
     */
    public Distgraphcomm Dist_graph_create(
            int[] sources, int[] degrees, int[] destinations, int[] weights, boolean reorder) throws MPIException {
        return ask(core -> distGraph(core, DistGraphTopology.of(core, sources, degrees, destinations, weights)));
    }

    /**
     * Arranges the ranks in a graph of which each gives its own edges, those to it and those from it. Every rank calls
     * this.
     *
     * @param sources the ranks that edges to this one come from
     * @param sourceweights their weights, or {@link MPI#UNWEIGHTED} at every rank
     * @param destinations the ranks that edges from this one lead to
     * @param destweights their weights, or {@link MPI#UNWEIGHTED} at every rank
     * @param reorder whether ranks may change; here they never do
     * @return the graph
     * @throws MPIException of class ERR_ARG if an array is null or too short, a weight is negative, or some
     *     weights are given and others are not; ERR_RANK if a rank is out of range; ERR_ARG at every rank if two ranks
     * do not give as many
     *     edges from the one to the other
     */
    public Distgraphcomm Dist_graph_create_adjacent(
            int[] sources, int[] sourceweights, int[] destinations, int[] destweights, boolean reorder)
            throws MPIException {
        return ask(core ->
                distGraph(core, DistGraphTopology.adjacent(core, sources, sourceweights, destinations, destweights)));
    }

    private static Distgraphcomm distGraph(Communicator core, DistGraphTopology topology) {
        return new Distgraphcomm(Communicators.split(core, 0, core.rank()), topology);
    }

    // ---- scan (MPI-4.1 section 6.11) ----

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
        CollectiveOperation call = blocking(CollectiveKind.SCAN);
        run(call.send(set(call.sent(), sendbuf, sendoffset, count, datatype))
                .receive(set(call.received(), recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Starts {@link #Scan Scan}, which {@link Request#Wait} completes. */
    @SuppressWarnings("checkstyle:javadocmethod")
    public Request Iscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.SCAN)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Prepares {@link #Scan Scan}, which {@link Prequest#Start} starts. */
    @SuppressWarnings("checkstyle:javadocmethod")
    public Prequest Scan_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.SCAN)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Combines at each rank, element by element, the buffers of the ranks below it; rank 0 gets nothing.
     *
     * @param sendbuf the array of this rank's operands
     * @param sendoffset the index of the first one
     * @param recvbuf the array that the result goes into; not looked at on rank 0
     * @param recvoffset the index of the result's first element
     * @param count the number of items, the same at every rank
     * @param datatype what an item is
     * @param op what combines two items
     */
    public void Exscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        CollectiveOperation call = blocking(CollectiveKind.EXSCAN);
        run(call.send(set(call.sent(), sendbuf, sendoffset, count, datatype))
                .receive(set(call.received(), recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Starts {@link #Exscan Exscan}, which {@link Request#Wait} completes. */
    @SuppressWarnings("checkstyle:javadocmethod")
    public Request Iexscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return start(new CollectiveOperation(CollectiveKind.EXSCAN)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /** Prepares {@link #Exscan Exscan}, which {@link Prequest#Start} starts. */
    @SuppressWarnings("checkstyle:javadocmethod")
    public Prequest Exscan_init(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        return prepare(new CollectiveOperation(CollectiveKind.EXSCAN)
                .send(Comm.buffer(sendbuf, sendoffset, count, datatype))
                .receive(Comm.buffer(recvbuf, recvoffset, count, datatype))
                .op(Op.reducer(op, datatype)));
    }

    /**
     * Combines items of two arrays of this rank: {@code inoutbuf = inbuf op inoutbuf}.
     *
     * @param inbuf the array of the first operands
     * @param inoffset the index of the first one
     * @param inoutbuf the array of the second operands, and of the result
     * @param inoutoffset the index of the first one
     * @param count the number of items
     * @param datatype what an item is
     * @param op what combines two items
     * @throws MPIException of class ERR_OP, ERR_BUFFER, ERR_COUNT, ERR_TYPE or ERR_ARG as {@link Op#Call} does
     */
    public static void Reduce_local(
            Object inbuf, int inoffset, Object inoutbuf, int inoutoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        Op.combine(op, inbuf, inoffset, inoutbuf, inoutoffset, count, datatype);
    }

    // ---- after failures (User-Level Failure Mitigation) ----

    @Override
    public Intracomm Shrink() throws MPIException {
        return shrink("Shrink", Intracomm::new);
    }

    @Override
    public Crequest<? extends Intracomm> Ishrink() throws MPIException {
        return ishrink("Ishrink", Intracomm::new);
    }
}
