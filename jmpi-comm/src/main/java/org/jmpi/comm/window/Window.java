package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.object.Attributes;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.OpHandle;

/**
 * A window at one rank: memory of each rank of a group, which the others access (MPI-4.1 chapter 12). Any thread may
 * call the methods.
 */
public final class Window {
    /** The key of the attribute that holds the memory of this rank. */
    public static final int BASE_KEY = -201;

    /** The key of the size of this rank's memory: a Long. */
    public static final int SIZE_KEY = -202;

    /** The key of this rank's displacement unit: an Integer. */
    public static final int DISP_UNIT_KEY = -203;

    /** The key of how the window was made: one of the flavors. */
    public static final int CREATE_FLAVOR_KEY = -204;

    /** The key of the memory model: {@link #MODEL_UNIFIED}. */
    public static final int MODEL_KEY = -205;

    /** The flavor of a window over memory of the program. */
    public static final int FLAVOR_CREATE = 1;

    /** The flavor of a window over memory of the library. */
    public static final int FLAVOR_ALLOCATE = 2;

    /** The flavor of a window to which memory is attached. */
    public static final int FLAVOR_DYNAMIC = 3;

    /** The flavor of a window whose memory all ranks share. */
    public static final int FLAVOR_SHARED = 4;

    /** The memory model of which no window is. */
    public static final int MODEL_SEPARATE = 1;

    /** The memory model of each window. */
    public static final int MODEL_UNIFIED = 2;

    /** A lock that no other rank has at the same time. */
    public static final int LOCK_EXCLUSIVE = 1;

    /** A lock that other ranks may have at the same time. */
    public static final int LOCK_SHARED = 2;

    /** Asserts that no other call conflicts. */
    public static final int MODE_NOCHECK = 1;

    /** Asserts that this rank has not stored to its memory. */
    public static final int MODE_NOSTORE = 2;

    /** Asserts that no rank will put to this one's memory. */
    public static final int MODE_NOPUT = 4;

    /** Asserts that a fence ends no epoch of accesses. */
    public static final int MODE_NOPRECEDE = 8;

    /** Asserts that a fence begins no epoch of accesses. */
    public static final int MODE_NOSUCCEED = 16;

    private Window() {}

    private static UnsupportedOperationException todo() {
        return new UnsupportedOperationException();
    }

    // ---- making and freeing (MPI-4.1 section 12.2) ----

    /**
     * Makes a window over memory of the program. Each rank of the communicator calls this.
     *
     * @param base offset and count are those of the elements of the memory: of a {@code ByteBuffer} or a segment of
     *     {@code java.lang.foreign} its bytes. The datatype is ignored. The memory may be null if the count is 0
     * @param dispUnit elements from one displacement to the next
     * @param info hints, which are kept and not used; null for none
     * @param comm an intracommunicator
     * @return the window
     * @throws org.jmpi.comm.error.CommException of class COMM, SIZE, DISP, BUFFER, ARG; TYPE if the elements are objects
     */
    public static Window create(UserBuffer base, int dispUnit, Info info, Communicator comm) {
        throw todo();
    }

    /**
     * Makes a window over new memory, zero and in native byte order. Each rank of the communicator calls this.
     *
     * @param size of this rank's memory, in bytes
     * @param dispUnit bytes from one displacement to the next
     * @param info hints; null for none
     * @param comm an intracommunicator
     * @return the window
     * @throws org.jmpi.comm.error.CommException of class COMM, SIZE, DISP or NO_MEM
     */
    public static Window allocate(long size, int dispUnit, Info info, Communicator comm) {
        throw todo();
    }

    /**
     * Does the same as {@link #allocate}; each rank can load from and store to the memory of all.
     *
     * @param size of this rank's memory, in bytes
     * @param dispUnit bytes from one displacement to the next
     * @param info hints; null for none
     * @param comm an intracommunicator
     * @return the window
     * @throws org.jmpi.comm.error.CommException as {@link #allocate}; also of class RMA_SHARED if ranks share no memory
     */
    public static Window allocateShared(long size, int dispUnit, Info info, Communicator comm) {
        throw todo();
    }

    /**
     * Makes a window without memory. Each rank of the communicator calls this.
     *
     * @param info hints; null for none
     * @param comm an intracommunicator
     * @return the window
     * @throws org.jmpi.comm.error.CommException of class COMM
     */
    public static Window createDynamic(Info info, Communicator comm) {
        throw todo();
    }

    /**
     * {@return the memory that the library has allocated for this rank, up to the greatest length of a buffer, in
     * native byte order}
     *
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR if the memory is the program's
     */
    public ByteBuffer base() {
        throw todo();
    }

    /**
     * {@return a part of the memory that the library has allocated for this rank}
     *
     * @param offset of its first byte
     * @param bytes its length
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR if the memory is the program's; ARG or SIZE if the
     *     part is not in the memory
     */
    public ByteBuffer base(long offset, int bytes) {
        throw todo();
    }

