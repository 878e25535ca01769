package org.jmpi.comm.communicator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.request.ProbeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.request.SendMode;
import org.jmpi.comm.request.SendRequest;
import org.jmpi.comm.schedule.ScheduleExecution;
import org.jmpi.comm.transport.Source;

/**
 * A communicator at one rank: its group, and a context of its own for point-to-point messages and for collective ones,
 * so that neither ever meets another's (MPI-4.1 section 7.1).
 *
 * <p>Buffers are given as in MPI: array, offset in elements, count of items, layout of an item. Every argument is
 * checked before anything is sent, but a buffer of which no element travels is not looked at. Of a receive the array
 * may hold fewer items than the count.
 */
public final class Communicator {
    /** Any sender's rank, where one is awaited. */
    public static final int ANY_SOURCE = Pattern.ANY;

    /** Any tag, where one is awaited. */
    public static final int ANY_TAG = Pattern.ANY;

    /** The rank of nobody: what goes there or comes from there is done at once. */
    public static final int PROC_NULL = Collective.PROC_NULL;

    /** The root argument of the root itself in a collective operation of an intercommunicator. */
    public static final int ROOT = Collective.ROOT;

    /** No rank. */
    public static final int UNDEFINED = Request.UNDEFINED;

    /** The largest tag. */
    public static final int TAG_UB = Integer.MAX_VALUE;

    private final Process process;
    private final ProgressEngine engine;
    private final Group group;
    private final Group remote;
    private final int context;
    private final int rank;
    private final Communicator local;
    private final CollectiveChannel collectives;
    private final Map<Integer, Integer> attributes = new ConcurrentHashMap<>();
    private volatile boolean errorsAreFatal;
    private final int epoch;
    private volatile boolean freed;

    /** The collective operations for which no thread waits. */
    private final AtomicInteger underWay = new AtomicInteger();

    private final AtomicBoolean retired = new AtomicBoolean();

    private Communicator(Process process, Group group, Group remote, int context, Communicator local) {
        this.process = process;
        this.engine = process.engine();
        this.group = group;
        this.remote = remote;
        this.context = context;
        this.rank = group.rankOf(process.worldRank());
        this.local = local == null ? this : local;
        this.collectives = new CollectiveChannel(this);
        this.epoch = process.epoch();
    }

    /**
     * Makes the communicator of one group.
     *
     * @param process this process
     * @param group the members
     * @param context even, and the same at every rank; the collective context is the next number
     * @return the communicator
     */
    public static Communicator intra(Process process, Group group, int context) {
        return process.register(new Communicator(process, group, group, context, null));
    }

    /**
     * Makes the communicator between two groups (MPI-4.1 section 7.6).
     *
     * @param local the communicator of this process's own group, for what it has to agree on
     * @param context even, and the same at every rank of both groups
     */
    static Communicator inter(Communicator local, Group remote, int context) {
        return local.process.register(new Communicator(local.process, local.group, remote, context, local));
    }

    /** {@return the process that this end of the communicator is in} */
    public Process process() {
        return process;
    }

    /** {@return this process's rank in its own group} */
    public int rank() {
        return rank;
    }

    /** {@return the size of this process's own group} */
    public int size() {
        return group.size();
    }

    /** {@return this process's own group} */
    public Group group() {
        return group;
    }

    /** {@return the group that messages go to and come from: of an intercommunicator the other one} */
    public Group remoteGroup() {
        return remote;
    }

    /** {@return whether this communicator joins two groups} */
    public boolean isInter() {
        return local != this;
    }

    int context() {
        return context;
    }

    /**
     * {@return whether a context is this communicator's one for collective messages}
     *
     * @param number of a context of this communicator
     */
    public boolean isCollective(int number) {
        return number == context + 1;
    }

    /** {@return the collective call that runs, or the one that ran last} */
    public String collectiveCall() {
        return collectives.call();
    }

    /** Returns the communicator of this process's own group: this one, unless it joins two. */
    Communicator local() {
        return local;
    }

    /** {@return the values cached with this communicator, by key (MPI-4.1 section 7.7)} */
    public Map<Integer, Integer> attributes() {
        return attributes;
    }

    /** {@return whether a failed call ends the job (MPI-4.1 section 9.3)} */
    public boolean errorsAreFatal() {
        return errorsAreFatal;
    }

    /**
     * Sets whether a failed call ends the job; otherwise it throws.
     *
     * @param fatal whether it does
     */
    public void errorsAreFatal(boolean fatal) {
        errorsAreFatal = fatal;
    }

