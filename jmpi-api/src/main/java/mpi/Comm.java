package mpi;

import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.request.ProbeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendMode;

/**
 * A communicator: ranks that exchange messages apart from all others (MPI-4.1 section 7.1).
 *
 * <p>A buffer is an array; offset and count are in elements and items of the datatype. One of a primitive type may have
 * several dimensions: its elements count as if they were laid out row by row. Unless a method says otherwise it throws an
 * {@link MPIException}, before anything is sent, of class ERR_RANK, ERR_TAG, ERR_COUNT, ERR_TYPE, ERR_BUFFER or ERR_ARG if
 * the argument of that kind is not valid, and of class ERR_OTHER if the peer is gone.
 */
public abstract class Comm {
    Comm() {}

    abstract CommContext context();

    // ---- ranks (MPI-4.1 section 7.4) ----

    /** Returns the number of ranks. */
    public int Size() throws MPIException {
        return context().size();
    }

    /** Returns the rank of the calling process. */
    public int Rank() throws MPIException {
        return context().rank();
    }

    // ---- blocking point-to-point (MPI-4.1 sections 3.2 to 3.6) ----

    /** Sends a message; returns when the buffer may be used again. */
    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /**
     * Sends a copy of the message that is made in the attached buffer; returns at once.
     *
     * @throws MPIException also of class ERR_BUFFER if the attached buffer has no room for the message
     */
    public void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.BUFFERED, buf, offset, count, type, dest, tag);
    }

    /** Sends a message; returns when its receive has started. */
    public void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /** Sends a message whose receive has been posted. */
    public void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        send(SendMode.READY, buf, offset, count, type, dest, tag);
    }

    private void send(SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        try {
            context().send(mode, buf, offset, count, Datatype.layout(type), dest, tag);
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /**
     * Receives a message.
     *
     * @param count the most items received
     * @param source a rank, or {@link MPI#ANY_SOURCE}
     * @param tag a tag, or {@link MPI#ANY_TAG}
     * @throws MPIException also of class ERR_TRUNCATE if the message is longer: the buffer then holds its beginning, and the
     *     message is consumed
     */
    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) throws MPIException {
        try {
            return statusOf(context().recv(buf, offset, count, Datatype.layout(type), source, tag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /** Sends one message and receives another, at the same time (MPI-4.1 section 3.10). */
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
            return statusOf(context()
                    .sendrecv(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            Datatype.layout(sendtype),
                            dest,
                            sendtag,
                            recvbuf,
                            recvoffset,
                            recvcount,
                            Datatype.layout(recvtype),
                            source,
                            recvtag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /** Sends what the buffer holds and receives another message into it (MPI-4.1 section 3.10). */
    public Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        try {
            return statusOf(context()
                    .sendrecvReplace(buf, offset, count, Datatype.layout(type), dest, sendtag, source, recvtag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    private Status statusOf(RecvRequest done) {
        Status status = new Status(done);
        context().process().recycle(done);
        return status;
    }

    // ---- non-blocking point-to-point (MPI-4.1 section 3.7) ----

    /** Starts what {@link #Send} does. */
    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /** Starts what {@link #Bsend} does; the request is complete at once. */
    public Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.BUFFERED, buf, offset, count, type, dest, tag);
    }

    /** Starts what {@link #Ssend} does. */
    public Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /** Starts what {@link #Rsend} does. */
    public Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return isend(SendMode.READY, buf, offset, count, type, dest, tag);
    }

    private Request isend(SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        CommContext context = context();
        try {
            return new Request(
                    context.process(), context.isend(mode, buf, offset, count, Datatype.layout(type), dest, tag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /** Starts what {@link #Recv} does. */
    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) throws MPIException {
        CommContext context = context();
        try {
            return new Request(
                    context.process(), context.irecv(buf, offset, count, Datatype.layout(type), source, tag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    // ---- persistent requests (MPI-4.1 section 3.9) ----

    /** Makes a request that does what {@link #Send} does, each time it is started. */
    public Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) throws MPIException {
        return sendInit(SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /** Makes a request that does what {@link #Bsend} does, each time it is started. */
    public Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit(SendMode.BUFFERED, buf, offset, count, type, dest, tag);
    }

    /** Makes a request that does what {@link #Ssend} does, each time it is started. */
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit(SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /** Makes a request that does what {@link #Rsend} does, each time it is started. */
    public Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit(SendMode.READY, buf, offset, count, type, dest, tag);
    }

    private Prequest sendInit(SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        CommContext context = context();
        try {
            Layout layout = Datatype.layout(type);
            context.checkSend(buf, offset, count, layout, dest, tag);
            return new Prequest(context.process(), () -> context.isend(mode, buf, offset, count, layout, dest, tag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /** Makes a request that does what {@link #Recv} does, each time it is started. */
    public Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag)
            throws MPIException {
        CommContext context = context();
        try {
            Layout layout = Datatype.layout(type);
            context.checkReceive(buf, offset, count, layout, source, tag);
            return new Prequest(context.process(), () -> context.irecv(buf, offset, count, layout, source, tag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    // ---- probe (MPI-4.1 section 3.8) ----

    /** Waits until there is a message from this source with this tag, and leaves it to be received. */
    public Status Probe(int source, int tag) throws MPIException {
        try {
            return new Status(context().probe(source, tag));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /** Returns null if there is no message from this source with this tag, else what {@link #Probe} returns. */
    public Status Iprobe(int source, int tag) throws MPIException {
        try {
            ProbeRequest found = context().iprobe(source, tag);
            return found == null ? null : new Status(found);
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    // ---- the environment (MPI-4.1 section 9) ----

    /** Ends all ranks of the job with this exit code. */
    public void Abort(int errorcode) throws MPIException {
        try {
            Ranks.current().abort(errorcode);
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }
}
