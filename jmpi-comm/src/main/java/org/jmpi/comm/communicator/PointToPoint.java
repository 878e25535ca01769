package org.jmpi.comm.communicator;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ForeignMemory;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.MessageOperation;
import org.jmpi.comm.request.Operation;
import org.jmpi.comm.request.ProbeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendMode;
import org.jmpi.comm.request.SendRequest;
import org.jmpi.comm.transport.Source;

/**
 * The point-to-point communication of one communicator (MPI-4.1 chapter 3).
 *
 * <p>Every argument is checked before anything is sent, but a buffer of which no element travels is not looked at. Of a
 * receive the array may hold fewer items than the count. A destination is a rank of the remote group or {@link
 * Communicator#PROC_NULL}. A source is one of these or {@link Communicator#ANY_SOURCE}. A tag lies from 0 to {@link
 * Communicator#TAG_UB}; a receive and a probe accept {@link Communicator#ANY_TAG}, too.
 *
 * <p>The public methods read the fields of their buffers and pass those on. So they are small enough for the compiler
 * to inline, and a buffer that is made for one call takes no memory.
 */
public final class PointToPoint {
    private static final int ANY_SOURCE = Communicator.ANY_SOURCE;
    private static final int ANY_TAG = Communicator.ANY_TAG;
    private static final int PROC_NULL = Communicator.PROC_NULL;

    private static final String RECV = "Recv";

    private static final Layout INT = Layout.of(BasicType.INT);

    private final Communicator comm;
    private final Process process;
    private final Group remote;
    private final int context;

    PointToPoint(Communicator comm) {
        this.comm = comm;
        this.process = comm.process();
        this.remote = comm.remoteGroup();
        this.context = comm.context();
    }

    // ---- sends (MPI-4.1 sections 3.4, 3.7 and 3.9) ----

    /**
     * Sends a message and returns when the mode says so.
     *
     * @param mode the communication mode
     * @param buffer the message
     * @param dest the receiver's rank
     * @param tag the tag of the message
     * @throws CommException of class RANK, TAG, COUNT, TYPE, BUFFER or ARG if an argument is not valid; OTHER if the
     *     receiver is gone
     */
    public void send(SendMode mode, UserBuffer buffer, int dest, int tag) {
        send(mode, buffer.array(), buffer.offset(), buffer.count(), buffer.layout(), dest, tag);
    }

    @DontInline
    private void send(SendMode mode, Object buf, int offset, int count, Layout layout, int dest, int tag) {
        ForeignMemory copied = copied(buf, count, dest);
        Object memory = copied == null ? buf : copied.copy();
        SendRequest send = start(mode, true, memory, offset, count, layout, dest, tag);
        process.await(send, mode.call());
        send.recycle();
    }

    /** Returns the copy that the calling thread makes of a segment to which it alone has access; else null. */
    private static ForeignMemory copied(Object buf, int count, int peer) {
        return count > 0 && peer != PROC_NULL ? ForeignMemory.copied(buf) : null;
    }

    /**
     * Starts a send. A buffered one is done as soon as its message lies in the attached buffer.
     *
     * @param mode the communication mode
     * @param buffer the message
     * @param dest the receiver's rank
     * @param tag the tag of the message
     * @return the send, which the program completes
     * @throws CommException as {@link #send} does
     */
    public RequestHandle isend(SendMode mode, UserBuffer buffer, int dest, int tag) {
        return new RequestHandle(
                comm, start(mode, false, buffer.array(), buffer.offset(), buffer.count(), buffer.layout(), dest, tag));
    }

    /**
     * Makes a persistent send, whose arguments are checked now.
     *
     * @param mode the communication mode
     * @param buffer the message
     * @param dest the receiver's rank
     * @param tag the tag of the message
     * @return the send, which the program starts
     * @throws CommException as {@link #send} does
     */
    public PersistentHandle sendInit(SendMode mode, UserBuffer buffer, int dest, int tag) {
        Layout layout = buffer.layout();
        MessageArguments.checkSend(comm, dest, tag);
        MessageArguments.setSent(new Segment(), buffer.array(), buffer.offset(), buffer.count(), layout, dest);
        return new PersistentHandle(
                comm, () -> start(mode, false, buffer.array(), buffer.offset(), buffer.count(), layout, dest, tag));
    }

