package mpi;

import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.DistGraphTopology;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Keyvals;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.session.MpjArguments;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.comm.window.Window;
import org.jmpi.world.CurrentWorld;

/**
 * The environment of an MPI program, and its constants.
 *
 * <p>A program calls {@link #Init} first and {@link #Finalize} last. Started by {@code jmpirun} it is one rank of
 * several; started alone it is a world of one.
 *
 * <pre>{@code
 * public class Hello {
 *     public static void main(String[] args) {
 *         args = MPI.Init(args);
 *         System.out.println("rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size());
 *         MPI.Finalize();
 *     }
 * }
 * }</pre>
 */
public class MPI extends MpjExpressMPI {
    /** Creates an object of no use: everything is static. */
    public MPI() {}

    // ---- communicators ----

    /** All ranks of the job. */
    public static final Intracomm COMM_WORLD = new Ranks.Everywhere(RankWorld::worldComm);

    /** The calling rank alone. */
    public static final Intracomm COMM_SELF = new Ranks.Everywhere(RankWorld::selfComm);

    /** For classes compiled against a field of this class; see src/build/Bridges.java. */
    static final Comm COMM_SELF$bridge = COMM_SELF;

    /**
     * The null communicator: every call on it fails. Calls that make a communicator for other ranks return
     * null.
     */
    public static final Comm COMM_NULL = new Comm(null);

    // ---- groups ----

    /** The group without members. */
    public static final Group GROUP_EMPTY = Group.EMPTY;

    /** The null group: every call on it fails. */
    public static final Group GROUP_NULL = Group.NULL;

    // ---- datatypes (MPI-4.1 section 3.2.2) ----

    /** Elements of type {@code byte}. */
    public static final Datatype BYTE = Datatype.basic(BasicType.BYTE);
    /** Elements of type {@code char}. */
    public static final Datatype CHAR = Datatype.basic(BasicType.CHAR);
    /** Elements of type {@code short}. */
    public static final Datatype SHORT = Datatype.basic(BasicType.SHORT);
    /** Elements of type {@code boolean}. */
    public static final Datatype BOOLEAN = Datatype.basic(BasicType.BOOLEAN);
    /** Elements of type {@code int}. */
    public static final Datatype INT = Datatype.basic(BasicType.INT);
    /** Elements of type {@code long}. */
    public static final Datatype LONG = Datatype.basic(BasicType.LONG);
    /** Elements of type {@code float}. */
    public static final Datatype FLOAT = Datatype.basic(BasicType.FLOAT);
    /** Elements of type {@code double}. */
    public static final Datatype DOUBLE = Datatype.basic(BasicType.DOUBLE);

    /** Serializable objects, in an {@code Object[]} or any other array of references. */
    public static final Datatype OBJECT = Datatype.basic(BasicType.OBJECT);

    /** Bytes that hold packed data. */
    public static final Datatype PACKED = Datatype.basic(BasicType.PACKED);

    /** The null datatype: every call with it fails. */
    public static final Datatype NULL = Datatype.NULL;

    /** A value and an index, two elements of a {@code short[]}. */
    public static final Datatype SHORT2 = Datatype.pair(BasicType.SHORT);

    /** A value and an index, two elements of an {@code int[]}. */
    public static final Datatype INT2 = Datatype.pair(BasicType.INT);

    /** A value and an index, two elements of a {@code long[]}. */
    public static final Datatype LONG2 = Datatype.pair(BasicType.LONG);

    /** A value and an index, two elements of a {@code float[]}. */
    public static final Datatype FLOAT2 = Datatype.pair(BasicType.FLOAT);

    /** A value and an index, two elements of a {@code double[]}. */
    public static final Datatype DOUBLE2 = Datatype.pair(BasicType.DOUBLE);

    /** Marks the lower bound in a {@link Datatype#Struct}. */
    public static final Datatype LB = Datatype.predefined(Layout.LB);

    /** Marks the upper bound in a {@link Datatype#Struct}. */
    public static final Datatype UB = Datatype.predefined(Layout.UB);

    // ---- operators (MPI-4.1 section 6.9.2) ----

