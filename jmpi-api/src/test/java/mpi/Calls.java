package mpi;

import static mpi.Parameter.ACCUMULATE_OP;
import static mpi.Parameter.ANY_INT;
import static mpi.Parameter.ANY_KEYVAL;
import static mpi.Parameter.ANY_TYPE;
import static mpi.Parameter.ARGUMENTS;
import static mpi.Parameter.ATTACHED;
import static mpi.Parameter.ATTACHED_BASE;
import static mpi.Parameter.ATTACHED_BYTES;
import static mpi.Parameter.ATTRIBUTE;
import static mpi.Parameter.BLOCKLENGTH;
import static mpi.Parameter.BLOCKLENGTHS;
import static mpi.Parameter.BLOCK_TYPES;
import static mpi.Parameter.BUFFER;
import static mpi.Parameter.BYTES;
import static mpi.Parameter.COLOUR;
import static mpi.Parameter.COMM;
import static mpi.Parameter.COORDS;
import static mpi.Parameter.COPY_FUNCTION;
import static mpi.Parameter.COUNT;
import static mpi.Parameter.COUNTS;
import static mpi.Parameter.DEGREES;
import static mpi.Parameter.DELETE_FUNCTION;
import static mpi.Parameter.DEST;
import static mpi.Parameter.DESTINATIONS;
import static mpi.Parameter.DIMS;
import static mpi.Parameter.DIRECTION;
import static mpi.Parameter.DISPLACEMENTS;
import static mpi.Parameter.DISP_UNIT;
import static mpi.Parameter.EDGES;
import static mpi.Parameter.ELEMENT_DISP;
import static mpi.Parameter.ELEMENT_OFFSET;
import static mpi.Parameter.ERROR_CODE;
import static mpi.Parameter.FENCE_ASSERTION;
import static mpi.Parameter.FETCH_OP;
import static mpi.Parameter.FLAG;
import static mpi.Parameter.FLAGS;
import static mpi.Parameter.FREE_DIMS;
import static mpi.Parameter.FUNCTION;
import static mpi.Parameter.GROUP;
import static mpi.Parameter.GROUP_COUNTS;
import static mpi.Parameter.GROUP_DISPLACEMENTS;
import static mpi.Parameter.GROUP_TYPES;
import static mpi.Parameter.HANDLER;
import static mpi.Parameter.HANDLER_FUNCTION;
import static mpi.Parameter.INDEX;
import static mpi.Parameter.INFO;
import static mpi.Parameter.INFO_KEY;
import static mpi.Parameter.INFO_VALUE;
import static mpi.Parameter.ITEMS;
import static mpi.Parameter.KEYVAL;
import static mpi.Parameter.LEVEL;
import static mpi.Parameter.LOCAL_COMM;
import static mpi.Parameter.LOCAL_LEADER;
import static mpi.Parameter.LOCK_ASSERTION;
import static mpi.Parameter.LOCK_TYPE;
import static mpi.Parameter.NEIGHBOUR_BUFFER;
import static mpi.Parameter.NODES;
import static mpi.Parameter.NO_BUFFER;
import static mpi.Parameter.NO_COUNT;
import static mpi.Parameter.NO_COUNTS;
import static mpi.Parameter.NO_TYPE;
import static mpi.Parameter.NTH;
import static mpi.Parameter.NUMBER;
import static mpi.Parameter.OBJECT_NAME;
import static mpi.Parameter.OFFSET;
import static mpi.Parameter.OLD_TYPES;
import static mpi.Parameter.OP;
import static mpi.Parameter.OTHER_ROOT;
import static mpi.Parameter.OWN_KEY;
import static mpi.Parameter.OWN_ROOT;
import static mpi.Parameter.PACKED;
import static mpi.Parameter.PERIODS;
import static mpi.Parameter.POSITION;
import static mpi.Parameter.POST_ASSERTION;
import static mpi.Parameter.PREQUESTS;
import static mpi.Parameter.RANGES;
import static mpi.Parameter.RANK;
import static mpi.Parameter.RANKS;
import static mpi.Parameter.RECEIVE_TAG;
import static mpi.Parameter.REDUCED_TARGET_TYPE;
import static mpi.Parameter.REDUCED_TYPE;
import static mpi.Parameter.REMAINING;
import static mpi.Parameter.REMOTE_LEADER;
import static mpi.Parameter.REMOTE_ROOT;
import static mpi.Parameter.REQUESTS;
import static mpi.Parameter.ROOM_COUNT;
import static mpi.Parameter.ROOM_OFFSET;
import static mpi.Parameter.ROOT;
import static mpi.Parameter.SECTION_OFFSET;
import static mpi.Parameter.SECTION_SIZE;
import static mpi.Parameter.SOME_RANKS;
import static mpi.Parameter.SOURCE;
import static mpi.Parameter.SOURCES;
import static mpi.Parameter.SOURCE_WEIGHTS;
import static mpi.Parameter.STARTS;
import static mpi.Parameter.STRIDE;
import static mpi.Parameter.TAG;
import static mpi.Parameter.TARGET_COUNT;
import static mpi.Parameter.TARGET_DISP;
import static mpi.Parameter.TARGET_TYPE;
import static mpi.Parameter.TYPE;
import static mpi.Parameter.TYPED;
import static mpi.Parameter.WEIGHTS;
import static mpi.Parameter.WINDOW_BASE;
import static mpi.Parameter.WINDOW_COMM;
import static mpi.Parameter.WINDOW_OFFSET;
import static mpi.Parameter.WINDOW_SIZE;
import static mpi.Parameter.WIN_HANDLER;
import static mpi.Parameter.WIN_KEYVAL;