    /** @param blocking whether the call waits */
    private SendRequest start(
            SendMode mode, boolean blocking, Object buf, int offset, int count, Layout layout, int dest, int tag) {
        SendRequest send = newSend(buf, offset, count, layout, dest, tag);
        if (dest == PROC_NULL) return process.handle(completed(send, process.worldRank(), 0));
        prepare(send, mode, dest, tag);
        SendRequest own = mode == SendMode.BUFFERED ? completed(process.newSend(), remote.worldRank(dest), tag) : send;
        send.eventBits(process.events().sendStarted(own, mode.call(), blocking, dest, tag, buf, offset, count, layout));
        process.engine().send(send);
        return process.handle(own);
    }

    private SendRequest newSend(Object buf, int offset, int count, Layout layout, int dest, int tag) {
        MessageArguments.checkSend(comm, dest, tag);
        SendRequest send = process.newSend();
        MessageArguments.setSent(send.segment(), buf, offset, count, layout, dest);
        return send;
    }

    /** Does what can fail before anything is sent. */
    private void prepare(SendRequest send, SendMode mode, int dest, int tag) {
        Segment segment = send.segment();
        Source payload = segment.type() == BasicType.OBJECT ? ObjectMessage.encode(process.codec(), segment) : segment;
        // Not done until it is sent, so that the buffer's region is not given away meanwhile.
        send.set(mode, context, comm.rank(), remote.worldRank(dest), tag, segment.type(), payload, segment.objects());
        if (mode == SendMode.BUFFERED) send.carry(process.bufferedSends().lodge(send, payload));
    }

    private SendRequest completed(SendRequest send, int peer, int tag) {
        send.set(SendMode.STANDARD, context, comm.rank(), peer, tag, BasicType.BYTE, null, 0);
        send.complete();
        return send;
    }

    // ---- receives (MPI-4.1 sections 3.2.4, 3.7 and 3.9) ----

    /**
     * Receives a message.
     *
     * @param <S> the binding's status
     * @param buffer the array to receive into, with the most items received
     * @param source the sender's rank
     * @param tag the tag of the message
     * @param binding makes the status
     * @return the status
     * @throws CommException of class RANK, TAG, COUNT, TYPE, BUFFER or ARG if an argument is not valid; TRUNCATE if the
     *     message is longer, which is then consumed; OTHER if the sender is gone
     */
    public <S> S recv(UserBuffer buffer, int source, int tag, Binding<S> binding) {
        return receive(buffer.array(), buffer.offset(), buffer.count(), buffer.layout(), source, tag, binding);
    }

    @DontInline
    private <S> S receive(Object buf, int offset, int count, Layout layout, int source, int tag, Binding<S> binding) {
        ForeignMemory copied = copied(buf, count, source);
        if (copied == null) return receiveInto(buf, offset, count, layout, source, tag, binding);
        try {
            return receiveInto(copied.copy(), offset, count, layout, source, tag, binding);
        } finally {
            copied.copyBack();
        }
    }

    private <S> S receiveInto(
            Object buf, int offset, int count, Layout layout, int source, int tag, Binding<S> binding) {
        RecvRequest receive = startReceive(true, buf, offset, count, layout, source, tag);
        await(receive, RECV);
        process.conclude(receive);
        return conclude(receive, binding);
    }

    private <S> S conclude(RecvRequest done, Binding<S> binding) {
        S status = binding.status(done, Operation.UNDEFINED);
        done.recycle();
        return status;
    }

