package org.jmpi.transport.socket;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A Netty event loop without a thread of its own: "in the event loop" means "is the thread that is now inside
 * {@link SocketTransport#poll}, {@link SocketTransport#await} or a close".
 *
 * <p>{@link #execute}, {@link #wakeup} and {@link #nudge} may be called by any thread; what Netty calls "in the event
 * loop" and the {@code run} methods only by the leader, between {@link #enter} and {@link #leave}.
 */
@SuppressWarnings("deprecation") // Netty 4.2 still asks for its deprecated register and shutdown methods
final class DrivenLoop extends AbstractScheduledEventExecutor implements IoEventLoop {
    private final AtomicReference<Thread> leader = new AtomicReference<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Promise<Void> terminated = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    private final Runnable onTask;
    private final IoHandler io;

    private final IoHandlerContext now = new Now();
    private final Blocking blocking = new Blocking();
    private boolean initialized;

    /**
     * Something was registered since the last selection. Netty may have selected for that and left keys in the selected
     * set; a select that blocks would find them ready at once and count none of them, again and again.
     */
    private boolean registered;

    /** Set by {@link #wakeup}, and taken back by the wait that it ended. */
    private volatile boolean woken;

    private volatile boolean blocked;
    private volatile boolean destroyed;

    /** @param onTask called when another thread than the leader brought a task, so that a thread runs the loop */
    DrivenLoop(IoHandlerFactory factory, Runnable onTask) {
        this.io = factory.newHandler(this);
        this.onTask = onTask;
    }

    // ---- The leader ----

    /** Makes the calling thread the leader, unless there is one. */
    boolean enter() {
        return leader.get() == null && leader.compareAndSet(null, Thread.currentThread());
    }

    void leave() {
        leader.setRelease(null);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return leader.getPlain() == thread; // a thread finds itself there only if it wrote itself there
    }

    boolean hasTasks() {
        return !tasks.isEmpty();
    }

    /** Selects, handles what is ready and runs the tasks, without blocking; returns how many there were. */
    int runNow() {
        return run(now);
    }

    /** The same after blocking for at most {@code nanos}, in steps of 1 ms; below 0.5 ms it does not block. */
    int runBlocking(long nanos) {
        int early = registered ? run(now) : 0;
        if (early > 0) return early;
        blocking.nanos = nanos;
        // The waking thread sets `woken` or adds a task, then reads `blocked`. This thread does the reverse, so one of
        // the two sees the other.
        blocked = true;
        try {
            return run(blocking);
        } finally {
            blocked = false;
            woken = false;
        }
    }

    private int run(IoHandlerContext context) {
        if (!initialized) {
            initialized = true;
            io.initialize();
        }
        int events = io.run(context);
        registered = false;
        return events + runTasks();
    }

    /** Runs the tasks that are due; what one throws comes out here, and the others remain for the next call. */
    int runTasks() {
        fetchFromScheduledTaskQueue(tasks);
        int count = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            count++;
        }
        return count;
    }

    // ---- Other threads ----

    /** Ends the wait under way, or else the next one. */
    void wakeup() {
        woken = true;
        if (blocked) io.wakeup();
    }

    @Override
    public void execute(Runnable task) {
        if (destroyed) throw new RejectedExecutionException("the transport is closed");
        tasks.add(task);
        if (inEventLoop()) return;
        nudge();
        onTask.run();
    }

    /** Lets a wait under way look again at what it waits for. */
    void nudge() {
        if (blocked) wakeup();
    }

    // ---- The end ----

    /** Closes what is registered; by the leader, and nothing runs afterwards. */
    void destroy() {
        if (destroyed) return;
        runTasks();
        io.prepareToDestroy();
        runTasks();
        destroyed = true;
        cancelScheduledTasks();
        io.destroy();
        terminated.setSuccess(null);
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        if (!destroyed) execute(this::destroy);
        return terminated;
    }

    @Override
    public void shutdown() {
        shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> terminationFuture() {
        return terminated;
    }

    @Override
    public boolean isShuttingDown() {
        return destroyed;
    }

    @Override
    public boolean isShutdown() {
        return destroyed;
    }

    @Override
    public boolean isTerminated() {
        return destroyed;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    // ---- Registration ----

    @Override
    public IoEventLoop next() {
        return this;
    }

    @Override
    public IoEventLoopGroup parent() {
        return null;
    }

    @Override
    public ChannelFuture register(Channel channel) {
        return register(new DefaultChannelPromise(channel, this));
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        return register(promise.channel(), promise);
    }

    @Override
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        channel.unsafe().register(this, promise);
        return promise;
    }

    @Override
    public Future<IoRegistration> register(IoHandle handle) {
        Promise<IoRegistration> promise = newPromise();
        if (inEventLoop()) registerNow(handle, promise);
        else execute(() -> registerNow(handle, promise));
        return promise;
    }

    /** Registers a handle; by the leader. */
    IoRegistration registerNow(IoHandle handle) throws Exception {
        registered = true;
        return io.register(handle);
    }

    private void registerNow(IoHandle handle, Promise<IoRegistration> promise) {
        try {
            promise.setSuccess(registerNow(handle));
        } catch (Exception e) {
            promise.setFailure(e);
        }
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handle) {
        return io.isCompatible(handle);
    }

    @Override
    public boolean isIoType(Class<? extends IoHandler> handler) {
        return io.getClass() == handler;
    }

    private static final class Now implements IoHandlerContext {
        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long currentTime) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return -1;
        }
    }

    private final class Blocking implements IoHandlerContext {
        private long nanos;

        @Override
        public boolean canBlock() {
            // Where it might block, Netty's select clears the interrupt status, which the program shall find set.
            return !woken
                    && tasks.isEmpty()
                    && !hasScheduledTasks()
                    && !Thread.currentThread().isInterrupted();
        }

        @Override
        public long delayNanos(long currentTime) {
            return Math.min(nanos, DrivenLoop.this.delayNanos(currentTime, nanos));
        }

        @Override
        public long deadlineNanos() {
            long next = nextScheduledTaskDeadlineNanos();
            long limit = ticker().nanoTime() + nanos;
            return next == -1 || next - limit > 0 ? limit : next;
        }
    }
}