import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The calls of the binding that have arguments, each with what kind its parameters are of. */
final class Calls {
    /** A method, or a constructor; {@code on} gives the object that it is called on. */
    record Call(Executable code, Supplier<?> on, Parameter... parameters) {
        Object[] rightArguments() {
            return Stream.of(parameters).map(parameter -> parameter.right.get()).toArray();
        }

        @Override
        public String toString() {
            return code.getDeclaringClass().getSimpleName() + "." + code.getName();
        }
    }

    /** Why no argument of a method can be wrong. */
    static final Map<String, String> NEVER_WRONG = Map.ofEntries(
            Map.entry("Comm.Ack_failed", "takes any number"),
            Map.entry("Comm.Abort", "ends the job with whatever code it is given"),
            Map.entry("Comm.Attr_get", "tells of a key that is unknown by its result"),
            Map.entry("Intercomm.Merge", "its argument is a flag"),
            Map.entry("Intracomm.Spawn", "needs jmpirun, with which SpawnTest tries wrong arguments"),
            Map.entry("Intracomm.Spawn_multiple", "as Spawn"),
            Map.entry("MPI.Init", "takes null for no arguments"),
            Map.entry("User_function.Call", "is the program's own"),
            Map.entry("MPIException.<init>", "carries whatever it is given"),
            Map.entry("Intracomm.Accept", "needs two jobs, with which PortTest tries wrong arguments"),
            Map.entry("Intracomm.Connect", "as Accept"),
            Map.entry("Comm.Join", "as Accept"),
            Map.entry("MPI.Open_port", "its argument has no effect"),
            Map.entry("MPI.Close_port", "as Accept"),
            Map.entry("MPI.Publish_name", "as Accept"),
            Map.entry("MPI.Unpublish_name", "as Accept"),
            Map.entry("MPI.Lookup_name", "as Accept"));

    private final Supplier<Intracomm> world = () -> MPI.COMM_WORLD;
    private final Cartcomm grid;
    private final Graphcomm graph;
    private final Distgraphcomm distGraph;

    /** A grid in which each rank is the other one's neighbour on both sides. */
    private final Cartcomm ring;

    private final Supplier<Intercomm> inter;
    private final Windows windows;
    private final List<Call> all = new ArrayList<>();

    /**
     * Windows of ints or, if the library allocates them, of 40 bytes.
     *
     * @param idle in no epoch
     * @param locked in an epoch of Lock_all of rank 0
     */
    private record Windows(Win idle, Win locked, Win allocated, Win shared, Win dynamic) {
        static final Windows NONE = new Windows(null, null, null, null, null);