    /** The larger value. */
    public static final Op MAX = new Op(Predefined.MAX);
    /** The smaller value. */
    public static final Op MIN = new Op(Predefined.MIN);
    /** The sum. */
    public static final Op SUM = new Op(Predefined.SUM);
    /** The product. */
    public static final Op PROD = new Op(Predefined.PROD);
    /** Whether both are true; numbers are true if they are not 0. */
    public static final Op LAND = new Op(Predefined.LAND);
    /** The bits that both have. */
    public static final Op BAND = new Op(Predefined.BAND);
    /** Whether one or both are true; numbers are true if they are not 0. */
    public static final Op LOR = new Op(Predefined.LOR);
    /** The bits that one or both have. */
    public static final Op BOR = new Op(Predefined.BOR);
    /** Whether just one is true; numbers are true if they are not 0. */
    public static final Op LXOR = new Op(Predefined.LXOR);
    /** The bits that just one has. */
    public static final Op BXOR = new Op(Predefined.BXOR);

    /** The largest value and the lowest index it has, of pairs such as {@link #INT2}. */
    public static final Op MAXLOC = new Op(Predefined.MAXLOC);

    /** The smallest value and the lowest index it has, of pairs such as {@link #INT2}. */
    public static final Op MINLOC = new Op(Predefined.MINLOC);

    /** Of an access to a {@link Win}: the origin's value (MPI-4.1 section 12.3.4). */
    public static final Op REPLACE = new Op(Predefined.REPLACE);

    /** Of an access to a {@link Win}: the target's value, which stays; the call only reads it. */
    public static final Op NO_OP = new Op(Predefined.NO_OP);

    // ---- error handlers (MPI-4.1 section 9.3) ----

    /** A failed call shows the exception with its stack and ends the job. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("ERRORS_ARE_FATAL", ErrorHandler.ARE_FATAL);

    /**
     * Does the same as {@link #ERRORS_ARE_FATAL}: {@link Comm#Abort}, too, ends all ranks of the job, not only those of
     * the communicator (MPI-4.1 allows that).
     */
    public static final Errhandler ERRORS_ABORT = new Errhandler("ERRORS_ABORT", ErrorHandler.ABORT);

    /** A failed call throws an {@link MPIException}; so it is unless a program sets something else. */
    public static final Errhandler ERRORS_RETURN = new Errhandler("ERRORS_RETURN", ErrorHandler.RETURN);

    /** The null error handler: every call with it fails. */
    public static final Errhandler ERRHANDLER_NULL = new Errhandler("ERRHANDLER_NULL", null);

    // ---- attributes of every communicator (MPI-4.1 section 9.1.2) ----

    /** The key of the largest tag. */
    public static final int TAG_UB = Communicator.TAG_UB_KEY;

    /** The key of the host's rank: {@link #PROC_NULL}, there is no such rank. */
    public static final int HOST = Communicator.HOST_KEY;

    /** The key of a rank that can read and write files: {@link #ANY_SOURCE}, all can. */
    public static final int IO = Communicator.IO_KEY;

    /** The key of whether the clocks of all ranks agree: 0, they need not. */
    public static final int WTIME_IS_GLOBAL = Communicator.WTIME_IS_GLOBAL_KEY;

    /**
     * The key of the attribute of {@link #COMM_WORLD} that says how many processes the job can have, with those that it
     * spawns; without a launcher there is none.
     */
    public static final int UNIVERSE_SIZE = Communicator.UNIVERSE_SIZE_KEY;

    /**
     * The key of the attribute of {@link #COMM_WORLD} that is the number of this process's program, from 0 on; without
     * a launcher there is none.
     */
    public static final int APPNUM = Communicator.APPNUM_KEY;

    /** No key: {@link Comm#Create_keyval} never returns it. */
    public static final int KEYVAL_INVALID = Keyvals.INVALID;

    // ---- functions of attributes (MPI-4.1 sections 7.7.2 and 7.7.3) ----

    /** Copies an attribute to the new communicator. */
    public static final Copy_attr_function<Comm> COMM_DUP_FN = (oldobject, keyval, value) -> value;

    /** Copies no attribute. */
    public static final Copy_attr_function<Comm> COMM_NULL_COPY_FN = (oldobject, keyval, value) -> null;