    /** Hands on what a communicator inherits from the one that it is made from. */
    Communicator inheritFrom(Communicator parent) {
        errorsAreFatal = parent.errorsAreFatal;
        return this;
    }

    /** {@return whether the communicator has been freed} */
    public boolean isFreed() {
        return freed;
    }

    /**
     * Frees the communicator (MPI-4.1 section 7.4.3); what is under way in it still completes.
     *
     * @throws CommException of class COMM if it has been freed
     */
    public void free() {
        checkUsable();
        freed = true;
        process.events().handleFreed(this);
        if (underWay.get() == 0) retire();
        if (isInter()) local.free();
    }

    /** Lets go of the contexts and of what the ranks share, once the communicator is freed and nothing is under way. */
    private void retire() {
        if (!retired.compareAndSet(false, true)) return;
        collectives.free();
        process.unregister(this);
    }

    /**
     * Refuses a communicator that has been freed, or whose world is over.
     *
     * @throws CommException of class COMM
     */
    public void checkUsable() {
        if (freed) throw new CommException(ErrorClass.COMM, "communicator has been freed");
        checkNotOver();
    }

    /** Refuses a communicator whose world is over. */
    void checkNotOver() {
        if (isOver()) throw new CommException(ErrorClass.COMM, "communicator was made before MPI.Finalize");
    }

    /** Returns whether the communicator's world is over. */
    boolean isOver() {
        return epoch != process.epoch();
    }

    /** {@return the collective operations} */
    public CollectiveChannel collectives() {
        return collectives;
    }

    /** Takes note that an operation starts for which no thread waits. */
    void started(ScheduleExecution execution) {
        process.started(execution);
        underWay.incrementAndGet();
    }

    /** Takes note that such an operation is over. */
    void ended(ScheduleExecution execution) {
        process.ended(execution);
        if (underWay.decrementAndGet() == 0 && freed) retire();
    }

    /**
     * Sends a message and returns when the mode says so (MPI-4.1 section 3.4).
     *
     * @param mode the communication mode
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param layout what an item covers
     * @param dest the receiver's rank, or {@link #PROC_NULL}
     * @param tag from 0 to {@link #TAG_UB}
     * @throws CommException of class RANK, TAG, COUNT, TYPE, BUFFER or ARG if an argument is not valid; OTHER if the
     *     receiver is gone
     */
    @DontInline
    public void send(SendMode mode, Object buf, int offset, int count, Layout layout, int dest, int tag) {
        SendRequest send = isend(mode, buf, offset, count, layout, dest, tag);
        process.await(send);
        process.recycle(send);
    }

    /**
     * Starts a send. A buffered one is done as soon as its message lies in the attached buffer.
     *
     * @param mode the communication mode
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param layout what an item covers
     * @param dest the receiver's rank, or {@link #PROC_NULL}
     * @param tag from 0 to {@link #TAG_UB}
     * @return the send, which the program completes
     * @throws CommException as {@link #send} does
     */
    public SendRequest isend(SendMode mode, Object buf, int offset, int count, Layout layout, int dest, int tag) {
        checkDestination(dest);
        checkTag(tag);
        SendRequest send = process.newSend();
        set(send.segment(), buf, offset, count, layout, dest);
        if (dest == PROC_NULL) return process.handle(completed(send));
        prepare(send, payload(send.segment()), context, mode, dest, tag);
        SendRequest own = mode == SendMode.BUFFERED ? completed(process.newSend()) : send;
        send.eventBits(process.events().started(own, mode.call(), dest, tag, buf, offset, count, layout));
        engine.send(send);
        return process.handle(own);
    }

    /** Sets what is sent, whose buffer is not looked at if nobody receives it. */
    private static void set(Segment segment, Object buf, int offset, int count, Layout layout, int dest) {
        if (dest == PROC_NULL) segment.setNothing(count, layout);
        else segment.set(buf, offset, count, layout);
    }

    /** Sets what is received into, whose buffer is not looked at if nobody sends anything. */
    private static void setClipped(Segment segment, Object buf, int offset, int count, Layout layout, int source) {
        if (source == PROC_NULL) segment.setNothing(count, layout);
        else segment.setClipped(buf, offset, count, layout);
    }

    /** Does what can fail before anything is sent. */
    private void prepare(SendRequest send, Source payload, int inContext, SendMode mode, int dest, int tag) {
        Segment segment = send.segment();
        // Not done until it is sent, so that the buffer's region is not given away meanwhile.
        send.set(mode, inContext, rank, remote.worldRank(dest), tag, segment.type(), payload, segment.objects());
        if (mode == SendMode.BUFFERED) send.carry(process.bufferedSends().lodge(send, payload));
    }