    /**
     * {@return the memory of a rank, which this one may load from and store to}
     *
     * @param rank {@link Communicator#PROC_NULL} for the lowest rank with memory
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR or RANK
     */
    public SharedPart sharedQuery(int rank) {
        throw todo();
    }

    /**
     * Attaches memory to a dynamic window.
     *
     * @param base as that of {@link #create}
     * @return the displacement of the first element, for other ranks; the next element has the next displacement
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR, RMA_ATTACH, SIZE, BUFFER, ARG or TYPE
     */
    public long attach(UserBuffer base) {
        throw todo();
    }

    /**
     * Detaches memory from a dynamic window.
     *
     * @param base the object that was attached
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR, or RMA_ATTACH if it is not attached
     */
    public void detach(Object base) {
        throw todo();
    }

    /**
     * Frees the window. Each rank calls this.
     *
     * @throws org.jmpi.comm.error.CommException of class WIN if it has been freed; RMA_SYNC in an epoch
     */
    public void free() {
        throw todo();
    }

    /** {@return whether the window has been freed} */
    public boolean isFreed() {
        throw todo();
    }

    // ---- the object (MPI-4.1 sections 12.2.6, 12.2.7, 7.7.3, 7.8 and 9.3.2) ----

    /** {@return the communicator of the window's own, whose error handler and handle are the window's} */
    public Communicator communicator() {
        throw todo();
    }

    /** {@return the ranks of the window} */
    public Group group() {
        throw todo();
    }

    /** {@return the attributes} */
    public Attributes attributes() {
        throw todo();
    }

    /** {@return a copy of the hints that are in use} */
    public Info info() {
        throw todo();
    }

    /**
     * Sets hints. Those that the library does not know are ignored.
     *
     * @param hints null for none
     */
    public void info(Info hints) {
        throw todo();
    }

    /** {@return the name; empty without one} */
    public String name() {
        throw todo();
    }

    /**
     * Names the window at this rank.
     *
     * @param given at most {@link Communicator#MAX_NAME} characters
     * @throws org.jmpi.comm.error.CommException of class ARG if it is null or too long
     */
    public void name(String given) {
        throw todo();
    }

    /** {@return the reaction to failed calls} */
    public ErrorHandler errorHandler() {
        throw todo();
    }

    /**
     * Sets the reaction to failed calls.
     *
     * @param handler a new window has {@link ErrorHandler#ARE_FATAL}
     */
    public void errorHandler(ErrorHandler handler) {
        throw todo();
    }

    // ---- accesses (MPI-4.1 section 12.3) ----

    /**
     * Writes to a rank's memory.
     *
     * @param origin what is written; it may change when the call returns
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory, in its displacement units
     * @param count items in the target's memory
     * @param type of these items
     * @throws org.jmpi.comm.error.CommException of class WIN, RANK, RMA_SYNC, RMA_RANGE, TYPE, COUNT, BUFFER or ARG;
     *     PROC_FAILED if the target has failed
     */
    public void put(UserBuffer origin, int rank, long disp, long count, TypeHandle type) {
        throw todo();
    }

    /**
     * Reads from a rank's memory; the items are there when the epoch ends, or after a flush.
     *
     * @param origin what is read into
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     */
    public void get(UserBuffer origin, int rank, long disp, long count, TypeHandle type) {
        throw todo();
    }

    /**
     * Combines items with those in a rank's memory, each element atomically.
     *
     * @param origin the operands; they may change when the call returns
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     * @param op a predefined operator
     * @throws org.jmpi.comm.error.CommException as {@link #put}; also of class OP
     */
    public void accumulate(UserBuffer origin, int rank, long disp, long count, TypeHandle type, OpHandle op) {
        throw todo();
    }

    /**
     * Does the same as {@link #accumulate}, and reads the items as they were before.
     *
     * @param origin the operands; not looked at if the operator is NO_OP
     * @param result what is read into
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     * @param op a predefined operator
     */
    public void getAccumulate(
            UserBuffer origin, UserBuffer result, int rank, long disp, long count, TypeHandle type, OpHandle op) {
        throw todo();
    }

    /**
     * Does the same as {@link #getAccumulate} for one element.
     *
     * @param origin one item of a predefined datatype: the operand
     * @param result one item of the same datatype
     * @param rank the target, or PROC_NULL
     * @param disp of the element in the target's memory
     * @param op a predefined operator
     */
    public void fetchAndOp(UserBuffer origin, UserBuffer result, int rank, long disp, OpHandle op) {
        throw todo();
    }

    /**
     * Replaces an element if it equals another one, and reads it as it was before.
     *
     * @param origin one item of a predefined datatype, which is no floating-point type: the new element
     * @param compare one item of the same datatype
     * @param result one item of the same datatype
     * @param rank the target, or PROC_NULL
     * @param disp of the element in the target's memory
     */
    public void compareAndSwap(UserBuffer origin, UserBuffer compare, UserBuffer result, int rank, long disp) {
        throw todo();
    }

