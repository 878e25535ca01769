package mpi;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Keyvals;
import org.jmpi.comm.window.Window;

/**
 * A window: memory of each rank of a communicator, which the other ranks read and write without a call of its rank
 * (MPI-4.1 chapter 12).
 *
 * <p>The rank that calls is the origin of an access, and the other one its target. A displacement counts displacement
 * units of the target from the start of its part. Units, sizes and offsets count elements in a window over an array or
 * a typed buffer ({@link #Create}, {@link #Attach}), and bytes in other windows. The datatype of the target has the
 * type of that array; bytes hold any primitive type. Objects lie in no window (ERR_TYPE).
 *
 * <p>An access is made in an epoch, and complete when the epoch ends: between two calls of {@link #Fence}; from
 * {@link #Start} to {@link #Complete}, while the target is between {@link #Post} and {@link #Wait}; or from
 * {@link #Lock} to {@link #Unlock}, whatever the target does. Until then the origin's buffer belongs to the library.
 *
 * <p>Unless a method says otherwise it throws an {@link MPIException}, before anything is accessed, of class ERR_RANK,
 * ERR_COUNT, ERR_TYPE, ERR_BUFFER, ERR_OP or ERR_ARG if the argument of that kind is not valid, ERR_RMA_RANGE if the
 * items do not lie in the target's part, ERR_RMA_SYNC if the epochs do not allow the call, ERR_ASSERT if it does not
 * have the assertion, ERR_RMA_FLAVOR if the window is of another kind, ERR_WIN if it has been freed, and
 * ERR_PROC_FAILED if the target has failed. The window stays usable.
 *
 * <pre>{@code
 * long[] counter = new long[1];
 * Win win = Win.Create(counter, 0, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
 * long[] one = {1};
 * long[] before = new long[1];
 * win.Lock(MPI.LOCK_SHARED, 0, 0);
 * win.Fetch_and_op(one, 0, before, 0, MPI.LONG, 0, 0, MPI.SUM);
 * win.Unlock(0);
 * System.out.println("ticket " + before[0]);
 * win.Free();
 * }</pre>
 */
public class Win {
    private static final Keyvals KEYVALS = new Keyvals("windows");

    private final Window core;

    /** @param core null for {@link MPI#WIN_NULL} */
    Win(Window core) {
        this.core = core;
        if (core != null) core.communicator().handle(this);
    }

    /**
     * Returns the object by which the program knows a window.
     *
     * @param core the window, or its communicator, in which its requests are
     */
    private static Win wrap(Object core) {
        Communicator comm = core instanceof Window window ? window.communicator() : (Communicator) core;
        return (Win) comm.handle();
    }

    /** Makes a window; a failure is that of the communicator. */
    private static Win made(Comm comm, Function<Comm, Window> make) {
        if (comm == null) throw Ranks.raised(new CommException(ErrorClass.COMM, "communicator is null"));
        try {
            return new Win(make.apply(comm));
        } catch (CommException e) {
            throw comm.raised(e);
        }
    }

    private static UserBuffer memory(Object base, long offset, long size) {
        return new UserBuffer(base, offset, size, null);
    }

    private Window window() {
        if (core == null) throw Ranks.raised(new CommException(ErrorClass.WIN, "window is MPI.WIN_NULL"));
        return core;
    }

    /** Returns the exception for a failed call, unless the error handler ends the job. */
    private MPIException raised(CommException failure) {
        return Ranks.raised(core.communicator(), failure);
    }

