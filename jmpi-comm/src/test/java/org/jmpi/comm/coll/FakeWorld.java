package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.schedule.CollectiveFailures;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.ScheduleCache;
import org.jmpi.comm.schedule.ScheduleExecution;

/**
 * Ranks that exchange arrays in memory, one thread each. A send may wait until it is received, as one by rendezvous
 * does: a collective operation must not count on anybody's buffer. What is received must be exactly as long as what is
 * sent.
 */
final class FakeWorld implements AutoCloseable {
    private static final long LIMIT_SECONDS = 20;
    private static final ObjectCodec CODEC = new JavaObjectCodec(new ObjectFilter(null));

    /** What each rank does. */
    @FunctionalInterface
    interface Body {
        void run(RankView peers) throws Exception;
    }

    private final int size;
    private final boolean sendsWait;
    private final IntUnaryOperator firstOf;
    private int hosts;
    private final Map<Integer, FakeSegments> sharedSegments = new HashMap<>();
    private final ExecutorService threads;
    private final List<Channel> channels = new ArrayList<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final Set<String> selected = ConcurrentHashMap.newKeySet();

    FakeWorld(int size, boolean sendsWait) {
        this(size, sendsWait, 0);
    }

    /**
     * @param cell the bytes of a cell of the shared segment that the ranks have; 0 if there is none
     */
    FakeWorld(int size, boolean sendsWait, int cell) {
        this(size, sendsWait, cell, rank -> 0);
    }