        static Windows make() {
            Win locked = overInts();
            if (Talk.rank() == 0) locked.Lock_all(0);
            return new Windows(
                    overInts(),
                    locked,
                    Win.Allocate(40, 1, null, MPI.COMM_WORLD),
                    Win.Allocate_shared(40, 1, null, MPI.COMM_WORLD),
                    Win.Create_dynamic(null, MPI.COMM_WORLD));
        }

        private static Win overInts() {
            return Win.Create(new int[10], 0, 10, 1, null, MPI.COMM_WORLD);
        }
    }

    private Calls(
            Cartcomm grid, Cartcomm ring, Graphcomm graph, Distgraphcomm distGraph, Intercomm inter, Windows windows)
            throws NoSuchMethodException {
        this.windows = windows;
        this.grid = grid;
        this.ring = ring;
        this.graph = graph;
        this.distGraph = distGraph;
        this.inter = () -> inter;
        messages();
        collectives();
        collectivesToAnotherRoot();
        reductions();
        collectivesBetweenGroups();
        collectivesFromTheOwnGroup();
        datatypes();
        communicators();
        groups();
        topologies();
        neighbours(Cartcomm.class, () -> this.ring);
        neighbours(Graphcomm.class, () -> this.graph);
        neighbours(Distgraphcomm.class, () -> this.distGraph);
        windows();
        accesses();
        handles();
        hints();
        environment();
    }

    /** Returns all calls; both ranks of the world call this. */
    static Calls make() throws NoSuchMethodException {
        Intracomm world = MPI.COMM_WORLD;
        int[] twice = {1 - world.Rank(), 1 - world.Rank()};
        return new Calls(
                world.Create_cart(new int[] {2, 1}, new boolean[2], false),
                world.Create_cart(new int[] {2}, new boolean[] {true}, false),
                world.Create_graph(new int[] {2, 4}, new int[] {1, 1, 0, 0}, false),
                world.Dist_graph_create_adjacent(twice, MPI.UNWEIGHTED, twice, MPI.UNWEIGHTED, false),
                world.Create_intercomm(MPI.COMM_SELF, 0, 1 - world.Rank(), 3),
                Windows.make());
    }

    /** Returns all calls, of which those on grids, graphs, intercommunicators and windows lack their object. */
    static Calls withoutTopologies() throws NoSuchMethodException {
        return new Calls(null, null, null, null, null, Windows.NONE);
    }

    List<Call> all() {
        return all;
    }

    private void add(Class<?> owner, String name, Supplier<?> on, Parameter... parameters)
            throws NoSuchMethodException {
        Class<?>[] types =
                Stream.of(parameters).map(parameter -> parameter.type).toArray(Class<?>[]::new);
        all.add(new Call(owner.getDeclaredMethod(name, types), on, parameters));
    }

    private void messages() throws NoSuchMethodException {
        for (String mode : List.of("", "B", "S", "R")) {
            for (String name : List.of(mode + "Send", "I" + mode + "Send", mode + "Send_init"))
                add(Comm.class, inCapitals(name), world, BUFFER, OFFSET, COUNT, TYPE, DEST, TAG);
        }
        for (String name : List.of("Recv", "Irecv", "Recv_init"))
            add(Comm.class, name, world, BUFFER, ROOM_OFFSET, ROOM_COUNT, TYPE, SOURCE, RECEIVE_TAG);
        add(
                Comm.class,
                "Sendrecv",
                world,
                BUFFER,
                OFFSET,
                COUNT,
                TYPE,
                DEST,
                TAG,
                BUFFER,
                ROOM_OFFSET,
                ROOM_COUNT,
                TYPE,
                SOURCE,
                RECEIVE_TAG);
        add(Comm.class, "Sendrecv_replace", world, BUFFER, OFFSET, COUNT, TYPE, DEST, TAG, SOURCE, RECEIVE_TAG);
        add(Comm.class, "Probe", world, SOURCE, RECEIVE_TAG);
        add(Comm.class, "Iprobe", world, SOURCE, RECEIVE_TAG);
        add(Comm.class, "Pack", world, BUFFER, OFFSET, COUNT, TYPE, PACKED, POSITION);
        add(Comm.class, "Unpack", world, PACKED, POSITION, BUFFER, OFFSET, COUNT, TYPE);
        add(Comm.class, "Pack_size", world, ITEMS, ANY_TYPE);
    }

