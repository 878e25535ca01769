package org.jmpi.rpc;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/**
 * The objects of one rank, and the calls of them: a layer that is opened with the rank's first object space.
 *
 * <pre>
 * caller                                          rank of the object
 *   | -- CALL object, name, arguments ------------&gt; |   the first call of a method
 *   | &lt;------------------ result, method's number -- |
 *   | -- CALL object, number, arguments ----------&gt; |   a request; all later calls
 *   | &lt;------------------------------------ result -- |
 *   | -- ONE_WAY object, number, arguments -------&gt; |   is answered when the method begins
 *   | -- TELL object, number, arguments ----------&gt; |   a one-way call of a simple method, which begins at once
 *   | -- CREATE class, arguments -----------------&gt; |   the answer is a reference
 *   | -- DROP object -----------------------------&gt; |   is answered when the object is forgotten
 *   | -- RELEASE object, weight -------------------&gt; |   see References; REFILL is answered
 *   | -- PIN object ------------------------------&gt; |
 *   | &lt;---------------------------------- COMPUTES -- |   now and then, while a method runs
 * </pre>
 *
 * The lower half of a word is the object, then come the method's number and the flags. One-way calls have the name of
 * the method until the receipt of one has brought the number.
 */
final class RpcLayer implements Layer {
    static final int CALL = 0;
    static final int ONE_WAY = 1;
    static final int CREATE = 2;
    static final int DROP = 3;
    static final int RELEASE = 4;
    static final int PIN = 5;
    static final int REFILL = 6;
    static final int COMPUTES = 11;
    static final int TELL = 12;

    /** The call has the name of its method, before the arguments. */
    static final int NAMED = 1;

    /** The call has the number of its chain, before all else. */
    static final int CHAINED = 2;

    static final int METHOD_SHIFT = 32;
    static final int FLAGS_SHIFT = 48;
    static final long ID_MASK = 0xFFFFFFFFL;
    private static final long HEARD_NANOS = 3 * Sender.LOOK_NANOS;
    private static final int METHOD_MASK = 0xFFFF;
    private static final int RANK_SHIFT = 40;

    static final String NO_OBJECT = "there is no such object: it has been dropped, or was never exported";

    private final Process process;
    private final int rank;
    private final ObjectBytes objects;
    private final Map<Integer, Exported> exported = new ConcurrentHashMap<>();
    private final Map<Class<?>, Boolean> checked = new ConcurrentHashMap<>();

    /** The numbers of methods at other ranks, plus 1; 0 for those that are not known. */
    private final Map<Site, int[]> numbers = new ConcurrentHashMap<>();

    /** The calls of threaded and atomic methods that have come, and have not returned. */
    private final Set<Execution> pending = ConcurrentHashMap.newKeySet();

    /** When a rank has said last that a method computes there. */
    private final Map<Integer, Long> heard = new ConcurrentHashMap<>();

    private final AtomicInteger lastId = new AtomicInteger();
    private final AtomicInteger lastAgreed = new AtomicInteger();
    private final AtomicLong lastChain = new AtomicLong();

    private Frames frames;

    /** These are new when the world begins again. */
    private volatile Workers workers;

    private volatile Sender sender;
    private volatile References references;
    private volatile Transfers transfers;
    private volatile boolean isOpen;
    private volatile Consumer<RpcException> onFailure = this::warn;

    /** An interface at a rank. */
    private record Site(int rank, Class<?> type) {}

    private RpcLayer(Process process) {
        this.process = process;
        this.rank = process.worldRank();
        this.objects = new ObjectBytes(this, process.codec());
    }

    static RpcLayer of(Process process) {
        return process.layer(RpcLayer.class, () -> new RpcLayer(process));
    }

    /** Returns the layer of the rank for which this thread reads; null if the rank has none. */
    static RpcLayer current() {
        RpcLayer reading = Activity.current().marshals;
        if (reading != null) return reading;
        RankWorld world = CurrentWorld.find();
        return world == null || world.isFinished() ? null : world.process().openLayer(RpcLayer.class);
    }

    @Override
    public String name() {
        return "jmpi.rpc";
    }