    /** Waits for a receive that does not stay if a source fails. */
    private void await(RecvRequest receive, String call) {
        try {
            process.engine().await(receive, call);
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.PROC_FAILED_PENDING) throw e;
            process.engine().cancel(receive);
            process.engine().await(receive, call);
            if (receive.isCancelled()) throw new CommException(ErrorClass.PROC_FAILED, e.getMessage(), e.getCause());
        }
    }

    /**
     * Starts a receive.
     *
     * @param buffer the array to receive into, with the most items received
     * @param source the sender's rank
     * @param tag the tag of the message
     * @return the receive, which the program completes
     * @throws CommException as {@link #recv} does, but for what the message brings
     */
    public RequestHandle irecv(UserBuffer buffer, int source, int tag) {
        return new RequestHandle(
                comm,
                startReceive(false, buffer.array(), buffer.offset(), buffer.count(), buffer.layout(), source, tag));
    }

    /**
     * Makes a persistent receive, whose arguments are checked now.
     *
     * @param buffer the array to receive into, with the most items received
     * @param source the sender's rank
     * @param tag the tag of the message
     * @return the receive, which the program starts
     * @throws CommException as {@link #recv} does, but for what the message brings
     */
    public PersistentHandle recvInit(UserBuffer buffer, int source, int tag) {
        Layout layout = buffer.layout();
        MessageArguments.checkReceive(comm, source, tag);
        MessageArguments.setReceived(new Segment(), buffer.array(), buffer.offset(), buffer.count(), layout, source);
        return new PersistentHandle(
                comm, () -> startReceive(false, buffer.array(), buffer.offset(), buffer.count(), layout, source, tag));
    }

    private RecvRequest startReceive(
            boolean blocking, Object buf, int offset, int count, Layout layout, int source, int tag) {
        RecvRequest receive = newReceive(buf, offset, count, layout, source, tag);
        report(receive, RECV, blocking, buf, offset, layout, source, tag);
        start(receive, source, tag);
        return receive;
    }

    private RecvRequest newReceive(Object buf, int offset, int count, Layout layout, int source, int tag) {
        MessageArguments.checkReceive(comm, source, tag);
        RecvRequest receive = process.newReceive();
        MessageArguments.setReceived(receive.segment(), buf, offset, count, layout, source);
        return receive;
    }

    private void report(
            RecvRequest receive,
            String call,
            boolean blocking,
            Object buf,
            int offset,
            Layout layout,
            int source,
            int tag) {
        if (source == PROC_NULL) return;
        int items = receive.segment().items();
        process.events().receiveStarted(receive, call, blocking, source, tag, buf, offset, items, layout);
    }

    private void start(RecvRequest receive, int source, int tag) {
        if (source == PROC_NULL) {
            receive.set(context, ANY_SOURCE, RecvRequest.ANY_PEER, ANY_TAG, process.codec());
            receive.begin(
                    RecvRequest.ANY_PEER, PROC_NULL, ANY_TAG, receive.segment().type(), 0, 0);
            receive.end();
            return;
        }
        int peer = source == ANY_SOURCE ? RecvRequest.ANY_PEER : remote.worldRank(source);
        receive.set(context, source, peer, tag, process.codec());
        process.engine().receive(receive);
    }

    // ---- both (MPI-4.1 section 3.10) ----

    /**
     * Sends one message and receives another, at the same time. Both may be parts of one array, even the same: the
     * message that is sent has what the array holds before.
     *
     * @param <S> the binding's status
     * @param sendBuffer the message sent
     * @param dest the receiver's rank
     * @param sendTag the tag of the message sent
     * @param receiveBuffer the array to receive into, with the most items received
     * @param source the sender's rank
     * @param receiveTag the tag of the message received
     * @param binding makes the status of the message received
     * @return the status
     * @throws CommException as {@link #send} and {@link #recv} do
     */
    public <S> S sendrecv(
            UserBuffer sendBuffer,
            int dest,
            int sendTag,
            UserBuffer receiveBuffer,
            int source,
            int receiveTag,
            Binding<S> binding) {
        return exchange(
                sendBuffer.array(),
                sendBuffer.offset(),
                sendBuffer.count(),
                sendBuffer.layout(),
                dest,
                sendTag,
                receiveBuffer.array(),
                receiveBuffer.offset(),
                receiveBuffer.count(),
                receiveBuffer.layout(),
                source,
                receiveTag,
                binding);
    }

    @DontInline
    private <S> S exchange(
            Object sendbuf,
            int sendOffset,
            int sendCount,
            Layout sendLayout,
            int dest,
            int sendTag,
            Object recvbuf,
            int recvOffset,
            int recvCount,
            Layout recvLayout,
            int source,
            int receiveTag,
            Binding<S> binding) {
        ForeignMemory sent = copied(sendbuf, sendCount, dest);
        ForeignMemory received = copied(recvbuf, recvCount, source);
        Object memorySent = sent == null ? sendbuf : sent.copy();
        Object memoryReceived = received == null ? recvbuf : received.copy();
        SendRequest send = newSend(memorySent, sendOffset, sendCount, sendLayout, dest, sendTag);
        RecvRequest receive = newReceive(memoryReceived, recvOffset, recvCount, recvLayout, source, receiveTag);
        try {
            exchange(send, dest, sendTag, receive, source, receiveTag);
        } finally {
            if (received != null) received.copyBack();
        }
        return conclude(receive, binding);
    }

    /** Sends an array to a rank and receives another from it. */
    void exchange(int[] sent, int[] received, int peer, int tag) {
        SendRequest send = newSend(sent, 0, sent.length, INT, peer, tag);
        RecvRequest receive = newReceive(received, 0, received.length, INT, peer, tag);
        exchange(send, peer, tag, receive, peer, tag);
        receive.recycle();
    }

    private void exchange(SendRequest send, int dest, int sendTag, RecvRequest receive, int source, int receiveTag) {
        Segment sent = send.segment();
        Segment received = receive.segment();
        if (dest == PROC_NULL) {
            completed(send, process.worldRank(), 0);
        } else {
            prepare(send, SendMode.STANDARD, dest, sendTag);
            send.eventBits(process.events()
                    .sendStarted(
                            send,
                            MessageOperation.SENDRECV,
                            true,
                            dest,
                            sendTag,
                            sent.array(),
                            sent.offset(),
                            sent.count(),
                            sent.layout()));
        }
        report(
                receive,
                MessageOperation.SENDRECV,
                true,
                received.array(),
                received.offset(),
                received.layout(),
                source,
                receiveTag);
        // Objects are encoded by now, so that nothing overwrites them.
        if (sent.array() == received.array() && send.payload() == sent && overlap(sent, received)) send.carryCopy();
        start(receive, source, receiveTag);
        if (dest != PROC_NULL) process.engine().send(send);
        awaitBoth(send, receive);
        send.recycle();
        process.conclude(receive);
    }

    /** Waits for both, also if the receive fails: the array sent is the caller's again afterwards. */
    private void awaitBoth(SendRequest send, RecvRequest receive) {
        try {
            await(receive, MessageOperation.SENDRECV);
        } catch (CommException e) {
            try {
                process.await(send, MessageOperation.SENDRECV);
            } catch (CommException another) {
                if (another != e) e.addSuppressed(another);
            }
            throw e;
        }
        process.await(send, MessageOperation.SENDRECV);
    }

    private static boolean overlap(Segment sent, Segment received) {
        return new Buffer().set(sent).overlaps(new Buffer().set(received).items(0, received.items()));
    }

    // ---- probes (MPI-4.1 section 3.8) ----

    /**
     * Waits for a message without receiving it.
     *
     * @param <S> the binding's status
     * @param source the sender's rank
     * @param tag the tag of the message
     * @param binding makes the status
     * @return the status
     */
    public <S> S probe(int source, int tag, Binding<S> binding) {
        ProbeRequest probe = newProbe(source, tag);
        if (!probe.isDone()) {
            process.engine().probe(probe);
            process.await(probe, "Probe");
        }
        return binding.status(probe, Operation.UNDEFINED);
    }

    /**
     * {@return the status if there is a message, else null}
     *
     * @param <S> the binding's status
     * @param source the sender's rank
     * @param tag the tag of the message
     * @param binding makes the status
     */
    public <S> S iprobe(int source, int tag, Binding<S> binding) {
        ProbeRequest probe = newProbe(source, tag);
        if (!probe.isDone()) process.engine().probeNow(probe);
        if (!probe.isDone()) return null;
        process.conclude(probe);
        return binding.status(probe, Operation.UNDEFINED);
    }

    private ProbeRequest newProbe(int source, int tag) {
        MessageArguments.checkReceive(comm, source, tag);
        int peer = source < 0 ? RecvRequest.ANY_PEER : remote.worldRank(source);
        ProbeRequest probe = new ProbeRequest(context, source, peer, tag);
        if (source == PROC_NULL) {
            probe.found(PROC_NULL, ANY_TAG, BasicType.BYTE, 0, 0);
            probe.complete();
        }
        return probe;
    }
}
