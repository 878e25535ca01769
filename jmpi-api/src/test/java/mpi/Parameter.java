package mpi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The kinds of parameters that calls of the binding have: a value that is right for two ranks, and those that are not,
 * each with its error class and what the message has to name.
 */
enum Parameter {
    // ---- buffers ----

    BUFFER(Object.class, () -> new int[10]),
    /** With {@link #COUNT} items in an array of 10 elements. */
    OFFSET(int.class, () -> 1),
    COUNT(int.class, () -> 2),
    TYPE(Datatype.class, () -> MPI.INT),
    /** As {@link #OFFSET}, where a message of any length is received. */
    ROOM_OFFSET(int.class, () -> 1),
    /** The most items received: the array may hold fewer. */
    ROOM_COUNT(int.class, () -> 2),
    /** A datatype where there is no buffer. */
    ANY_TYPE(Datatype.class, () -> MPI.INT),
    PACKED(byte[].class, () -> new byte[20]),
    POSITION(int.class, () -> 3),
    /** A count without a buffer. */
    ITEMS(int.class, () -> 2),
    COUNTS(int[].class, () -> new int[] {2, 2}),
    DISPLACEMENTS(int[].class, () -> new int[] {0, 4}),
    NUMBER(int.class, () -> 3),
    STRIDE(int.class, () -> 2),
    BLOCKLENGTH(int.class, () -> 1),
    BLOCKLENGTHS(int[].class, () -> new int[] {1, 2}),
    /** Where the blocks of a datatype start. */
    STARTS(int[].class, () -> new int[] {4, 0}),
    OLD_TYPES(Datatype[].class, () -> new Datatype[] {MPI.INT, MPI.INT2}),
    BLOCK_TYPES(Datatype[].class, () -> new Datatype[] {MPI.INT, MPI.INT}),
    /** As {@link #COUNTS}, {@link #DISPLACEMENTS} and {@link #BLOCK_TYPES}, for groups of one rank. */
    GROUP_COUNTS(int[].class, () -> new int[] {2}),
    GROUP_DISPLACEMENTS(int[].class, () -> new int[1]),
    GROUP_TYPES(Datatype[].class, () -> new Datatype[] {MPI.INT}),
    OP(Op.class, () -> MPI.SUM),
    FUNCTION(User_function.class, Parameter::sum),

    // ---- messages ----

    DEST(int.class, () -> 1),
    SOURCE(int.class, () -> 1),
    ROOT(int.class, () -> 0),
    /** The root argument where the root is the only rank of the other group. */
    REMOTE_ROOT(int.class, () -> 0),
    /** The root argument at the root itself. */
    OWN_ROOT(int.class, () -> MPI.ROOT),
    TAG(int.class, () -> 5),
    RECEIVE_TAG(int.class, () -> 5),
    REQUESTS(Request[].class, () -> new Request[] {MPI.REQUEST_NULL, null}),
    PREQUESTS(Prequest[].class, () -> new Prequest[0]),

    // ---- groups and communicators ----

    COMM(Comm.class, () -> MPI.COMM_WORLD),
    TYPED(org.jmpi.Communicator.class, () -> MPI.COMM_WORLD.typed()),
    LOCAL_COMM(Comm.class, () -> MPI.COMM_SELF),
    LOCAL_LEADER(int.class, () -> 0),
    REMOTE_LEADER(int.class, () -> 1),
    COLOUR(int.class, () -> 3),
    GROUP(Group.class, () -> MPI.COMM_WORLD.Group()),
    RANKS(int[].class, () -> new int[] {1, 0}),
    /** Ranks that may occur twice. */
    SOME_RANKS(int[].class, () -> new int[] {1, 0, 1}),
    RANGES(int[][].class, () -> new int[][] {{0, 1, 1}}),
    OWN_KEY(int.class, () -> 77),
    HANDLER(Errhandler.class, () -> MPI.ERRORS_RETURN),
    HANDLER_FUNCTION(Errhandler_function.class, () -> (Errhandler_function<Comm>) (comm, failure) -> {}),
    ERROR_CODE(int.class, () -> MPI.ERR_OTHER),
    /** A key of Create_keyval. */
    KEYVAL(int.class, Parameter::keyval),
    /** As {@link #KEYVAL}, or that of a predefined attribute. */
    ANY_KEYVAL(int.class, Parameter::keyval),
    ATTRIBUTE(Object.class, () -> "cached"),
    COPY_FUNCTION(Copy_attr_function.class, () -> MPI.COMM_DUP_FN),
    DELETE_FUNCTION(Delete_attr_function.class, () -> MPI.COMM_NULL_DELETE_FN),
    OBJECT_NAME(String.class, () -> "name"),
    INFO(Info.class, Info::Create),
    INFO_KEY(String.class, () -> "key"),
    INFO_VALUE(String.class, () -> "value"),
    NTH(int.class, () -> 0),
    FLAGS(int[].class, () -> new int[1]),