    @Override
    public void open(Frames opened) {
        frames = opened;
        opened.register(CALL, (from, word, payload, answer) -> take(from, word, payload, answer, false));
        opened.register(ONE_WAY, (from, word, payload, answer) -> take(from, word, payload, answer, true));
        opened.register(TELL, (from, word, payload) -> take(from, word, payload, null, true));
        opened.register(CREATE, (from, word, payload, answer) -> create(payload, answer));
        opened.register(DROP, (from, word, payload, answer) -> {
            exported.remove((int) word);
            answer.send(0, null);
        });
        opened.register(RELEASE, (from, word, payload) -> released((int) word, payload));
        opened.register(PIN, (from, word, payload) -> give((int) word, 0));
        Transfers.register(opened, this);
        opened.register(COMPUTES, (from, word, payload) -> heard.put(from.rank(), System.nanoTime()));
        opened.register(REFILL, (from, word, payload, answer) -> answer.send(give((int) word, References.WHOLE), null));
    }

    /** Takes calls; returns false if it does already. */
    synchronized boolean begin() {
        if (isOpen) return false;
        workers = new Workers(rank, () -> sender.start());
        sender = new Sender(workers, this::look, this::release, () -> process.openEngine() == null);
        references = new References(this);
        isOpen = true;
        process.engine().leader().operationStarted();
        return true;
    }

    /**
     * Ends the threads, and forgets all objects, when all ranks have called MPI.Finalize: until then others may call.
     * The world may begin again.
     */
    void close() {
        transfers.awaitAll();
        end();
    }

    private synchronized void end() {
        if (!isOpen) return;
        isOpen = false;
        process.engine().leader().operationEnded();
        sender.close();
        workers.close();
        exported.clear();
        numbers.clear();
    }

    int rank() {
        return rank;
    }

    /** Returns the number of this rank's world. */
    long world() {
        return process.names().name(rank).world();
    }

    Frames frames() {
        return frames;
    }

    ObjectBytes objects() {
        return objects;
    }

    Set<Execution> pending() {
        return pending;
    }

    Workers workers() {
        return workers;
    }

    Sender sender() {
        return sender;
    }

    /** Returns the copies of elements; null before {@link #exchangeBy}. */
    Transfers transfers() {
        return transfers;
    }

    /** Sets the communicator for long copies of elements. */
    void exchangeBy(Communicator comm) {
        transfers = new Transfers(this, comm);
    }

    /** Completes a future of the program. Dependent stages run on this thread, which moves messages. */
    <V> void complete(CompletableFuture<V> future, V value) {
        Activity activity = Activity.current();
        boolean outer = activity.isSimple;
        activity.isSimple = true;
        try {
            future.complete(value);
        } finally {
            activity.isSimple = outer;
        }
    }

    References references() {
        return references;
    }

    /** Returns a number that no other chain has, at any rank. */
    long newChain() {
        return (long) rank << RANK_SHIFT | lastChain.incrementAndGet();
    }

    // ---- objects of this rank ----

    /**
     * Returns the methods of an interface.
     *
     * @throws IllegalArgumentException if it is no interface, or has values that can't travel
     */
    Contract contract(Class<?> type) {
        Contract contract = Contract.of(type);
        if (checked.containsKey(type)) return contract;
        if (objects.name().equals(JavaObjectCodec.NAME)) contract.checkSerializable();
        checked.put(type, true);
        return contract;
    }

    /** Exports an object under the next number. */
    <T> GlobalRef<T> export(Class<T> type, T object) {
        int id = lastId.incrementAndGet();
        if (id < 0) throw new IllegalStateException("this rank has exported all objects that it may: 2^31 - 1");
        return export(id, type, object, false);
    }

    /** Returns the number of the next object that all ranks make, the same at all of them. */
    int nextAgreed() {
        return lastAgreed.decrementAndGet();
    }

    <T> GlobalRef<T> export(int id, Class<T> type, T object, boolean isPinned) {
        Contract contract = contract(type);
        Entry[] entries = new Entry[contract.size()];
        for (int i = 0; i < entries.length; i++) entries[i] = new Entry(contract.signature(i), object.getClass());
        Exported made = new Exported(id, type.cast(object), contract, entries);
        if (isPinned) made.pin();
        exported.put(id, made);
        return ref(type, rank, id);
    }

    /** Returns a reference of this rank's own. */
    @SuppressWarnings("unchecked")
    <T> GlobalRef<T> ref(Class<T> type, int owner, int id) {
        return (GlobalRef<T>) references.take(type, owner, id, 0);
    }

    /** @throws ObjectDroppedException if there is no such object */
    Exported exported(int id, Callee callee) {
        Exported known = exported.get(id);
        if (known == null) throw new ObjectDroppedException(callee, NO_OBJECT, null);
        return known;
    }