    /** Returns {@code Isend} for {@code ISend}: only the first letter is a capital. */
    private static String inCapitals(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase();
    }

    private void collectives() throws NoSuchMethodException {
        addForms("Bcast", BUFFER, OFFSET, COUNT, TYPE, ROOT);
        for (String name : List.of("Gather", "Scatter"))
            addForms(name, BUFFER, OFFSET, COUNT, TYPE, BUFFER, OFFSET, COUNT, TYPE, ROOT);
        for (String name : List.of("Allgather", "Alltoall"))
            addForms(name, BUFFER, OFFSET, COUNT, TYPE, BUFFER, OFFSET, COUNT, TYPE);
        Parameter blocks = DISPLACEMENTS;
        addForms("Gatherv", BUFFER, OFFSET, COUNT, TYPE, BUFFER, OFFSET, COUNTS, blocks, TYPE, ROOT);
        addForms("Scatterv", BUFFER, OFFSET, COUNTS, blocks, TYPE, BUFFER, OFFSET, COUNT, TYPE, ROOT);
        addForms("Allgatherv", BUFFER, OFFSET, COUNT, TYPE, BUFFER, OFFSET, COUNTS, blocks, TYPE);
        addForms("Alltoallw", BUFFER, OFFSET, COUNTS, blocks, BLOCK_TYPES, BUFFER, OFFSET, COUNTS, blocks, BLOCK_TYPES);
        addForms("Alltoallv", BUFFER, OFFSET, COUNTS, blocks, TYPE, BUFFER, OFFSET, COUNTS, blocks, TYPE);
    }

    /** Adds the blocking form of a collective operation, the non-blocking one and the persistent one. */
    private void addForms(String name, Parameter... parameters) throws NoSuchMethodException {
        addForms(Intracomm.class, world, name, parameters);
    }

    private void addForms(Class<?> owner, Supplier<?> on, String name, Parameter... parameters)
            throws NoSuchMethodException {
        String first = name.substring(0, 1).toLowerCase();
        for (String form : List.of(name, "I" + first + name.substring(1), name + "_init"))
            add(owner, form, on, parameters);
    }

    /** Each rank has two neighbours. */
    private void neighbours(Class<?> owner, Supplier<?> on) throws NoSuchMethodException {
        Parameter buffer = NEIGHBOUR_BUFFER;
        Parameter blocks = DISPLACEMENTS;
        for (String name : List.of("Neighbor_allgather", "Neighbor_alltoall"))
            addForms(owner, on, name, buffer, OFFSET, COUNT, TYPE, buffer, OFFSET, COUNT, TYPE);
        addForms(owner, on, "Neighbor_allgatherv", buffer, OFFSET, COUNT, TYPE, buffer, OFFSET, COUNTS, blocks, TYPE);
        addForms(
                owner,
                on,
                "Neighbor_alltoallv",
                buffer,
                OFFSET,
                COUNTS,
                blocks,
                TYPE,
                buffer,
                OFFSET,
                COUNTS,
                blocks,
                TYPE);
        addForms(
                owner,
                on,
                "Neighbor_alltoallw",
                buffer,
                OFFSET,
                COUNTS,
                blocks,
                BLOCK_TYPES,
                buffer,
                OFFSET,
                COUNTS,
                blocks,
                BLOCK_TYPES);
    }

    private void addBetween(String name, Parameter... parameters) throws NoSuchMethodException {
        addForms(Intercomm.class, inter, name, parameters);
    }