    private Source payload(Segment segment) {
        return segment.type() == BasicType.OBJECT ? ObjectMessage.encode(process.codec(), segment) : segment;
    }

    private SendRequest completed(SendRequest send) {
        send.set(SendMode.STANDARD, context, rank, process.worldRank(), 0, BasicType.BYTE, null, 0);
        send.complete();
        return send;
    }

    /**
     * Receives a message.
     *
     * @param buf the array to receive into
     * @param offset the index of its first element
     * @param count the most items received
     * @param layout what an item covers
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return the receive, done; the caller recycles it
     * @throws CommException of class RANK, TAG, COUNT, TYPE, BUFFER or ARG if an argument is not valid; TRUNCATE if the
     *     message is longer, which is then consumed; OTHER if the sender is gone
     */
    @DontInline
    public RecvRequest recv(Object buf, int offset, int count, Layout layout, int source, int tag) {
        RecvRequest receive = irecv(buf, offset, count, layout, source, tag);
        process.await(receive);
        return receive;
    }

    /**
     * Starts a receive.
     *
     * @param buf the array to receive into
     * @param offset the index of its first element
     * @param count the most items received
     * @param layout what an item covers
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return the receive, which the program completes
     * @throws CommException as {@link #recv} does, but for what the message brings
     */
    public RecvRequest irecv(Object buf, int offset, int count, Layout layout, int source, int tag) {
        RecvRequest receive = newReceive(buf, offset, count, layout, source, tag);
        report(receive, "Recv", buf, offset, layout, source, tag);
        start(receive, context, source, tag);
        return receive;
    }

    private RecvRequest newReceive(Object buf, int offset, int count, Layout layout, int source, int tag) {
        checkSource(source);
        checkReceiveTag(tag);
        RecvRequest receive = process.newReceive();
        setClipped(receive.segment(), buf, offset, count, layout, source);
        return receive;
    }

    private void report(RecvRequest receive, String call, Object buf, int offset, Layout layout, int source, int tag) {
        if (source == PROC_NULL) return;
        int items = receive.segment().items();
        process.events().started(receive, call, source, tag, buf, offset, items, layout);
    }

    private void start(RecvRequest receive, int inContext, int source, int tag) {
        if (source == PROC_NULL) {
            receive.set(inContext, ANY_SOURCE, RecvRequest.ANY_PEER, ANY_TAG, process.codec());
            receive.begin(
                    RecvRequest.ANY_PEER, PROC_NULL, ANY_TAG, receive.segment().type(), 0, 0);
            receive.end();
            return;
        }
        int peer = source == ANY_SOURCE ? RecvRequest.ANY_PEER : remote.worldRank(source);
        receive.set(inContext, source, peer, tag, process.codec());
        engine.receive(receive);
    }

    /**
     * Waits for a message without receiving it.
     *
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return the probe, done
     */
    public ProbeRequest probe(int source, int tag) {
        ProbeRequest probe = newProbe(source, tag);
        if (probe.isDone()) return probe;
        engine.probe(probe);
        process.await(probe);
        return probe;
    }

    /**
     * {@return the probe if there is a message, else null}
     *
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     */
    public ProbeRequest iprobe(int source, int tag) {
        ProbeRequest probe = newProbe(source, tag);
        if (!probe.isDone()) engine.probeNow(probe);
        if (!probe.isDone()) return null;
        process.conclude(probe);
        return probe;
    }

    private ProbeRequest newProbe(int source, int tag) {
        checkSource(source);
        checkReceiveTag(tag);
        int peer = source < 0 ? RecvRequest.ANY_PEER : remote.worldRank(source);
        ProbeRequest probe = new ProbeRequest(context, source, peer, tag);
        if (source == PROC_NULL) {
            probe.found(PROC_NULL, ANY_TAG, BasicType.BYTE, 0, 0);
            probe.complete();
        }
        return probe;
    }