    /** Does nothing when an attribute is removed. */
    public static final Delete_attr_function<Comm> COMM_NULL_DELETE_FN = (object, keyval, value) -> {};

    /** Copies an attribute of a window. */
    public static final Copy_attr_function<Win> WIN_DUP_FN = (oldobject, keyval, value) -> value;

    /** Copies no attribute of a window. */
    public static final Copy_attr_function<Win> WIN_NULL_COPY_FN = (oldobject, keyval, value) -> null;

    /** Does nothing when an attribute of a window is removed. */
    public static final Delete_attr_function<Win> WIN_NULL_DELETE_FN = (object, keyval, value) -> {};

    // ---- windows (MPI-4.1 chapter 12) ----

    /** The null window: every call on it fails. */
    public static final Win WIN_NULL = new Win(null);

    /** The key of the memory that {@link Win#Create} got, or of {@link Win#Base()}. */
    public static final int WIN_BASE = Window.BASE_KEY;

    /** The key of the size of this rank's part, of class Long. */
    public static final int WIN_SIZE = Window.SIZE_KEY;

    /** The key of the displacement unit of this rank, of class Integer. */
    public static final int WIN_DISP_UNIT = Window.DISP_UNIT_KEY;

    /** The key of how the window was made, of class Integer: one of {@link #WIN_FLAVOR_CREATE} and those after it. */
    public static final int WIN_CREATE_FLAVOR = Window.CREATE_FLAVOR_KEY;

    /** The key of the memory model, of class Integer: always {@link #WIN_UNIFIED}. */
    public static final int WIN_MODEL = Window.MODEL_KEY;

    /** A window of {@link Win#Create}. */
    public static final int WIN_FLAVOR_CREATE = Window.FLAVOR_CREATE;

    /** A window of {@link Win#Allocate}. */
    public static final int WIN_FLAVOR_ALLOCATE = Window.FLAVOR_ALLOCATE;

    /** A window of {@link Win#Create_dynamic}. */
    public static final int WIN_FLAVOR_DYNAMIC = Window.FLAVOR_DYNAMIC;

    /** A window of {@link Win#Allocate_shared}. */
    public static final int WIN_FLAVOR_SHARED = Window.FLAVOR_SHARED;

    /** The memory model in which a window has one copy, that of the rank's own loads and stores. */
    public static final int WIN_UNIFIED = Window.MODEL_UNIFIED;

    /** The memory model in which a window has a copy for accesses of other ranks. No window here has it. */
    public static final int WIN_SEPARATE = Window.MODEL_SEPARATE;

    /** A lock that excludes all others of the same target. */
    public static final int LOCK_EXCLUSIVE = Window.LOCK_EXCLUSIVE;

    /** A lock that excludes exclusive ones of the same target. */
    public static final int LOCK_SHARED = Window.LOCK_SHARED;

    /** Asserts that no call has to be waited for, or that no lock excludes this one. */
    public static final int MODE_NOCHECK = Window.MODE_NOCHECK;

    /** Asserts that this rank has not stored in its part of the window since the last synchronisation. */
    public static final int MODE_NOSTORE = Window.MODE_NOSTORE;

    /** Asserts that no rank writes into this rank's part of the window until the next synchronisation. */
    public static final int MODE_NOPUT = Window.MODE_NOPUT;

    /** Asserts that this rank has made no access before: the fence ends no epoch. */
    public static final int MODE_NOPRECEDE = Window.MODE_NOPRECEDE;

    /** Asserts that this rank makes no access afterwards: the fence begins no epoch. */
    public static final int MODE_NOSUCCEED = Window.MODE_NOSUCCEED;

    // ---- hints (MPI-4.1 chapter 10) ----

    /** The null info object: as an argument it means no hints, and every call on it fails. */
    public static final Info INFO_NULL = new Info(null);

    /**
     * How this process was started: {@code command} (the class or jar of the program, where one rank is the whole
     * process), {@code argv} (the arguments of {@link #Init}, with spaces between them), {@code maxprocs} (the number
     * of ranks, under {@code jmpirun}), {@code host}, {@code arch} and {@code wdir} (the current folder). It may be
     * read before {@code Init}, then without {@code argv}; it cannot be freed.
     */
    public static final Info INFO_ENV = new Info.Environment();