    /** The root is in the other group. */
    private void collectivesBetweenGroups() throws NoSuchMethodException {
        Parameter no = NO_COUNT;
        Parameter root = REMOTE_ROOT;
        addBetween("Bcast", BUFFER, OFFSET, COUNT, TYPE, root);
        addBetween("Gather", BUFFER, OFFSET, COUNT, TYPE, NO_BUFFER, no, no, NO_TYPE, root);
        addBetween("Gatherv", BUFFER, OFFSET, COUNT, TYPE, NO_BUFFER, no, NO_COUNTS, NO_COUNTS, NO_TYPE, root);
        addBetween("Scatter", NO_BUFFER, no, no, NO_TYPE, BUFFER, OFFSET, COUNT, TYPE, root);
        addBetween("Scatterv", NO_BUFFER, no, NO_COUNTS, NO_COUNTS, NO_TYPE, BUFFER, OFFSET, COUNT, TYPE, root);
        addBetween("Reduce", BUFFER, OFFSET, NO_BUFFER, no, COUNT, TYPE, OP, root);
        Parameter counts = GROUP_COUNTS;
        Parameter blocks = GROUP_DISPLACEMENTS;
        Parameter types = GROUP_TYPES;
        for (String name : List.of("Allgather", "Alltoall"))
            addBetween(name, BUFFER, OFFSET, COUNT, TYPE, BUFFER, OFFSET, COUNT, TYPE);
        addBetween("Allgatherv", BUFFER, OFFSET, COUNT, TYPE, BUFFER, OFFSET, counts, blocks, TYPE);
        addBetween("Alltoallv", BUFFER, OFFSET, counts, blocks, TYPE, BUFFER, OFFSET, counts, blocks, TYPE);
        addBetween("Alltoallw", BUFFER, OFFSET, counts, blocks, types, BUFFER, OFFSET, counts, blocks, types);
        addBetween("Allreduce", BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP);
        addBetween("Reduce_scatter", BUFFER, OFFSET, BUFFER, OFFSET, counts, TYPE, OP);
        addBetween("Reduce_scatter_block", BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP);
    }

    /** The calling rank is the root. */
    private void collectivesFromTheOwnGroup() throws NoSuchMethodException {
        Parameter no = NO_COUNT;
        Parameter counts = GROUP_COUNTS;
        Parameter blocks = GROUP_DISPLACEMENTS;
        addBetween("Bcast", BUFFER, OFFSET, COUNT, TYPE, OWN_ROOT);
        addBetween("Gather", NO_BUFFER, no, no, NO_TYPE, BUFFER, OFFSET, COUNT, TYPE, OWN_ROOT);
        addBetween("Gatherv", NO_BUFFER, no, no, NO_TYPE, BUFFER, OFFSET, counts, blocks, TYPE, OWN_ROOT);
        addBetween("Scatter", BUFFER, OFFSET, COUNT, TYPE, NO_BUFFER, no, no, NO_TYPE, OWN_ROOT);
        addBetween("Scatterv", BUFFER, OFFSET, counts, blocks, TYPE, NO_BUFFER, no, no, NO_TYPE, OWN_ROOT);
        addBetween("Reduce", NO_BUFFER, no, BUFFER, OFFSET, COUNT, TYPE, OP, OWN_ROOT);
    }

    /** The calling rank is not the root here, for which some arguments are of no matter. */
    private void collectivesToAnotherRoot() throws NoSuchMethodException {
        Parameter no = NO_COUNT;
        addForms("Bcast", BUFFER, OFFSET, COUNT, TYPE, OTHER_ROOT);
        addForms("Gather", BUFFER, OFFSET, COUNT, TYPE, NO_BUFFER, no, no, NO_TYPE, OTHER_ROOT);
        addForms("Gatherv", BUFFER, OFFSET, COUNT, TYPE, NO_BUFFER, no, NO_COUNTS, NO_COUNTS, NO_TYPE, OTHER_ROOT);
        addForms("Scatter", NO_BUFFER, no, no, NO_TYPE, BUFFER, OFFSET, COUNT, TYPE, OTHER_ROOT);
        addForms("Scatterv", NO_BUFFER, no, NO_COUNTS, NO_COUNTS, NO_TYPE, BUFFER, OFFSET, COUNT, TYPE, OTHER_ROOT);
        addForms("Reduce", BUFFER, OFFSET, NO_BUFFER, no, COUNT, TYPE, OP, OTHER_ROOT);
    }

