package org.jmpi.comm.context;

import java.util.function.Consumer;
import org.jmpi.comm.coll.Hosts;
import org.jmpi.comm.coll.PeerExchange;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Pinboard;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.coll.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendRequest;

/**
 * Exchanges the messages of collective operations, in the communicator's second context. Each operation has a number, the
 * tag of its messages, so that what is left over from one that failed meets no later one.
 *
 * <p>A message of another length or type than its receive is consumed like any other; the operation goes on, so that no
 * rank waits for one that gave up, and fails at its end.
 */
final class CollectivePlane implements Peers {
    private final CommContext comm;
    private final LocalProcess process;
    private final Events events;
    private final PeerExchange exchange = new PeerExchange(this);
    private Hosts hosts;
    private HostPinboard host;
    private long operation;

    /** How many parts of the operation have gone by the pinboard. */
    private int parts;

    private boolean begun;
    private Pinboard pinboard;
    private CommException mismatch;

    /** What the program's own operator has thrown. */
    private RuntimeException failure;

    /** Why this rank has no objects to give. */
    private CommException unsent;

    private Object call = "";

    /** That of the latest operation. */
    private Signature signature;

    /** What was reported as begun and not as ended. */
    private Signature running;

    CollectivePlane(CommContext comm) {
        this.comm = comm;
        this.process = comm.process();
        this.events = process.events();
    }

