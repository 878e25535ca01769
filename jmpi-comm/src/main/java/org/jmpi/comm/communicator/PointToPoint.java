package org.jmpi.comm.communicator;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ForeignMemory;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.ProbeRequest;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Source;

/**
 * The point-to-point communication of one communicator (MPI-4.1 chapter 3).
 *
 * <p>Every argument is checked before anything is sent, but a buffer of which no element travels is not looked at. Of a
 * receive the array may hold fewer items than the count. A destination is a rank of the remote group or {@link
 * Communicator#PROC_NULL}. A source is one of these or {@link Communicator#ANY_SOURCE}. A tag lies from 0 to {@link
 * Communicator#TAG_UB}; a receive and a probe accept {@link Communicator#ANY_TAG}, too.
 *
 * <p>The public methods write the program's buffer into the operation and call methods that are not inlined. So they
 * are small enough for the compiler to inline, and a buffer that is made for one call takes no memory.
 */
public final class PointToPoint {
    private static final int ANY_SOURCE = Communicator.ANY_SOURCE;
    private static final int ANY_TAG = Communicator.ANY_TAG;
    private static final int PROC_NULL = Communicator.PROC_NULL;

    private static final String RECV = "Recv";

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
        SendRequest send = newSend(dest, tag);
        ForeignMemory copied = MessageArguments.copied(buffer, dest);
        if (copied == null) MessageArguments.setSent(send.segment(), buffer, dest);
        else MessageArguments.setSent(send.segment(), buffer.in(copied.copy()), dest);
        send(send, mode, dest, tag);
    }

    @DontInline
    private void send(SendRequest set, SendMode mode, int dest, int tag) {
        SendRequest send = start(set, mode, true, dest, tag);
        process.await(send, mode.call());
        send.recycle();
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
        SendRequest send = newSend(dest, tag);
        MessageArguments.setSent(send.segment(), buffer, dest);
        return new RequestHandle(comm, start(send, mode, false, dest, tag));
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
        MessageArguments.checkSend(comm, dest, tag);
        UserBuffer kept = buffer.kept();
        MessageArguments.setSent(new Segment(), kept, dest);
        return new PersistentHandle(comm, () -> {
            SendRequest send = newSend(dest, tag);
            MessageArguments.setSent(send.segment(), kept, dest);
            return start(send, mode, false, dest, tag);
        });
    }

    /**
     * Starts a send whose memory has been set.
     *
     * @param blocking whether the call waits
     */
    private SendRequest start(SendRequest send, SendMode mode, boolean blocking, int dest, int tag) {
        if (dest == PROC_NULL) return process.handle(completed(send, process.worldRank(), 0));
        prepare(send, mode, dest, tag);
        SendRequest own = mode == SendMode.BUFFERED ? completed(process.newSend(), remote.worldRank(dest), tag) : send;
        send.eventBits(process.events().sendStarted(own, mode.call(), blocking, dest, tag, send.segment()));
        process.engine().send(send);
        return process.handle(own);
    }

    /** Returns a send whose memory is to be set. */
    @DontInline
    private SendRequest newSend(int dest, int tag) {
        MessageArguments.checkSend(comm, dest, tag);
        return process.newSend();
    }

    /** Does what can fail before anything is sent. */
    private void prepare(SendRequest send, SendMode mode, int dest, int tag) {
        Segment segment = send.segment();
        Source payload = segment.type() == BasicType.OBJECT ? ObjectMessage.encode(process.codec(), segment) : segment;
        // Not done until it is sent, so that the buffer's region is not given away meanwhile.
        send.set(mode, context, comm.rank(), remote.worldRank(dest), tag, segment.type(), payload, segment.objects());
        if (mode == SendMode.BUFFERED) send.carry(process.bufferedSends().buffer(send, payload));
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
        RecvRequest receive = newReceive(source, tag);
        ForeignMemory copied = MessageArguments.copied(buffer, source);
        if (copied == null) MessageArguments.setReceived(receive.segment(), buffer, source);
        else MessageArguments.setReceived(receive.segment(), buffer.in(copied.copy()), source);
        return receive(receive, source, tag, copied, binding);
    }

    @DontInline
    private <S> S receive(RecvRequest receive, int source, int tag, ForeignMemory copied, Binding<S> binding) {
        try {
            start(receive, RECV, true, source, tag);
            await(receive, RECV);
            process.conclude(receive);
            return conclude(receive, binding);
        } finally {
            if (copied != null) copied.copyBack();
        }
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
        RecvRequest receive = newReceive(source, tag);
        MessageArguments.setReceived(receive.segment(), buffer, source);
        return new RequestHandle(comm, start(receive, RECV, false, source, tag));
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
        MessageArguments.checkReceive(comm, source, tag);
        UserBuffer kept = buffer.kept();
        MessageArguments.setReceived(new Segment(), kept, source);
        return new PersistentHandle(comm, () -> {
            RecvRequest receive = newReceive(source, tag);
            MessageArguments.setReceived(receive.segment(), kept, source);
            return start(receive, RECV, false, source, tag);
        });
    }

    /** Returns a receive whose memory is to be set. */
    @DontInline
    private RecvRequest newReceive(int source, int tag) {
        MessageArguments.checkReceive(comm, source, tag);
        return process.newReceive();
    }

    /** Starts a receive whose memory has been set. */
    private RecvRequest start(RecvRequest receive, String call, boolean blocking, int source, int tag) {
        report(receive, call, blocking, source, tag);
        start(receive, source, tag);
        return receive;
    }

    private void report(RecvRequest receive, String call, boolean blocking, int source, int tag) {
        if (source != PROC_NULL)
            process.events().receiveStarted(receive, call, blocking, source, tag, receive.segment());
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
        SendRequest send = newSend(dest, sendTag);
        RecvRequest receive = newReceive(source, receiveTag);
        ForeignMemory sent = MessageArguments.copied(sendBuffer, dest);
        if (sent == null) MessageArguments.setSent(send.segment(), sendBuffer, dest);
        else MessageArguments.setSent(send.segment(), sendBuffer.in(sent.copy()), dest);
        ForeignMemory received = MessageArguments.copied(receiveBuffer, source);
        if (received == null) MessageArguments.setReceived(receive.segment(), receiveBuffer, source);
        else MessageArguments.setReceived(receive.segment(), receiveBuffer.in(received.copy()), source);
        return exchange(send, dest, sendTag, receive, source, receiveTag, received, binding);
    }

    @DontInline
    private <S> S exchange(
            SendRequest send,
            int dest,
            int sendTag,
            RecvRequest receive,
            int source,
            int receiveTag,
            ForeignMemory copied,
            Binding<S> binding) {
        try {
            exchange(send, dest, sendTag, receive, source, receiveTag);
        } finally {
            if (copied != null) copied.copyBack();
        }
        return conclude(receive, binding);
    }

    /** Sends an array to a rank and receives another from it. */
    void exchange(int[] sent, int[] received, int peer, int tag) {
        SendRequest send = newSend(peer, tag);
        send.segment().set(Buffer.of(sent));
        RecvRequest receive = newReceive(peer, tag);
        receive.segment().set(Buffer.of(received));
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
            send.eventBits(process.events().sendStarted(send, MessageOperation.SENDRECV, true, dest, sendTag, sent));
        }
        report(receive, MessageOperation.SENDRECV, true, source, receiveTag);
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