    /** Adds to the weight of an object, and returns the part; 0 pins it, and stands for an object that is not there. */
    long give(int id, long weight) {
        Exported known = exported.get(id);
        if (known == null) return 0;
        if (weight == 0) known.pin();
        return known.give(weight);
    }

    private void released(int id, ByteBuffer payload) {
        long weight = payload.order(ByteOrder.LITTLE_ENDIAN).getLong();
        Exported known = exported.get(id);
        if (known != null && known.take(weight)) exported.remove(id);
    }

    /** Notes whether this rank has a reference to an object of its own. */
    void held(int id, boolean isHeld) {
        Exported known = exported.get(id);
        if (known != null && known.held(isHeld)) exported.remove(id);
    }

    /** Returns how many objects this rank has. */
    int objectCount() {
        return exported.size();
    }

    // ---- references to other ranks' objects ----

    /** Gives the weight of a dropped reference back; runs on the sender's thread. */
    private void release(References.Held held) {
        long weight = references.forget(held);
        if (held.rank() == rank || weight == 0) return;
        Wire wire = new Wire(Long.BYTES);
        wire.putLong(weight);
        tell(held.rank(), RELEASE, held.id(), wire.payload());
    }

    private void tell(int owner, int id, long word, ByteBuffer payload) {
        try {
            frames.peer(owner).send(id, word, payload);
        } catch (CommException gone) {
            // The rank is gone, and its objects with it; or this one has left.
        }
    }

    /** Keeps an object of another rank until it is dropped. */
    void pin(GlobalRef<?> ref) {
        sender.queue(() -> tell(ref.rank(), PIN, ref.id() & ID_MASK, null));
    }

    /** Asks for more weight. */
    void refill(GlobalRef<?> ref, Runnable refilled) {
        sender.queue(() -> start(REFILL, ref.id() & ID_MASK, null, 0, ref.callee("refill()"))
                .thenAccept(reply -> {
                    if (reply.word() > 0) refilled.run();
                    // Until then the reference keeps the weight that it has.
                    Reference.reachabilityFence(ref);
                }));
    }

    void drop(GlobalRef<?> ref) {
        if (ref.rank() == rank) exported.remove(ref.id());
        else request(DROP, ref.id() & ID_MASK, null, 0, ref.callee("drop()"));
    }

    // ---- calls of this rank ----

    /** Makes a stub. */
    <T> T stub(GlobalRef<T> ref) {
        Contract contract = contract(ref.type());
        int[] known = numbers.computeIfAbsent(new Site(ref.rank(), ref.type()), site -> new int[contract.size()]);
        return new Stub(this, ref, contract, known).proxy(ref.type());
    }

    /** Sends a request, and waits for its answer. */
    Reply request(int id, long word, ByteBuffer payload, int room, Callee callee) {
        if (Activity.current().isSimple) throw mustNotWait(callee);
        try {
            return await(frames.peer(callee.rank()).request(id, word, payload, room), callee);
        } catch (CommException e) {
            throw lost(callee, e);
        }
    }

    /**
     * Waits; the calling thread moves messages meanwhile.
     *
     * @param callee what the future is the result of; null if that is not known
     */
    <T> T await(CompletableFuture<T> future, Callee callee) {
        return await(future, callee, () -> callee == null || callee.rank() != rank && !computes(callee.rank()));
    }

    private boolean computes(int callee) {
        Long last = heard.get(callee);
        return last != null && System.nanoTime() - last < HEARD_NANOS;
    }

