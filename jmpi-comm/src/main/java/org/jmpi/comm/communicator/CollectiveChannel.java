package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jmpi.comm.coll.NodeMap;
import org.jmpi.comm.coll.PeerExchange;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Selector;
import org.jmpi.comm.coll.SharedSegment;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.coll.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.request.CompositeRequest;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.request.SendMode;
import org.jmpi.comm.request.SendRequest;
import org.jmpi.comm.schedule.Channel;
import org.jmpi.comm.schedule.CollectiveFailures;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.ScheduleCache;
import org.jmpi.comm.schedule.ScheduleExecution;

/**
 * Exchanges the messages of collective operations, in the communicator's second context. Each operation has a number, the
 * tag of its messages, so that what is left over from one that failed meets no later one.
 *
 * <p>A message of another length or type than its receive is consumed like any other; the operation goes on, so that no
 * rank waits for one that gave up, and fails at its end.
 */
public final class CollectiveChannel implements Peers, Channel {
    private final Communicator comm;
    private final Process process;
    private final Events events;
    private final PeerExchange exchange = new PeerExchange(this);
    private final Selector selector = new Selector(this);
    private final CollectiveOperation blocking = new CollectiveOperation();
    private NodeMap nodes;
    private SegmentWait node;

    /** The segment of this rank's node, in which parts of the blocking operation begin. */
    private final NodeMap.NodeSegment segment = new NodeMap.NodeSegment() {
        @Override
        public boolean isUsable() {
            return node.sharedSegment() != null && parts < SharedSegment.PARTS;
        }

        @Override
        public SharedSegment begin() {
            if (sharedSegment != null) sharedSegment.endPart();
            sharedSegment = node.sharedSegment();
            sharedSegment.begin(number, parts++);
            return sharedSegment;
        }
    };

    /** How many operations have begun, and the number of the one that blocks or was the last to. */
    private long operations;

    private long number;

    /** How many parts of the operation have gone by the shared segment. */
    private int parts;

    private SharedSegment sharedSegment;

    /** The thread in a blocking call; read without order, to find most of the programs that call from two. */
    private Thread caller;

    private final CollectiveFailures failures = new CollectiveFailures();
    private final ScheduleCache schedules = new ScheduleCache();

    private Object call = "";

    /** That of the latest operation. */
    private Signature signature;

    /** The algorithm that was selected last. */
    private Enum<?> latest;

    /** What was reported as begun and not as ended. */
    private Signature running;

    CollectiveChannel(Communicator comm) {
        this.comm = comm;
        this.process = comm.process();
        this.events = process.events();
    }

    /**
     * {@return the operation of a blocking call, whose buffers are to be set for {@link #run(CollectiveOperation)}}
     *
     * @param kind which one
     * @param root the root's rank; any number if there is none
     */
    public CollectiveOperation blocking(CollectiveKind kind, int root) {
        return blocking.set(kind, root);
    }

    /**
     * Runs a collective operation; returns when it is done. Throws what a program's own operator has thrown.
     *
     * @param operation is set; it lets go of the program's arrays
     * @throws CommException as the operation does; of class COMM if an intercommunicator has no such operation;
     *     TRUNCATE or TYPE if what another rank gave does not match what this one awaits: the other ranks have been
     *     served nevertheless
     */
    public void run(CollectiveOperation operation) {
        Thread other = caller;
        if (other != null) throw calledWithin(other);
        caller = Thread.currentThread();
        try {
            comm.checkUsable();
            begin(null);
            operation.run(this, failures);
            end();
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        } finally {
            operation.clear();
            caller = null;
        }
    }

    /**
     * Starts a collective operation; the program completes it.
     *
     * @param operation is set
     * @return the operation under way
     * @throws CommException as the operation does, before anything is sent; of class COMM if an intercommunicator has
     *     no such operation
     */
    public RequestHandle start(CollectiveOperation operation) {
        return new RequestHandle(comm, prepare(operation, false).start());
    }

    /**
     * Prepares a collective operation that can be started again and again (MPI-4.1 section 6.13). Every rank calls this, in
     * the order of its collective calls.
     *
     * @param operation is set
     * @return the operation
     * @throws CommException as {@link #start} does
     */
    public PersistentHandle prepare(CollectiveOperation operation) {
        return new PersistentHandle(comm, prepare(operation, true)::start);
    }

