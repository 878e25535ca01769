package org.jmpi.comm.progress;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.request.CompositeRequest;
import org.jmpi.comm.request.WaitStrategy;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.Grace;
import org.jmpi.comm.transport.Transport;

/**
 * Decides which thread moves the transport: the one that waits.
 *
 * <p>The first thread that waits takes the driver's seat and polls until what it waits for has come; others that wait
 * meanwhile follow: they are woken when theirs has come, or to take the seat when it falls free. While no thread of the
 * program waits, one thread in the background takes the seat after a millisecond, or at most 16 if the program has
 * exchanged many messages (the first time after 50), and blocks in the transport; it gives way as soon as a thread of
 * the program wants the seat.
 */
final class Driver {
    private static final AtomicReferenceFieldUpdater<Driver, Thread> SEAT =
            AtomicReferenceFieldUpdater.newUpdater(Driver.class, Thread.class, "seat");

    private static final long TICK_NANOS = 1_000_000L;

    /** The first tick: a program that has ended by then never needs what a rank blocks on, nor the time to make it. */
    private static final long FIRST_TICK_NANOS = 50_000_000L;

    /** The longest tick after that. Each look takes the core from the thread that spins or computes there. */
    private static final long MOST_TICK_NANOS = 8_000_000L;

    /** So many ticks after the last request of several steps the background thread stays as watchful as beside one. */
    private static final int QUIET_TICKS = 100;

    /** So many turns within a tick show that the program sees to its messages by itself. */
    private static final int MANY_TURNS = 2;

    /** What has to be driven; null if frames arrive by themselves. */
    private final Transport transport;

    /** What is helped by threads that wait; null if it has to be driven. */
    private final Transport pushing;

    private final WaitStrategy strategy;
    private final Supplier<CommException> failure;

    /** Who moves the transport; null if nobody does. */
    private volatile Thread seat;

    private final AtomicInteger claims = new AtomicInteger();
    private final Queue<Thread> parked = new ConcurrentLinkedQueue<>();
    private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();
    private final ReadyList ready = new ReadyList();

    /** How many requests are under way whose steps nobody may wait for, and how many have been begun. */
    private final AtomicInteger pending = new AtomicInteger();

    private final AtomicInteger begun = new AtomicInteger();

    /** How many threads of the program look for what has been pushed. */
    private final AtomicInteger helpers = new AtomicInteger();

    private final Thread background;

    private volatile boolean blocked;
    private volatile boolean backgroundResting;
    private volatile boolean restsLong;
    private volatile boolean closed;

    /** Changed by each thread of the program that takes the seat: the background thread then stays away for a while. */
    private final AtomicInteger turns = new AtomicInteger();

    /**
     * @param moved what has to be driven, or helped if it pushes; null if there is nothing to move
     * @param failure tells why nothing will come any more; null while all is well
     */
    Driver(Transport moved, WaitStrategy strategy, Supplier<CommException> failure, String name) {
        boolean pushes = moved != null && moved.pushes();
        this.transport = pushes ? null : moved;
        this.pushing = pushes ? moved : null;
        this.strategy = strategy;
        this.failure = failure;
        this.background = new DaemonThread(transport == null ? this::advanceInBackground : this::runBackground, name);
    }

    void start(Thread.UncaughtExceptionHandler onFailure) {
        background.setContextClassLoader(null);
        background.setUncaughtExceptionHandler(onFailure);
        background.start();
    }