    // ---- windows ----

    WINDOW_BASE(Object.class, () -> new int[10]),
    /** With {@link #WINDOW_SIZE} elements of a base of 10. */
    WINDOW_OFFSET(long.class, () -> 1L),
    WINDOW_SIZE(long.class, () -> 2L),
    DISP_UNIT(int.class, () -> 1),
    /** The size of a window without a base. */
    BYTES(long.class, () -> 16L),
    WINDOW_COMM(Comm.class, () -> MPI.COMM_WORLD),
    /** A section of 40 bytes. */
    SECTION_OFFSET(long.class, () -> 1L),
    SECTION_SIZE(int.class, () -> 2),
    ATTACHED_BASE(Object.class, () -> new int[10]),
    /** In a window of 10 ints, with {@link #TARGET_COUNT} of them. */
    TARGET_DISP(long.class, () -> 1L),
    TARGET_COUNT(int.class, () -> 2),
    TARGET_TYPE(Datatype.class, () -> MPI.INT),
    /** As {@link #TARGET_TYPE} and {@link #TYPE}, of an access by an operator, which is checked first. */
    REDUCED_TARGET_TYPE(Datatype.class, () -> MPI.INT),
    REDUCED_TYPE(Datatype.class, () -> MPI.INT),
    /** One element in an array of 10. */
    ELEMENT_OFFSET(int.class, () -> 1),
    ELEMENT_DISP(long.class, () -> 1L),
    ACCUMULATE_OP(Op.class, () -> MPI.SUM),
    FETCH_OP(Op.class, () -> MPI.SUM),
    LOCK_TYPE(int.class, () -> MPI.LOCK_SHARED),
    FENCE_ASSERTION(int.class, () -> 0),
    POST_ASSERTION(int.class, () -> 0),
    /** Of Start and of locks. */
    LOCK_ASSERTION(int.class, () -> 0),
    WIN_KEYVAL(int.class, () -> Win.Create_keyval(MPI.WIN_DUP_FN, MPI.WIN_NULL_DELETE_FN)),
    WIN_HANDLER(Errhandler.class, () -> MPI.ERRORS_RETURN),

    // ---- topologies ----

    NODES(int.class, () -> 2),
    FREE_DIMS(int[].class, () -> new int[] {0, 1}),
    DIMS(int[].class, () -> new int[] {2, 1}),
    PERIODS(boolean[].class, () -> new boolean[2]),
    COORDS(int[].class, () -> new int[] {1, 0}),
    REMAINING(boolean[].class, () -> new boolean[2]),
    DIRECTION(int.class, () -> 0),
    RANK(int.class, () -> 1),
    INDEX(int[].class, () -> new int[] {1, 2}),
    EDGES(int[].class, () -> new int[] {1, 0}),
    /** The ranks that two edges come from. */
    SOURCES(int[].class, () -> new int[] {0, 1}),
    DEGREES(int[].class, () -> new int[] {1, 1}),
    /** The ranks that two edges lead to. */
    DESTINATIONS(int[].class, () -> new int[] {1, 0}),
    WEIGHTS(int[].class, () -> new int[] {3, 4}),
    SOURCE_WEIGHTS(int[].class, () -> new int[] {5, 6}),
    /** As {@link #BUFFER}, of an operation that has none in place. */
    NEIGHBOUR_BUFFER(Object.class, () -> new int[10]),

    // ---- the environment ----

    LEVEL(int.class, () -> MPI.THREAD_MULTIPLE),
    ATTACHED(byte[].class, () -> new byte[10]),
    ATTACHED_BYTES(ByteBuffer.class, () -> ByteBuffer.allocate(10)),

    // ---- parameters that can't be wrong, some of them because they count at the root only ----

    OTHER_ROOT(int.class, () -> 1),
    NO_BUFFER(Object.class, () -> null),
    NO_TYPE(Datatype.class, () -> null),
    NO_COUNTS(int[].class, () -> null),
    NO_COUNT(int.class, () -> -1),
    ARGUMENTS(String[].class, () -> new String[0]),
    ANY_INT(int.class, () -> 1),
    FLAG(boolean.class, () -> true);

    static {
        buffers();
        messages();
        communicators();
        topologies();
        distributedGraphs();
        windows();
        environment();
    }

    /** A value that is not right, and how a call refuses it. */
    record Wrong(String name, Supplier<Object> value, int errorClass, String... inMessage) {}

    final Class<?> type;
    final Supplier<Object> right;
    final List<Wrong> wrong = new ArrayList<>();

    Parameter(Class<?> type, Supplier<Object> right) {
        this.type = type;
        this.right = right;
    }

    private Parameter refuses(Object value, int errorClass, String... inMessage) {
        return refuses(String.valueOf(value), () -> value, errorClass, inMessage);
    }

    private Parameter refuses(String name, Supplier<Object> value, int errorClass, String... inMessage) {
        wrong.add(new Wrong(name, value, errorClass, inMessage));
        return this;
    }