    private void reductions() throws NoSuchMethodException {
        addForms("Reduce", BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP, ROOT);
        addForms("Allreduce", BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP);
        addForms("Scan", BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP);
        addForms("Reduce_scatter", BUFFER, OFFSET, BUFFER, OFFSET, COUNTS, TYPE, OP);
        addForms("Reduce_scatter_block", BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP);
        // Rank 0, which makes the calls, gets nothing.
        addForms("Exscan", BUFFER, OFFSET, NO_BUFFER, NO_COUNT, COUNT, TYPE, OP);
        add(Intracomm.class, "Reduce_local", null, BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE, OP);
        all.add(new Call(Op.class.getDeclaredConstructor(User_function.class, boolean.class), null, FUNCTION, FLAG));
        add(Op.class, "Call", () -> MPI.SUM, BUFFER, OFFSET, BUFFER, OFFSET, COUNT, TYPE);
    }

    private void datatypes() throws NoSuchMethodException {
        add(Datatype.class, "Contiguous", null, NUMBER, ANY_TYPE);
        for (String name : List.of("Vector", "Hvector"))
            add(Datatype.class, name, null, NUMBER, BLOCKLENGTH, STRIDE, ANY_TYPE);
        for (String name : List.of("Indexed", "Hindexed"))
            add(Datatype.class, name, null, BLOCKLENGTHS, STARTS, ANY_TYPE);
        add(Datatype.class, "Struct", null, BLOCKLENGTHS, STARTS, OLD_TYPES);
    }

    private void communicators() throws NoSuchMethodException {
        add(Comm.class, "Compare", null, COMM, COMM);
        add(Intracomm.class, "of", null, TYPED);
        add(Comm.class, "Create_intercomm", world, LOCAL_COMM, LOCAL_LEADER, REMOTE_LEADER, TAG);
        add(Comm.class, "Attr_put", world, OWN_KEY, ANY_INT);
        add(Comm.class, "Attr_delete", world, OWN_KEY);
        for (String name : List.of("Errhandler_set", "Set_errhandler")) add(Comm.class, name, world, HANDLER);
        add(Comm.class, "Create_errhandler", null, HANDLER_FUNCTION);
        add(Comm.class, "Call_errhandler", world, ERROR_CODE);
        add(Comm.class, "Create_keyval", null, COPY_FUNCTION, DELETE_FUNCTION);
        add(Comm.class, "Free_keyval", null, KEYVAL);
        add(Comm.class, "Set_attr", world, KEYVAL, ATTRIBUTE);
        add(Comm.class, "Get_attr", world, ANY_KEYVAL);
        add(Comm.class, "Delete_attr", world, KEYVAL);
        add(Comm.class, "Set_name", world, OBJECT_NAME);
        add(Comm.class, "Agree", world, FLAGS);
        add(Comm.class, "Iagree", world, FLAGS);
        add(Comm.class, "Set_info", world, INFO);
        List<Supplier<? extends Comm>> kinds = List.of(world, inter, () -> grid, () -> graph, () -> distGraph);
        List<Class<?>> classes =
                List.of(Intracomm.class, Intercomm.class, Cartcomm.class, Graphcomm.class, Distgraphcomm.class);
        for (String name : List.of("Dup_with_info", "Idup_with_info")) {
            add(Comm.class, name, world, INFO);
            for (int i = 0; i < kinds.size(); i++) add(classes.get(i), name, kinds.get(i), INFO);
        }
        add(Comm.class, "Errorhandler_set", world, HANDLER);
        add(Intracomm.class, "Split", world, COLOUR, ANY_INT);
        add(Intracomm.class, "Create", world, GROUP);
        add(Intracomm.class, "Creat", world, GROUP);
    }

    private void groups() throws NoSuchMethodException {
        Supplier<Group> group = () -> MPI.COMM_WORLD.Group();
        for (String name : List.of("Union", "Intersection", "Difference", "Compare"))
            add(Group.class, name, null, GROUP, GROUP);
        add(Group.class, "Translate_ranks", null, GROUP, SOME_RANKS, GROUP);
        for (String name : List.of("Incl", "Excl")) add(Group.class, name, group, RANKS);
        for (String name : List.of("Range_incl", "Range_excl")) add(Group.class, name, group, RANGES);
    }