    /**
     * Sends one message and receives another, at the same time. Both may be parts of one array, even the same: the
     * message that is sent has what the array holds before.
     *
     * @param sendbuf the array to send from
     * @param sendoffset the index of the first element sent
     * @param sendcount the number of items sent
     * @param sendlayout what an item sent covers
     * @param dest the receiver's rank, or {@link #PROC_NULL}
     * @param sendtag the tag of the message sent
     * @param recvbuf the array to receive into
     * @param recvoffset the index of the first element received
     * @param recvcount the most items received
     * @param recvlayout what an item received covers
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param recvtag the tag of the message received, or {@link #ANY_TAG}
     * @return the receive, done; the caller recycles it
     * @throws CommException as {@link #send} and {@link #recv} do
     */
    public RecvRequest sendrecv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Layout sendlayout,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Layout recvlayout,
            int source,
            int recvtag) {
        checkDestination(dest);
        checkTag(sendtag);
        SendRequest send = process.newSend();
        set(send.segment(), sendbuf, sendoffset, sendcount, sendlayout, dest);
        RecvRequest receive = newReceive(recvbuf, recvoffset, recvcount, recvlayout, source, recvtag);
        if (dest == PROC_NULL) completed(send);
        else prepare(send, payload(send.segment()), context, SendMode.STANDARD, dest, sendtag);
        if (dest != PROC_NULL)
            send.eventBits(process.events()
                    .started(send, Events.SENDRECV, dest, sendtag, sendbuf, sendoffset, sendcount, sendlayout));
        report(receive, Events.SENDRECV, recvbuf, recvoffset, recvlayout, source, recvtag);
        // Objects are encoded by now, so that nothing overwrites them.
        if (sendbuf == recvbuf
                && send.payload() == send.segment()
                && new Buffer(sendbuf, sendoffset, sendcount, sendlayout)
                        .overlaps(new Buffer(
                                recvbuf, recvoffset, receive.segment().items(), recvlayout)))
            send.carry(copyOf(send.segment()));
        start(receive, context, source, recvtag);
        if (dest != PROC_NULL) engine.send(send);
        return conclude(send, receive);
    }

    private static ByteChunks copyOf(Segment segment) {
        ByteChunks copy = new ByteChunks();
        copy.take(segment, segment.bytes());
        return copy;
    }

    private RecvRequest conclude(SendRequest send, RecvRequest receive) {
        engine.await(receive);
        process.await(send);
        process.recycle(send);
        process.conclude(receive);
        return receive;
    }

    /**
     * Sends what an array holds and receives into the same place.
     *
     * @param buf the array to send from and to receive into
     * @param offset the index of its first element
     * @param count the number of items sent, and the most received
     * @param layout what an item covers
     * @param dest the receiver's rank, or {@link #PROC_NULL}
     * @param sendtag the tag of the message sent
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param recvtag the tag of the message received, or {@link #ANY_TAG}
     * @return the receive, done; the caller recycles it
     * @throws CommException as {@link #send} and {@link #recv} do
     */
    public RecvRequest sendrecvReplace(
            Object buf, int offset, int count, Layout layout, int dest, int sendtag, int source, int recvtag) {
        return sendrecv(buf, offset, count, layout, dest, sendtag, buf, offset, count, layout, source, recvtag);
    }

    // ---- checks ----

    /**
     * Checks what a send is given, before there is anything to send: for persistent requests.
     *
     * @param buf the array that the message is in
     * @param offset the index of its first element
     * @param count the number of items
     * @param layout what an item covers
     * @param dest the receiver's rank, or {@link #PROC_NULL}
     * @param tag from 0 to {@link #TAG_UB}
     * @throws CommException as {@link #send} does
     */
    public void checkSend(Object buf, int offset, int count, Layout layout, int dest, int tag) {
        checkDestination(dest);
        checkTag(tag);
        set(new Segment(), buf, offset, count, layout, dest);
    }

    /**
     * Checks what a receive is given; for persistent requests.
     *
     * @param buf the array to receive into
     * @param offset the index of its first element
     * @param count the most items received
     * @param layout what an item covers
     * @param source the sender's rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @throws CommException as {@link #recv} does
     */
    public void checkReceive(Object buf, int offset, int count, Layout layout, int source, int tag) {
        checkSource(source);
        checkReceiveTag(tag);
        setClipped(new Segment(), buf, offset, count, layout, source);
    }

    private void checkDestination(int dest) {
        checkUsable();
        if ((dest < 0 || dest >= remote.size()) && dest != PROC_NULL) throw outOfRange("destination", dest);
    }

    private void checkSource(int source) {
        checkUsable();
        if ((source < 0 || source >= remote.size()) && source != ANY_SOURCE && source != PROC_NULL)
            throw outOfRange("source", source);
    }

    private CommException outOfRange(String what, int value) {
        return new CommException(ErrorClass.RANK, what + " out of range: rank=" + value + ", size=" + remote.size());
    }

    private static void checkTag(int tag) {
        if (tag < 0) throw new CommException(ErrorClass.TAG, "tag out of range: tag=" + tag + ", from 0 to " + TAG_UB);
    }

    private static void checkReceiveTag(int tag) {
        if (tag != ANY_TAG) checkTag(tag);
    }
}