    private PreparedCollective prepare(CollectiveOperation operation, boolean persistent) {
        comm.checkUsable();
        PreparedCollective prepared = new PreparedCollective(comm, this, persistent);
        operation.run(prepared, prepared.failures());
        return prepared;
    }

    private CommException calledWithin(Thread other) {
        return new CommException(
                ErrorClass.OTHER,
                "thread " + Thread.currentThread().getName() + " calls a collective operation while thread "
                        + other.getName() + " is in " + call()
                        + ": one thread at a time calls those of a communicator, and an operator calls none");
    }

    /**
     * Runs an operation that is a part of another call, which an intercommunicator does not have.
     *
     * @param call the other call's name
     * @param steps is given the ranks
     * @throws CommException as the operation does
     */
    public void run(String call, Consumer<Peers> steps) {
        comm.checkUsable();
        if (comm.isInter())
            throw new CommException(
                    ErrorClass.COMM, call + " is not an operation of an intercommunicator: use Merge first");
        runAs(call, steps);
    }

    /**
     * Begins an agreement of both groups of an intercommunicator, at each of their ranks. Its messages are apart from
     * those of the operations before it.
     */
    void enterAgreement() {
        number = nextNumber();
    }

    /**
     * Runs an operation, also one between the leaders of two groups.
     *
     * @param name the call that the operation is part of; null if it is the call itself
     */
    void runAs(String name, Consumer<Peers> steps) {
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
        failures.reset();
        parts = 0;
    }

    /**
     * Ends an operation whose steps are done.
     *
     * @throws CommException what has been noted; {@link #abandon} may follow, also what {@link #fail} was given
     */
    void end() {
        leave();
        failures.raise();
    }

    /** Returns what takes what goes wrong in the blocking operation. */
    CollectiveFailures failures() {
        return failures;
    }

    /** Ends an operation that has failed. */
    void abandon() {
        leave();
    }

    private void leave() {
        if (sharedSegment != null) sharedSegment.end();
        sharedSegment = null;
        if (running != null) reportEnd();
    }

    private void reportBegin(String caller) {
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
        leave();
        number = nextNumber();
        if (events != Events.NONE) reportBegin(caller);
    }

    /** Returns the number of the next operation, whose arguments are valid here: the others take theirs, too. */
    long nextNumber() {
        return ++operations;
    }

    /** Lets go of what the ranks share. */
    void free() {
        nodes = null;
        node = null;
    }

    @Override
    public ObjectCodec codec() {
        return process.codec();
    }

    @Override
    public Selector selector() {
        return selector;
    }

    @Override
    public void selected(String operation, Enum<?> algorithm) {
        selected(signature, operation, algorithm);
    }

    /** Takes note of the algorithm of an operation that nobody waits for. */
    void selected(Signature ofCall, String operation, Enum<?> algorithm) {
        if (algorithm != latest) process.selected(comm, operation, algorithm);
        latest = algorithm;
        if (events != Events.NONE) events.algorithmSelected(ofCall, algorithm.name());
    }

    @Override
    public void refused(Enum<?> forced, String line) {
        process.refused(comm, forced, line);
    }

    @Override
    public boolean hasSharedSegment() {
        return knowsNodes() && nodes.count() == 1 && segment.isUsable();
    }

    @Override
    public SharedSegment sharedSegment() {
        return segment.begin();
    }

    @Override
    public NodeMap nodes() {
        return knowsNodes() ? nodes : null;
    }

    @Override
    public ByteChunks encode(Segment segment) {
        return encode(segment, failures);
    }

    /** Gives what has failed here instead of objects, too: the others get no objects that it has left as they were. */
    @Override
    public ByteChunks encode(Segment segment, CollectiveFailures of) {
        if (of.unsent() == null) {
            try {
                return ObjectMessage.encode(codec(), segment);
            } catch (CommException e) {
                of.noteObjects(e);
            }
        }
        return ObjectMessage.failed(rank(), of.unsent());
    }

    private boolean knowsNodes() {
        if (nodes == null) {
            if (comm.isInter() || !tuning().looksForMemory(number)) return false;
            nodes = NodeMap.of(this, SegmentWait.firstSharer(comm), segment);
            node = SegmentWait.open(comm, nodes);
        }
        return true;
    }

    @Override
    public void note(CommException mismatch) {
        failures.note(mismatch);
    }

    @Override
    public void mismatch(ErrorClass errorClass, int from, String gave, String awaits) {
        note(mismatch(call, errorClass, from, gave, awaits));
    }

