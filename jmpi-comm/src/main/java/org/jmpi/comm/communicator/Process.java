package org.jmpi.comm.communicator;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.fault.Agreements;
import org.jmpi.comm.fault.Revocations;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.layer.LayerProtocol;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.RequestPool;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.schedule.ScheduleExecution;

/**
 * The state that all communicators of one rank share: its engine, its requests for reuse, its buffer for buffered
 * sends.
 */
public final class Process {
    private final int worldRank;
    private final ProcessNames names;
    private ProgressEngine engine;

    /** Why there is no engine any more; guarded by this. */
    private CommException over;

    private volatile ObjectCodec codec;
    private final Tuning tuning;
    private final ContextIds contextIds;
    private final BufferedSends bufferedSends;
    private final Events events;
    private final Consumer<String> notes;
    private final RequestPool<SendRequest> sends = new RequestPool<>(SendRequest::new);
    private final RequestPool<RecvRequest> receives = new RequestPool<>(RecvRequest::new);

    /** Stands for every send that was over when its call returned. */
    private final SendRequest sent = new SendRequest();

    private final CommunicatorTable communicators;
    private volatile Agreements agreements;
    private volatile Revocations revocations;

    /** Guarded by this, as the layers that are opened when they are needed. */
    private LayerProtocol layers;

    private final Map<Class<?>, Layer> builtIn = new HashMap<>();

    /** The collective operations that are under way and for which no thread waits. */
    private final Set<ScheduleExecution> collectives = ConcurrentHashMap.newKeySet();

    /** The subjects that have been logged. */
    private final Set<Object> noted = ConcurrentHashMap.newKeySet();

    /** The forced algorithms that have been refused. */
    private final Set<Enum<?>> refused = ConcurrentHashMap.newKeySet();

    private volatile int epoch;
    private final Queue<Operation> detached = new ConcurrentLinkedQueue<>();

    /**
     * @param worldRank this process's rank in the world
     * @param worldSize the number of ranks in the world
     * @param engine moves the messages
     * @param bsendNanos longest time in ns that a buffered send waits for room
     * @param tuning chooses the algorithms of collective operations
     * @param notes takes lines of the log ({@code jmpirun --verbose})
     */
    public Process(
            int worldRank,
            int worldSize,
            ProgressEngine engine,
            long bsendNanos,
            Tuning tuning,
            Consumer<String> notes) {
        this.worldRank = worldRank;
        this.names = new ProcessNames(worldSize);
        this.contextIds = new ContextIds(worldRank, worldSize);
        this.engine = engine;
        this.communicators = new CommunicatorTable(this, Runtime.getRuntime().maxMemory() / worldSize);
        this.agreements = new Agreements(engine, this::agreementCalls);
        this.revocations = new Revocations(engine, worldRank, names, this::revoked, this::members);
        this.tuning = tuning;
        this.events = engine.events();
        this.notes = notes;
        this.bufferedSends = new BufferedSends(this, bsendNanos);
        sent.complete();
    }

    /** {@return this process's rank in the world} */
    public int worldRank() {
        return worldRank;
    }

    /** {@return the names of the processes that this one knows} */
    public ProcessNames names() {
        return names;
    }

    /**
     * {@return the engine of this process}
     *
     * @throws CommException after {@link #close}
     */
    public ProgressEngine engine() {
        ProgressEngine open = engine;
        if (open == null) throw reasonForEnd().here();
        return open;
    }

    /** {@return the engine of this process; null after {@link #close}} */
    public ProgressEngine openEngine() {
        return engine;
    }

    private synchronized CommException reasonForEnd() {
        return over;
    }

    /**
     * Drops the closed engine and the shared memory. Threads of the program that go on may keep communicators and
     * requests.
     *
     * @param cause what each call throws from now on
     */
    public synchronized void close(CommException cause) {
        communicators.clear();
        over = cause;
        engine = null;
        agreements = null;
        revocations = null;
        layers = null;
        builtIn.clear();
    }

    /**
     * Sets the layers of this process.
     *
     * @param protocol has their frames
     */
    public synchronized void layers(LayerProtocol protocol) {
        layers = protocol;
    }

    /**
     * {@return a layer of this module's own, which is opened at the first call}
     *
     * @param <L> its class
     * @param kind its class
     * @param maker makes it
     * @throws CommException after {@link #close}
     */
    public synchronized <L extends Layer> L layer(Class<L> kind, Supplier<L> maker) {
        Layer known = builtIn.get(kind);
        if (known == null) {
            if (engine == null) throw over.here();
            L made = maker.get();
            layers.add(made);
            builtIn.put(kind, made);
            return made;
        }
        return kind.cast(known);
    }

