package org.jmpi.dsm;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.window.Window;
import org.jmpi.dsm.protocol.Count;
import org.jmpi.dsm.protocol.Protocol;
import org.jmpi.dsm.protocol.Question;
import org.jmpi.dsm.protocol.Region;
import org.jmpi.dsm.protocol.Steps;
import org.jmpi.world.CurrentWorld;

/**
 * Arrays that all ranks share, with locks, conditions and barriers.
 *
 * <p>What a rank writes becomes visible to another rank when that one gets a lock that the first one has unlocked
 * after the write, or when both have left a barrier after it. Two ranks must not access one element without a lock or
 * a barrier in between, unless both read it. One thread of a rank at a time uses a space and its arrays.
 *
 * <p>Each method fails with a {@link CommException}, which is unchecked: of class PROC_FAILED, if a rank of the space
 * is lost while this one waits, with both ranks and what this one waits for.
 *
 * <pre>{@code
 * try (SharedSpace space = SharedSpace.make()) {
 *     SharedLongs counter = space.longs(1);
 *     space.lock(0);
 *     counter.set(0, counter.get(0) + 1);
 *     space.unlock(0);
 *     space.barrier();
 *     if (space.rank() == 0) System.out.println(counter.get(0) == space.size()); // true
 *     space.barrier();
 * }
 * }</pre>
 */
public final class SharedSpace implements AutoCloseable {
    static final String NAME = "SharedSpace";

    /** The room for answers that are short. */
    private static final int ROOM = 512;

    /** The room for answers with pages. */
    private static final int PAGES_ROOM = 8192;

    /** Barriers of lower numbers have their names built once. */
    private static final int NAMED_BARRIERS = 16;

    private final SpaceOptions options;
    private final Process process;
    private final ProgressEngine engine;
    private final Communicator comm;
    private final int[] worldRanks;
    private final SpaceLayer layer;
    private final Protocol protocol;
    private final AccessLog log;
    private final String[] barrierCalls = new String[NAMED_BARRIERS];
    private int arrays;
    private boolean sharesMemory;
    private boolean closed;

    /** The wait of the program's thread; null if it does not wait. */
    private volatile SpaceWait wait;

    private SharedSpace(Communicator world, SpaceOptions options) {
        this.options = options;
        this.process = world.process();
        this.engine = process.engine();
        this.layer = SpaceLayer.of(process);
        this.comm = Communicators.dupIntra(world);
        this.worldRanks = comm.group().worldRanks();
        this.sharesMemory = options.sharesMemory() || comm.size() == 1;
        this.protocol = new Protocol(comm.rank(), comm.size(), options.pageBytes(), options.mostDiffBytes(), this::ask);
        this.log = JmpiConfig.load().check() ? new AccessLog(rank(), size(), Warnings::print) : null;
        if (log != null) protocol.countAll();
    }

    /**
     * Makes a space of all ranks of the job. Each rank calls this.
     *
     * @return the space, which has no arrays yet
     */
    public static SharedSpace make() {
        return make(SpaceOptions.DEFAULT);
    }

    /**
     * Makes a space of all ranks of the job. Each rank calls this.
     *
     * @param options the same at each rank
     * @return the space, which has no arrays yet
     * @throws CommException of class ARG if the ranks have different options; OTHER if the world is over
     */
    public static SharedSpace make(SpaceOptions options) {
        if (CurrentWorld.find() == null) CurrentWorld.init();
        SharedSpace space = new SharedSpace(CurrentWorld.get().worldComm(), options);
        space.open();
        return space;
    }

    private void open() {
        try {
            checkEqual("make", "pageBytes", options.pageBytes());
            checkEqual("make", "sharesMemory", options.sharesMemory() ? 1 : 0);
            checkEqual("make", "--check", log == null ? 0 : 1);
            layer.add(comm.context(), this);
            // No rank asks another one before that one has the layer and the space.
            comm.collectives().meet(NAME + ".make");
        } catch (RuntimeException | Error e) {
            layer.remove(comm.context());
            comm.free();
            throw e;
        }
        // Other ranks need this one's answers, also while its program computes.
        engine.leader().operationStarted();
    }