    private CommException mismatch(Object ofCall, ErrorClass errorClass, int from, String gave, String awaits) {
        // A call with a name of its own exchanges what the program knows nothing of.
        String what =
                ofCall instanceof Signature ? " gave " + gave + ", this rank awaits " + awaits : " gave something else";
        return new CommException(errorClass, ofCall + ": " + name(from) + what + question());
    }

    @Override
    public CommException mismatch(ScheduleExecution operation, ErrorClass errorClass, RecvRequest receive) {
        return mismatch(operation.name(), errorClass, receive.source(), receive.content(), receive.awaited());
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
        failures.noteObjects(failure);
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
    public int remoteSize() {
        return comm.isInter() ? comm.remoteGroup().size() : 0;
    }

    @Override
    public Tuning tuning() {
        return process.tuning();
    }

    @Override
    public void execute(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        execute(schedule(arguments, steps), arguments, null);
    }

    /** Returns a schedule of all ranks. */
    Schedule schedule(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        return schedules.get(rank(), size(), arguments, steps);
    }

    @Override
    public void execute(Schedule schedule, ScheduleArguments arguments, int[] ranks) {
        ScheduleExecution execution = schedule.execution(this);
        execution.start(call, tag(number), arguments, ranks, failures);
        process.engine().await(execution);
        if (execution.failure() != null && execution.failure() != failures.mismatch())
            throw process.engine().raised(execution.failure());
        execution.recycle();
    }

    // ---- the messages of schedules ----

    @Override
    public SendRequest newSend() {
        return process.newSend();
    }

    @Override
    public RecvRequest newReceive() {
        return process.newReceive();
    }

    @Override
    public void start(SendRequest send, ByteChunks objects, int to, int tag, ScheduleExecution next) {
        Segment segment = send.segment();
        // The number that the receiver gives this rank.
        int from = to < size() ? rank() : remoteSize() + rank();
        send.set(
                SendMode.STANDARD,
                context(),
                from,
                worldRank(to),
                tag,
                segment.type(),
                objects != null ? objects : segment,
                segment.objects());
        send.then(next);
        process.engine().send(send);
    }

    @Override
    public void start(RecvRequest receive, int from, int tag, ScheduleExecution next) {
        receive.set(context(), from, worldRank(from), tag, codec());
        receive.then(next);
        process.engine().receive(receive);
    }

    /** Returns the world rank of one of this rank's own group or, from its size on, of the other one. */
    private int worldRank(int member) {
        int own = size();
        return member < own
                ? comm.group().worldRank(member)
                : comm.remoteGroup().worldRank(member - own);
    }

    private String name(int member) {
        if (!comm.isInter()) return "rank " + member;
        int own = size();
        return member < own ? "rank " + member + " of the own group" : "rank " + (member - own) + " of the other group";
    }

    @Override
    public void cancel(RecvRequest receive) {
        process.engine().cancel(receive);
    }

    @Override
    public void recycle(Request request) {
        process.recycle(request);
    }

    @Override
    public void ready(CompositeRequest operation) {
        process.engine().ready(operation);
    }

    @Override
    public void ended(ScheduleExecution operation) {
        if (operation.failures() != failures) comm.ended(operation);
    }

    @Override
    public void describe(ScheduleExecution operation, byte[] description) {
        Signature called = (Signature) operation.name();
        System.arraycopy(events.describe(called.operation(), called), 0, description, 0, description.length);
    }

    @Override
    public void compare(byte[] descriptions) {
        byte[][] calls = new byte[size() + remoteSize()][];
        int length = descriptions.length / calls.length;
        for (int rank = 0; rank < calls.length; rank++)
            calls[rank] = Arrays.copyOfRange(descriptions, rank * length, (rank + 1) * length);
        events.compare(calls, size());
    }

    /** Returns a schedule of all ranks that nobody waits for, which an observer may want to compare the calls of. */
    Schedule compared(Signature call, ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        if (!events.comparesCollectives()) return schedule(arguments, steps);
        ScheduleBuilder builder = new ScheduleBuilder(rank(), size(), arguments);
        builder.compareCalls(size() + remoteSize(), events.describe(call.operation(), call).length);
        steps.accept(builder);
        return builder.build();
    }

    @Override
    public int context() {
        return comm.context() + 1;
    }

    /** Returns the tag of the messages of an operation. */
    static int tag(long ofOperation) {
        return (int) ofOperation & Communicator.TAG_UB;
    }
}
