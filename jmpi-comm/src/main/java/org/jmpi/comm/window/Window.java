package org.jmpi.comm.window;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.OpHandle;

/**
 * A window at one rank: memory of each rank of a group, which the others access (MPI-4.1 chapter 12). Any thread may
 * call the methods.
 */
public final class Window extends WindowObject {
    final Exposure exposure;
    private final WindowTarget[] targets;
    private final Runnable release;
    private final Epochs epochs;
    private final Synchronization synchronization;
    private final Accesses accesses;

    /**
     * @param predefined attributes
     * @param release has this rank forget the window
     * @param hints null for none
     */
    Window(
            int flavor,
            Communicator comm,
            WindowLayer layer,
            Exposure exposure,
            WindowTarget[] targets,
            Map<Integer, Object> predefined,
            Runnable release,
            Info hints) {
        super(comm, predefined, hints);
        this.exposure = exposure;
        this.targets = targets;
        this.release = release;
        this.epochs = new Epochs(targets.length, comm.process().events());
        this.synchronization = new Synchronization(comm, exposure, targets, epochs);
        this.accesses = new Accesses(flavor, comm, layer, targets, epochs);
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
     * @throws org.jmpi.comm.error.CommException of class COMM, SIZE, DISP, BUFFER, ARG; TYPE if it has objects
     */
    public static Window create(UserBuffer base, int dispUnit, Info info, Communicator comm) {
        return new WindowMaker("Win.Create", FLAVOR_CREATE, info, comm).over(base, dispUnit);
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
        return new WindowMaker("Win.Allocate", FLAVOR_ALLOCATE, info, comm).allocate(size, dispUnit);
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
        return new WindowMaker("Win.Allocate_shared", FLAVOR_SHARED, info, comm).allocate(size, dispUnit);
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
        return new WindowMaker("Win.Create_dynamic", FLAVOR_DYNAMIC, info, comm).dynamic();
    }

    /**
     * {@return the memory that the library has allocated for this rank, up to the greatest length of a buffer, in
     * native byte order}
     *
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR if the memory is the program's
     */
    public ByteBuffer base() {
        accesses.checkAllocated();
        return exposure.memory.bytes();
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
        accesses.checkAllocated();
        return exposure.memory.bytes(offset, bytes);
    }

    /**
     * {@return the memory of a rank, which this one may load from and store to}
     *
     * @param rank {@link Communicator#PROC_NULL} for the lowest rank with memory
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR or RANK
     */
    public SharedPart sharedQuery(int rank) {
        accesses.checkFlavor("Shared_query", FLAVOR_SHARED);
        int named = rank == Communicator.PROC_NULL ? accesses.lowestWithMemory() : rank;
        accesses.checkRank(named);
        return new SharedPart(targets[named].memory(), targets[named].extent());
    }

    /**
     * Attaches memory to a dynamic window.
     *
     * @param base as that of {@link #create}
     * @return the displacement of the first element, for other ranks; the next element has the next displacement
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR, RMA_ATTACH, SIZE, BUFFER, ARG or TYPE
     */
    public long attach(UserBuffer base) {
        accesses.checkFlavor("Attach", FLAVOR_DYNAMIC);
        return exposure.memory.attach(base);
    }

    /**
     * Detaches memory from a dynamic window.
     *
     * @param base the object that was attached
     * @throws org.jmpi.comm.error.CommException of class RMA_FLAVOR, or RMA_ATTACH if it is not attached
     */
    public void detach(Object base) {
        accesses.checkFlavor("Detach", FLAVOR_DYNAMIC);
        exposure.memory.detach(base);
    }

    /**
     * Frees the window. Each rank calls this.
     *
     * @throws org.jmpi.comm.error.CommException of class WIN if it has been freed; RMA_SYNC in an epoch
     */
    public void free() {
        checkUsable();
        if (comm.revocation() == null) epochs.checkFree();
        attributes().deleteAll();
        try {
            synchronization.barrier("Win.Free");
        } catch (CommException e) {
            // The ranks that are left free the window all the same: it is of no more use to them.
            if (e.errorClass() != ErrorClass.PROC_FAILED && e.errorClass() != ErrorClass.REVOKED) throw e;
        }
        accesses.free();
        release.run();
        comm.process().events().handleFreed(this);
        comm.process().events().windowFreed(comm.context());
        comm.free();
    }

    /** {@return whether the window has been freed} */
    public boolean isFreed() {
        return accesses.isFreed();
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
        accesses.put(origin, rank, disp, count, type, null);
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
        accesses.get(origin, rank, disp, count, type, null);
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
        accesses.accumulate(origin, rank, disp, count, type, op, null);
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
        accesses.getAccumulate(origin, result, rank, disp, count, type, op, null);
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
        TypeHandle type = result.type();
        if (type != null && !type.isPredefined() && type.layout().size() != 1)
            throw new CommException(
                    ErrorClass.TYPE, "Fetch_and_op takes one element of a predefined datatype: got " + type.layout());
        accesses.getAccumulate(origin, result, rank, disp, 1, type, op, null);
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
        accesses.compareAndSwap(origin, compare, result, rank, disp);
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
        return accesses.request(rank, request -> accesses.put(origin, rank, disp, count, type, request));
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
        return accesses.request(rank, request -> accesses.get(origin, rank, disp, count, type, request));
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
    public RequestHandle raccumulate(UserBuffer origin, int rank, long disp, long count, TypeHandle type, OpHandle op) {
        return accesses.request(rank, request -> accesses.accumulate(origin, rank, disp, count, type, op, request));
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
        return accesses.request(
                rank, request -> accesses.getAccumulate(origin, result, rank, disp, count, type, op, request));
    }

    // ---- epochs (MPI-4.1 section 12.5) ----

    /**
     * Ends the accesses of all ranks, and begins the next ones. Each rank calls this.
     *
     * @param assertion some of NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED
     * @throws org.jmpi.comm.error.CommException of class ASSERT or RMA_SYNC; PROC_FAILED if a rank has failed
     */
    public void fence(int assertion) {
        accesses.checkAssertion(assertion, MODE_NOSTORE | MODE_NOPUT | MODE_NOPRECEDE | MODE_NOSUCCEED);
        synchronization.fence((assertion & MODE_NOSUCCEED) == 0);
    }

    /**
     * Exposes the memory of this rank to some ranks.
     *
     * @param origins those that call {@link #start} with this rank
     * @param assertion some of NOCHECK, NOSTORE, NOPUT
     * @throws org.jmpi.comm.error.CommException of class ASSERT, RMA_SYNC, or GROUP if a member is not in the window
     */
    public void post(Group origins, int assertion) {
        accesses.checkAssertion(assertion, MODE_NOCHECK | MODE_NOSTORE | MODE_NOPUT);
        synchronization.post(origins);
    }

    /**
     * Begins accesses to some ranks; waits until they have called {@link #post}.
     *
     * @param targets the ranks
     * @param assertion NOCHECK or 0
     */
    public void start(Group targets, int assertion) {
        accesses.checkAssertion(assertion, MODE_NOCHECK);
        synchronization.start(targets);
    }

    /** Ends the accesses that {@link #start} has begun. */
    public void complete() {
        accesses.checkNotRevoked();
        synchronization.complete();
    }

    /** Waits until all ranks to which this one is exposed have called {@link #complete}. */
    public void await() {
        accesses.checkNotRevoked();
        synchronization.await();
    }

    /** {@return whether all ranks to which this one is exposed have called {@link #complete}} Then it is no more. */
    public boolean test() {
        accesses.checkNotRevoked();
        return synchronization.test();
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
        if (type != LOCK_EXCLUSIVE && type != LOCK_SHARED)
            throw new CommException(ErrorClass.LOCKTYPE, "lock is neither shared nor exclusive: type=" + type);
        accesses.checkAssertion(assertion, MODE_NOCHECK);
        if (accesses.isTarget(rank)) synchronization.lock(type, rank);
    }

    /**
     * Ends the accesses to a rank, and unlocks its memory.
     *
     * @param rank the target, or PROC_NULL
     */
    public void unlock(int rank) {
        if (accesses.isTarget(rank)) synchronization.unlock(rank);
    }

    /**
     * Locks the memory of all ranks with a shared lock.
     *
     * @param assertion NOCHECK or 0
     */
    public void lockAll(int assertion) {
        accesses.checkAssertion(assertion, MODE_NOCHECK);
        synchronization.lockAll();
    }

    /** Ends the accesses that {@link #lockAll} has begun. */
    public void unlockAll() {
        accesses.checkNotRevoked();
        synchronization.unlockAll();
    }

    /**
     * Completes the accesses to a rank, here and there.
     *
     * @param rank the target, or PROC_NULL
     */
    public void flush(int rank) {
        if (accesses.isTarget(rank)) synchronization.flush(rank);
    }

    /** Completes the accesses to all ranks, here and there. */
    public void flushAll() {
        accesses.checkNotRevoked();
        synchronization.flushAll();
    }

    /**
     * Completes the accesses to a rank, here.
     *
     * @param rank the target, or PROC_NULL
     */
    public void flushLocal(int rank) {
        if (accesses.isTarget(rank)) synchronization.flushLocal(rank);
    }

    /** Completes the accesses to all ranks, here. */
    public void flushLocalAll() {
        accesses.checkNotRevoked();
        synchronization.flushLocalAll();
    }

    /** Has loads of this thread see what other ranks have stored before, and the other way round. */
    public void sync() {
        checkUsable();
        VarHandle.fullFence();
    }

    @Override
    void checkUsable() {
        accesses.checkUsable();
    }
}