    private void topologies() throws NoSuchMethodException {
        add(Intracomm.class, "Create_cart", world, DIMS, PERIODS, FLAG);
        add(Intracomm.class, "Create_graph", world, INDEX, EDGES, FLAG);
        add(Intracomm.class, "Dist_graph_create", world, SOURCES, DEGREES, DESTINATIONS, WEIGHTS, FLAG);
        add(Intracomm.class, "Dist_graph_create_adjacent", world, SOURCES, SOURCE_WEIGHTS, DESTINATIONS, WEIGHTS, FLAG);
        add(Cartcomm.class, "Dims_create", null, NODES, FREE_DIMS);
        add(Cartcomm.class, "Rank", () -> grid, COORDS);
        add(Cartcomm.class, "Coords", () -> grid, RANK);
        add(Cartcomm.class, "Shift", () -> grid, DIRECTION, ANY_INT);
        add(Cartcomm.class, "Sub", () -> grid, REMAINING);
        add(Cartcomm.class, "Map", () -> grid, DIMS, PERIODS);
        add(Graphcomm.class, "Neighbours", () -> graph, RANK);
        add(Graphcomm.class, "Map", () -> graph, INDEX, EDGES);
    }

    private void windows() throws NoSuchMethodException {
        add(Win.class, "Create", null, WINDOW_BASE, WINDOW_OFFSET, WINDOW_SIZE, DISP_UNIT, INFO, WINDOW_COMM);
        for (String name : List.of("Allocate", "Allocate_shared"))
            add(Win.class, name, null, BYTES, DISP_UNIT, INFO, WINDOW_COMM);
        add(Win.class, "Create_dynamic", null, INFO, WINDOW_COMM);
        add(Win.class, "Base", windows::allocated, SECTION_OFFSET, SECTION_SIZE);
        add(Win.class, "Shared_query", windows::shared, RANK);
        add(SharedParms.class, "Base", () -> windows.shared.Shared_query(1), SECTION_OFFSET, SECTION_SIZE);
        add(Win.class, "Attach", windows::dynamic, WINDOW_BASE, WINDOW_OFFSET, WINDOW_SIZE);
        add(Win.class, "Detach", windows::dynamic, ATTACHED_BASE);
        Supplier<Win> idle = windows::idle;
        add(Win.class, "Get_attr", idle, ANY_KEYVAL);
        add(Win.class, "Set_attr", idle, WIN_KEYVAL, ATTRIBUTE);
        add(Win.class, "Delete_attr", idle, WIN_KEYVAL);
        add(Win.class, "Create_keyval", null, COPY_FUNCTION, DELETE_FUNCTION);
        add(Win.class, "Free_keyval", null, WIN_KEYVAL);
        add(Win.class, "Set_info", idle, INFO);
        add(Win.class, "Set_name", idle, OBJECT_NAME);
        add(Win.class, "Create_errhandler", null, HANDLER_FUNCTION);
        add(Win.class, "Set_errhandler", idle, WIN_HANDLER);
        add(Win.class, "Call_errhandler", idle, ERROR_CODE);
        add(Win.class, "Fence", idle, FENCE_ASSERTION);
        add(Win.class, "Post", idle, GROUP, POST_ASSERTION);
        add(Win.class, "Start", idle, GROUP, LOCK_ASSERTION);
        add(Win.class, "Lock", idle, LOCK_TYPE, DEST, LOCK_ASSERTION);
        add(Win.class, "Lock_all", idle, LOCK_ASSERTION);
        for (String name : List.of("Unlock", "Flush", "Flush_local")) add(Win.class, name, windows::locked, DEST);
    }

