package org.jmpi.comm.observe;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;

/** Counts what a rank does. */
final class Counters implements Events {
    private final Traffic sent;
    private final Traffic received;
    private final LongAdder unexpected = new LongAdder();
    private final LongAdder collectives = new LongAdder();
    private final LongAdder accesses = new LongAdder();
    private final LongAdder accessedBytes = new LongAdder();
    private final Map<String, Call> calls = new ConcurrentHashMap<>();
    private final ThreadLocal<Running> running = ThreadLocal.withInitial(Running::new);
    private volatile String host = "";
    private volatile String job = "";
    private volatile String transport = "";

    /** The counters of a call. */
    private static final class Call {
        final LongAdder count = new LongAdder();
        final LongAdder waits = new LongAdder();
        final LongAdder waitTime = new LongAdder();

        void waited(long nanos) {
            waits.increment();
            waitTime.add(nanos);
        }

        CallStatistics statistics() {
            return new CallStatistics(count.sum(), waits.sum(), waitTime.sum());
        }
    }

    /** The blocking collective operation of a thread. */
    private static final class Running {
        Call call;
        long began;
    }

    /** @param size the number of ranks in the world */
    Counters(int size) {
        sent = new Traffic(size);
        received = new Traffic(size);
    }

    private Call call(String name) {
        Call known = calls.get(name);
        return known != null ? known : calls.computeIfAbsent(name, each -> new Call());
    }

    @Override
    public void initialized(String ofHost, String ofJob, String ofTransport) {
        host = ofHost;
        job = ofJob;
        transport = ofTransport;
    }

    @Override
    public int sendStarted(SendRequest send, String call, boolean blocking, int dest, int tag, Segment message) {
        call(CallName.of(call, blocking)).count.increment();
        return 0;
    }

    @Override
    public void receiveStarted(RecvRequest receive, String call, boolean blocking, int source, int tag, Segment room) {
        // A call that does both is reported twice.
        if (!call.equals(MessageOperation.SENDRECV))
            call(CallName.of(call, blocking)).count.increment();
    }

    @Override
    public void sent(SendRequest message, String by, boolean eager) {
        sent.add(message.peer(), message.context(), message.payload().bytes());
    }

    @Override
    public void matched(RecvRequest receive, int eventBits, boolean wasUnexpected) {
        received.add(receive.peer(), receive.context(), receive.bytes());
    }

    @Override
    public void arrivedUnexpected(Unreceived message) {
        unexpected.increment();
    }

    @Override
    public Object accessBegan(String call, int window, int target, long bytes, boolean direct) {
        accesses.increment();
        accessedBytes.add(bytes);
        call("Win." + call).count.increment();
        return null;
    }

    @Override
    public Object waitBegan(Completion completion, String call) {
        return call == null ? null : System.nanoTime();
    }

    @Override
    public void waitEnded(Completion completion, String call, Object kept) {
        if (call != null) call(call).waited(System.nanoTime() - (long) kept);
    }

    @Override
    public void collectiveBegan(Exchange ranks, String call, Collective operation, int context, long number, int root) {
        collectives.increment();
        Running now = running.get();
        now.call = call(call);
        now.call.count.increment();
        now.began = System.nanoTime();
    }

    @Override
    public void collectiveEnded(Collective operation) {
        Running now = running.get();
        if (now.call != null) now.call.waited(System.nanoTime() - now.began);
        now.call = null;
    }

    @Override
    public void collectiveStarted(
            Operation request, Collective operation, String algorithm, int ranks, long number, int root) {
        collectives.increment();
        call(operation.operation()).count.increment();
    }

    String host() {
        return host;
    }

    String job() {
        return job;
    }

    String transport() {
        return transport;
    }

    Traffic messagesSent() {
        return sent;
    }

    Traffic messagesReceived() {
        return received;
    }

    long unexpectedMessages() {
        return unexpected.sum();
    }

    long collectives() {
        return collectives.sum();
    }

    long accesses() {
        return accesses.sum();
    }

    long accessedBytes() {
        return accessedBytes.sum();
    }

    /** Returns the statistics of each call. */
    Map<String, CallStatistics> calls() {
        Map<String, CallStatistics> statistics = new TreeMap<>();
        calls.forEach((name, call) -> statistics.put(name, call.statistics()));
        return statistics;
    }
}