    private void checkEqual(String call, String name, int own) {
        int least = Communicators.least(NAME + "." + call, comm, own);
        int greatest = -Communicators.least(NAME + "." + call, comm, -own);
        if (least != greatest)
            throw new CommException(
                    ErrorClass.ARG,
                    NAME + "." + call + ": ranks differ: " + name + " is from " + least + " to " + greatest + ", and "
                            + own + " at rank " + rank());
    }

    /** {@return this rank in the space: its rank in the world} */
    public int rank() {
        return comm.rank();
    }

    /** {@return the number of ranks} */
    public int size() {
        return comm.size();
    }

    /** {@return whether the ranks share the memory of the arrays, which is known after the first array} */
    public boolean sharesMemory() {
        return sharesMemory;
    }

    // ---- arrays ----

    /**
     * Makes an array of zeros. Each rank calls this, for all arrays in the same order.
     *
     * @param length in elements, the same at each rank
     * @return the array
     * @throws CommException of class ARG if the ranks have different lengths; COUNT if the array has no element, or
     *     more than 2 GiB
     */
    public SharedDoubles doubles(int length) {
        return new SharedDoubles(this, region("doubles", length, Double.BYTES), length);
    }

    /** Makes an array, as {@link #doubles}. */
    public SharedInts ints(int length) {
        return new SharedInts(this, region("ints", length, Integer.BYTES), length);
    }

    /** Makes an array, as {@link #doubles}. */
    public SharedLongs longs(int length) {
        return new SharedLongs(this, region("longs", length, Long.BYTES), length);
    }

    /** Makes an array, as {@link #doubles}. */
    public SharedBytes bytes(int length) {
        return new SharedBytes(this, region("bytes", length, Byte.BYTES), length);
    }

    private Region region(String call, int length, int width) {
        checkOpen();
        checkEqual(call, "length", length);
        if (length < 1 || length > Integer.MAX_VALUE / width)
            throw new CommException(
                    ErrorClass.COUNT,
                    NAME + "." + call + ": length=" + length + " is not from 1 to " + Integer.MAX_VALUE / width);
        int bytes = length * width;
        ByteBuffer shared = sharesMemory ? shared(bytes) : null;
        if (shared != null) return Region.shared(shared, (bytes - 1) / options.pageBytes() + 1);
        Region region = protocol.add(ByteBuffer.allocateDirect(bytes), width);
        // No rank learns of a page before it has the array.
        comm.collectives().meet(NAME + "." + call);
        return region;
    }