    /**
     * {@return a layer of this module's own; null if it has not been opened}
     *
     * @param <L> its class
     * @param kind its class
     */
    public synchronized <L extends Layer> L openLayer(Class<L> kind) {
        return kind.cast(builtIn.get(kind));
    }

    /** {@return the source of the contexts of new communicators} */
    public ContextIds contextIds() {
        return contextIds;
    }

    /** {@return a context that is free here, to propose for a new communicator} */
    public int freeContext() {
        return contextIds.next(communicators::isFree);
    }

    /**
     * {@return the agreements in which this process takes part}
     *
     * @throws CommException after {@link #close}
     */
    public Agreements agreements() {
        Agreements open = agreements;
        if (open == null) throw reasonForEnd().here();
        return open;
    }

    /** Returns what revokes communicators. */
    Revocations revocations() {
        Revocations open = revocations;
        if (open == null) throw reasonForEnd().here();
        return open;
    }

    /** The communicator may not have been made: {@link #register} looks for the cause then. */
    private void revoked(CommException cause, int context) {
        Communicator comm = communicator(context);
        if (comm != null) comm.revoked(cause);
    }

    private int[] members(int context) {
        Communicator comm = communicator(context);
        return comm == null ? null : comm.members();
    }

    private long agreementCalls(int context) {
        Communicator comm = communicators.get(context);
        if (comm != null) return comm.survivors().calls();
        return communicators.isReserved(context) ? 0 : Agreements.NO_MORE;
    }

    /** Returns how many worlds of this process are over. */
    int epoch() {
        return epoch;
    }

    /**
     * Ends the world of this process: its communicators can't be used any more, and no buffer is attached.
     *
     * @param unusedSerial a serial of contexts that no process has used, the same at every rank
     */
    public void endEpoch(long unusedSerial) {
        bufferedSends.release();
        contextIds.restart(unusedSerial);
        communicators.clear();
        epoch = epoch + 1;
        engine().inbox().retireAllBut(contextIds.world(), finalized());
        engine().wakes().runAlarms();
    }

    /** Returns the failure of what was under way when the world ended. */
    static CommException finalized() {
        return new CommException(
                ErrorClass.OTHER, "MPI.Finalize was called by another thread while this operation waited");
    }

    /**
     * {@return whether a communicator that the program can use has a member with such a number}
     *
     * @param numbers accepts them
     */
    public boolean isAnyInUse(IntPredicate numbers) {
        return communicators.isAnyMember(numbers);
    }

    /** Notes a communicator by its context, as long as the program can use it; returns it. */
    Communicator register(Communicator comm) {
        communicators.add(comm);
        CommException revoked = engine().inbox().revocation(comm.context());
        if (revoked != null) comm.revoked(revoked);
        boolean predefined = contextIds.isPredefined(comm.context());
        if (!predefined) events.handleMade(comm, "communicator");
        return comm;
    }

    /** Returns the communicators that the program can use. */
    CommunicatorTable communicators() {
        return communicators;
    }

    /**
     * {@return the communicator that a context belongs to; null if it has been freed and no request refers to it}
     *
     * @param context of its point-to-point messages or of its collective ones
     */
    public Communicator communicator(int context) {
        return communicators.find(context & ~1);
    }

    /** {@return the codec of the objects in messages; null before there is one} */
    public ObjectCodec codec() {
        return codec;
    }

    /**
     * Sets the codec of the objects in messages.
     *
     * @param objectCodec encodes and decodes them from now on
     */
    public void codec(ObjectCodec objectCodec) {
        codec = objectCodec;
    }

    Tuning tuning() {
        return tuning;
    }

    /** {@return the observer of this process} */
    public Events events() {
        return events;
    }

    /** Logs each selected algorithm once ({@code jmpirun --verbose}). */
    void selected(Communicator comm, String operation, Enum<?> algorithm) {
        if (comm.rank() == 0 && comm.size() > 1)
            note(algorithm, () -> operation + " on " + comm.size() + " ranks goes by " + algorithm.name());
    }

    /** Warns the user, once for each algorithm, of a forced algorithm that is not possible for a call. */
    void refused(Communicator comm, Enum<?> forced, String line) {
        if (comm.rank() == 0 && refused.add(forced)) Warnings.print(worldRank, line);
    }

