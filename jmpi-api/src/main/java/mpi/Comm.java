package mpi;

import java.util.function.Function;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Packing;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.SendMode;

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
    private final Communicator core;

    /** @param core null for {@link MPI#COMM_NULL} */
    Comm(Communicator core) {
        this.core = core;
    }

    /**
     * Returns the communicator that this one stands for.
     *
     * @throws MPIException of class ERR_COMM if there is none
     */
    Communicator context() {
        if (core == null) throw Ranks.raised(new CommException(ErrorClass.COMM, "communicator is MPI.COMM_NULL"));
        return core;
    }

    /**
     * Returns the communicator that another one stands for.
     *
     * @throws CommException of class COMM if it is null
     */
    static Communicator context(Comm comm) {
        if (comm == null) throw new CommException(ErrorClass.COMM, "communicator is null");
        return comm.context();
    }

    /** Returns the exception for a failed call, unless the error handler ends the job. */
    MPIException raised(CommException failure) {
        return Ranks.raised(context(), failure);
    }

    /** Does what checks by itself whether the communicator is usable. */
    final <T> T call(Function<Communicator, T> call) {
        Communicator context = context();
        try {
            return call.apply(context);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** Does what the communicator has to be usable for. */
    final <T> T ask(Function<Communicator, T> question) {
        return call(context -> {
            context.checkUsable();
            return question.apply(context);
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
            return Group.code(Communicators.compare(context(comm1), context(comm2)));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    // ---- communicators from this one (MPI-4.1 sections 7.4.2 and 7.6.2) ----

    /**
     * Returns a communicator of the same ranks, error handler and attributes, whose messages are apart from those of
     * this one (MPI_Comm_dup). Every rank calls this; the result is of the same class.
     *
     * @throws MPIException of class ERR_COMM if this communicator is {@link MPI#COMM_NULL} or freed
     */
    @Override
    public Object clone() throws MPIException {
        return new Comm(dup());
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
        call(context -> {
            context.free();
            return null;
        });
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
        Communicator local = local_comm.context();
        Communicator peer = this == MPI.COMM_NULL ? null : context();
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
     * @param keyval {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO} or a key given to {@link #Attr_put}
     * @return its value; {@link MPI#UNDEFINED} if there is none
     */
    @Override
    public int Attr_get(int keyval) throws MPIException {
        return ask(context -> context.attributes().get(keyval));
    }

    /**
     * Sets an attribute at this rank.
     *
     * @param keyval any number but those of the predefined attributes
     * @param value the attribute's value from now on
     * @throws MPIException of class ERR_ARG if the key is predefined
     */
    public void Attr_put(int keyval, int value) throws MPIException {
        ask(context -> {
            context.attributes().put(keyval, value);
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
        ask(context -> {
            context.attributes().remove(keyval);
            return null;
        });
    }

    // ---- error handlers (MPI-4.1 section 9.3) ----

    /**
     * Sets what happens when a call on this communicator fails at this rank. Communicators made from it inherit that.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     * @throws MPIException of class ERR_ARG if the handler is null
     */
    public void Errhandler_set(Errhandler errhandler) throws MPIException {
        ask(context -> {
            if (errhandler == null) throw new CommException(ErrorClass.ARG, "error handler is null");
            context.errorsAreFatal(errhandler == MPI.ERRORS_ARE_FATAL);
            return null;
        });
    }

    /** {@return the error handler of this communicator; at first {@link MPI#ERRORS_RETURN}} */
    public Errhandler Errhandler_get() throws MPIException {
        return Errhandler.of(ask(Communicator::errorsAreFatal));
    }

    /**
     * Does the same as {@link #Errhandler_set}.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public void Errorhandler_set(Errhandler errhandler) throws MPIException {
        Errhandler_set(errhandler);
    }

    /**
     * Does the same as {@link #Errhandler_get}.
     *
     * @return the error handler
     */
    public Errhandler Errorhandler_get() throws MPIException {
        return Errhandler_get();
    }

    // ---- topology (MPI-4.1 section 8.5.5) ----

    /**
     * {@return {@link MPI#CART} for a grid, {@link MPI#GRAPH} for a graph, {@link MPI#DIST_GRAPH} for a distributed
     * graph, else {@link MPI#UNDEFINED}}
     */
    public int Topo_test() throws MPIException {
        return ask(context -> MPI.UNDEFINED);
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
        return ask(context -> Packing.pack(
                context.process().codec(),
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
        return ask(context -> Packing.unpack(
                context.process().codec(),
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
        return ask(context -> Packing.size(incount, Datatype.layout(datatype)));
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
            context().pointToPoint().send(mode, buffer(buf, offset, count, type), dest, tag);
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
            return context().pointToPoint().recv(buffer(buf, offset, count, type), source, tag, Names.MPIJAVA);
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
            return context()
                    .pointToPoint()
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
        return new Request(
                call(context -> context.pointToPoint().isend(mode, buffer(buf, offset, count, type), dest, tag)));
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
        return new Request(
                call(context -> context.pointToPoint().irecv(buffer(buf, offset, count, type), source, tag)));
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
                call(context -> context.pointToPoint().sendInit(mode, buffer(buf, offset, count, type), dest, tag)));
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
        return new Prequest(
                call(context -> context.pointToPoint().recvInit(buffer(buf, offset, count, type), source, tag)));
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
        return call(context -> context.pointToPoint().probe(source, tag, Names.MPIJAVA));
    }

    /**
     * {@return null if there is no message from this source with this tag, else what {@link #Probe} returns}
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag of the message, or {@link MPI#ANY_TAG}
     */
    public Status Iprobe(int source, int tag) throws MPIException {
        return call(context -> context.pointToPoint().iprobe(source, tag, Names.MPIJAVA));
    }

    // ---- the environment (MPI-4.1 section 9) ----

    /**
     * Ends all ranks of the job with this exit code.
     *
     * @param errorcode the exit code of the job
     */
    public void Abort(int errorcode) throws MPIException {
        try {
            Ranks.current().abort(errorcode);
        } catch (CommException e) {
            throw raised(e);
        }
    }
}