    private Parameter refusesInts(int errorClass, String inMessage, int... values) {
        return refuses("ints", () -> values, errorClass, inMessage);
    }

    private static void buffers() {
        BUFFER.refuses(null, MPI.ERR_BUFFER, "buffer is null")
                .refuses("double[]", () -> new double[10], MPI.ERR_TYPE, "double[]", "INT", "int[]")
                .refuses("double[][]", () -> new double[2][5], MPI.ERR_TYPE, "double[][]", "INT", "int[]")
                .refuses("a row less", () -> new int[][] {new int[9], null}, MPI.ERR_BUFFER, "row", "null", "[1]")
                .refuses("Integer[]", () -> new Integer[10], MPI.ERR_TYPE, "java.lang.Integer[]", "INT", "int[]")
                .refuses(42, MPI.ERR_TYPE, "java.lang.Integer", "new int[] {x}")
                .refuses("text", MPI.ERR_TYPE, "java.lang.String", "int[]");
        NEIGHBOUR_BUFFER.wrong.addAll(BUFFER.wrong);
        NEIGHBOUR_BUFFER.refuses("in place", () -> MPI.IN_PLACE, MPI.ERR_BUFFER, "MPI.IN_PLACE");
        OFFSET.refuses(-1, MPI.ERR_ARG, "offset=-1", "length=10")
                .refuses(Integer.MIN_VALUE, MPI.ERR_ARG, "offset=-2147483648")
                .refuses(9, MPI.ERR_COUNT, "offset=9", "length=10")
                .refuses(11, MPI.ERR_ARG, "offset=11", "length=10")
                .refuses(Integer.MAX_VALUE, MPI.ERR_ARG, "offset=2147483647");
        ROOM_OFFSET.refuses(-1, MPI.ERR_ARG, "offset=-1", "length=10").refuses(11, MPI.ERR_ARG, "offset=11");
        ROOM_COUNT.refuses(-1, MPI.ERR_COUNT, "-1");
        COUNT.refuses(-1, MPI.ERR_COUNT, "-1")
                .refuses(Integer.MIN_VALUE, MPI.ERR_COUNT, "-2147483648")
                .refuses(10, MPI.ERR_COUNT, "offset=1", "length=10")
                .refuses(Integer.MAX_VALUE, MPI.ERR_COUNT, "2147483647");
        TYPE.refuses(null, MPI.ERR_TYPE, "datatype is null")
                .refuses("DOUBLE", () -> MPI.DOUBLE, MPI.ERR_TYPE, "int[]", "DOUBLE", "double[]")
                .refuses("OBJECT", () -> MPI.OBJECT, MPI.ERR_TYPE, "int[]", "OBJECT")
                .refuses("LB", () -> MPI.LB, MPI.ERR_TYPE, "LB")
                .refuses("not committed", () -> Datatype.Contiguous(1, MPI.INT), MPI.ERR_TYPE, "not committed")
                .refuses("freed", Parameter::freedType, MPI.ERR_TYPE, "freed")
                .refuses("NULL", () -> MPI.NULL, MPI.ERR_TYPE, "MPI.NULL");
        ANY_TYPE.refuses(null, MPI.ERR_TYPE, "datatype is null")
                .refuses("freed", Parameter::freedType, MPI.ERR_TYPE, "freed")
                .refuses("NULL", () -> MPI.NULL, MPI.ERR_TYPE, "MPI.NULL");
        PACKED.refuses(null, MPI.ERR_BUFFER, "null")
                .refuses("byte[10]", () -> new byte[10], MPI.ERR_TRUNCATE, "bytes=8", "left=7");
        POSITION.refuses(-1, MPI.ERR_ARG, "position=-1", "length=20")
                .refuses(21, MPI.ERR_ARG, "position=21", "length=20")
                .refuses(13, MPI.ERR_TRUNCATE, "bytes=8", "left=7");
        ITEMS.refuses(-1, MPI.ERR_COUNT, "-1").refuses(Integer.MAX_VALUE, MPI.ERR_COUNT, "count=2147483647");
        COUNTS.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "length=1", 2)
                .refusesInts(MPI.ERR_COUNT, "-1", 2, -1)
                .refusesInts(MPI.ERR_COUNT, "length=10", 2, 10)
                .refusesInts(MPI.ERR_COUNT, "", Integer.MAX_VALUE, Integer.MAX_VALUE);
        DISPLACEMENTS
                .refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "length=1", 0)
                .refusesInts(MPI.ERR_ARG, "out of range", 0, -3)
                .refusesInts(MPI.ERR_COUNT, "length=10", 0, 8)
                .refusesInts(MPI.ERR_ARG, "2147483647", 0, Integer.MAX_VALUE)
                .refusesInts(MPI.ERR_ARG, "out of range", 0, Integer.MIN_VALUE);
        groups();
        datatypes();
        OP.refuses(null, MPI.ERR_OP, "operator is null")
                .refuses("freed", Parameter::freedOp, MPI.ERR_OP, "freed")
                .refuses("MAXLOC", () -> MPI.MAXLOC, MPI.ERR_OP, "MAXLOC", "INT");
        FUNCTION.refuses(null, MPI.ERR_OP, "null");
    }

    private static void groups() {
        GROUP_COUNTS
                .refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "length=0")
                .refusesInts(MPI.ERR_COUNT, "-1", -1)
                .refusesInts(MPI.ERR_COUNT, "length=10", 10)
                .refusesInts(MPI.ERR_COUNT, "", Integer.MAX_VALUE);
        GROUP_DISPLACEMENTS
                .refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "length=0")
                .refusesInts(MPI.ERR_ARG, "out of range", -3)
                .refusesInts(MPI.ERR_COUNT, "length=10", 8)
                .refusesInts(MPI.ERR_ARG, "2147483647", Integer.MAX_VALUE)
                .refusesInts(MPI.ERR_ARG, "out of range", Integer.MIN_VALUE);
        GROUP_TYPES
                .refuses(null, MPI.ERR_ARG, "null")
                .refuses("none", () -> new Datatype[0], MPI.ERR_ARG, "length=0")
                .refuses("null alone", () -> new Datatype[1], MPI.ERR_TYPE, "null")
                .refuses("freed alone", () -> new Datatype[] {freedType()}, MPI.ERR_TYPE, "freed")
                .refuses("of doubles", () -> new Datatype[] {MPI.DOUBLE}, MPI.ERR_TYPE, "DOUBLE");
    }

    private static void datatypes() {
        NUMBER.refuses(-1, MPI.ERR_COUNT, "-1").refuses(Integer.MIN_VALUE, MPI.ERR_COUNT, "-2147483648");
        BLOCKLENGTH.refuses(-1, MPI.ERR_ARG, "-1");
        STRIDE.refuses(Integer.MAX_VALUE, MPI.ERR_ARG, "exceeds an int: 429496729");
        BLOCKLENGTHS
                .refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "blocklengths=3", 1, 1, 1)
                .refusesInts(MPI.ERR_ARG, "block=1, blocklength=-1", 1, -1);
        STARTS.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "displacements=1", 4)
                .refusesInts(MPI.ERR_ARG, "exceeds an int: 21474836", 0, Integer.MAX_VALUE);
        BLOCK_TYPES
                .refuses(null, MPI.ERR_ARG, "null")
                .refuses("of length 1", () -> new Datatype[] {MPI.INT}, MPI.ERR_ARG, "length=1")
                .refuses("one of two null", () -> new Datatype[] {MPI.INT, null}, MPI.ERR_TYPE, "null")
                .refuses("one freed", () -> new Datatype[] {MPI.INT, freedType()}, MPI.ERR_TYPE, "freed")
                .refuses("one of doubles", () -> new Datatype[] {MPI.INT, MPI.DOUBLE}, MPI.ERR_TYPE, "DOUBLE");
        OLD_TYPES
                .refuses(null, MPI.ERR_ARG, "null")
                .refuses("of length 1", () -> new Datatype[1], MPI.ERR_ARG, "datatypes=1")
                .refuses("one of two null", () -> new Datatype[] {MPI.INT, null}, MPI.ERR_TYPE, "block 1 is null")
                .refuses("one freed", () -> new Datatype[] {MPI.INT, freedType()}, MPI.ERR_TYPE, "freed")
                .refuses("mixed", () -> new Datatype[] {MPI.INT, MPI.DOUBLE}, MPI.ERR_TYPE, "INT", "DOUBLE");
    }

    private static void messages() {
        DEST.refuses(2, MPI.ERR_RANK, "rank=2", "size=2")
                .refuses(-1, MPI.ERR_RANK, "rank=-1", "size=2")
                .refuses(MPI.ANY_SOURCE, MPI.ERR_RANK, "rank=" + MPI.ANY_SOURCE)
                .refuses(Integer.MIN_VALUE, MPI.ERR_RANK, "rank=-2147483648")
                .refuses(Integer.MAX_VALUE, MPI.ERR_RANK, "rank=2147483647");
        SOURCE.refuses(2, MPI.ERR_RANK, "rank=2", "size=2")
                .refuses(-1, MPI.ERR_RANK, "rank=-1", "size=2")
                .refuses(Integer.MIN_VALUE, MPI.ERR_RANK, "rank=-2147483648");
        ROOT.refuses(2, MPI.ERR_ROOT, "rank=2", "size=2")
                .refuses(-1, MPI.ERR_ROOT, "rank=-1", "size=2")
                .refuses(MPI.ANY_SOURCE, MPI.ERR_ROOT, "rank=" + MPI.ANY_SOURCE)
                .refuses(MPI.PROC_NULL, MPI.ERR_ROOT, "rank=" + MPI.PROC_NULL);
        OTHER_ROOT.wrong.addAll(ROOT.wrong);
        REMOTE_ROOT
                .refuses(1, MPI.ERR_ROOT, "rank=1", "remote size=1", "MPI.ROOT")
                .refuses(-1, MPI.ERR_ROOT, "rank=-1", "remote size=1")
                .refuses(MPI.ANY_SOURCE, MPI.ERR_ROOT, "rank=" + MPI.ANY_SOURCE)
                .refuses(Integer.MIN_VALUE, MPI.ERR_ROOT, "rank=-2147483648")
                .refuses(Integer.MAX_VALUE, MPI.ERR_ROOT, "rank=2147483647");
        OWN_ROOT.wrong.addAll(REMOTE_ROOT.wrong);
        TAG.refuses(-1, MPI.ERR_TAG, "tag=-1")
                .refuses(MPI.ANY_TAG, MPI.ERR_TAG, "tag=" + MPI.ANY_TAG)
                .refuses(Integer.MIN_VALUE, MPI.ERR_TAG, "tag=-2147483648");
        RECEIVE_TAG.refuses(-1, MPI.ERR_TAG, "tag=-1").refuses(Integer.MIN_VALUE, MPI.ERR_TAG, "tag=-2147483648");
        REQUESTS.refuses(null, MPI.ERR_REQUEST, "null");
        PREQUESTS
                .refuses(null, MPI.ERR_REQUEST, "null")
                .refuses("one of two null", () -> new Prequest[] {receive(), null}, MPI.ERR_REQUEST, "index=1")
                .refuses(
                        "one of two freed",
                        () -> new Prequest[] {receive(), freed(receive())},
                        MPI.ERR_REQUEST,
                        "freed");
    }

    private static void communicators() {
        TYPED.refuses(null, MPI.ERR_COMM, "communicator is null");
        COMM.refuses(null, MPI.ERR_COMM, "null")
                .refuses("COMM_NULL", () -> MPI.COMM_NULL, MPI.ERR_COMM, "MPI.COMM_NULL")
                .refuses("freed", Parameter::freedComm, MPI.ERR_COMM, "freed");
        LOCAL_COMM.wrong.addAll(COMM.wrong);
        LOCAL_LEADER.refuses(1, MPI.ERR_RANK, "rank=1", "size=1").refuses(-1, MPI.ERR_RANK, "rank=-1", "size=1");
        REMOTE_LEADER
                .refuses(2, MPI.ERR_RANK, "rank=2", "size=2")
                .refuses(-1, MPI.ERR_RANK, "rank=-1", "size=2")
                .refuses(MPI.ANY_SOURCE, MPI.ERR_RANK, "rank=" + MPI.ANY_SOURCE)
                .refuses(MPI.PROC_NULL, MPI.ERR_RANK, "rank=" + MPI.PROC_NULL)
                .refuses(0, MPI.ERR_COMM, "world rank 0 is in both");
        COLOUR.refuses(-5, MPI.ERR_ARG, "colour=-5").refuses(Integer.MIN_VALUE, MPI.ERR_ARG, "colour=-2147483648");
        GROUP.refuses(null, MPI.ERR_GROUP, "null")
                .refuses("GROUP_NULL", () -> MPI.GROUP_NULL, MPI.ERR_GROUP, "MPI.GROUP_NULL")
                .refuses("freed", Parameter::freedGroup, MPI.ERR_GROUP, "freed");
        RANKS.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_RANK, "rank=2, index=1, size=2", 0, 2)
                .refusesInts(MPI.ERR_RANK, "rank=-1, index=0, size=2", -1)
                .refusesInts(MPI.ERR_RANK, "rank=1, index=2", 1, 0, 1);
        SOME_RANKS
                .refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_RANK, "rank=2, index=1, size=2", 0, 2)
                .refusesInts(MPI.ERR_RANK, "rank=-1, index=0, size=2", -1);
        RANGES.refuses(null, MPI.ERR_ARG, "null")
                .refuses("null triplet", () -> new int[][] {{0, 0, 1}, null}, MPI.ERR_ARG, "index=1", "null")
                .refuses("pair", () -> new int[][] {{0, 1}}, MPI.ERR_ARG, "index=0", "[0, 1]")
                .refuses("stride 0", () -> new int[][] {{0, 1, 0}}, MPI.ERR_ARG, "[0, 1, 0]")
                .refuses("wrong way", () -> new int[][] {{0, 1, -1}}, MPI.ERR_ARG, "[0, 1, -1]")
                .refuses("overlap", () -> new int[][] {{0, 1, 1}, {1, 1, 1}}, MPI.ERR_ARG, "rank 1", "index=1")
                .refuses("too far", () -> new int[][] {{0, 2, 1}}, MPI.ERR_RANK, "[0, 2, 1]")
                .refuses("very far", () -> new int[][] {{0, Integer.MAX_VALUE, 7}}, MPI.ERR_RANK, "2147483647");
        OWN_KEY.refuses(MPI.TAG_UB, MPI.ERR_ARG, "keyval=" + MPI.TAG_UB)
                .refuses(MPI.HOST, MPI.ERR_ARG, "keyval=" + MPI.HOST)
                .refuses(MPI.IO, MPI.ERR_ARG, "keyval=" + MPI.IO);
        handlersAndAttributes();
    }

    private static void handlersAndAttributes() {
        HANDLER.refuses(null, MPI.ERR_ARG, "null")
                .refuses("ERRHANDLER_NULL", () -> MPI.ERRHANDLER_NULL, MPI.ERR_ERRHANDLER, "MPI.ERRHANDLER_NULL");
        HANDLER_FUNCTION.refuses(null, MPI.ERR_ARG, "null");
        ERROR_CODE
                .refuses(-1, MPI.ERR_ARG, "-1")
                .refuses(MPI.ERR_LASTCODE + 1, MPI.ERR_ARG, "" + (MPI.ERR_LASTCODE + 1));
        ANY_KEYVAL
                .refuses(MPI.KEYVAL_INVALID, MPI.ERR_KEYVAL, "keyval=" + MPI.KEYVAL_INVALID)
                .refuses(77, MPI.ERR_KEYVAL, "keyval=77");
        KEYVAL.wrong.addAll(ANY_KEYVAL.wrong);
        KEYVAL.refuses(MPI.TAG_UB, MPI.ERR_KEYVAL, "keyval=" + MPI.TAG_UB);
        ATTRIBUTE.refuses(null, MPI.ERR_ARG, "null");
        COPY_FUNCTION.refuses(null, MPI.ERR_ARG, "null");
        DELETE_FUNCTION.refuses(null, MPI.ERR_ARG, "null");
        String tooLong = "n".repeat(MPI.MAX_OBJECT_NAME + 1);
        OBJECT_NAME.refuses(null, MPI.ERR_ARG, "null").refuses("long", () -> tooLong, MPI.ERR_ARG, "characters=256");
        INFO.refuses("freed", Parameter::freedInfo, MPI.ERR_INFO, "freed");
        INFO_KEY.refuses(null, MPI.ERR_INFO_KEY, "null")
                .refuses("", MPI.ERR_INFO_KEY, "characters=0")
                .refuses("long", () -> tooLong, MPI.ERR_INFO_KEY, "characters=256");
        INFO_VALUE.refuses(null, MPI.ERR_INFO_VALUE, "null");
        FLAGS.refuses(null, MPI.ERR_ARG, "null").refusesInts(MPI.ERR_ARG, "empty");
        NTH.refuses(-1, MPI.ERR_ARG, "n=-1").refuses(1, MPI.ERR_ARG, "n=1", "keys=1");
    }

    private static int keyval() {
        return Comm.Create_keyval(MPI.COMM_DUP_FN, MPI.COMM_NULL_DELETE_FN);
    }

    private static Info freedInfo() {
        Info info = Info.Create();
        info.Free();
        return info;
    }

    private static void topologies() {
        NODES.refuses(0, MPI.ERR_DIMS, "nodes=0").refuses(-4, MPI.ERR_DIMS, "nodes=-4");
        FREE_DIMS
                .refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_DIMS, "dims[1]=-1", 0, -1)
                .refusesInts(MPI.ERR_DIMS, "nodes=2, dims=[3, 0]", 3, 0)
                .refusesInts(MPI.ERR_DIMS, "nodes=2, dims=[1, 1]", 1, 1);
        DIMS.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "dimensions=3", 2, 1, 1)
                .refusesInts(MPI.ERR_DIMS, "dims[1]=0", 2, 0)
                .refusesInts(MPI.ERR_DIMS, "dims[0]=-1", -1, 2)
                .refusesInts(MPI.ERR_DIMS, "[65536, 65536]", 65_536, 65_536)
                .refusesInts(MPI.ERR_TOPOLOGY, "4 of 2", 2, 2);
        PERIODS.refuses(null, MPI.ERR_ARG, "null")
                .refuses("length 1", () -> new boolean[1], MPI.ERR_ARG, "length=1", "dimensions=2");
        COORDS.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "length=1", 1)
                .refusesInts(MPI.ERR_ARG, "coordinates[0]=2", 2, 0)
                .refusesInts(MPI.ERR_ARG, "coordinates[1]=-1", 0, -1);
        REMAINING
                .refuses(null, MPI.ERR_ARG, "null")
                .refuses("length 1", () -> new boolean[1], MPI.ERR_ARG, "length=1", "dimensions=2");
        DIRECTION.refuses(2, MPI.ERR_DIMS, "direction=2", "dimensions=2").refuses(-1, MPI.ERR_DIMS, "direction=-1");
        RANK.refuses(2, MPI.ERR_RANK, "rank=2", "size=2").refuses(-1, MPI.ERR_RANK, "rank=-1");
        INDEX.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "index[1]=1", 2, 1)
                .refusesInts(MPI.ERR_ARG, "index[0]=-1", -1, 2)
                .refusesInts(MPI.ERR_ARG, "last=3, edges=2", 1, 3)
                .refusesInts(MPI.ERR_TOPOLOGY, "3 of 2", 1, 2, 2);
        EDGES.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "edges=1", 1)
                .refusesInts(MPI.ERR_ARG, "edges[1]=2, nodes=2", 1, 2)
                .refusesInts(MPI.ERR_ARG, "edges[0]=-1", -1, 0);
    }

    private static void distributedGraphs() {
        for (Parameter ranks : List.of(SOURCES, DESTINATIONS))
            ranks.refuses(null, MPI.ERR_ARG, "null")
                    .refusesInts(MPI.ERR_RANK, "[1]=2, size=2", 0, 2)
                    .refusesInts(MPI.ERR_RANK, "[0]=" + MPI.PROC_NULL, MPI.PROC_NULL, 1);
        DEGREES.refuses(null, MPI.ERR_ARG, "null")
                .refusesInts(MPI.ERR_ARG, "length=1, sources=2", 2)
                .refusesInts(MPI.ERR_ARG, "degrees[1]=-1", 3, -1)
                .refusesInts(MPI.ERR_ARG, "length=2, sum of degrees=3", 2, 1)
                .refusesInts(MPI.ERR_ARG, "sum of degrees=4294967294", Integer.MAX_VALUE, Integer.MAX_VALUE);
        for (Parameter weights : List.of(WEIGHTS, SOURCE_WEIGHTS))
            weights.refuses(null, MPI.ERR_ARG, "null", "MPI.UNWEIGHTED")
                    .refusesInts(MPI.ERR_ARG, "length=1", 3)
                    .refuses("WEIGHTS_EMPTY", () -> MPI.WEIGHTS_EMPTY, MPI.ERR_ARG, "length=0")
                    .refusesInts(MPI.ERR_ARG, "[1]=-1", 0, -1);
        SOURCE_WEIGHTS.refuses("UNWEIGHTED", () -> MPI.UNWEIGHTED, MPI.ERR_ARG, "UNWEIGHTED", "destweights");
    }

    private static void windows() {
        WINDOW_BASE
                .refuses(null, MPI.ERR_BUFFER, "null")
                .refuses("Integer[]", () -> new Integer[10], MPI.ERR_TYPE, "java.lang.Integer[]")
                .refuses("text", MPI.ERR_TYPE, "java.lang.String")
                .refuses("read-only", () -> ByteBuffer.allocate(9).asReadOnlyBuffer(), MPI.ERR_BUFFER, "read-only");
        WINDOW_OFFSET.refuses(-1L, MPI.ERR_ARG, "offset=-1").refuses(11L, MPI.ERR_ARG, "offset=11", "10");
        WINDOW_SIZE.refuses(-1L, MPI.ERR_SIZE, "-1").refuses(10L, MPI.ERR_SIZE, "size=10", "base=10");
        DISP_UNIT.refuses(0, MPI.ERR_DISP, "0").refuses(-1, MPI.ERR_DISP, "-1");
        BYTES.refuses(-1L, MPI.ERR_SIZE, "-1");
        WINDOW_COMM.wrong.addAll(COMM.wrong);
        SECTION_OFFSET.refuses(-1L, MPI.ERR_ARG, "offset=-1").refuses(39L, MPI.ERR_ARG, "offset=39", "40");
        SECTION_SIZE.refuses(-1, MPI.ERR_SIZE, "-1").refuses(40, MPI.ERR_ARG, "bytes=40", "size=40");
        ATTACHED_BASE.refuses("not attached", () -> new int[3], MPI.ERR_RMA_ATTACH, "not attached");
        for (Parameter disp : List.of(TARGET_DISP, ELEMENT_DISP))
            disp.refuses(-1L, MPI.ERR_RMA_RANGE, "disp=-1", "size=10")
                    .refuses(10L, MPI.ERR_RMA_RANGE, "disp=10", "size=10")
                    .refuses(1L << 40, MPI.ERR_RMA_RANGE, "disp=" + (1L << 40))
                    .refuses(Long.MAX_VALUE, MPI.ERR_RMA_RANGE, "disp=" + Long.MAX_VALUE)
                    .refuses(Long.MIN_VALUE, MPI.ERR_RMA_RANGE, "disp=" + Long.MIN_VALUE);
        TARGET_DISP.refuses(9L, MPI.ERR_RMA_RANGE, "disp=9", "size=10");
        TARGET_COUNT
                .refuses(-1, MPI.ERR_COUNT, "-1")
                .refuses(3, MPI.ERR_COUNT, "origin=2", "target=3")
                .refuses(Integer.MAX_VALUE, MPI.ERR_COUNT, "2147483647");
        TARGET_TYPE
                .refuses(null, MPI.ERR_TYPE, "datatype is null")
                .refuses("DOUBLE", () -> MPI.DOUBLE, MPI.ERR_TYPE, "INT", "DOUBLE")
                .refuses("OBJECT", () -> MPI.OBJECT, MPI.ERR_TYPE, "OBJECT")
                .refuses("not committed", () -> Datatype.Contiguous(1, MPI.INT), MPI.ERR_TYPE, "not committed")
                .refuses("freed", Parameter::freedType, MPI.ERR_TYPE, "freed")
                .refuses("NULL", () -> MPI.NULL, MPI.ERR_TYPE, "MPI.NULL");
        for (Wrong wrong : TARGET_TYPE.wrong) if (!wrong.name().equals("OBJECT")) REDUCED_TARGET_TYPE.wrong.add(wrong);
        for (Wrong wrong : TYPE.wrong) if (!wrong.name().equals("OBJECT")) REDUCED_TYPE.wrong.add(wrong);
        for (Parameter type : List.of(REDUCED_TARGET_TYPE, REDUCED_TYPE))
            type.refuses("OBJECT", () -> MPI.OBJECT, MPI.ERR_OP, "SUM", "OBJECT");
        ELEMENT_OFFSET
                .refuses(-1, MPI.ERR_ARG, "offset=-1", "length=10")
                .refuses(10, MPI.ERR_COUNT, "offset=10", "length=10")
                .refuses(11, MPI.ERR_ARG, "offset=11", "length=10");
        FETCH_OP.refuses(null, MPI.ERR_OP, "operator is null")
                .refuses("the program's", () -> new Op(sum(), true), MPI.ERR_OP, "program")
                .refuses("freed", Parameter::freedOp, MPI.ERR_OP)
                .refuses("MAXLOC", () -> MPI.MAXLOC, MPI.ERR_OP, "MAXLOC", "INT");
        ACCUMULATE_OP.wrong.addAll(FETCH_OP.wrong);
        ACCUMULATE_OP.refuses("NO_OP", () -> MPI.NO_OP, MPI.ERR_OP, "NO_OP");
        LOCK_TYPE.refuses(0, MPI.ERR_LOCKTYPE, "0").refuses(3, MPI.ERR_LOCKTYPE, "3");
        refusesAllBut(FENCE_ASSERTION, MPI.MODE_NOSTORE, MPI.MODE_NOPUT, MPI.MODE_NOPRECEDE, MPI.MODE_NOSUCCEED);
        refusesAllBut(POST_ASSERTION, MPI.MODE_NOCHECK, MPI.MODE_NOSTORE, MPI.MODE_NOPUT);
        refusesAllBut(LOCK_ASSERTION, MPI.MODE_NOCHECK);
        WIN_KEYVAL.wrong.addAll(ANY_KEYVAL.wrong);
        WIN_KEYVAL.refuses("of communicators", Parameter::keyval, MPI.ERR_KEYVAL, "windows");
        WIN_HANDLER.wrong.addAll(HANDLER.wrong);
        WIN_HANDLER.refuses(
                "of communicators",
                () -> Comm.Create_errhandler((comm, failure) -> {}),
                MPI.ERR_ERRHANDLER,
                "Comm",
                "Win");
    }

    private static void refusesAllBut(Parameter assertion, int... allowed) {
        int all = 0;
        for (int each : allowed) all |= each;
        for (int bit = 1; bit <= 1024; bit *= 2)
            if ((all & bit) == 0) assertion.refuses(bit, MPI.ERR_ASSERT, "assertion=" + bit);
        assertion.refuses(-1, MPI.ERR_ASSERT, "assertion=-1");
    }

    private static void environment() {
        LEVEL.refuses(-1, MPI.ERR_ARG, "required=-1").refuses(4, MPI.ERR_ARG, "required=4");
        ATTACHED.refuses(null, MPI.ERR_BUFFER, "null");
        ATTACHED_BYTES
                .refuses(null, MPI.ERR_BUFFER, "null")
                .refuses("read-only", () -> ByteBuffer.allocate(9).asReadOnlyBuffer(), MPI.ERR_BUFFER, "read-only");
    }

    private static User_function sum() {
        return new User_function() {
            @Override
            public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
                MPI.SUM.Call(in, inOffset, inout, inoutOffset, count, type);
            }
        };
    }

    static Op freedOp() {
        Op op = new Op(sum(), true);
        op.free();
        return op;
    }

    static Datatype freedType() {
        Datatype type = Datatype.Contiguous(1, MPI.INT);
        type.Commit();
        type.free();
        return type;
    }

    static Group freedGroup() {
        Group group = MPI.COMM_WORLD.Group();
        group.free();
        return group;
    }

    static Comm freedComm() {
        Comm self = (Comm) MPI.COMM_SELF.clone();
        self.Free();
        return self;
    }

    static Prequest receive() {
        return MPI.COMM_WORLD.Recv_init(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }

    static Prequest freed(Prequest request) {
        request.Free();
        return request;
    }
}