    /** Logs a line once for each subject ({@code jmpirun --verbose}). */
    void note(Object subject, Supplier<String> line) {
        if (noted.add(subject)) notes.accept(line.get());
    }

    BufferedSends bufferedSends() {
        return bufferedSends;
    }

    SendRequest newSend() {
        return sends.take();
    }

    /**
     * Returns what the program completes for a send that has started. One that is over is taken back at once, so that a
     * program with many sends on its hands has one request at work, which stays in the core's cache.
     */
    SendRequest handle(SendRequest send) {
        if (!send.isDone() || send.failure() != null || events != Events.NONE) return send;
        send.recycle();
        return sent;
    }

    RecvRequest newReceive() {
        return receives.take();
    }

    /**
     * Attaches a buffer for buffered sends; see MPI-4.1 section 3.6.
     *
     * @param buffer not used by the program until it is detached
     */
    public void attachBuffer(byte[] buffer) {
        bufferedSends.attach(buffer);
    }

    /**
     * Attaches memory of the library's own for buffered sends: as many bytes as a buffer has from position to limit.
     *
     * @param buffer whose remaining bytes are the size of that memory
     * @throws CommException of class BUFFER if it is null or read-only
     */
    public void attachBuffer(ByteBuffer buffer) {
        if (buffer == null || buffer.isReadOnly())
            throw new CommException(
                    ErrorClass.BUFFER, "buffer to attach is " + (buffer == null ? "null" : "read-only"));
        attachBuffer(new byte[buffer.remaining()]);
    }

    /**
     * Detaches the buffer, once every message in it has been sent.
     *
     * @return the buffer
     */
    public byte[] detachBuffer() {
        return bufferedSends.detach();
    }

    /**
     * Returns when an operation is done, with its message where it belongs.
     *
     * @param operation an operation of this process
     * @param call the call that waits
     * @throws CommException why it failed
     */
    public void await(Operation operation, String call) {
        engine().await(operation, call);
        conclude(operation);
    }

    /**
     * Brings the message of an operation that is done to where it belongs; once.
     *
     * @param operation an operation of this process
     * @throws CommException why it failed
     */
    public void conclude(Operation operation) {
        events.completed(operation);
        operation.conclude();
        if (operation.failure() != null)
            throw engine().peers().raised(engine().peers().causeOf(operation));
    }

    /** Takes note that a collective operation starts for which no thread waits. */
    void started(ScheduleExecution operation) {
        collectives.add(operation);
        engine().leader().operationStarted();
    }

    /** Takes note that such an operation is over. */
    void ended(ScheduleExecution operation) {
        collectives.remove(operation);
        engine().leader().operationEnded();
    }

    /** {@return the collective operations that are under way and that no thread waits for, in words} */
    public List<String> unfinished() {
        return collectives.stream()
                .map(operation -> operation.name() + " on communicator " + (operation.context() & ~1))
                .sorted()
                .toList();
    }

    /**
     * Asks for an operation to be given up; returns at once.
     *
     * @param operation an operation of this process
     * @throws CommException of class REQUEST if it is a collective operation (MPI-4.1 section 6.12)
     */
    public void cancel(Operation operation) {
        operation.cancel(engine());
    }

    /**
     * Lets an operation go that is not done: it completes by itself, and {@link #drain} waits for it if it is a send.
     *
     * @param operation an operation of this process
     * @throws CommException of class REQUEST if it is a collective operation (MPI-4.1 section 6.12)
     */
    public void detach(Operation operation) {
        boolean awaited = operation.detach();
        events.released(operation);
        detached.removeIf(Operation::isDone);
        if (awaited) detached.add(operation);
    }

    /** Waits for all sends whose requests the program has freed. */
    public void drain() {
        bufferedSends.drain();
        for (Operation each = detached.poll(); each != null; each = detached.poll()) engine().await(each, "Finalize");
    }

    /**
     * Waits for the buffered sends of a communicator, and for its operations whose requests the program has freed.
     *
     * @param context of the communicator
     * @param call the name of the caller's call
     */
    public void drain(int context, String call) {
        Predicate<Operation> isOf = operation -> (operation.context() & ~1) == context;
        bufferedSends.drain(call, isOf);
        for (Operation each : detached) if (isOf.test(each)) engine().await(each, call);
    }
}