    /**
     * @param cell the bytes of a cell of the shared segment that the ranks of a host have; 0 if there is none
     * @param firstOf the first rank of the same host
     */
    FakeWorld(int size, boolean sendsWait, int cell, IntUnaryOperator firstOf) {
        this.size = size;
        this.firstOf = firstOf;
        for (int first : IntStream.range(0, size).map(firstOf).distinct().toArray()) {
            long ranks = IntStream.range(0, size)
                    .filter(rank -> firstOf.applyAsInt(rank) == first)
                    .count();
            hosts++;
            if (cell > 0) sharedSegments.put(first, FakeSegments.of((int) ranks, cell));
        }
        this.sendsWait = sendsWait;
        threads = Executors.newFixedThreadPool(size, task -> {
            Thread thread = new Thread(task, "fake rank");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < size * size; i++) channels.add(new Channel());
    }

    int size() {
        return size;
    }

    /** Returns the names of the algorithms that ranks have selected so far, apart from those of parts. */
    Set<String> selected() {
        return selected;
    }

    /** Returns how many messages have been sent so far. */
    int messages() {
        return messages.get();
    }

    /** Runs a body at every rank, with the usual choice of algorithms. */
    void run(Body body) throws Exception {
        run(Algorithms.DEFAULT, body);
    }

    /** Runs a body at every rank; afterwards no message may be left. */
    void run(Tuning tuning, Body body) throws Exception {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            FakeRanks peers = new FakeRanks(rank, tuning);
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            threads.execute(() -> {
                try {
                    body.run(peers);
                    peers.end();
                    end.complete(null);
                } catch (Throwable e) {
                    end.completeExceptionally(e);
                }
            });
        }
        // The first rank that fails is the one to hear of: the others wait for it.
        CompletableFuture.anyOf(failure(ends), CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0])))
                .get(3 * LIMIT_SECONDS, TimeUnit.SECONDS);
        for (Channel channel : channels) channel.assertEmpty();
    }

    private static CompletableFuture<Void> failure(List<CompletableFuture<Void>> ends) {
        CompletableFuture<Void> failure = new CompletableFuture<>();
        for (CompletableFuture<Void> end : ends)
            end.whenComplete((nothing, cause) -> {
                if (cause != null) failure.completeExceptionally(cause);
            });
        return failure;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** A send or a receive; a send's buffer is a copy unless sends wait. */
    private record Half(Buffer buffer, CompletableFuture<Void> done) {
        Half(Buffer buffer) {
            this(buffer, new CompletableFuture<>());
        }
    }

    /** The messages from one rank to another: those that have arrived, or the receives that wait for one. */
    private static final class Channel {
        private final Deque<Half> arrived = new ArrayDeque<>();
        private final Deque<Half> posted = new ArrayDeque<>();

        synchronized void send(Half send) {
            if (posted.isEmpty()) arrived.add(send);
            else transfer(send, posted.remove());
        }

        synchronized void receive(Half receive) {
            if (arrived.isEmpty()) posted.add(receive);
            else transfer(arrived.remove(), receive);
        }

        private static void transfer(Half send, Half receive) {
            try {
                copyElements(send.buffer, receive.buffer);
                receive.done.complete(null);
            } catch (RuntimeException | AssertionError e) {
                receive.done.completeExceptionally(e);
            }
            send.done.complete(null);
        }

        synchronized void assertEmpty() {
            assertTrue(arrived.isEmpty(), "a message was sent that nobody received");
            assertTrue(posted.isEmpty(), "a message was awaited that nobody sent");
        }
    }

    private static void copyElements(Buffer from, Buffer to) {
        assertTrue(from.type().matches(to.type()), () -> from.type() + " does not match " + to.type());
        if (from.type() == BasicType.OBJECT) {
            assertEquals(from.elements(), to.elements(), "objects");
            List<Integer> sources = indices(from);
            List<Integer> targets = indices(to);
            for (int i = 0; i < sources.size(); i++)
                ((Object[]) to.array())[targets.get(i)] = copy(((Object[]) from.array())[sources.get(i)]);
        } else {
            assertEquals(from.bytes(), to.bytes(), "bytes");
            segment(to).take(segment(from), from.bytes());
        }
    }

    /** Returns a copy of an object of the tests, which is a text. */
    static Object copy(Object object) {
        return object instanceof StringBuilder text ? new StringBuilder(text) : object;
    }

    private static Segment segment(Buffer buffer) {
        Segment segment = new Segment();
        segment.set(new Buffer(buffer.array(), buffer.offset(), buffer.count(), buffer.layout()));
        return segment;
    }

    /** Returns the places of a buffer's elements in its array, in the order in which they travel. */
    static List<Integer> indices(Buffer buffer) {
        List<Integer> indices = new ArrayList<>();
        Layout layout = buffer.layout();
        for (int item = 0; item < buffer.count(); item++)
            for (int run = 0; run < layout.runs(); run++)
                for (int i = 0; i < layout.length(run); i++)
                    indices.add((int) buffer.offset() + item * layout.extent() + layout.displacement(run) + i);
        return indices;
    }

    private final class FakeRanks implements RankView {
        private final int rank;
        private final Tuning tuning;
        private final ScheduleCache schedules = new ScheduleCache();
        private final FakeMessages channel = new FakeMessages(this);
        private final CollectiveCall call = new CollectiveCall(this);
        private final Selector selector = new Selector(this);
        private NodeMap nodes;
        private final NodeMap.NodeSegment segment = new NodeMap.NodeSegment() {
            @Override
            public boolean isUsable() {
                return ofHost() != null;
            }

            @Override
            public SharedSegment begin() {
                return ofHost().begin(nodes.local().rank());
            }
        };

        FakeRanks(int rank, Tuning tuning) {
            this.rank = rank;
            this.tuning = tuning;
        }

        @Override
        public CollectiveCall call() {
            return call;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Tuning tuning() {
            return tuning;
        }

        @Override
        public ObjectCodec codec() {
            return CODEC;
        }

        @Override
        public Selector selector() {
            return selector;
        }

        @Override
        public void selected(String operation, Enum<?> algorithm) {
            selected.add(algorithm.name());
        }

        @Override
        public boolean hasSharedSegment() {
            return !sharedSegments.isEmpty() && nodes().count() == 1 && segment.isUsable();
        }

        @Override
        public SharedSegment sharedSegment() {
            return segment.begin();
        }

        @Override
        public NodeMap nodes() {
            if (nodes == null && (hosts > 1 || !sharedSegments.isEmpty()))
                nodes = NodeMap.of(this, firstOf.applyAsInt(rank), segment);
            return nodes;
        }

        private FakeSegments ofHost() {
            return sharedSegments.get(firstOf.applyAsInt(rank));
        }

        void end() {
            if (ofHost() != null && nodes != null) ofHost().end(nodes.local().rank());
        }

        @Override
        public void note(CommException mismatch) {
            throw new AssertionError("mismatch at rank " + rank, mismatch);
        }

        @Override
        public void enter(String operation, int root, Reducer op, BasicType type, long amount) {
            // The test knows what it calls.
        }

        private Channel channel(int from, int to) {
            assertTrue(from >= 0 && from < size && to >= 0 && to < size, () -> "from " + from + " to " + to);
            return channels.get(from * size + to);
        }

        /** Returns what is complete when the send is: at once, unless sends wait. */
        CompletableFuture<Void> startHalfSend(Buffer buffer, int to) {
            buffer.check();
            if (to != rank) messages.incrementAndGet();
            Half send = new Half(sendsWait ? buffer : copyOf(buffer));
            channel(rank, to).send(send);
            return sendsWait ? send.done : CompletableFuture.completedFuture(null);
        }

        CompletableFuture<Void> startHalfReceive(Buffer buffer, int from) {
            buffer.check();
            Half receive = new Half(buffer);
            channel(from, rank).receive(receive);
            return receive.done;
        }

        private static Buffer copyOf(Buffer buffer) {
            Buffer copy = Buffer.allocate(buffer.type(), (int) buffer.elements());
            copyElements(buffer, copy);
            return copy;
        }

        @Override
        public void execute(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
            execute(schedules.get(rank, size, arguments, steps), arguments, null);
        }

        @Override
        public void execute(Schedule schedule, ScheduleArguments arguments, int[] ranks) {
            ScheduleExecution execution = schedule.execution(channel);
            execution.start("operation", 0, arguments, ranks, new CollectiveFailures());
            while (!execution.isDone()) channel.next().advance(true);
            if (execution.failure() != null) throw new AssertionError("operation failed", execution.failure());
            execution.recycle();
        }
    }

    /** The messages of a schedule, by those of the fake ranks. */
    private static final class FakeMessages implements org.jmpi.comm.schedule.Channel {
        @Override
        public CommException difference(ScheduleExecution operation, RecvRequest receive) {
            return null;
        }

        private final FakeRanks peers;
        private final BlockingQueue<CompositeOperation> ready = new LinkedBlockingQueue<>();

        FakeMessages(FakeRanks peers) {
            this.peers = peers;
        }

        CompositeOperation next() {
            try {
                CompositeOperation next = ready.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
                if (next == null) throw new AssertionError("rank " + peers.rank() + " waits for ever");
                return next;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public CommException failure() {
            return null;
        }

        @Override
        public CommException causeOf(Operation message) {
            return message.failure();
        }

        @Override
        public SendRequest newSend() {
            return new SendRequest();
        }

        @Override
        public RecvRequest newReceive() {
            return new RecvRequest();
        }

        @Override
        public void start(SendRequest send, ByteChunks objects, int to, int tag, ScheduleExecution next) {
            send.set(SendMode.STANDARD, 0, peers.rank(), to, tag);
            send.then(next);
            whenDone(peers.startHalfSend(new Buffer().set(send.segment()), to), send);
        }

        @Override
        public void start(RecvRequest receive, int from, int tag, ScheduleExecution next) {
            receive.set(0, from, from, tag, CODEC);
            receive.then(next);
            whenDone(peers.startHalfReceive(new Buffer().set(receive.segment()), from), receive);
        }

        private static void whenDone(CompletableFuture<Void> half, Operation request) {
            half.whenComplete((nothing, cause) -> {
                if (cause == null) request.complete();
                else request.fail(new CommException(ErrorClass.OTHER, "message failed: " + cause, cause));
            });
        }

        @Override
        public ByteChunks encode(Segment segment, CollectiveFailures failures) {
            return null;
        }

        @Override
        public void giveUp(MessageOperation message) {}

        @Override
        public void ready(CompositeOperation operation) {
            ready.add(operation);
        }

        @Override
        public void ended(ScheduleExecution operation) {}

        @Override
        public CommException mismatch(ScheduleExecution operation, ErrorClass errorClass, RecvRequest receive) {
            throw new AssertionError("mismatch at rank " + peers.rank() + ": " + receive);
        }

        @Override
        public void describe(ScheduleExecution operation, byte[] description) {
            throw new AssertionError("nobody observes the fake ranks");
        }

        @Override
        public void compare(byte[] descriptions) {
            throw new AssertionError("nobody observes the fake ranks");
        }

        @Override
        public int context() {
            return 1;
        }
    }
}