    private void accesses() throws NoSuchMethodException {
        for (String name : List.of("Put", "Get"))
            addAccess(name, BUFFER, OFFSET, COUNT, TYPE, DEST, TARGET_DISP, TARGET_COUNT, TARGET_TYPE);
        addAccess(
                "Accumulate",
                BUFFER,
                OFFSET,
                COUNT,
                TYPE,
                DEST,
                TARGET_DISP,
                TARGET_COUNT,
                REDUCED_TARGET_TYPE,
                ACCUMULATE_OP);
        addAccess(
                "Get_accumulate",
                BUFFER,
                OFFSET,
                COUNT,
                TYPE,
                BUFFER,
                OFFSET,
                COUNT,
                TYPE,
                DEST,
                TARGET_DISP,
                TARGET_COUNT,
                REDUCED_TARGET_TYPE,
                FETCH_OP);
        Supplier<Win> locked = windows::locked;
        add(
                Win.class,
                "Fetch_and_op",
                locked,
                BUFFER,
                ELEMENT_OFFSET,
                BUFFER,
                ELEMENT_OFFSET,
                REDUCED_TYPE,
                DEST,
                ELEMENT_DISP,
                FETCH_OP);
        add(
                Win.class,
                "Compare_and_swap",
                locked,
                BUFFER,
                ELEMENT_OFFSET,
                BUFFER,
                ELEMENT_OFFSET,
                BUFFER,
                ELEMENT_OFFSET,
                TYPE,
                DEST,
                ELEMENT_DISP);
    }

    /** Adds the form of an access that an epoch completes, and the one with a request. */
    private void addAccess(String name, Parameter... parameters) throws NoSuchMethodException {
        for (String form : List.of(name, "R" + name.substring(0, 1).toLowerCase() + name.substring(1)))
            add(Win.class, form, windows::locked, parameters);
    }

    private void handles() throws NoSuchMethodException {
        for (String when : List.of("any", "all", "some"))
            for (String name : List.of("Wait" + when, "Test" + when)) add(Request.class, name, null, REQUESTS);
        add(Prequest.class, "Startall", null, PREQUESTS);
        add(Status.class, "Get_count", Status::new, ANY_TYPE);
        add(Status.class, "Get_elements", Status::new, ANY_TYPE);
    }

    private void hints() throws NoSuchMethodException {
        Supplier<Info> info = () -> {
            Info one = Info.Create();
            one.Set("key", "value");
            return one;
        };
        add(Info.class, "Set", info, INFO_KEY, INFO_VALUE);
        add(Info.class, "Get", info, INFO_KEY);
        add(Info.class, "Delete", info, INFO_KEY);
        add(Info.class, "Get_nthkey", info, NTH);
        add(Info.class, "Create_env", null, ARGUMENTS);
    }

    private void environment() throws NoSuchMethodException {
        add(MPI.class, "Init_thread", null, ARGUMENTS, LEVEL);
        add(MPI.class, "initThread", null, LEVEL, ANY_INT, ARGUMENTS);
        add(MPI.class, "Buffer_attach", null, ATTACHED);
        add(MPI.class, "Buffer_attach", null, ATTACHED_BYTES);
        add(MPI.class, "Errorhandler_set", null, HANDLER);
        add(MPI.class, "Error_class", null, ERROR_CODE);
        add(MPI.class, "Error_string", null, ERROR_CODE);
    }

    /** Returns the public methods and constructors with parameters of the public classes of package {@code mpi}. */
    static List<Executable> ofTheBinding() {
        return Stream.of(
                        Comm.class,
                        Intracomm.class,
                        Intercomm.class,
                        Cartcomm.class,
                        Graphcomm.class,
                        Distgraphcomm.class,
                        Group.class,
                        Datatype.class,
                        Op.class,
                        Request.class,
                        Prequest.class,
                        Status.class,
                        Crequest.class,
                        Errhandler.class,
                        Info.class,
                        Win.class,
                        SharedParms.class,
                        MPI.class,
                        MPIException.class,
                        User_function.class,
                        CartParms.class,
                        GraphParms.class,
                        DistgraphParms.class,
                        ShiftParms.class)
                .flatMap(c -> Stream.concat(Stream.of(c.getDeclaredMethods()), Stream.of(c.getDeclaredConstructors())))
                .filter(code ->
                        Modifier.isPublic(code.getModifiers()) && !code.isSynthetic() && code.getParameterCount() > 0)
                .toList();
    }
}