    /** The most characters of a key of an {@link Info}. */
    public static final int MAX_INFO_KEY = org.jmpi.comm.object.Info.MAX_KEY;

    /** The most characters of the name of a port. */
    public static final int MAX_PORT_NAME = DynamicProcesses.MAX_PORT_NAME;

    /** The most characters of a value of an {@link Info}. */
    public static final int MAX_INFO_VAL = org.jmpi.comm.object.Info.MAX_VALUE;

    /** The most characters of the name of an object. */
    public static final int MAX_OBJECT_NAME = Communicator.MAX_NAME;

    // ---- kinds of topologies (MPI-4.1 section 8.5.5) ----

    /** A graph, see {@link Comm#Topo_test}. */
    public static final int GRAPH = 1;

    /** A grid, see {@link Comm#Topo_test}. */
    public static final int CART = 2;

    /** A distributed graph, see {@link Comm#Topo_test}. */
    public static final int DIST_GRAPH = 3;

    /** Stands for the weights of the edges of a distributed graph that has none. Its identity counts. */
    public static final int[] UNWEIGHTED = DistGraphTopology.UNWEIGHTED;

    /** Stands for the weights of a rank that gives no edges of a distributed graph with weights. */
    public static final int[] WEIGHTS_EMPTY = DistGraphTopology.WEIGHTS_EMPTY;

    // ---- levels of thread support (MPI-4.1 section 11.6) ----

    /** Only one thread runs. */
    public static final int THREAD_SINGLE = 0;

    /** Only the thread that called Init makes MPI calls. */
    public static final int THREAD_FUNNELED = 1;

    /** One thread at a time makes MPI calls. */
    public static final int THREAD_SERIALIZED = 2;

    /** Any thread makes MPI calls at any time: so it always is here. */
    public static final int THREAD_MULTIPLE = 3;

    // ---- other constants ----

    /** The null request. */
    public static final Request REQUEST_NULL = new Request(new RequestHandle());

    /** The source of a receive that takes messages of any rank. */
    public static final int ANY_SOURCE = Communicator.ANY_SOURCE;
    /** The tag of a receive that takes messages of any tag. */
    public static final int ANY_TAG = Communicator.ANY_TAG;

    /** The null process: a message to or from it completes at once, and is empty. */
    public static final int PROC_NULL = Communicator.PROC_NULL;

    /** The root argument of the root itself in a collective operation of an {@link Intercomm}. */
    public static final int ROOT = Communicator.ROOT;

    /**
     * Stands for the send buffer of a collective operation whose data lie in the receive buffer, and for the receive
     * buffer of the root of Scatter and Scatterv (MPI-4.1 section 6.2.3).
     */
    public static final Object IN_PLACE = CollectiveOperation.IN_PLACE;

    /** Stands for a rank, a count or a colour where there is none. */
    public static final int UNDEFINED = Communicator.UNDEFINED;

    /** The status of no message. */
    public static final Status EMPTY_STATUS = new Status();

    /** The number of cores that this process may use. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** The bytes that a send takes beyond those of its data: none here. */
    public static final int SEND_OVERHEAD = 0;

    /** The bytes that a receive takes beyond those of its data: none here. */
    public static final int RECV_OVERHEAD = 0;

    /** The bytes that a buffered message takes in the attached buffer beyond those of its data: none here. */
    public static final int BSEND_OVERHEAD = 0;

    // ---- comparison results (MPI-4.1 sections 7.3.1 and 7.4.1) ----

    /** The same group, or the same communicator. */
    public static final int IDENT = 0;

    /** The same members in different orders. */
    public static final int SIMILAR = 1;

    /** Different members. */
    public static final int UNEQUAL = 2;

    /** Different communicators whose members are the same, in the same order. */
    public static final int CONGRUENT = 3;

    // ---- error classes (MPI-4.1 section 9.4) ----