    /**
     * Does the same as {@link #put}; only while the target is locked.
     *
     * @param origin what is written; it may change when the request is complete
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     * @return the request
     */
    public RequestHandle rput(UserBuffer origin, int rank, long disp, long count, TypeHandle type) {
        throw todo();
    }

    /**
     * Does the same as {@link #get}; only while the target is locked.
     *
     * @param origin what is read into; the items are there when the request is complete
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     * @return the request
     */
    public RequestHandle rget(UserBuffer origin, int rank, long disp, long count, TypeHandle type) {
        throw todo();
    }

    /**
     * Does the same as {@link #accumulate}; only while the target is locked.
     *
     * @param origin the operands; they may change when the request is complete
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     * @param op a predefined operator
     * @return the request
     */
    public RequestHandle raccumulate(
            UserBuffer origin, int rank, long disp, long count, TypeHandle type, OpHandle op) {
        throw todo();
    }

    /**
     * Does the same as {@link #getAccumulate}; only while the target is locked.
     *
     * @param origin the operands; not looked at if the operator is NO_OP
     * @param result what is read into; the items are there when the request is complete
     * @param rank the target, or PROC_NULL
     * @param disp of the first item in the target's memory
     * @param count items in the target's memory
     * @param type of these items
     * @param op a predefined operator
     * @return the request
     */
    public RequestHandle rgetAccumulate(
            UserBuffer origin, UserBuffer result, int rank, long disp, long count, TypeHandle type, OpHandle op) {
        throw todo();
    }

    // ---- epochs (MPI-4.1 section 12.5) ----

    /**
     * Ends the accesses of all ranks, and begins the next ones. Each rank calls this.
     *
     * @param assertion some of NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED
     * @throws org.jmpi.comm.error.CommException of class ASSERT or RMA_SYNC; PROC_FAILED if a rank has failed
     */
    public void fence(int assertion) {
        throw todo();
    }

    /**
     * Exposes the memory of this rank to some ranks.
     *
     * @param origins those that call {@link #start} with this rank
     * @param assertion some of NOCHECK, NOSTORE, NOPUT
     * @throws org.jmpi.comm.error.CommException of class ASSERT, RMA_SYNC, or GROUP if a member is not in the window
     */
    public void post(Group origins, int assertion) {
        throw todo();
    }

    /**
     * Begins accesses to some ranks; waits until they have called {@link #post}.
     *
     * @param targets the ranks
     * @param assertion NOCHECK or 0
     */
    public void start(Group targets, int assertion) {
        throw todo();
    }

    /** Ends the accesses that {@link #start} has begun. */
    public void complete() {
        throw todo();
    }

    /** Waits until all ranks to which this one is exposed have called {@link #complete}. */
    public void await() {
        throw todo();
    }

    /** {@return whether all ranks to which this one is exposed have called {@link #complete}} If so, the exposure ends. */
    public boolean test() {
        throw todo();
    }

    /**
     * Locks the memory of a rank, and begins accesses to it.
     *
     * @param type {@link #LOCK_EXCLUSIVE} or {@link #LOCK_SHARED}
     * @param rank the target, or PROC_NULL
     * @param assertion NOCHECK or 0
     * @throws org.jmpi.comm.error.CommException of class LOCKTYPE, RANK, ASSERT or RMA_SYNC; PROC_FAILED if the target
     *     or a rank that has the lock fails
     */
    public void lock(int type, int rank, int assertion) {
        throw todo();
    }

    /**
     * Ends the accesses to a rank, and unlocks its memory.
     *
     * @param rank the target, or PROC_NULL
     */
    public void unlock(int rank) {
        throw todo();
    }

    /**
     * Locks the memory of all ranks with a shared lock.
     *
     * @param assertion NOCHECK or 0
     */
    public void lockAll(int assertion) {
        throw todo();
    }

    /** Ends the accesses that {@link #lockAll} has begun. */
    public void unlockAll() {
        throw todo();
    }

    /**
     * Completes the accesses to a rank, here and there.
     *
     * @param rank the target, or PROC_NULL
     */
    public void flush(int rank) {
        throw todo();
    }

    /** Completes the accesses to all ranks, here and there. */
    public void flushAll() {
        throw todo();
    }

    /**
     * Completes the accesses to a rank, here.
     *
     * @param rank the target, or PROC_NULL
     */
    public void flushLocal(int rank) {
        throw todo();
    }

    /** Completes the accesses to all ranks, here. */
    public void flushLocalAll() {
        throw todo();
    }

    /** Has loads of this thread see what other ranks have stored before, and the other way round. */
    public void sync() {
        throw todo();
    }
}