    /** Returns memory of the first rank that all ranks see; null if they do not share memory. */
    private ByteBuffer shared(int bytes) {
        if (size() == 1) return ByteBuffer.allocateDirect(bytes);
        try {
            Window window = Window.allocateShared(rank() == 0 ? bytes : 0, 1, null, comm);
            ByteBuffer memory = window.sharedQuery(0).base(0, bytes);
            // The memory lasts as long as it is referred to.
            window.free();
            return memory;
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.RMA_SHARED && e.errorClass() != ErrorClass.NO_MEM) throw e;
            sharesMemory = false;
            return null;
        }
    }

    int pageBytes() {
        return options.pageBytes();
    }

    void fetch(Region region, int from, int to) {
        run(NAME + ".fetch", protocol.fetch(region, from, to));
    }

    /** Lets the program write to pages that it may read. */
    void beginWriting(Region region, int from, int to) {
        for (int page = from; page <= to; page++)
            if (region.access[page] != Region.WRITE) protocol.beginWriting(region, page);
    }

    // ---- jmpirun --check ----

    boolean checks() {
        return log != null;
    }

    int nextArray() {
        return arrays++;
    }

    void note(int array, int index, int count, boolean writes) {
        if (log != null) log.add(array, index, count, writes, protocol.clock());
    }

    /** Compares the accesses since the last barrier with those of ranks above. */
    private void compareAccesses() {
        if (log == null) return;
        byte[] own = log.encode();
        int longest = -Communicators.least(NAME, comm, -own.length);
        byte[] all = new byte[Math.multiplyExact(longest, size())];
        Layout layout = Layout.of(BasicType.BYTE);
        comm.collectives()
                .run(
                        NAME,
                        ranks -> Allgather.run(
                                ranks,
                                new Buffer(Arrays.copyOf(own, longest), 0, longest, layout),
                                Blocks.equal(new Buffer(all, 0, longest, layout))));
        for (int other = rank() + 1; other < size(); other++)
            log.compare(other, Arrays.copyOfRange(all, other * longest, (other + 1) * longest));
        log.clear();
    }

    // ---- synchronisation ----

    /** Waits until all ranks have called this. Each rank then sees what the others have written before. */
    public void barrier() {
        barrier(0);
    }

    /**
     * Does the same as {@link #barrier()}, with a number that reports show.
     *
     * @param number the same at each rank
     */
    public void barrier(int number) {
        checkOpen();
        String call = barrierCall(number);
        Steps steps = protocol.barrier(number);
        // Observers, and --check, see a collective operation; what it exchanges are questions and answers.
        explain(
                steps,
                () -> comm.collectives().run(call, ranks -> {
                    ranks.enter("Barrier", Signature.NO_ROOT);
                    take(call, steps);
                }));
        compareAccesses();
    }

    private String barrierCall(int number) {
        boolean named = number >= 0 && number < NAMED_BARRIERS;
        String known = named ? barrierCalls[number] : null;
        if (known != null) return known;
        String call = NAME + ".barrier(" + number + ")";
        if (named) barrierCalls[number] = call;
        return call;
    }

    /**
     * Gets a lock: waits until no other rank has it. This rank then sees what the others have written before they have
     * unlocked it.
     *
     * @param number of the lock; each number is a lock
     * @throws CommException of class OTHER if this rank has the lock
     */
    public void lock(int number) {
        checkOpen();
        run(NAME + ".lock", protocol.lock(number));
    }

    /**
     * Gives a lock back; never waits.
     *
     * @param number of the lock
     * @throws CommException of class OTHER if this rank does not have the lock
     */
    public void unlock(int number) {
        checkOpen();
        try {
            protocol.unlock(number);
        } catch (IllegalStateException e) {
            throw new CommException(ErrorClass.OTHER, e.getMessage(), e);
        }
    }

    /**
     * Unlocks, waits for a signal, and locks again. Another rank may have the lock in between: the caller looks again
     * whether it has to wait.
     *
     * @param lock that this rank has
     * @param condition of this lock; each number is a condition
     * @throws CommException of class OTHER if this rank does not have the lock
     */
    public void await(int lock, int condition) {
        checkOpen();
        run(NAME + ".await", held(() -> protocol.await(lock, condition)));
    }

    /**
     * Wakes the rank that has waited longest; does nothing if there is none.
     *
     * @param lock that this rank has
     * @param condition of this lock
     * @throws CommException of class OTHER if this rank does not have the lock
     */
    public void signal(int lock, int condition) {
        checkOpen();
        run(NAME + ".signal", held(() -> protocol.signal(lock, condition, false)));
    }

    /**
     * Wakes all ranks that wait.
     *
     * @param lock that this rank has
     * @param condition of this lock
     * @throws CommException of class OTHER if this rank does not have the lock
     */
    public void broadcast(int lock, int condition) {
        checkOpen();
        run(NAME + ".broadcast", held(() -> protocol.signal(lock, condition, true)));
    }

    private static Steps held(Supplier<Steps> call) {
        try {
            return call.get();
        } catch (IllegalStateException e) {
            throw new CommException(ErrorClass.OTHER, e.getMessage(), e);
        }
    }

    /**
     * Gives all ranks the values that one of them has, in an array of each rank's own. Each rank calls this.
     *
     * @param values an array of a primitive type: of the root, or where another rank gets them
     * @param root the rank that has them
     * @throws CommException of class TYPE if the values are no such array
     */
    public void distribute(Object values, int root) {
        checkOpen();
        for (BasicType type : BasicType.values()) {
            if (values == null || type.width() == 0 || values.getClass() != type.arrayClass()) continue;
            Buffer buffer = new Buffer(values, 0, Array.getLength(values), Layout.of(type));
            comm.collectives().run(NAME + ".distribute", ranks -> Bcast.run(ranks, buffer, root));
            return;
        }
        throw new CommException(
                ErrorClass.TYPE, NAME + ".distribute: values are no array of a primitive type: " + values);
    }

    /** {@return what this rank has done so far} */
    public SpaceStatistics statistics() {
        return new SpaceStatistics(
                protocol.count(Count.ACQUIRES),
                protocol.count(Count.REMOTE_ACQUIRES),
                protocol.count(Count.ARRIVALS),
                protocol.count(Count.MESSAGES),
                protocol.count(Count.BYTES),
                protocol.count(Count.DIFFS),
                protocol.count(Count.DIFF_BYTES),
                protocol.count(Count.TWINS),
                protocol.count(Count.MISSES),
                protocol.count(Count.COLD_MISSES),
                protocol.count(Count.COLLECTIONS));
    }

    /**
     * Ends the use of the space and its arrays. Each rank calls this, and waits for the others, unless one of them is
     * lost. Does nothing the second time.
     */
    @Override
    public void close() {
        if (closed) return;
        closed = true;
        try {
            compareAccesses();
            comm.collectives().meet(NAME + ".close");
        } catch (CommException e) {
            // The ranks that are left close the space all the same: it is of no more use to them.
            if (e.errorClass() != ErrorClass.PROC_FAILED) throw e;
        } finally {
            layer.remove(comm.context());
            engine.leader().operationEnded();
        }
        comm.free();
    }

    private void checkOpen() {
        if (closed) throw new CommException(ErrorClass.OTHER, "the space is closed");
    }

    // ---- waiting ----

    private void run(String call, Steps steps) {
        explain(steps, () -> take(call, steps));
    }

    private void take(String call, Steps steps) {
        CompletableFuture<?> answer = steps.next();
        while (answer != null) {
            await(call, answer, steps);
            answer = steps.next();
        }
    }

    /** Has failures say what this rank waits for. */
    private void explain(Steps steps, Runnable taking) {
        try {
            taking.run();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CommException cause) throw failed(cause, steps);
            throw e;
        } catch (CommException e) {
            throw failed(e, steps);
        } catch (IllegalStateException e) {
            throw new CommException(ErrorClass.OTHER, e.getMessage(), e);
        }
    }

    private void await(String call, CompletableFuture<?> answer, Steps steps) {
        if (answer.isDone()) return;
        SpaceWait begun = new SpaceWait(answer, steps, () -> lost() != null, rank -> worldRanks[rank]);
        wait = begun;
        engine.await(begun, call);
        wait = null;
        if (!answer.isDone()) throw lost();
    }

    /** Looks again whether a rank is lost. */
    void wake() {
        SpaceWait waiting = wait;
        if (waiting != null) waiting.wake();
    }

    /** Returns why a rank of the space is lost, one that has failed before one that has ended; null if none is. */
    private CommException lost() {
        CommException lost = null;
        for (int rank : worldRanks) {
            CommException gone = engine.peers().get(rank).gone();
            if (gone == null) continue;
            if (gone.errorClass() == ErrorClass.PROC_FAILED) return gone;
            lost = gone;
        }
        return lost;
    }

    private CommException failed(CommException cause, Steps steps) {
        String from = steps.peer() < 0 ? "" : " from rank " + steps.peer();
        return new CommException(
                cause.errorClass(),
                cause.getMessage() + ": rank " + rank() + " waits for " + steps.awaited() + from,
                cause);
    }

    // ---- the wire ----

    private CompletableFuture<ByteBuffer> ask(int to, Question question, ByteBuffer payload) {
        Peer peer = layer.frames().peer(worldRanks[to]);
        int longest = layer.frames().longestPayload();
        boolean hasPages = question == Question.DIFFS || question == Question.COPIES || question == Question.ARRIVE;
        int room = Math.min(longest, hasPages ? PAGES_ROOM : ROOM);
        int id = question.ordinal();
        while (payload.remaining() > longest) {
            peer.request(SpaceLayer.PART + id, comm.context(), payload.slice(payload.position(), longest), 0);
            payload.position(payload.position() + longest);
        }
        return peer.request(id, comm.context(), payload, room).thenApply(reply -> taken(reply, to));
    }

    private static ByteBuffer taken(Reply reply, int from) {
        if (reply.word() == SpaceLayer.ANSWERED) return reply.payload().order(ByteOrder.LITTLE_ENDIAN);
        throw new CommException(ErrorClass.OTHER, "rank " + from + " has closed the space");
    }

    /** Takes a question of another rank, on a thread that moves messages. */
    void take(int worldRank, Question question, ByteBuffer payload, Answer answer) {
        int from = 0;
        while (worldRanks[from] != worldRank) from++;
        protocol.onQuestion(from, question, payload, bytes -> answer.send(SpaceLayer.ANSWERED, bytes));
    }
}