    /** No error. */
    public static final int SUCCESS = ErrorClass.SUCCESS.code();
    /** A buffer that is null or has a row that is null; an attached buffer that is missing or has no room. */
    public static final int ERR_BUFFER = ErrorClass.BUFFER.code();
    /** A count that is negative, or more than the array holds. */
    public static final int ERR_COUNT = ErrorClass.COUNT.code();
    /** A datatype that is null, freed or not committed, or that is not the one of the array or the message. */
    public static final int ERR_TYPE = ErrorClass.TYPE.code();
    /** A tag out of range. */
    public static final int ERR_TAG = ErrorClass.TAG.code();
    /** A communicator that is null, has been freed, or is not of the kind that the call needs. */
    public static final int ERR_COMM = ErrorClass.COMM.code();
    /** A rank that the communicator does not have. */
    public static final int ERR_RANK = ErrorClass.RANK.code();
    /** A request that the call cannot be used for. */
    public static final int ERR_REQUEST = ErrorClass.REQUEST.code();
    /** A root that the communicator does not have. */
    public static final int ERR_ROOT = ErrorClass.ROOT.code();
    /** A group that is null or does not fit the call. */
    public static final int ERR_GROUP = ErrorClass.GROUP.code();
    /** An operator that is null, freed, or not defined for the datatype. */
    public static final int ERR_OP = ErrorClass.OP.code();
    /** A topology that does not fit the communicator. */
    public static final int ERR_TOPOLOGY = ErrorClass.TOPOLOGY.code();
    /** Dimensions that do not fit the call. */
    public static final int ERR_DIMS = ErrorClass.DIMS.code();
    /** Another argument that is not valid. */
    public static final int ERR_ARG = ErrorClass.ARG.code();
    /** An error that is not known. */
    public static final int ERR_UNKNOWN = ErrorClass.UNKNOWN.code();
    /** A message that is longer than its receive. */
    public static final int ERR_TRUNCATE = ErrorClass.TRUNCATE.code();
    /** A failure of no other class, such as a peer that has ended. */
    public static final int ERR_OTHER = ErrorClass.OTHER.code();
    /** A fault of the library itself. */
    public static final int ERR_INTERN = ErrorClass.INTERN.code();
    /** A request that is neither complete nor failed. */
    public static final int ERR_PENDING = ErrorClass.PENDING.code();
    /** Several requests, of which one at least has failed. */
    public static final int ERR_IN_STATUS = ErrorClass.IN_STATUS.code();
    /** A process that has failed; the name is that of MPI's User-Level Failure Mitigation. */
    public static final int ERR_PROC_FAILED = ErrorClass.PROC_FAILED.code();
    /** A receive from any source that is not complete and still can be, though one of the sources has failed. */
    public static final int ERR_PROC_FAILED_PENDING = ErrorClass.PROC_FAILED_PENDING.code();
    /** A file that this process may not open so. */
    public static final int ERR_ACCESS = ErrorClass.ACCESS.code();
    /** An access mode that has flags which exclude each other. */
    public static final int ERR_AMODE = ErrorClass.AMODE.code();
    /** An assertion that the call does not have. */
    public static final int ERR_ASSERT = ErrorClass.ASSERT.code();
    /** A file name that is not valid. */
    public static final int ERR_BAD_FILE = ErrorClass.BAD_FILE.code();
    /** Memory that the library did not allocate. */
    public static final int ERR_BASE = ErrorClass.BASE.code();
    /** A conversion function of a data representation that failed. */
    public static final int ERR_CONVERSION = ErrorClass.CONVERSION.code();
    /** A displacement or a displacement unit that is not valid. */
    public static final int ERR_DISP = ErrorClass.DISP.code();
    /** A data representation of that name is registered. */
    public static final int ERR_DUP_DATAREP = ErrorClass.DUP_DATAREP.code();
    /** A file that is null or closed. */
    public static final int ERR_FILE = ErrorClass.FILE.code();
    /** A file that must not exist. */
    public static final int ERR_FILE_EXISTS = ErrorClass.FILE_EXISTS.code();
    /** A file that some process has open. */
    public static final int ERR_FILE_IN_USE = ErrorClass.FILE_IN_USE.code();
    /** An info object that has been freed. */
    public static final int ERR_INFO = ErrorClass.INFO.code();
    /** A key that is null, empty or too long. */
    public static final int ERR_INFO_KEY = ErrorClass.INFO_KEY.code();
    /** A key that is not set. */
    public static final int ERR_INFO_NOKEY = ErrorClass.INFO_NOKEY.code();
    /** A value that is null or too long. */
    public static final int ERR_INFO_VALUE = ErrorClass.INFO_VALUE.code();
    /** Input or output that failed. */
    public static final int ERR_IO = ErrorClass.IO.code();
    /** A key that was not created for the kind of object, or has been freed. */
    public static final int ERR_KEYVAL = ErrorClass.KEYVAL.code();
    /** A lock that is neither shared nor exclusive. */
    public static final int ERR_LOCKTYPE = ErrorClass.LOCKTYPE.code();
    /** A service name that is not published. */
    public static final int ERR_NAME = ErrorClass.NAME.code();
    /** Memory that could not be allocated. */
    public static final int ERR_NO_MEM = ErrorClass.NO_MEM.code();
    /** A disk without space. */
    public static final int ERR_NO_SPACE = ErrorClass.NO_SPACE.code();
    /** A file that does not exist. */
    public static final int ERR_NO_SUCH_FILE = ErrorClass.NO_SUCH_FILE.code();
    /** A collective call whose arguments differ among the processes. */
    public static final int ERR_NOT_SAME = ErrorClass.NOT_SAME.code();
    /** A port name that is not valid, or at which no process listens. */
    public static final int ERR_PORT = ErrorClass.PORT.code();
    /** A quota that is used up. */
    public static final int ERR_QUOTA = ErrorClass.QUOTA.code();
    /** A file that can only be read. */
    public static final int ERR_READ_ONLY = ErrorClass.READ_ONLY.code();
    /** Memory that can't be attached to a window. */
    public static final int ERR_RMA_ATTACH = ErrorClass.RMA_ATTACH.code();
    /** Accesses to a window that conflict. */
    public static final int ERR_RMA_CONFLICT = ErrorClass.RMA_CONFLICT.code();
    /** A window of a kind that the call is not for. */
    public static final int ERR_RMA_FLAVOR = ErrorClass.RMA_FLAVOR.code();
    /** A target that is not, or not whole, in the window. */
    public static final int ERR_RMA_RANGE = ErrorClass.RMA_RANGE.code();
    /** Memory that some process can't reach. */
    public static final int ERR_RMA_SHARED = ErrorClass.RMA_SHARED.code();
    /** A call that the epochs of the window do not allow. */
    public static final int ERR_RMA_SYNC = ErrorClass.RMA_SYNC.code();
    /** A service name that is taken, or that another process has published. */
    public static final int ERR_SERVICE = ErrorClass.SERVICE.code();
    /** A session that is null or finalized. */
    public static final int ERR_SESSION = ErrorClass.SESSION.code();
    /** A size that is negative or too large. */
    public static final int ERR_SIZE = ErrorClass.SIZE.code();
    /** Processes that could not be started. */
    public static final int ERR_SPAWN = ErrorClass.SPAWN.code();
    /** A data representation that is not registered. */
    public static final int ERR_UNSUPPORTED_DATAREP = ErrorClass.UNSUPPORTED_DATAREP.code();
    /** An operation that the file does not support. */
    public static final int ERR_UNSUPPORTED_OPERATION = ErrorClass.UNSUPPORTED_OPERATION.code();
    /** A value that the type of the result can't hold. */
    public static final int ERR_VALUE_TOO_LARGE = ErrorClass.VALUE_TOO_LARGE.code();
    /** A window that is null or has been freed. */
    public static final int ERR_WIN = ErrorClass.WIN.code();
    /** A process that has called Abort. */
    public static final int ERR_PROC_ABORTED = ErrorClass.PROC_ABORTED.code();
    /** An error handler that has been freed, or is for another kind of object. */
    public static final int ERR_ERRHANDLER = ErrorClass.ERRHANDLER.code();
    /** A communicator or window that has been revoked; the name is that of MPI's User-Level Failure Mitigation. */
    public static final int ERR_REVOKED = ErrorClass.REVOKED.code();
    /** The largest error class. */
    public static final int ERR_LASTCODE = ErrorClass.LAST.code();