    /**
     * Returns when something has come, however long that takes, or after a failure. Interrupts are kept for the caller.
     *
     * @return whether it has come; false if it can't come any more
     */
    @DontInline
    boolean await(Completion completion) {
        if (seat == Thread.currentThread()) throw calledFromStep();
        long patience = WaitStrategy.START;
        Wait wait = null;
        boolean interrupted = false;
        if (pushing != null) helpers.incrementAndGet();
        try {
            while (!completion.isDone()) {
                if (takeSeat()) return drive(completion, wait);
                if (failure.get() != null) return completion.isDone();
                if (pushing != null && (pushing.poll() | ready.drain(true))) patience = WaitStrategy.START;
                else if (patience != WaitStrategy.BLOCK) patience = strategy.pause(patience);
                if (patience == WaitStrategy.BLOCK) {
                    // A thread that is still interrupted does not park.
                    interrupted |= Thread.interrupted();
                    if (wait == null) wait = enter(completion);
                    if (park(completion) < Grace.DOZE_NANOS) patience = WaitStrategy.START;
                    // Woken to take the seat, though perhaps this one's has come: then the next may want it.
                    passOn();
                }
            }
            return true;
        } finally {
            if (pushing != null) leaveHelpers();
            if (wait != null) waits.remove(Thread.currentThread());
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** Returns the failure of a call that an operator or a codec makes: it would wait for its own return. */
    private static CommException calledFromStep() {
        return new CommException(
                ErrorClass.OTHER,
                "an operator or an object's own code, called in an MPI operation, called one that waits: it must not");
    }

    /** Leaves what has become ready since the last look to the background thread. */
    private void leaveHelpers() {
        helpers.decrementAndGet();
        if (ready.hasWork(false)) LockSupport.unpark(background);
    }

    /** Notes that the calling thread is about to block. */
    private Wait enter(Completion completion) {
        Wait wait = new Wait(Thread.currentThread(), completion, System.nanoTime());
        waits.put(wait.thread(), wait);
        return wait;
    }

    /** Returns whether a thread has blocked and not come back to the program. */
    boolean waits(Thread thread) {
        return waits.containsKey(thread);
    }

    /** Returns the threads that have blocked and not come back to the program. */
    List<Wait> waits() {
        return List.copyOf(waits.values());
    }

    /** Moves what can be moved now, unless another thread does. */
    void progress() {
        if (pushing != null) ready.drain(true);
        if (!takeSeat()) return;
        try {
            transport.poll();
            ready.drain(true);
        } finally {
            leaveSeat();
        }
    }

    /** Makes sure that the transport is looked after even if it blocks. */
    void onWork() {
        if (blocked) transport.wakeup();
    }

    /** Wakes every thread that waits, to see the failure. */
    void wakeAll() {
        parked.forEach(LockSupport::unpark);
        if (blocked) transport.wakeup();
    }

    /**
     * Ends the background thread and takes the seat for good: the caller alone moves the transport from then on. There
     * is a failure, so that each thread of the program in the seat leaves it.
     */
    void close() {
        closed = true;
        endBackground();
        if (transport == null) return;
        while (!SEAT.compareAndSet(this, null, Thread.currentThread())) {
            if (blocked) transport.wakeup();
            Thread.yield();
        }
    }

    private void endBackground() {
        if (Thread.currentThread() == background) return;
        boolean interrupted = false;
        while (background.isAlive()) {
            LockSupport.unpark(background);
            if (blocked) transport.wakeup();
            try {
                background.join(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private boolean drive(Completion completion, Wait before) {
        Wait wait = before;
        boolean interrupted = false;
        long patience = WaitStrategy.START;
        try {
            while (!completion.isDone()) {
                if (failure.get() != null) return completion.isDone();
                if (transport.poll() | ready.drain(true)) patience = WaitStrategy.START;
                else if (patience != WaitStrategy.BLOCK) patience = strategy.pause(patience);
                if (patience == WaitStrategy.BLOCK) {
                    interrupted |= Thread.interrupted();
                    if (wait == null) wait = enter(completion);
                    // After a doze in which nothing came the next one begins at once.
                    if (block(completion) < Grace.DOZE_NANOS) patience = WaitStrategy.START;
                }
            }
            return true;
        } finally {
            leaveSeat();
            if (wait != null) waits.remove(Thread.currentThread());
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** Blocks in the transport; returns for how many ns. */
    private long block(Completion completion) {
        long start = System.nanoTime();
        completion.wakes(transport::wakeup);
        blocked = true;
        // Whoever completes or fails something does so before it looks for whom to wake, so one of the two sees the
        // other.
        if (!Grace.comes(() -> completion.isDone() || failure.get() != null || ready.hasWork(true)))
            transport.await(Grace.DOZE_NANOS);
        blocked = false;
        completion.wakes(null);
        if (backgroundResting) LockSupport.unpark(background);
        return System.nanoTime() - start;
    }

    /** Waits until another thread completes this one's request or leaves the seat; returns for how many ns. */
    private long park(Completion completion) {
        long start = System.nanoTime();
        Thread self = Thread.currentThread();
        completion.wakes(() -> LockSupport.unpark(self));
        parked.add(self);
        // A thread that completes, fails or leaves the seat does so before it looks for whom to wake.
        if (!Grace.comes(() -> completion.isDone() || failure.get() != null || mayLead()))
            LockSupport.parkNanos(completion, Grace.DOZE_NANOS);
        parked.remove(self);
        completion.wakes(null);
        return System.nanoTime() - start;
    }

    /** Returns whether a thread of the program that waits has something to do: to move messages, or to take steps. */
    private boolean mayLead() {
        return transport != null ? seat == null : ready.hasWork(true);
    }

    /**
     * Has a request go on. The caller may hold locks.
     *
     * @param request whose next steps can be taken
     */
    void ready(CompositeRequest request) {
        ready.add(request);
        Thread leader = seat;
        if (leader == Thread.currentThread()) return;
        if (blocked) transport.wakeup();
        else if (leader == null) wakeLeader();
    }

    /** Wakes a thread that takes the steps which are ready: one of the program if one waits, since it may take all. */
    private void wakeLeader() {
        Thread waiting = parked.peek();
        if (waiting != null) LockSupport.unpark(waiting);
        else if (helpers.get() == 0) LockSupport.unpark(background);
    }

    /** Notes that a request is under way whose steps nobody may wait for: the background thread looks every millisecond. */
    void begin() {
        begun.setOpaque(begun.getPlain() + 1);
        pending.incrementAndGet();
        if (restsLong) LockSupport.unpark(background);
    }

    /** Notes that such a request is complete. */
    void end() {
        pending.decrementAndGet();
    }

    private boolean takeSeat() {
        if (transport == null) return false;
        Thread holder = seat;
        if (holder == null && SEAT.compareAndSet(this, null, Thread.currentThread())) {
            turns.setOpaque(turns.getPlain() + 1);
            return true;
        }
        return holder == background && holder != Thread.currentThread() && takeFromBackground();
    }

    private boolean takeFromBackground() {
        claims.incrementAndGet();
        try {
            while (!SEAT.compareAndSet(this, null, Thread.currentThread())) {
                if (seat != background && seat != null) return false;
                if (blocked) transport.wakeup();
                Thread.yield();
            }
            turns.setOpaque(turns.getPlain() + 1);
            return true;
        } finally {
            claims.decrementAndGet();
        }
    }

    /** Takes the steps that are ready where messages arrive by themselves, while no thread of the program does. */
    private void advanceInBackground() {
        while (!closed) if (!ready.drain(false)) LockSupport.park(this);
    }

    private void leaveSeat() {
        SEAT.lazySet(this, null);
        // Of the compiler alone, before the look at who waits: they leave a Grace before they park.
        VarHandle.releaseFence();
        passOn();
        if (ready.hasWork(false)) wakeLeader();
    }

    /** Wakes one of those who wait, to take the seat if it is free. */
    private void passOn() {
        Thread next = parked.peek();
        if (next != null && seat == null) LockSupport.unpark(next);
    }

    private void runBackground() {
        int seen = turns.get() - 1;
        int seenBegun = 0;
        int quiet = QUIET_TICKS;
        long tick = FIRST_TICK_NANOS;
        while (!closed) {
            restsLong = quiet >= QUIET_TICKS;
            rest(pending.get() > 0 ? TICK_NANOS : tick);
            quiet = pending.get() > 0 || begun.get() != seenBegun ? 0 : Math.min(quiet + 1, QUIET_TICKS);
            seenBegun = begun.get();
            int more = turns.get() - seen;
            tick = quiet < QUIET_TICKS ? TICK_NANOS : tickAfter(tick, more);
            if (more != 0) {
                seen += more;
                continue;
            }
            if (claims.get() > 0 || !SEAT.compareAndSet(this, null, background)) continue;
            try {
                while (!closed && claims.get() == 0) {
                    if (transport.poll() | ready.drain(false)) continue;
                    blocked = true;
                    if (!closed && claims.get() == 0 && !ready.hasWork(false)) transport.await(Grace.DOZE_NANOS);
                    blocked = false;
                }
            } finally {
                blocked = false;
                leaveSeat();
            }
        }
    }

    /** Returns how long to rest after a tick in which the program took the seat so many times. */
    static long tickAfter(long tick, int taken) {
        return taken < MANY_TURNS ? TICK_NANOS : Math.min(2 * tick, MOST_TICK_NANOS);
    }

    /**
     * Parks for a tick; without end while a thread of the program blocks in the transport, which wakes this one after.
     */
    private void rest(long nanos) {
        if (blocked) {
            backgroundResting = true;
            // The thread that blocks clears blocked before it looks whether this one rests.
            if (blocked && !closed) LockSupport.park(this);
            backgroundResting = false;
        }
        LockSupport.parkNanos(this, nanos);
    }
}
