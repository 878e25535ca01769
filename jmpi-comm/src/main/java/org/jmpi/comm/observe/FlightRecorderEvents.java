package org.jmpi.comm.observe;

import java.util.List;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/**
 * Records what a rank does, as events of JDK Flight Recorder.
 *
 * <p>A rank can exchange more messages in a second than a recording can hold. So messages, short waits, short
 * collective operations and short executions are throttled. The sender decides about a message, and the event bits
 * carry the decision: the receiver records the same messages. Long waits, collective operations and executions are
 * always recorded.
 *
 * <p>An event object stays with its request, and is used again with it.
 */
final class FlightRecorderEvents implements Events {
    /** A wait, an operation or an execution of this length, in ns, costs a hundred times as much as its event. */
    private static final long LONG_NANOS = 200_000;

    /** So many times as many messages as waits, whose events have a stack trace, may be recorded. */
    private static final int MESSAGES_PER_WAIT = 10;

    private final int rank;
    private final int size;
    private final boolean hasBits;
    private final Throttle messages;
    private final Throttle waits;
    private final Throttle collectives;
    private final Throttle accesses;
    private final Throttle executions;
    private final ThreadLocal<WaitEvent> wait = ThreadLocal.withInitial(WaitEvent::new);
    private final ThreadLocal<CollectiveEvent> collective = ThreadLocal.withInitial(CollectiveEvent::new);
    private final RankEvent begin = new RankEvent();
    private final RankEndEvent end = new RankEndEvent();

    /**
     * @param perSecond how many messages may be recorded in a second; 0 for any number
     * @param hasBits whether the event bits of messages are this observer's; else all messages are recorded
     */
    FlightRecorderEvents(int rank, int size, int perSecond, boolean hasBits) {
        this.rank = rank;
        this.size = size;
        this.hasBits = hasBits;
        this.messages = new Throttle(perSecond, System::nanoTime);
        int others = perSecond == 0 ? 0 : Math.max(1, perSecond / MESSAGES_PER_WAIT);
        this.waits = new Throttle(others, System::nanoTime);
        this.collectives = new Throttle(others, System::nanoTime);
        this.accesses = new Throttle(perSecond, System::nanoTime);
        this.executions = new Throttle(perSecond, System::nanoTime);
        begin.begin();
    }

    @Override
    public void initialized(String host, String job, String transport) {
        begin.rank = rank;
        begin.size = size;
        begin.host = host;
        begin.pid = ProcessHandle.current().pid();
        begin.job = job;
        begin.transport = transport;
        begin.commit();
    }

    @Override
    public void finalizing(Exchange world, List<Unreceived> left) {
        end.begin();
    }

    @Override
    public void finalized() {
        end.rank = rank;
        end.commit();
    }

    // ---- messages ----

    @Override
    public int sendStarted(SendRequest send, String call, boolean blocking, int dest, int tag, Segment message) {
        int weight = hasBits ? messages.weigh() : 1;
        if (weight == 0) return 0;
        SendEvent event = send.observed() instanceof SendEvent kept ? kept : new SendEvent();
        send.observed(event);
        event.send = send;
        event.rank = rank;
        event.call = CallName.of(call, blocking);
        event.blocking = blocking;
        event.tag = tag;
        event.bytes = message.bytes();
        event.transport = null;
        event.protocol = null;
        event.weight = weight;
        event.isRecorded = true;
        event.begin();
        return 1 + Integer.numberOfTrailingZeros(weight);
    }

    @Override
    public void sent(SendRequest message, String transport, boolean eager) {
        if (!(message.observed() instanceof SendEvent event) || !event.isRecorded) return;
        event.bytes = message.payload().bytes();
        event.transport = transport;
        event.protocol = eager ? "eager" : "rendezvous";
    }

    @Override
    public void receiveStarted(RecvRequest receive, String call, boolean blocking, int source, int tag, Segment room) {
        ReceiveEvent event = receive.observed() instanceof ReceiveEvent kept ? kept : new ReceiveEvent();
        receive.observed(event);
        event.receive = receive;
        event.call = call;
        event.blocking = blocking;
        event.weight = 0;
        event.isStarted = true;
        event.begin();
    }

    @Override
    public void matched(RecvRequest receive, int eventBits, boolean unexpected) {
        if (!(receive.observed() instanceof ReceiveEvent event) || !event.isStarted) return;
        event.weight = hasBits ? weight(eventBits) : 1;
        event.unexpected = unexpected;
    }

    private static int weight(int eventBits) {
        return eventBits < 1 || eventBits > Integer.SIZE - 1 ? 0 : 1 << eventBits - 1;
    }

    @Override
    public void completed(Operation operation) {
        OperationEvent event = (OperationEvent) operation.observed();
        if (event != null) event.complete(this);
    }

    @Override
    public void released(Operation operation) {
        OperationEvent event = (OperationEvent) operation.observed();
        if (event != null) event.release(this);
    }

    void complete(SendEvent event) {
        if (!event.isRecorded) return;
        event.isRecorded = false;
        event.end();
        event.peer = event.send.peer();
        event.context = event.send.context();
        if (!event.send.isCancelled()) event.commit();
    }