    // ---- the environment (MPI-4.1 sections 9 and 11) ----

    /**
     * Joins the job. Returns the program's own arguments: without the three words that {@code jmpirun --mpj-args} puts
     * before them.
     *
     * @param args what {@code main} got
     * @return the program's own arguments
     * @throws MPIException of class ERR_OTHER if a launcher started this process but its job can't be joined, if Init
     *     was called before and not Finalize, or if another rank has ended since Finalize
     */
    public static String[] Init(String[] args) throws MPIException {
        try {
            CurrentWorld.init();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
        ((Info.Environment) INFO_ENV).started(args);
        return MpjArguments.without(args);
    }

    /**
     * Does the same as {@link #Init}, for a program that states its thread level (MPI-4.1 section 11.6.2).
     *
     * @param args what {@code main} got
     * @param required one of {@link #THREAD_SINGLE} and those after it
     * @return the level that there is: {@link #THREAD_MULTIPLE}
     * @throws MPIException as Init does; of class ERR_ARG if {@code required} is no level
     */
    public static int Init_thread(String[] args, int required) throws MPIException {
        if (required < THREAD_SINGLE || required > THREAD_MULTIPLE)
            throw Ranks.raised(new CommException(ErrorClass.ARG, "no level of thread support: required=" + required));
        Init(args);
        return THREAD_MULTIPLE;
    }

    /**
     * Does the same as {@link #Init_thread}, and returns the program's own arguments.
     *
     * @param required one of {@link #THREAD_SINGLE} and those after it
     * @param provided not used: {@link #queryThread} returns the level
     * @param argv what {@code main} got
     * @return the program's own arguments
     */
    public static String[] initThread(int required, int provided, String[] argv) throws MPIException {
        Init_thread(argv, required);
        return MpjArguments.without(argv);
    }

    /**
     * {@return the level of thread support: {@link #THREAD_MULTIPLE}}
     *
     * @throws MPIException of class ERR_OTHER before Init and after Finalize
     */
    public static int Query_thread() throws MPIException {
        Ranks.current();
        return THREAD_MULTIPLE;
    }

    /**
     * Does the same as {@link #Query_thread}.
     *
     * @return the level of thread support: {@link #THREAD_MULTIPLE}
     */
    public static int queryThread() throws MPIException {
        return Query_thread();
    }

    /**
     * {@return whether the calling thread is the one that called Init}
     *
     * @throws MPIException of class ERR_OTHER before Init and after Finalize
     */
    public static boolean Is_thread_main() throws MPIException {
        return Ranks.current().isMainThread(Thread.currentThread());
    }

    /**
     * Does the same as {@link #Is_thread_main}.
     *
     * @return whether the calling thread is the one that called Init
     */
    public static boolean isMainThread() throws MPIException {
        return Is_thread_main();
    }

    /**
     * Leaves the job: returns when every rank has called this. The attributes of {@link #COMM_SELF} are removed first,
     * the last one that was set before the others, so that a library may react. A buffer for buffered sends is
     * detached. {@link #Init} may follow, at every rank, and begins anew with fresh communicators.
     */
    public static void Finalize() throws MPIException {
        try {
            Ranks.current().finish();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /** {@return whether {@link #Init} has been called, whatever came after} */
    public static boolean Initialized() throws MPIException {
        return CurrentWorld.isInitialized();
    }

    // ---- ports (MPI-4.1 section 11.9) ----

    /**
     * {@return the name of a new port, at which a group of another job of this user can connect} The name says where
     * the port listens, and holds no secret: both sides prove a key, which lies in {@code ~/.jmpi/port.key}.
     *
     * @param info has no effect
     * @throws MPIException of class ERR_PORT if this process cannot listen, or others can read the key
     */
    public static String Open_port(Info info) throws MPIException {
        return dynamic(known -> known.ports().open());
    }

    /**
     * Closes a port.
     *
     * @param port_name of the port
     * @throws MPIException of class ERR_PORT if this process has not opened it
     */
    public static void Close_port(String port_name) throws MPIException {
        dynamic(known -> {
            known.ports().close(port_name);
            return null;
        });
    }

    /**
     * Publishes the name of a port for other jobs of this user.
     *
     * @param service_name the name by which they find it
     * @param info has no effect
     * @param port_name of the port
     * @throws MPIException of class ERR_SERVICE if the name is taken; ERR_PORT or ERR_ARG for what is no name
     */
    public static void Publish_name(String service_name, Info info, String port_name) throws MPIException {
        dynamic(known -> {
            known.ports().publish(service_name, port_name);
            return null;
        });
    }

    /**
     * Takes a service name back; {@link #Finalize} does so with all that are left.
     *
     * @param service_name the name
     * @param info has no effect
     * @param port_name of the port that it was published with
     * @throws MPIException of class ERR_SERVICE if it is not published with this port
     */
    public static void Unpublish_name(String service_name, Info info, String port_name) throws MPIException {
        dynamic(known -> {
            known.ports().unpublish(service_name, port_name);
            return null;
        });
    }

    /**
     * {@return the name of the port that was published}
     *
     * @param service_name the name
     * @param info has no effect
     * @throws MPIException of class ERR_NAME if it is not published
     */
    public static String Lookup_name(String service_name, Info info) throws MPIException {
        return dynamic(known -> known.ports().lookup(service_name));
    }

    private static <T> T dynamic(Function<DynamicProcesses, T> call) {
        DynamicProcesses known = Ranks.current().dynamic();
        try {
            return call.apply(known);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /** {@return whether {@link #Finalize} has returned, and {@link #Init} was not called since} */
    public static boolean Finalized() throws MPIException {
        return CurrentWorld.isFinalized();
    }

    /** {@return the seconds since some moment in the past, the same one for all calls of this process} */
    public static double Wtime() {
        return System.nanoTime() * 1e-9;
    }

    /** {@return the resolution of {@link #Wtime} in seconds} */
    public static double Wtick() {
        return 1e-9;
    }

    /** {@return the name of the host that this rank runs on} */
    public static String Get_processor_name() throws MPIException {
        try {
            return Ranks.current().processorName();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the error class of an error code} This library has one code for each class.
     *
     * @param errorcode from {@link MPIException#Get_error_code}
     * @throws MPIException of class ERR_ARG if no error has this code
     */
    public static int Error_class(int errorcode) throws MPIException {
        return errorClass(errorcode).code();
    }

    /**
     * {@return the meaning of an error code, in a few words} (MPI-4.1 section 9.4)
     *
     * @param errorcode from {@link MPIException#Get_error_code}, or an error class
     * @throws MPIException of class ERR_ARG if no error has this code
     */
    public static String Error_string(int errorcode) throws MPIException {
        return errorClass(errorcode).meaning();
    }

    private static ErrorClass errorClass(int errorcode) {
        try {
            return ErrorClass.of(errorcode);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Gives memory for buffered sends (MPI-4.1 section 3.6).
     *
     * @param buffer not used by the program until it is detached
     * @throws MPIException of class ERR_BUFFER if it is null or another one is attached; ERR_OTHER before Init and
     *     after Finalize
     */
    public static void Buffer_attach(byte[] buffer) throws MPIException {
        try {
            Ranks.current().process().attachBuffer(buffer);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Gives room for buffered sends: as many bytes as the buffer has from position to limit. The library takes memory
     * of its own for them and leaves the buffer's alone.
     *
     * @param buffer whose remaining bytes are the size of that memory
     * @throws MPIException of class ERR_BUFFER if it is null or read-only, or another one is attached; ERR_OTHER before
     *     Init and after Finalize
     */
    public static void Buffer_attach(ByteBuffer buffer) throws MPIException {
        try {
            Ranks.current().process().attachBuffer(buffer);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Sets what happens when a call on {@link #COMM_WORLD} fails; see {@link Comm#Set_errhandler}.
     *
     * @param errhandler the error handler
     */
    public static void Errorhandler_set(Errhandler errhandler) throws MPIException {
        COMM_WORLD.Set_errhandler(errhandler);
    }

    /** {@return the error handler of {@link #COMM_WORLD}} */
    public static Errhandler Errorhandler_get() throws MPIException {
        return COMM_WORLD.Get_errhandler();
    }

    /**
     * Takes back the memory for buffered sends, once all its messages have been sent.
     *
     * @return the memory, which belongs to the program again
     * @throws MPIException of class ERR_BUFFER if none is attached; ERR_OTHER before Init and after Finalize
     */
    public static byte[] Buffer_detach() throws MPIException {
        try {
            return Ranks.current().process().detachBuffer();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }
}