    /** Does what checks by itself whether the window is usable. */
    <T> T call(Function<Window, T> call) {
        Window window = window();
        try {
            return call.apply(window);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    private void run(Consumer<Window> call) {
        call(window -> {
            call.accept(window);
            return null;
        });
    }

    /** Does what the window has to be usable for. */
    private <T> T ask(Function<Window, T> question) {
        return call(window -> {
            window.group(); // refuses a window that has been freed
            return question.apply(window);
        });
    }

    // ---- windows (MPI-4.1 section 12.2) ----

    /**
     * Makes a window over arrays or buffers. Every rank calls this, with its own memory.
     *
     * @param base an array of a primitive type, a buffer of {@code java.nio}, or a memory segment; null with size 0
     * @param offset the index of the first element of the window; of a {@code ByteBuffer} and a segment, of the first
     *     byte
     * @param size elements, or bytes; 0 for a rank that exposes nothing
     * @param disp_unit the elements, or bytes, of a step of displacements: at least 1
     * @param info hints; null or {@link MPI#INFO_NULL} for none
     * @param comm its ranks share the window
     * @return the window
     * @throws MPIException of class ERR_SIZE if the size is negative, or greater than the base from the offset on;
     *     ERR_ARG if the offset is not in the base; ERR_DISP for the unit; ERR_TYPE for an array of objects; ERR_BUFFER
     *     if the base is null or read-only; ERR_INFO if the hints have been freed; ERR_COMM for the communicator, an
     *     intercommunicator included
     */
    public static Win Create(Object base, long offset, long size, int disp_unit, Info info, Comm comm)
            throws MPIException {
        return made(comm, on -> Window.create(memory(base, offset, size), disp_unit, Info.core(info), on.core()));
    }

    /**
     * Makes a window over memory of the library. It is zero at first. Every rank calls this. Ranks that share memory
     * access each other's part directly.
     *
     * @param size the bytes of this rank's part, which may exceed 2 GiB
     * @param disp_unit the bytes of a step of displacements: at least 1
     * @param info hints; null or {@link MPI#INFO_NULL} for none
     * @param comm its ranks share the window
     * @return the window, whose memory {@link #Base()} returns
     * @throws MPIException of class ERR_SIZE if the size is negative; ERR_NO_MEM if there is not so much memory, at all
     *     ranks if it is lacking at one; ERR_DISP for the unit; ERR_INFO if the hints have been freed; ERR_COMM for the
     *     communicator
     */
    public static Win Allocate(long size, int disp_unit, Info info, Comm comm) throws MPIException {
        return made(comm, on -> Window.allocate(size, disp_unit, Info.core(info), on.core()));
    }

    /**
     * Does the same as {@link #Allocate}, for ranks that share memory: {@link #Shared_query} returns the part of each
     * rank.
     *
     * @param size the bytes of this rank's part
     * @param disp_unit the bytes of a step of displacements: at least 1
     * @param info hints; null or {@link MPI#INFO_NULL} for none
     * @param comm ranks of one host
     * @return the window
     * @throws MPIException of class ERR_RMA_SHARED if ranks of the communicator do not share memory; as
     *     {@link #Allocate} does
     */
    public static Win Allocate_shared(long size, int disp_unit, Info info, Comm comm) throws MPIException {
        return made(comm, on -> Window.allocateShared(size, disp_unit, Info.core(info), on.core()));
    }

    /**
     * {@return this rank's part of the window's memory, or its first 2 GiB less 1 byte; direct, in native byte order}
     *
     * @throws MPIException of class ERR_RMA_FLAVOR if the library has not allocated the memory
     */
    public ByteBuffer Base() throws MPIException {
        return call(Window::base);
    }

    /**
     * {@return a section of this rank's part of the window's memory; direct, in native byte order}
     *
     * @param offset its first byte
     * @param size its bytes
     * @throws MPIException of class ERR_RMA_FLAVOR if the library has not allocated the memory; ERR_ARG or ERR_SIZE if
     *     the section is not in the part
     */
    public ByteBuffer Base(long offset, int size) throws MPIException {
        return call(window -> window.base(offset, size));
    }

    /**
     * Returns a rank's part of a window of shared memory.
     *
     * @param rank the rank; {@link MPI#PROC_NULL} for the first one whose part is not empty
     * @return its part
     * @throws MPIException of class ERR_RMA_FLAVOR if the window is not of {@link #Allocate_shared}
     */
    public SharedParms Shared_query(int rank) throws MPIException {
        return call(window -> new SharedParms(this, window.sharedQuery(rank)));
    }

    /**
     * Makes a window without memory, to which ranks attach theirs. Every rank calls this. A displacement is one that
     * the target's {@link #Attach} has returned, plus a number of elements.
     *
     * @param info hints; null or {@link MPI#INFO_NULL} for none
     * @param comm its ranks share the window
     * @return the window
     * @throws MPIException of class ERR_INFO if the hints have been freed; ERR_COMM for the communicator
     */
    public static Win Create_dynamic(Info info, Comm comm) throws MPIException {
        return made(comm, on -> Window.createDynamic(Info.core(info), on.core()));
    }

    /**
     * Exposes memory of this rank in a window of {@link #Create_dynamic}. The window keeps it from the garbage
     * collector.
     *
     * @param base an array of a primitive type, a buffer of {@code java.nio}, or a memory segment
     * @param offset the index of the first element; of a {@code ByteBuffer} and a segment, of the first byte
     * @param size elements, or bytes
     * @return the displacement of the first element, for the origins; the program sends it to them
     * @throws MPIException of class ERR_RMA_ATTACH if the base is attached already; ERR_RMA_FLAVOR if the window is not
     *     dynamic; ERR_SIZE, ERR_ARG, ERR_TYPE or ERR_BUFFER as {@link #Create} does
     */
    public long Attach(Object base, long offset, long size) throws MPIException {
        return call(window -> window.attach(memory(base, offset, size)));
    }

    /**
     * Ends the exposure of memory. Accesses to it then fail at their origins.
     *
     * @param base given to {@link #Attach}
     * @throws MPIException of class ERR_RMA_ATTACH if it is not attached; ERR_RMA_FLAVOR if the window is not dynamic
     */
    public void Detach(Object base) throws MPIException {
        run(window -> window.detach(base));
    }

    /**
     * Frees the window, once the accesses of all ranks are complete. Every rank calls this, in no epoch. If a rank has
     * failed, this does not wait: the ranks that are left {@link Comm#Agree} before, if one may still be in an epoch.
     *
     * @throws MPIException of class ERR_RMA_SYNC if this rank is in an epoch; ERR_WIN if the window has been freed
     */
    public void Free() throws MPIException {
        run(Window::free);
    }

    /** {@return whether this is {@link MPI#WIN_NULL} or has been freed} */
    public boolean Is_null() {
        return core == null || core.isFreed();
    }

    // ---- attributes (MPI-4.1 sections 12.2.6 and 7.7.3) ----

    /**
     * Returns an attribute.
     *
     * @param keyval from {@link #Create_keyval}, {@link MPI#WIN_BASE} (what {@link #Create} got, or {@link #Base()}),
     *     {@link MPI#WIN_SIZE} (of class Long), {@link MPI#WIN_DISP_UNIT}, {@link MPI#WIN_CREATE_FLAVOR} or
     *     {@link MPI#WIN_MODEL} (of class Integer)
     * @return the attribute; null if there is none
     * @throws MPIException of class ERR_KEYVAL if the key is none of these, or has been freed
     */
    public Object Get_attr(int keyval) throws MPIException {
        return ask(window -> {
            if (keyval != MPI.WIN_BASE && !window.attributes().isPredefined(keyval)) KEYVALS.get(keyval);
            return window.attributes().get(keyval);
        });
    }

    /**
     * Sets an attribute at this rank. The attribute before is removed first.
     *
     * @param keyval from {@link #Create_keyval}
     * @param value the attribute from now on
     * @throws MPIException of class ERR_KEYVAL if the key is not from there, or has been freed; ERR_ARG if the value is
     *     null; what the key's delete function throws
     */
    public void Set_attr(int keyval, Object value) throws MPIException {
        ask(window -> {
            window.attributes().set(KEYVALS.get(keyval), value);
            return null;
        });
    }

    /**
     * Removes an attribute at this rank, if there is one.
     *
     * @param keyval from {@link #Create_keyval}
     * @throws MPIException of class ERR_KEYVAL if the key is not from there, or has been freed; what the key's delete
     *     function throws
     */
    public void Delete_attr(int keyval) throws MPIException {
        ask(window -> {
            KEYVALS.get(keyval);
            window.attributes().delete(keyval);
            return null;
        });
    }

    /**
     * Returns a new key of attributes of windows. It is the same key at all windows of this rank; other ranks make
     * their own.
     *
     * @param copy_fn is never called: windows have no duplicates
     * @param delete_fn is called before an attribute is removed
     * @return the key
     * @throws MPIException of class ERR_ARG if a function is null
     */
    public static int Create_keyval(Copy_attr_function<Win> copy_fn, Delete_attr_function<Win> delete_fn)
            throws MPIException {
        if (copy_fn == null || delete_fn == null)
            throw Ranks.raised(new CommException(
                    ErrorClass.ARG,
                    (copy_fn == null
                                    ? "copy function is null; MPI.WIN_NULL_COPY_FN"
                                    : "delete function is null; MPI.WIN_NULL_DELETE_FN")
                            + " does nothing"));
        return KEYVALS.create(
                (object, key, value) -> copy_fn.Call(wrap(object), key, value),
                (object, key, value) -> delete_fn.Call(wrap(object), key, value));
    }

    /**
     * Frees a key. Attributes under it stay until they are removed, with the functions of the key.
     *
     * @param keyval from {@link #Create_keyval}
     * @throws MPIException of class ERR_KEYVAL if it is not from there, or has been freed
     */
    public static void Free_keyval(int keyval) throws MPIException {
        try {
            KEYVALS.free(keyval);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    // ---- group, hints and names (MPI-4.1 sections 12.2.6, 12.2.7 and 7.8) ----

    /** {@return the ranks that share the window} */
    public Group Get_group() throws MPIException {
        return new Group(ask(Window::group));
    }

    /**
     * Sets hints. Every rank calls this with the same ones. The library ignores those that it does not know.
     *
     * @param info the hints; null or {@link MPI#INFO_NULL} for none
     * @throws MPIException of class ERR_INFO if the hints have been freed
     */
    public void Set_info(Info info) throws MPIException {
        ask(window -> {
            window.info(Info.core(info));
            return null;
        });
    }

    /** {@return a new object with the hints that are in use} */
    public Info Get_info() throws MPIException {
        return new Info(ask(Window::info));
    }

    /**
     * Names the window at this rank.
     *
     * @param win_name at most {@link MPI#MAX_OBJECT_NAME} characters
     * @throws MPIException of class ERR_ARG if it is null or too long
     */
    public void Set_name(String win_name) throws MPIException {
        ask(window -> {
            window.name(win_name);
            return null;
        });
    }

    /** {@return the name; empty if there is none} */
    public String Get_name() throws MPIException {
        return ask(Window::name);
    }

    // ---- error handlers (MPI-4.1 sections 9.3.2 and 9.5) ----

    /**
     * Makes an error handler of a function.
     *
     * @param function reacts to failed calls of windows
     * @return the error handler, for {@link #Set_errhandler}
     * @throws MPIException of class ERR_ARG if the function is null
     */
    public static Errhandler Create_errhandler(Errhandler_function<Win> function) throws MPIException {
        try {
            return Errhandler.create(Win.class, function, Win::wrap);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Sets what happens when a call on this window fails at this rank.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or one of {@link #Create_errhandler}
     * @throws MPIException of class ERR_ARG if the handler is null; ERR_ERRHANDLER if it has been freed, or is for
     *     another kind of object
     */
    public void Set_errhandler(Errhandler errhandler) throws MPIException {
        ask(window -> {
            window.errorHandler(Errhandler.core(errhandler, Win.class));
            return null;
        });
    }

    /** {@return the error handler of this window; at first that of the communicator} */
    public Errhandler Get_errhandler() throws MPIException {
        return Errhandler.of(ask(Window::errorHandler));
    }

    /**
     * Has the error handler of this window react as if a call had failed. Does nothing under
     * {@link MPI#ERRORS_RETURN}.
     *
     * @param errorcode the class of the failure, one of the constants {@code MPI.ERR_...}
     * @throws MPIException what the error handler throws; of class ERR_ARG if there is no such error class
     */
    public void Call_errhandler(int errorcode) throws MPIException {
        ask(window -> {
            return raised(new CommException(ErrorClass.of(errorcode), "Call_errhandler was called"));
        });
    }

    // ---- accesses (MPI-4.1 section 12.3) ----

    /**
     * Writes items to the target.
     *
     * @param origin the array to read from
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     */
    public void Put(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        try {
            window().put(
                            Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                            target_rank,
                            target_disp,
                            target_count,
                            Datatype.handle(target_datatype));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Reads items from the target.
     *
     * @param origin the array to read into
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     */
    public void Get(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        try {
            window().get(
                            Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                            target_rank,
                            target_disp,
                            target_count,
                            Datatype.handle(target_datatype));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Combines items with those at the target: there, {@code target = target op origin}. Each element is combined at
     * once, so that accumulates of several ranks and threads do not lose one.
     *
     * @param origin the array to read from
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     * @param op a predefined operator, or {@link MPI#REPLACE}
     */
    public void Accumulate(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype,
            Op op)
            throws MPIException {
        try {
            window().accumulate(
                            Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                            target_rank,
                            target_disp,
                            target_count,
                            Datatype.handle(target_datatype),
                            Op.handle(op));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Does the same as {@link #Accumulate}, and returns what the target held before.
     *
     * @param origin the array to read from; null with {@link MPI#NO_OP}
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param result the array that gets what was there before
     * @param result_offset the index of its first element
     * @param result_count the number of items of the result
     * @param result_datatype what an item of the result is
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     * @param op a predefined operator, or {@link MPI#REPLACE}, or
     *     {@link MPI#NO_OP}, which only reads
     */
    public void Get_accumulate(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            Object result,
            int result_offset,
            int result_count,
            Datatype result_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype,
            Op op)
            throws MPIException {
        try {
            window().getAccumulate(
                            Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                            Comm.buffer(result, result_offset, result_count, result_datatype),
                            target_rank,
                            target_disp,
                            target_count,
                            Datatype.handle(target_datatype),
                            Op.handle(op));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Does the same as {@link #Get_accumulate} with one item.
     *
     * @param origin the array that the operand is in; null with {@link MPI#NO_OP}
     * @param origin_offset its index
     * @param result the array that gets what was there before
     * @param result_offset the index where
     * @param datatype a predefined one
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the item, in displacement units of the target
     * @param op a predefined operator, or {@link MPI#REPLACE}, or
     *     {@link MPI#NO_OP}, which only reads
     */
    public void Fetch_and_op(
            Object origin,
            int origin_offset,
            Object result,
            int result_offset,
            Datatype datatype,
            int target_rank,
            long target_disp,
            Op op)
            throws MPIException {
        try {
            window().fetchAndOp(
                            Comm.buffer(origin, origin_offset, 1, datatype),
                            Comm.buffer(result, result_offset, 1, datatype),
                            target_rank,
                            target_disp,
                            Op.handle(op));
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Replaces an item at the target if it equals another one, and returns what was there before.
     *
     * @param origin the array that the new item is in
     * @param origin_offset its index
     * @param compare the array that the item is in which is compared with the target
     * @param compare_offset its index
     * @param result the array that gets what was there before
     * @param result_offset the index where
     * @param datatype {@link MPI#BYTE}, {@link MPI#CHAR}, {@link MPI#SHORT}, {@link MPI#BOOLEAN}, {@link MPI#INT} or
     *     {@link MPI#LONG}
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the item, in displacement units of the target
     */
    public void Compare_and_swap(
            Object origin,
            int origin_offset,
            Object compare,
            int compare_offset,
            Object result,
            int result_offset,
            Datatype datatype,
            int target_rank,
            long target_disp)
            throws MPIException {
        try {
            window().compareAndSwap(
                            Comm.buffer(origin, origin_offset, 1, datatype),
                            Comm.buffer(compare, compare_offset, 1, datatype),
                            Comm.buffer(result, result_offset, 1, datatype),
                            target_rank,
                            target_disp);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    // ---- accesses with a request, in an epoch of a lock (MPI-4.1 section 12.3.5) ----

    /**
     * Starts {@link #Put}.
     *
     * @param origin the array to read from
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     * @return the request, complete when the origin may be used again; a flush completes the access at the target
     */
    public Request Rput(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        return new Request(call(window -> window.rput(
                Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                target_rank,
                target_disp,
                target_count,
                Datatype.handle(target_datatype))));
    }

    /**
     * Starts {@link #Get}.
     *
     * @param origin the array to read into
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     * @return the request, complete when the origin has the items
     */
    public Request Rget(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        return new Request(call(window -> window.rget(
                Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                target_rank,
                target_disp,
                target_count,
                Datatype.handle(target_datatype))));
    }

    /**
     * Starts {@link #Accumulate}.
     *
     * @param origin the array to read from
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     * @param op a predefined operator, or {@link MPI#REPLACE}
     * @return the request, complete when the origin may be used again; a flush completes the access at the target
     */
    public Request Raccumulate(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype,
            Op op)
            throws MPIException {
        return new Request(call(window -> window.raccumulate(
                Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                target_rank,
                target_disp,
                target_count,
                Datatype.handle(target_datatype),
                Op.handle(op))));
    }

    /**
     * Starts {@link #Get_accumulate}.
     *
     * @param origin the array to read from; null with {@link MPI#NO_OP}
     * @param origin_offset the index of its first element
     * @param origin_count the number of items at the origin
     * @param origin_datatype what an item is at the origin
     * @param result the array that gets what was there before
     * @param result_offset the index of its first element
     * @param result_count the number of items of the result
     * @param result_datatype what an item of the result is
     * @param target_rank the target's rank, or {@link MPI#PROC_NULL}
     * @param target_disp the displacement of the first item, in displacement units of the target
     * @param target_count the number of items at the target
     * @param target_datatype what an item is at the target
     * @param op a predefined operator, or {@link MPI#REPLACE}, or
     *     {@link MPI#NO_OP}, which only reads
     * @return the request, complete when the result has the items
     */
    public Request Rget_accumulate(
            Object origin,
            int origin_offset,
            int origin_count,
            Datatype origin_datatype,
            Object result,
            int result_offset,
            int result_count,
            Datatype result_datatype,
            int target_rank,
            long target_disp,
            int target_count,
            Datatype target_datatype,
            Op op)
            throws MPIException {
        return new Request(call(window -> window.rgetAccumulate(
                Comm.buffer(origin, origin_offset, origin_count, origin_datatype),
                Comm.buffer(result, result_offset, result_count, result_datatype),
                target_rank,
                target_disp,
                target_count,
                Datatype.handle(target_datatype),
                Op.handle(op))));
    }

    // ---- synchronisation with the target (MPI-4.1 sections 12.5.1 and 12.5.2) ----

    /**
     * Ends the epoch of all ranks, with all their accesses, and begins another one. Every rank calls this.
     *
     * @param assertion 0, or some of {@link MPI#MODE_NOSTORE}, {@link MPI#MODE_NOPUT}, {@link MPI#MODE_NOPRECEDE} (no
     *     accesses before: ends no epoch) and {@link MPI#MODE_NOSUCCEED} (none after: begins no epoch)
     */
    public void Fence(int assertion) throws MPIException {
        run(window -> window.fence(assertion));
    }

    /**
     * Exposes this rank's part of the window to a group; returns at once. Each rank of the group calls {@link #Start}
     * with a group that has this one.
     *
     * @param group the origins
     * @param assertion 0, or some of {@link MPI#MODE_NOCHECK}, {@link MPI#MODE_NOSTORE} and {@link MPI#MODE_NOPUT}
     * @throws MPIException also of class ERR_GROUP if the group is null or freed, or has a rank that the window
     *     lacks
     */
    public void Post(Group group, int assertion) throws MPIException {
        run(window -> window.post(Group.core(group), assertion));
    }

    /**
     * Begins an epoch of accesses to a group. An access may wait until its target has called {@link #Post}.
     *
     * @param group the targets
     * @param assertion 0, or {@link MPI#MODE_NOCHECK}: every target has called Post before
     * @throws MPIException also of class ERR_GROUP if the group is null or freed, or has a rank that the window
     *     lacks
     */
    public void Start(Group group, int assertion) throws MPIException {
        run(window -> window.start(Group.core(group), assertion));
    }

    /** Ends the epoch of {@link #Start}: returns when the buffers of the origin may be used again. */
    public void Complete() throws MPIException {
        run(Window::complete);
    }

    /** Ends the exposure of {@link #Post}: returns when each origin has called {@link #Complete}. */
    public void Wait() throws MPIException {
        run(Window::await);
    }

    /** {@return whether the exposure of {@link #Post} has ended, as if by {@link #Wait}} Returns at once. */
    public boolean Test() throws MPIException {
        return call(Window::test);
    }

    // ---- locks (MPI-4.1 sections 12.5.3 and 12.5.4) ----

    /**
     * Begins an epoch of accesses to one target, which calls nothing for it.
     *
     * @param lock_type {@link MPI#LOCK_EXCLUSIVE} to keep other locks of this target away, or {@link MPI#LOCK_SHARED}
     * @param rank the target
     * @param assertion 0, or {@link MPI#MODE_NOCHECK}: no rank has or asks for a lock that this one excludes
     * @throws MPIException also of class ERR_LOCKTYPE for the type
     */
    public void Lock(int lock_type, int rank, int assertion) throws MPIException {
        run(window -> window.lock(lock_type, rank, assertion));
    }

    /**
     * Ends the epoch of {@link #Lock}: returns when its accesses are complete at origin and target.
     *
     * @param rank the target
     */
    public void Unlock(int rank) throws MPIException {
        run(window -> window.unlock(rank));
    }

    /**
     * Begins an epoch of accesses to all ranks, by shared locks.
     *
     * @param assertion 0, or {@link MPI#MODE_NOCHECK}: no rank has or asks for an exclusive lock
     */
    public void Lock_all(int assertion) throws MPIException {
        run(window -> window.lockAll(assertion));
    }

    /** Ends the epoch of {@link #Lock_all}: returns when its accesses are complete at origin and targets. */
    public void Unlock_all() throws MPIException {
        run(Window::unlockAll);
    }

    /**
     * Completes the accesses to a target in an epoch of a lock, at origin and target.
     *
     * @param rank the target
     */
    public void Flush(int rank) throws MPIException {
        run(window -> window.flush(rank));
    }

    /** Completes the accesses to all targets in epochs of locks, at origin and targets. */
    public void Flush_all() throws MPIException {
        run(Window::flushAll);
    }

    /**
     * Completes the accesses to a target in an epoch of a lock at the origin: its buffers may be used again.
     *
     * @param rank the target
     */
    public void Flush_local(int rank) throws MPIException {
        run(window -> window.flushLocal(rank));
    }

    /** Completes the accesses to all targets in epochs of locks at the origin: its buffers may be used again. */
    public void Flush_local_all() throws MPIException {
        run(Window::flushLocalAll);
    }

    /**
     * Makes what other ranks have written visible to this rank's own loads, and its own stores visible to them: a rank
     * that looks again and again at its part of a window calls this in between.
     */
    public void Sync() throws MPIException {
        run(Window::sync);
    }

    // ---- after failures (User-Level Failure Mitigation) ----

    /**
     * Revokes the window at all its ranks, which need not call anything. Later calls that need another rank fail by
     * class ERR_REVOKED. {@link #Free} stays possible.
     */
    public void Revoke() throws MPIException {
        ask(window -> {
            window.communicator().revoke();
            return null;
        });
    }

    /** {@return whether the window is revoked, as far as this rank knows} */
    public boolean Is_revoked() throws MPIException {
        return ask(window -> window.communicator().isRevoked());
    }

    /** {@return the ranks of the window that are known to have failed} Those of an earlier result come first. */
    public Group Get_failed() throws MPIException {
        return new Group(ask(window -> window.communicator().survivors().failed()));
    }
}