    void complete(ReceiveEvent event) {
        RecvRequest receive = event.receive;
        boolean isRecorded = event.isStarted && event.weight > 0;
        event.isStarted = false;
        if (!isRecorded || receive.isCancelled()) return;
        event.end();
        event.rank = rank;
        event.call = CallName.of(event.call, event.blocking);
        event.peer = receive.peer();
        event.tag = receive.tag();
        event.bytes = receive.bytes();
        event.context = receive.context();
        event.commit();
    }

    // ---- waits ----

    @Override
    public Object waitBegan(Completion completion, String call) {
        if (call == null) return null;
        WaitEvent event = wait.get();
        event.began = System.nanoTime();
        event.begin();
        return event;
    }

    @Override
    public void waitEnded(Completion completion, String call, Object kept) {
        if (call == null) return;
        WaitEvent event = (WaitEvent) kept;
        long now = System.nanoTime();
        int weight = now - event.began >= LONG_NANOS ? 1 : waits.weigh();
        if (weight == 0) return;
        tick(now);
        event.end();
        event.rank = rank;
        event.call = call;
        event.peer = completion.peer();
        event.lock = completion.lock();
        event.context = completion.context();
        event.weight = weight;
        event.commit();
    }

    private void tick(long now) {
        messages.tick(now);
        waits.tick(now);
        collectives.tick(now);
        accesses.tick(now);
        executions.tick(now);
    }

    // ---- layers ----

    @Override
    public Object executionBegan(String method, int caller) {
        ExecutionEvent event = new ExecutionEvent();
        event.rank = rank;
        event.call = method;
        event.peer = caller;
        event.began = System.nanoTime();
        event.begin();
        return event;
    }

    @Override
    public void executionEnded(Object kept) {
        ExecutionEvent event = (ExecutionEvent) kept;
        long now = System.nanoTime();
        event.weight = now - event.began >= LONG_NANOS ? 1 : executions.weigh();
        if (event.weight == 0) return;
        tick(now);
        event.commit();
    }

    // ---- collective operations ----

    @Override
    public void collectiveBegan(Exchange ranks, String call, Collective operation, int context, long number, int root) {
        CollectiveEvent event = collective.get();
        begin(event, call, operation, context, ranks.size(), number, root);
        event.algorithm = null;
        event.blocking = true;
    }

    private void begin(
            CollectiveEvent event, String call, Collective operation, int context, int ranks, long number, int root) {
        event.rank = rank;
        event.call = call;
        event.operation = operation.operation();
        event.context = context;
        event.number = number;
        event.root = root;
        event.bytes = operation.amount();
        event.size = ranks;
        event.isStarted = true;
        event.began = System.nanoTime();
        event.begin();
    }

    @Override
    public void algorithmSelected(Collective operation, String algorithm) {
        CollectiveEvent event = collective.get();
        if (event.isStarted) event.algorithm = algorithm;
    }

    @Override
    public void collectiveEnded(Collective operation) {
        complete(collective.get());
    }

    @Override
    public void collectiveStarted(
            Operation request, Collective operation, String algorithm, int ranks, long number, int root) {
        CollectiveEvent event = request.observed() instanceof CollectiveEvent kept ? kept : new CollectiveEvent();
        request.observed(event);
        begin(event, operation.operation(), operation, request.context(), ranks, number, root);
        event.algorithm = algorithm;
        event.blocking = false;
    }

    void complete(CollectiveEvent event) {
        if (!event.isStarted) return;
        event.isStarted = false;
        long now = System.nanoTime();
        int weight = now - event.began >= LONG_NANOS ? 1 : collectives.weigh(event.number);
        if (weight == 0) return;
        tick(now);
        event.end();
        event.weight = weight;
        event.commit();
    }

    // ---- windows ----

    @Override
    public void windowMade(int window, String call, long bytes, int ranks, Info hints) {
        WindowEvent event = new WindowEvent();
        event.rank = rank;
        event.call = call;
        event.context = window;
        event.bytes = bytes;
        event.size = ranks;
        event.commit();
    }

    @Override
    public Object accessBegan(String call, int window, int target, long bytes, boolean direct) {
        int weight = accesses.weigh();
        if (weight == 0) return null;
        AccessEvent event = new AccessEvent();
        event.rank = rank;
        event.call = call;
        event.peer = target;
        event.context = window;
        event.bytes = bytes;
        event.path = direct ? "direct" : "frames";
        event.weight = weight;
        event.begin();
        return event;
    }

    @Override
    public void accessEnded(Object kept) {
        if (kept != null) ((AccessEvent) kept).commit();
    }

    // ---- failures and other worlds ----

    @Override
    public void revoked(int context, int origin) {
        RevocationEvent event = new RevocationEvent();
        event.rank = rank;
        event.peer = origin;
        event.context = context;
        event.commit();
    }

    @Override
    public Object connectionBegan(String call) {
        ConnectionEvent event = new ConnectionEvent();
        event.rank = rank;
        event.call = call;
        event.begin();
        return event;
    }

    @Override
    public void connectionEnded(int context, int processes, Object kept) {
        ConnectionEvent event = (ConnectionEvent) kept;
        event.context = context;
        event.size = processes;
        event.commit();
    }

    // ---- peers ----

    @Override
    public void peerChanged(int peer, PeerState state) {
        PeerStateEvent event = new PeerStateEvent();
        event.rank = rank;
        event.peer = peer;
        event.state = state.name();
        event.commit();
    }
}