    /**
     * Runs an operation. One that is refused before it has sent or received anything does not count: the other ranks may
     * know nothing of it.
     *
     * @param name the call that the operation is part of; null if it is the call itself
     */
    void run(String name, Consumer<Peers> steps) {
        begin(name);
        try {
            steps.accept(this);
            end();
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    /** Does what {@link #run} does before the operation's steps; either {@link #end} or {@link #abandon} follows. */
    void begin(String name) {
        call = name;
        mismatch = null;
        failure = null;
        unsent = null;
        begun = false;
        parts = 0;
        operation++;
    }

    /**
     * Ends an operation whose steps are done.
     *
     * @throws CommException what has been noted; {@link #abandon} may follow, also what {@link #fail} was given
     */
    void end() {
        leave();
        if (failure != null) throw failure;
        if (mismatch != null) throw mismatch;
    }

    /** Notes what has failed in this rank's own part of the operation, which goes on and then fails. */
    void fail(RuntimeException cause) {
        failure = cause;
        unsent = cause instanceof CommException e ? e : new CommException(ErrorClass.OTHER, cause.toString(), cause);
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Ends an operation that has failed. */
    void abandon() {
        if (!begun) operation--;
        begun = true;
        leave();
    }

    private void leave() {
        if (pinboard != null) pinboard.end();
        pinboard = null;
        if (running != null) reportEnd();
    }

    private void reportBegin(String caller) {
        if (running != null) reportEnd();
        running = signature;
        events.collectiveBegan(exchange, caller, signature);
    }

    private void reportEnd() {
        Signature ended = running;
        running = null;
        events.collectiveEnded(ended);
    }

    /** Returns the latest call. */
    String call() {
        return String.valueOf(call);
    }

    @Override
    public void enter(String name, int root, Reducer op, BasicType type, long amount) {
        if (signature == null || !signature.is(name, root, op, type, amount))
            signature = new Signature(name, root, op, type, amount);
        String caller = call == null ? name : call.toString();
        if (call == null) call = signature;
        if (events != Events.NONE) reportBegin(caller);
    }

    /** Lets go of what the ranks share. */
    void free() {
        hosts = null;
        host = null;
    }

    @Override
    public ObjectCodec codec() {
        return process.codec();
    }

    @Override
    public Pinboard pinboard() {
        return knowsHosts() && hosts.count() == 1 ? nextPart() : null;
    }

    @Override
    public Hosts hosts() {
        return knowsHosts() && hosts.areHierarchy() ? hosts : null;
    }

    /** Gives what has failed here instead of objects, too: the others get no objects that it has left as they were. */
    @Override
    public ByteChunks encode(Segment segment) {
        if (unsent == null) return Peers.super.encode(segment);
        return ObjectMessage.failed(rank(), unsent);
    }

    private boolean knowsHosts() {
        if (hosts == null) {
            if (!tuning().looksForMemory(operation)) return false;
            hosts = Hosts.of(this, HostPinboard.firstSharer(comm), this::nextPart);
            host = HostPinboard.open(comm, hosts);
        }
        return true;
    }

    /** Begins one more part of the operation, among the ranks of this host. */
    private Pinboard nextPart() {
        if (host.pinboard() == null || parts == Pinboard.PARTS) return null;
        if (pinboard != null) pinboard.endPart();
        pinboard = host.pinboard();
        begun = true;
        pinboard.begin(operation, parts++);
        return pinboard;
    }

    @Override
    public void note(CommException mismatch) {
        if (this.mismatch == null) this.mismatch = mismatch;
    }

    @Override
    public void mismatch(ErrorClass errorClass, int from, String gave, String awaits) {
        // A call with a name of its own exchanges what the program knows nothing of.
        String what =
                call instanceof Signature ? " gave " + gave + ", this rank awaits " + awaits : " gave something else";
        note(new CommException(errorClass, call() + ": rank " + from + what + question()));
    }

    @Override
    public CommException left(int from) {
        return new CommException(
                ErrorClass.OTHER,
                call() + ": rank " + from + " has left the operation before its data were read: it has failed there,"
                        + " or called another operation" + question());
    }

    private String question() {
        return ": did every rank call the same operation in the same order, with matching counts and types?"
                + (events.comparesCollectives() ? "" : " run with --check");
    }

    @Override
    public void noteObjects(CommException failure) {
        note(failure);
        if (unsent == null) unsent = failure;
    }

    @Override
    public int rank() {
        return comm.rank();
    }

    @Override
    public int size() {
        return comm.size();
    }

    @Override
    public Tuning tuning() {
        return process.tuning();
    }

    @Override
    public void send(Buffer buffer, int to) {
        await(beginSend(buffer, to));
    }

    @Override
    public void receive(Buffer buffer, int from) {
        await(beginReceive(buffer, from));
    }

    @Override
    public void exchange(Buffer send, int to, Buffer receive, int from) {
        RecvRequest received = beginReceive(receive, from);
        SendRequest sent = beginSend(send, to);
        process.engine().await(received);
        await(sent);
        await(received);
    }

    @Override
    public void copy(Buffer from, Buffer to) {
        if (!from.copyTo(to)) exchange(from, rank(), to, rank());
    }

    @Override
    public Transfer startSend(Buffer buffer, int to) {
        SendRequest send = beginSend(buffer, to);
        return () -> await(send);
    }

    @Override
    public Transfer startReceive(Buffer buffer, int from) {
        RecvRequest receive = beginReceive(buffer, from);
        return () -> await(receive);
    }

    private SendRequest beginSend(Buffer buffer, int to) {
        begun = true;
        return comm.collectiveSend(buffer, to, tag());
    }

    private RecvRequest beginReceive(Buffer buffer, int from) {
        begun = true;
        return comm.collectiveReceive(buffer, from, tag());
    }

    private int tag() {
        return (int) operation & CommContext.TAG_UB;
    }

    private void await(SendRequest send) {
        process.await(send);
        process.recycle(send);
    }

    private void await(RecvRequest receive) {
        try {
            process.await(receive);
            if (receive.messageType() == BasicType.NONE && receive.segment().elements() > 0)
                mismatch(ErrorClass.TYPE, receive);
        } catch (CommException e) {
            if (receive.failure() == null) noteObjects(e);
            else if (e.errorClass() != ErrorClass.TRUNCATE && e.errorClass() != ErrorClass.TYPE) throw e;
            else mismatch(e.errorClass(), receive);
        }
        process.recycle(receive);
    }

    private void mismatch(ErrorClass errorClass, RecvRequest receive) {
        mismatch(errorClass, receive.source(), receive.content(), receive.awaited());
    }
}