    private <T> T await(CompletableFuture<T> future, Callee callee, BooleanSupplier isStuck) {
        ProgressEngine engine = process.engine();
        if (!future.isDone())
            engine.await(
                    new CallWait(future, callee, isStuck),
                    callee == null ? "ObjectSpace.await(a future of the program)" : callee.name());
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CommException failure)
                throw engine.peers().raised(failure);
            throw e;
        }
    }

    /** Waits for the turn of an atomic call of an object of this rank. */
    void awaitTurn(CompletableFuture<Void> turn, Guard guard, Callee callee) {
        if (!turn.isDone()) await(turn, callee, () -> isWaiting(guard.holder()));
    }

    /** Returns the observer of this rank. */
    Events events() {
        return process.events();
    }

    /** Runs now and then, on the sender's thread. */
    private void look() {
        workers.grow();
        tellCallers();
    }

    private boolean isWaiting(Thread thread) {
        return process.engine().leader().waits().stream().anyMatch(wait -> wait.thread() == thread);
    }

    /** Tells the callers of this rank's objects that a method computes: they are in no deadlock. */
    private void tellCallers() {
        if (pending.stream().map(Execution::thread).noneMatch(thread -> thread != null && !isWaiting(thread))) return;
        pending.stream()
                .mapToInt(Execution::caller)
                .filter(caller -> caller != Execution.NOBODY)
                .distinct()
                .forEach(caller -> tell(caller, COMPUTES, 0, null));
    }

    /** Returns the exception of a call that waits on a thread that must not. */
    static CallRefusedException mustNotWait(Callee callee) {
        return new CallRefusedException(
                callee,
                "a simple method, or what depends on a future, must not wait for it: make the method threaded, by"
                        + " leaving @Simple out",
                null);
    }

    /** Sends a request; the future fails by an exception that names the object. */
    CompletableFuture<Reply> start(int id, long word, ByteBuffer payload, int room, Callee callee) {
        try {
            return frames.peer(callee.rank()).request(id, word, payload, room);
        } catch (CommException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns the exception of a call that the transport or the other rank's end has made fail. */
    RpcException lost(Callee callee, CommException cause) {
        return cause.errorClass() == ErrorClass.PROC_FAILED
                        || isOpen && frames.peer(callee.rank()).isGone()
                ? new RankLostException(callee, "the rank is lost: " + cause.getMessage(), cause)
                : new RpcException(callee, cause.getMessage(), cause);
    }

    // ---- calls of other ranks ----

    /** Takes a call; must not throw. */
    private void take(Peer from, long word, ByteBuffer payload, Answer answer, boolean isOneWay) {
        int number = (int) (word >>> METHOD_SHIFT) & METHOD_MASK;
        int flags = (int) (word >>> FLAGS_SHIFT);
        Callee callee = new Callee(rank, (int) word, "", "number " + number);
        try {
            payload.order(ByteOrder.LITTLE_ENDIAN);
            long chain = (flags & CHAINED) != 0 ? payload.getLong() : 0;
            String name = (flags & NAMED) != 0 ? Wire.text(payload) : null;
            if (name != null) callee = new Callee(rank, (int) word, "", name);
            Exported target = exported.get((int) word);
            if (target == null) {
                outcome(answer, isOneWay, callee).dropped();
                return;
            }
            Entry entry = name == null ? target.entry(number) : target.entry(name);
            if (entry == null) throw noMethod(target, callee);
            Callee known = target.callee(rank, entry.signature().toString());
            int numberForCaller = name == null ? 0 : entry.signature().number() + 1;
            Answering outcome = isOneWay
                    ? Answering.ofOneWay(this, answer, known, numberForCaller)
                    : new Answering(this, answer, known, entry.signature().result(), numberForCaller);
            Supplier<Object[]> arguments = () -> entry.signature().read(payload, objects);
            int caller = isOneWay ? Execution.NOBODY : from.rank();
            new Execution(this, caller, target, entry, chain, arguments, outcome).start();
        } catch (RuntimeException e) {
            outcome(answer, isOneWay, callee).refused(e);
        }
    }

    private Answering outcome(Answer answer, boolean isOneWay, Callee callee) {
        return isOneWay
                ? Answering.ofOneWay(this, answer, callee, 0)
                : new Answering(this, answer, callee, Kind.VOID, 0);
    }

    private IllegalArgumentException noMethod(Exported target, Callee callee) {
        return new IllegalArgumentException(
                "interface " + target.contract().type().getName() + " of rank " + rank + " has no method "
                        + callee.method() + ": use the same interface at both ranks");
    }

    private void create(ByteBuffer payload, Answer answer) {
        Callee callee = new Callee(rank, 0, "", "create()");
        Outcome outcome = new Answering(this, answer, callee, Kind.OBJECT, 0);
        try {
            Creation creation = Creation.read(payload.order(ByteOrder.LITTLE_ENDIAN));
            workers.execute(() -> creation.run(this, outcome));
        } catch (RuntimeException e) {
            outcome.refused(e);
        }
    }

    // ---- failures that no caller gets ----

    void onFailure(Consumer<RpcException> handler) {
        onFailure = handler;
    }

    /** Reports the failure of a call that has no answer. */
    void failed(RpcException failure) {
        try {
            onFailure.accept(failure);
        } catch (RuntimeException e) {
            e.addSuppressed(failure);
            Warnings.print(rank, "the handler of failures of one-way calls threw " + CommException.describe(e));
        }
    }

    private void warn(RpcException failure) {
        Warnings.print(rank, "a one-way call failed: " + failure.getMessage());
    }
}
