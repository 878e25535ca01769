package mpi;

import java.nio.channels.SocketChannel;
import java.util.function.Function;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.communicator.NonblockingDup;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Packing;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Keyvals;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/**
 * A communicator: ranks that exchange messages apart from all others (MPI-4.1 section 7.1).
 *
 * <p>A buffer is an array or a buffer of {@code java.nio}; offset and count are in elements and items of the datatype.
 * An array of a primitive type may have several dimensions: its elements count as if they were laid out row by row. A
 * {@code java.nio} buffer is read and written at absolute indices below its limit (see the package). A buffer of which
 * nothing is sent or received, since the count is 0 or the peer is {@link MPI#PROC_NULL}, is not looked at and may be
 * null. A receive may ask for more items than its buffer holds.
 *
 * <p>Unless a method says otherwise it throws an {@link MPIException}, before
 * anything is sent, of class ERR_RANK, ERR_TAG, ERR_COUNT, ERR_TYPE, ERR_BUFFER or ERR_ARG if
 * the argument of that kind is not valid, of class ERR_PROC_FAILED if a peer has failed, and of class ERR_OTHER if the
 * peer has ended.
 *
 * <pre>{@code
 * double[] values = new double[100];
 * int rank = MPI.COMM_WORLD.Rank();
 * if (rank == 0) MPI.COMM_WORLD.Send(values, 0, 100, MPI.DOUBLE, 1, 7);
 * if (rank == 1) MPI.COMM_WORLD.Recv(values, 0, 100, MPI.DOUBLE, 0, 7);
 * }</pre>
 */
public class Comm extends MpjExpressComm {
    private static final Keyvals KEYVALS = new Keyvals("communicators");

    private final Communicator core;

    /** @param core null for {@link MPI#COMM_NULL} */
    Comm(Communicator core) {
        this.core = core;
        if (core != null) core.handle(this);
    }

    /** Returns the object by which the program knows a communicator. */
    static Comm wrap(Communicator core) {
        RankWorld world = CurrentWorld.find();
        if (world != null && world.worldComm() == core) return MPI.COMM_WORLD;
        if (world != null && world.selfComm() == core) return MPI.COMM_SELF;
        if (core.handle() instanceof Comm known) return known;
        return core.isInter() ? new Intercomm(core) : new Intracomm(core);
    }

    /**
     * Returns the communicator that this one stands for.
     *
     * @throws MPIException of class ERR_COMM if there is none
     */
    Communicator core() {
        if (core == null) throw Ranks.raised(new CommException(ErrorClass.COMM, "communicator is MPI.COMM_NULL"));
        return core;
    }

    /**
     * Returns the communicator that another one stands for.
     *
     * @throws CommException of class COMM if it is null
     */
    static Communicator core(Comm comm) {
        if (comm == null) throw new CommException(ErrorClass.COMM, "communicator is null");
        return comm.core();
    }

    /** Returns the exception for a failed call, unless the error handler ends the job. */
    MPIException raised(CommException failure) {
        return Ranks.raised(core(), failure);
    }

    /** Does what checks by itself whether the communicator is usable. */
    final <T> T call(Function<Communicator, T> call) {
        Communicator core = core();
        try {
            return call.apply(core);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** Does what the communicator has to be usable for. */
    final <T> T ask(Function<Communicator, T> question) {
        return call(core -> {
            core.checkUsable();
            return question.apply(core);
        });
    }

    /** Returns what a program gives to send from or to receive into. */
    static UserBuffer buffer(Object buf, int offset, int count, Datatype type) {
        return new UserBuffer(buf, offset, count, Datatype.handle(type));
    }

    // ---- ranks (MPI-4.1 section 7.4) ----

    /** {@return the number of ranks; of an intercommunicator, of the own group} */
    public int Size() throws MPIException {
        return ask(Communicator::size);
    }

    /** {@return the rank of the calling process; in an intercommunicator, in the own group} */
    public int Rank() throws MPIException {
        return ask(Communicator::rank);
    }

    /** {@return the ranks as a group; of an intercommunicator, the own group} */
    public Group Group() throws MPIException {
        return new Group(ask(Communicator::group));
    }

    /** {@return whether this is an intercommunicator (MPI-4.1 section 7.6.1)} */
    public boolean Test_inter() throws MPIException {
        return ask(Communicator::isInter);
    }

    /** {@return whether this is {@link MPI#COMM_NULL} or has been freed} */
    public boolean Is_null() {
        return core == null || core.isFreed();
    }

    /**
     * Returns how two communicators compare (MPI-4.1 section 7.4.1).
     *
     * @param comm1 a communicator
     * @param comm2 another one, or the same
     * @return {@link MPI#IDENT} for one and the same, {@link MPI#CONGRUENT} for the same ranks in the same order,
     *     {@link MPI#SIMILAR} if the order differs, else {@link MPI#UNEQUAL}
     * @throws MPIException of class ERR_COMM if one is null, {@link MPI#COMM_NULL} or freed
     */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        try {
            return Group.code(Communicators.compare(core(comm1), core(comm2)));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    // ---- communicators from this one (MPI-4.1 sections 7.4.2 and 7.6.2) ----

    /**
     * Does the same as {@link #Dup}: the result is of the same class.
     *
     * @throws MPIException of class ERR_COMM if this communicator is {@link MPI#COMM_NULL} or freed
     */
    @Override
    public Object clone() throws MPIException {
        return Dup();
    }

    /**
     * {@return a communicator of the same ranks, error handler and topology, with copies of the attributes, whose
     * messages are apart from those of this one} It has no hints. Every rank calls this.
     *
     * @throws MPIException of class ERR_COMM if this communicator is {@link MPI#COMM_NULL} or freed; what a function of
     *     an attribute throws
     */
    public Comm Dup() throws MPIException {
        return new Comm(dup());
    }

    /**
     * Does the same as {@link #Dup}, and gives the new communicator hints.
     *
     * @param info the hints; null or {@link MPI#INFO_NULL} for none
     * @return the new communicator
     * @throws MPIException of class ERR_INFO if the hints have been freed; as {@link #Dup} does
     */
    public Comm Dup_with_info(Info info) throws MPIException {
        org.jmpi.comm.object.Info hints = call(core -> Info.core(info));
        Comm made = Dup();
        made.core().info(hints);
        return made;
    }

    /**
     * Starts {@link #Dup}: the duplicate is as if it had been made now. Every rank calls this.
     *
     * @return the duplicate under way
     * @throws MPIException of class ERR_COMM if this communicator is {@link MPI#COMM_NULL} or freed; the request fails
     *     by what a function of an attribute throws
     */
    public Crequest<? extends Comm> Idup() throws MPIException {
        return idup(null, Comm::new);
    }

    /**
     * Starts {@link #Dup_with_info}.
     *
     * @param info the hints; null or {@link MPI#INFO_NULL} for none
     * @return the duplicate under way
     * @throws MPIException of class ERR_INFO if the hints have been freed; as {@link #Idup} does
     */
    public Crequest<? extends Comm> Idup_with_info(Info info) throws MPIException {
        return idup(info, Comm::new);
    }

    final <C extends Comm> Crequest<C> idup(Info info, Function<Communicator, C> binding) {
        return call(core -> new Crequest<>(NonblockingDup.start(core, Info.core(info)), binding));
    }

    final Communicator dup() {
        return call(Communicators::dup);
    }

    /**
     * Frees the communicator; what is under way in it still completes. Its persistent requests can't be started any
     * more. Every rank calls this.
     *
     * @throws MPIException of class ERR_COMM if it is {@link MPI#COMM_NULL}, freed, or one of {@link MPI#COMM_WORLD}
     *     and {@link MPI#COMM_SELF}
     */
    public void Free() throws MPIException {
        call(core -> {
            core.free();
            return null;
        });
    }

    /**
     * {@return the communicator between this world and the processes that have spawned it (MPI-4.1 section 11.8.2);
     * null if this process was not spawned, or has disconnected from them}
     */
    public static Intercomm Get_parent() throws MPIException {
        Communicator parent = Ranks.current().dynamic().parent();
        if (parent == null) return null;
        if (parent.handle() == null) parent.handle(new Intercomm(parent));
        return (Intercomm) parent.handle();
    }

    /**
     * Frees the communicator when every rank of it has called this, and closes the connections that no other
     * communicator needs (MPI-4.1 section 11.10.4). Messages that were sent are delivered before. Two worlds that have
     * disconnected end without each other.
     *
     * <pre>{@code
     * Intercomm workers = MPI.COMM_WORLD.Spawn("com.acme.Worker", null, 4, MPI.INFO_NULL, 0, null);
     * // ... and when the work is done, here and at the workers:
     * workers.Disconnect();
     * }</pre>
     *
     * @throws MPIException of class ERR_COMM if it is {@link MPI#COMM_NULL}, freed, or one of {@link MPI#COMM_WORLD}
     *     and {@link MPI#COMM_SELF}
     */
    public void Disconnect() throws MPIException {
        call(core -> {
            Ranks.current().dynamic().disconnect(core);
            return null;
        });
    }

    /**
     * Connects this process and the one at the other end of a socket (MPI-4.1 section 11.10.5), which calls this, too.
     * Both are processes of one user, and prove that to each other. The socket is as it was afterwards: nothing is left
     * in it, and it stays open.
     *
     * <pre>{@code
     * SocketChannel channel = SocketChannel.open(new InetSocketAddress("localhost", 7000));
     * Intercomm other = Comm.Join(channel);
     * other.Send(new int[] {1}, 0, 1, MPI.INT, 0, 0);
     * other.Disconnect();
     * }</pre>
     *
     * @param channel connected, by TCP or within this host; nothing is under way in it
     * @return the communicator of both processes
     * @throws MPIException of class ERR_ARG if the channel is not connected; ERR_OTHER if the other process does not
     *     call this within {@code jmpi.connect.timeout.s}, is another user's, or ends
     */
    public static Intercomm Join(SocketChannel channel) throws MPIException {
        RankWorld world = Ranks.current();
        try {
            return new Intercomm(world.dynamic().join(world.selfComm(), channel, true));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Joins the group of another communicator with a group that the calling ranks are not in. Every rank of both groups
     * calls this.
     *
     * <p>This communicator is the one that both leaders belong to; it counts, with {@code remote_leader} and
     * {@code tag}, at the leaders only, and may be {@link MPI#COMM_NULL} elsewhere. A failure is that of
     * {@code local_comm}, whose error handler hears of it; if the leader's arguments are not valid, every rank of its
     * group fails.
     *
     * @param local_comm the communicator of the own group
     * @param local_leader the rank of the own leader in {@code local_comm}
     * @param remote_leader the rank of the other leader in this communicator
     * @param tag of the messages between the leaders
     * @return the communicator of both groups
     * @throws MPIException of class ERR_COMM if {@code local_comm} is null, freed or an intercommunicator, if the
     *     groups have ranks in common, or if the own leader failed; ERR_RANK or ERR_TAG for the other arguments
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
            throws MPIException {
        if (local_comm == null) throw Ranks.raised(new CommException(ErrorClass.COMM, "local communicator is null"));
        Communicator local = local_comm.core();
        Communicator peer = this == MPI.COMM_NULL ? null : core();
        try {
            return new Intercomm(Intercommunicators.create(local, local_leader, peer, remote_leader, tag));
        } catch (CommException e) {
            throw local_comm.raised(e);
        }
    }

    // ---- attributes (MPI-4.1 section 7.7) ----

    /**
     * Returns an attribute.
     *
     * @param keyval {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO}, {@link MPI#WTIME_IS_GLOBAL} or a key given to
     *     {@link #Attr_put}
     * @return its value; {@link MPI#UNDEFINED} if there is none
     * @throws MPIException of class ERR_ARG if it is not an int, but an object of {@link #Set_attr}
     */
    @Override
    public int Attr_get(int keyval) throws MPIException {
        return ask(core -> {
            Object value = core.attributes().get(keyval);
            if (value == null) return MPI.UNDEFINED;
            if (value instanceof Integer number) return number;
            throw new CommException(
                    ErrorClass.ARG,
                    "attribute is no int: keyval=" + keyval + ", class "
                            + value.getClass().getName() + "; Get_attr returns it");
        });
    }

    /**
     * Sets an attribute at this rank.
     *
     * @param keyval any number but those of the predefined attributes
     * @param value the attribute's value from now on
     * @throws MPIException of class ERR_ARG if the key is predefined
     */
    public void Attr_put(int keyval, int value) throws MPIException {
        ask(core -> {
            core.attributes().set(KEYVALS.any(keyval), value);
            return null;
        });
    }

    /**
     * Removes an attribute at this rank.
     *
     * @param keyval any number but those of the predefined attributes
     * @throws MPIException of class ERR_ARG if the key is predefined
     */
    public void Attr_delete(int keyval) throws MPIException {
        ask(core -> {
            core.attributes().delete(keyval);
            return null;
        });
    }

    /**
     * Returns a new key of attributes of communicators. It is the same key at all communicators of this rank; other
     * ranks make their own.
     *
     * @param copy_fn is called for each attribute when its communicator is duplicated
     * @param delete_fn is called before an attribute is removed
     * @return the key
     * @throws MPIException of class ERR_ARG if a function is null
     */
    public static int Create_keyval(Copy_attr_function<Comm> copy_fn, Delete_attr_function<Comm> delete_fn)
            throws MPIException {
        if (copy_fn == null || delete_fn == null)
            throw Ranks.raised(new CommException(
                    ErrorClass.ARG,
                    (copy_fn == null
                                    ? "copy function is null; MPI.COMM_NULL_COPY_FN"
                                    : "delete function is null;" + " MPI.COMM_NULL_DELETE_FN")
                            + " does nothing"));
        return KEYVALS.create(
                (object, key, value) -> copy_fn.Call(wrap((Communicator) object), key, value),
                (object, key, value) -> delete_fn.Call(wrap((Communicator) object), key, value));
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

    /**
     * Sets an attribute at this rank. The attribute before is removed first.
     *
     * @param keyval from {@link #Create_keyval}
     * @param value the attribute from now on
     * @throws MPIException of class ERR_KEYVAL if the key is not from there, or has been freed; ERR_ARG if the value is
     *     null; what the key's delete function throws
     */
    public void Set_attr(int keyval, Object value) throws MPIException {
        ask(core -> {
            core.attributes().set(KEYVALS.get(keyval), value);
            return null;
        });
    }

    /**
     * Returns an attribute.
     *
     * @param keyval from {@link #Create_keyval}, or that of a predefined attribute, whose values are of class Integer
     * @return the attribute; null if there is none
     * @throws MPIException of class ERR_KEYVAL if the key is none of these, or has been freed
     */
    public Object Get_attr(int keyval) throws MPIException {
        return ask(core -> {
            if (!core.attributes().isPredefined(keyval)) KEYVALS.get(keyval);
            return core.attributes().get(keyval);
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
        ask(core -> {
            KEYVALS.get(keyval);
            core.attributes().delete(keyval);
            return null;
        });
    }

    // ---- hints and names (MPI-4.1 sections 7.4.4 and 7.8) ----

    /**
     * Sets hints. Every rank calls this with the same ones. The library knows {@code mpi_assert_no_any_tag},
     * {@code mpi_assert_no_any_source}, {@code mpi_assert_exact_length}, {@code mpi_assert_allow_overtaking} and
     * {@code mpi_assert_strict_persistent_collective_ordering}, "true" or "false", and relies on none of them; it
     * ignores others.
     *
     * @param info the hints; null or {@link MPI#INFO_NULL} for none
     * @throws MPIException of class ERR_INFO if the hints have been freed
     */
    public void Set_info(Info info) throws MPIException {
        ask(core -> {
            core.info(Info.core(info));
            return null;
        });
    }

    /** {@return a new object with the hints that are in use} */
    public Info Get_info() throws MPIException {
        return new Info(ask(Communicator::info));
    }

    /**
     * Names the communicator at this rank.
     *
     * @param comm_name at most {@link MPI#MAX_OBJECT_NAME} characters
     * @throws MPIException of class ERR_ARG if it is null or too long
     */
    public void Set_name(String comm_name) throws MPIException {
        ask(core -> {
            core.name(comm_name);
            return null;
        });
    }

    /** {@return the name; empty if there is none} Those of the predefined ones are as in C, such as MPI_COMM_WORLD. */
    public String Get_name() throws MPIException {
        return ask(Communicator::name);
    }

    // ---- error handlers (MPI-4.1 section 9.3) ----

    /**
     * Makes an error handler of a function.
     *
     * @param function reacts to failed calls of communicators
     * @return the error handler, for {@link #Set_errhandler}
     * @throws MPIException of class ERR_ARG if the function is null
     */
    public static Errhandler Create_errhandler(Errhandler_function<Comm> function) throws MPIException {
        try {
            return Errhandler.create(Comm.class, function, core -> wrap((Communicator) core));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Sets what happens when a call on this communicator fails at this rank. Communicators made from it inherit that.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or one of {@link #Create_errhandler}
     * @throws MPIException of class ERR_ARG if the handler is null; ERR_ERRHANDLER if it has been freed, or is for
     *     another kind of object
     */
    public void Set_errhandler(Errhandler errhandler) throws MPIException {
        ask(core -> {
            core.errorHandler(Errhandler.core(errhandler, Comm.class));
            return null;
        });
    }

    /** {@return the error handler of this communicator; at first {@link MPI#ERRORS_RETURN}} */
    public Errhandler Get_errhandler() throws MPIException {
        return Errhandler.of(ask(Communicator::errorHandler));
    }

    /**
     * Has the error handler of this communicator react as if a call had failed. Does nothing under
     * {@link MPI#ERRORS_RETURN}.
     *
     * @param errorcode the class of the failure, one of the constants {@code MPI.ERR_...}
     * @throws MPIException what the error handler throws; of class ERR_ARG if there is no such error class
     */
    public void Call_errhandler(int errorcode) throws MPIException {
        ask(core -> raised(new CommException(ErrorClass.of(errorcode), "Call_errhandler was called")));
    }

    /**
     * Does the same as {@link #Set_errhandler}.
     *
     * @param errhandler the error handler
     */
    public void Errhandler_set(Errhandler errhandler) throws MPIException {
        Set_errhandler(errhandler);
    }

    /**
     * Does the same as {@link #Get_errhandler}.
     *
     * @return the error handler
     */
    public Errhandler Errhandler_get() throws MPIException {
        return Get_errhandler();
    }

    /**
     * Does the same as {@link #Set_errhandler}.
     *
     * @param errhandler the error handler
     */
    public void Errorhandler_set(Errhandler errhandler) throws MPIException {
        Set_errhandler(errhandler);
    }

    /**
     * Does the same as {@link #Get_errhandler}.
     *
     * @return the error handler
     */
    public Errhandler Errorhandler_get() throws MPIException {
        return Get_errhandler();
    }

    // ---- topology (MPI-4.1 section 8.5.5) ----

    /**
     * {@return {@link MPI#CART} for a grid, {@link MPI#GRAPH} for a graph, {@link MPI#DIST_GRAPH} for a distributed
     * graph, else {@link MPI#UNDEFINED}}
     */
    public int Topo_test() throws MPIException {
        return ask(core -> MPI.UNDEFINED);
    }

    // ---- packing (MPI-4.1 section 5.2) ----

    /**
     * Packs items of a buffer, as a message of them would travel.
     *
     * @param inbuf the array to pack from
     * @param offset the index of the first item, in elements
     * @param incount the number of items
     * @param datatype what an item is
     * @param outbuf where they go
     * @param position the index in {@code outbuf} of the first byte written
     * @return the index behind the last byte written
     * @throws MPIException of class ERR_BUFFER if {@code outbuf} is null; ERR_ARG if the position is not in it;
     *     ERR_TRUNCATE if it is too short
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPIException {
        return ask(core -> Packing.pack(
                core.process().codec(),
                new Buffer(inbuf, offset, incount, Datatype.layout(datatype)),
                outbuf,
                position));
    }

    /**
     * Unpacks items into a buffer.
     *
     * @param inbuf what holds the packed items
     * @param position the index in {@code inbuf} of the first byte read
     * @param outbuf the array to unpack into
     * @param offset the index of the first item, in elements
     * @param outcount the number of items
     * @param datatype what an item is
     * @return the index behind the last byte read
     * @throws MPIException of class ERR_BUFFER if {@code inbuf} is null; ERR_ARG if the position is not in it;
     *     ERR_TRUNCATE if it does not hold so many items
     */
    public int Unpack(byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        return ask(core -> Packing.unpack(
                core.process().codec(),
                inbuf,
                position,
                new Buffer(outbuf, offset, outcount, Datatype.layout(datatype))));
    }

    /**
     * {@return the bytes that items take when packed}
     *
     * @param incount the number of items
     * @param datatype what an item is
     * @throws MPIException of class ERR_TYPE for objects, whose bytes are not known before they are packed; ERR_COUNT
     */
    public int Pack_size(int incount, Datatype datatype) throws MPIException {
        return ask(core -> Packing.size(incount, Datatype.layout(datatype)));
    }

    // ---- blocking point-to-point (MPI-4.1 sections 3.2 to 3.6) ----

    /**
     * Sends a message; returns when the buffer may be used again.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     */
    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /**
     * Sends a copy of the message that is made in the attached buffer. Returns at once if the buffer has room; else
     * moves messages until it has, for at most 10 s (setting {@code jmpi.bsend.timeout.ms}).
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @throws MPIException also of class ERR_BUFFER if the attached buffer has no room for the message: at once if it
     *     is too short, else after that time
     */
    public void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.BUFFERED, buf, offset, count, type, dest, tag);
    }

    /**
     * Sends a message; returns when its receive has started.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     */
    public void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /**
     * Sends a message whose receive has been posted.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     */
    public void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.READY, buf, offset, count, type, dest, tag);
    }

    private void send(SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        try {
            core().pointToPoint().send(mode, buffer(buf, offset, count, type), dest, tag);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Receives a message.
     *
     * @param buf the array to receive into
     * @param offset the index of its first element
     * @param count the most items received
     * @param type what an item is
     * @param source a rank, or {@link MPI#ANY_SOURCE}
     * @param tag a tag, or {@link MPI#ANY_TAG}
     * @return what is known of the message
     * @throws MPIException also of class ERR_TRUNCATE if the message is longer than {@code count} items or than what
     *     the array holds: the buffer then holds its beginning, and the message is consumed
     */
    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) throws MPIException {
        try {
            return core().pointToPoint().recv(buffer(buf, offset, count, type), source, tag, Names.MPIJAVA);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Sends one message and receives another, at the same time (MPI-4.1 section 3.10). Both may be parts of one array
     * that overlap: the message sent has what the array held before.
     *
     * @param sendbuf the array to send from
     * @param sendoffset the index of the first element sent
     * @param sendcount the number of items sent
     * @param sendtype what an item sent is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent
     * @param recvbuf the array to receive into
     * @param recvoffset the index of the first element received
     * @param recvcount the most items received
     * @param recvtype what an item received is
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return what is known of the message received
     */
    public Status Sendrecv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        try {
            return core().pointToPoint()
                    .sendrecv(
                            buffer(sendbuf, sendoffset, sendcount, sendtype),
                            dest,
                            sendtag,
                            buffer(recvbuf, recvoffset, recvcount, recvtype),
                            source,
                            recvtag,
                            Names.MPIJAVA);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Sends what the buffer holds and receives another message into it (MPI-4.1 section 3.10).
     *
     * @param buf the array to send from and to receive into
     * @param offset the index of its first element
     * @param count the number of items sent, and the most received
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return what is known of the message received
     */
    public Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return Sendrecv(buf, offset, count, type, dest, sendtag, buf, offset, count, type, source, recvtag);
    }

    // ---- non-blocking point-to-point (MPI-4.1 section 3.7) ----

    /**
     * Starts {@link #Send Send}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, to be completed by the program
     */
    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /**
     * Does the same as {@link #Bsend}, also if that takes waiting for room; the request is complete at once.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, to be completed by the program
     */
    public Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.BUFFERED, buf, offset, count, type, dest, tag);
    }

    /**
     * Starts {@link #Ssend Ssend}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, to be completed by the program
     */
    public Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /**
     * Starts {@link #Rsend Rsend}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, to be completed by the program
     */
    public Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.READY, buf, offset, count, type, dest, tag);
    }

    private Request isend(SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return new Request(call(core -> core.pointToPoint().isend(mode, buffer(buf, offset, count, type), dest, tag)));
    }

    /**
     * Starts {@link #Recv Recv}.
     *
     * @param buf the array to receive into
     * @param offset the index of its first element
     * @param count the most items received
     * @param type what an item is
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag of the message, or {@link MPI#ANY_TAG}
     * @return the request, to be completed by the program
     */
    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) throws MPIException {
        return new Request(call(core -> core.pointToPoint().irecv(buffer(buf, offset, count, type), source, tag)));
    }

    // ---- persistent requests (MPI-4.1 section 3.9) ----

    /**
     * Prepares {@link #Send Send}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, not started
     */
    public Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return sendInit(SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /**
     * Prepares {@link #Bsend Bsend}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, not started
     */
    public Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit(SendMode.BUFFERED, buf, offset, count, type, dest, tag);
    }

    /**
     * Prepares {@link #Ssend Ssend}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, not started
     */
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit(SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /**
     * Prepares {@link #Rsend Rsend}.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param type what an item is
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag from 0 to the attribute {@link MPI#TAG_UB}; the receive names the same one
     * @return the request, not started
     */
    public Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit(SendMode.READY, buf, offset, count, type, dest, tag);
    }

    private Prequest sendInit(SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return new Prequest(
                call(core -> core.pointToPoint().sendInit(mode, buffer(buf, offset, count, type), dest, tag)));
    }

    /**
     * Prepares {@link #Recv Recv}.
     *
     * @param buf the array to receive into
     * @param offset the index of its first element
     * @param count the most items received
     * @param type what an item is
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag of the message, or {@link MPI#ANY_TAG}
     * @return the request, not started
     */
    public Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag)
            throws MPIException {
        return new Prequest(call(core -> core.pointToPoint().recvInit(buffer(buf, offset, count, type), source, tag)));
    }

    // ---- probe (MPI-4.1 section 3.8) ----

    /**
     * Waits until there is a message from this source with this tag, and leaves it to be received.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag of the message, or {@link MPI#ANY_TAG}
     * @return what is known of the message
     */
    public Status Probe(int source, int tag) throws MPIException {
        return call(core -> core.pointToPoint().probe(source, tag, Names.MPIJAVA));
    }

    /**
     * {@return null if there is no message from this source with this tag, else what {@link #Probe} returns}
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag of the message, or {@link MPI#ANY_TAG}
     */
    public Status Iprobe(int source, int tag) throws MPIException {
        return call(core -> core.pointToPoint().iprobe(source, tag, Names.MPIJAVA));
    }

    // ---- after failures (User-Level Failure Mitigation) ----

    /**
     * Revokes the communicator at all its ranks, of both groups of an intercommunicator. The other ranks need not call
     * anything. Operations that are under way in the communicator, and later calls that communicate, fail by class
     * ERR_REVOKED. {@link #Agree}, {@link #Shrink}, their forms that do not wait, and calls that need no other rank
     * stay possible.
     */
    public void Revoke() throws MPIException {
        call(core -> {
            core.revoke();
            return null;
        });
    }

    /** {@return whether the communicator is revoked, as far as this rank knows} */
    public boolean Is_revoked() throws MPIException {
        return call(Communicator::isRevoked);
    }

    /**
     * {@return the ranks that are known to have failed, of both groups of an intercommunicator} Those of an earlier
     * result come first.
     */
    public Group Get_failed() throws MPIException {
        return new Group(ask(core -> core.survivors().failed()));
    }

    /**
     * Acknowledges failures: a receive or a probe from any source goes on without these ranks, and {@link #Agree} does
     * not fail by them.
     *
     * @param num_to_ack how many of {@link #Get_failed}, the first ones; less than before changes nothing
     * @return how many are acknowledged
     */
    public int Ack_failed(int num_to_ack) throws MPIException {
        return ask(core -> core.survivors().acknowledge(num_to_ack));
    }

    /**
     * Agrees on the bits that all ranks set which are left. All of these call this, and all get the same, whichever
     * ranks fail meanwhile.
     *
     * @param flag this rank's bits in its first element, which gets those of all, also if this throws
     * @throws MPIException of class ERR_PROC_FAILED, at all ranks alike, if a rank has failed and not all ranks have
     *     acknowledged that by {@link #Ack_failed}; ERR_ARG if the array is null or empty
     */
    public void Agree(int[] flag) throws MPIException {
        agree("Agree", flag).await(Names.MPIJAVA);
    }

    /**
     * Starts {@link #Agree}.
     *
     * @param flag this rank's bits in its first element, which gets those of all
     * @return the agreement under way
     * @throws MPIException of class ERR_ARG if the array is null or empty; the request fails as Agree does
     */
    public Request Iagree(int[] flag) throws MPIException {
        return new Request(agree("Iagree", flag));
    }

    private RequestHandle agree(String call, int[] flag) {
        return ask(core -> {
            if (flag == null || flag.length == 0)
                throw new CommException(ErrorClass.ARG, "flag is " + (flag == null ? "null" : "empty"));
            return core.survivors().agree(call, flag);
        });
    }

    /**
     * Returns a communicator of the ranks that are left, in the same order. All of these call this. It has neither the
     * attributes nor the topology of this one.
     *
     * @return the communicator, without those that a rank knew to have failed
     * @throws MPIException of class ERR_PROC_FAILED if no rank is left of one of the groups of an intercommunicator
     */
    public Comm Shrink() throws MPIException {
        return shrink("Shrink", Comm::new);
    }

    /**
     * Starts {@link #Shrink}.
     *
     * @return the communicator on its way
     */
    public Crequest<? extends Comm> Ishrink() throws MPIException {
        return ishrink("Ishrink", Comm::new);
    }

    final <C extends Comm> C shrink(String call, Function<Communicator, C> binding) {
        Crequest<C> request = ishrink(call, binding);
        request.Wait();
        return request.Newcomm();
    }

    final <C extends Comm> Crequest<C> ishrink(String call, Function<Communicator, C> binding) {
        return ask(core -> new Crequest<>(core.survivors().shrink(call), binding));
    }

    // ---- the environment (MPI-4.1 section 9) ----

    /**
     * Ends all ranks of the job with this exit code, also those that are not in this communicator.
     *
     * @param errorcode the exit code of the job
     */
    public void Abort(int errorcode) throws MPIException {
        Abort(errorcode, null);
    }

    /**
     * Does the same as {@link #Abort(int)}, and shows a message with the rank.
     *
     * @param errorcode the exit code of the job
     * @param message why the job ends, shown in one line; null for none
     */
    public void Abort(int errorcode, String message) throws MPIException {
        try {
            Ranks.current().abort(errorcode, message);
        } catch (CommException e) {
            throw raised(e);
        }
    }
}
