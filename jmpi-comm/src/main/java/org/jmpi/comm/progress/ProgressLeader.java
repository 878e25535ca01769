package org.jmpi.comm.progress;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.WaitStrategy;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.SleepRecheck;
import org.jmpi.comm.transport.Transport;

/**
 * Decides which thread moves the transport: one of those that wait leads, the others follow.
 *
 * <p>The first thread that waits leads: it polls until its request is done. The followers sleep until their requests
 * are done, or until they are woken to lead. While no thread of the program waits, a thread in the background leads
 * after a millisecond, or after at most 16 if the program has exchanged many messages (the first time after 50). It
 * blocks in the transport, and gives way as soon as a thread of the program wants to lead.
 */
public final class ProgressLeader {
    private static final AtomicReferenceFieldUpdater<ProgressLeader, Thread> LEADER =
            AtomicReferenceFieldUpdater.newUpdater(ProgressLeader.class, Thread.class, "leader");

    private static final long TICK_NANOS = 1_000_000L;

    /** The first tick: a program that has ended by then never needs what a rank blocks on, nor the time to make it. */
    private static final long FIRST_TICK_NANOS = 50_000_000L;

    /** The longest tick after that. Each look takes the core from the thread that spins or computes there. */
    private static final long MOST_TICK_NANOS = 8_000_000L;

    /** So many ticks after the last request of several steps the background thread stays as watchful as beside one. */
    private static final int QUIET_TICKS = 100;

    /** So many turns within a tick show that the program sees to its messages by itself. */
    private static final int MANY_TURNS = 2;

    /**
     * The transport that must be polled; null if it pushes frames. Changed by the thread that leads; who reads the old
     * one and wakes it wakes the new one, too.
     */
    private Transport transport;

    /** The transport that pushes frames, which waiting threads help; null if it must be polled. */
    private volatile Transport pushing;

    private final Scheduler scheduler;
    private final WaitStrategy strategy;
    private final WaitFailures failures;

    /** The thread that polls the transport; null if there is none. */
    private volatile Thread leader;

    private final AtomicInteger claimants = new AtomicInteger();
    private final Queue<Thread> parked = new ConcurrentLinkedQueue<>();
    private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();
    private final ReadyList ready = new ReadyList();

    /** Requests under way that may need steps while no thread waits, and the number of all such requests so far. */
    private final AtomicInteger pending = new AtomicInteger();

    private final AtomicInteger begun = new AtomicInteger();

    /** The threads of the program that wait for pushed frames. */
    private final AtomicInteger helpers = new AtomicInteger();

    private final Thread background;

    private volatile boolean blocked;
    private volatile boolean backgroundResting;
    private volatile boolean restsLong;
    private volatile boolean closed;

    /** Changed by each thread of the program that begins to lead: the background thread then stays away for a while. */
    private final AtomicInteger turns = new AtomicInteger();

    /**
     * @param moved what has to be driven, or helped if it pushes; null if there is nothing to move
     * @param failures what may keep something from coming
     */
    ProgressLeader(Scheduler scheduler, Transport moved, WaitStrategy strategy, WaitFailures failures, String name) {
        boolean pushes = moved != null && moved.pushes();
        this.transport = pushes ? null : moved;
        this.pushing = pushes ? moved : null;
        this.scheduler = scheduler;
        this.strategy = strategy;
        this.failures = failures;
        this.background =
                scheduler.newThread(transport == null ? this::advanceInBackground : this::runBackground, name);
    }

    void start(Thread.UncaughtExceptionHandler onFailure) {
        background.setContextClassLoader(null);
        background.setUncaughtExceptionHandler(onFailure);
        scheduler.start(background);
    }

    /**
     * Returns when something has come, however long that takes, or after a failure. Interrupts are kept for the caller.
     *
     * @return whether it has come; false if it can't come any more
     */
    @DontInline
    boolean await(Completion completion, String call) {
        if (leader == Thread.currentThread()) throw calledFromStep();
        long idle = WaitStrategy.START;
        int seen = 0;
        Wait wait = null;
        boolean interrupted = false;
        if (pushing != null) helpers.incrementAndGet();
        try {
            while (!completion.isDone()) {
                if (tryLead()) return leadUntil(completion, call, wait);
                if (failures.count() != seen) {
                    seen = failures.count();
                    if (endsWait(completion)) return completion.isDone();
                    continue;
                }
                if (pushing != null && (pushing.poll() | ready.drain(true))) idle = WaitStrategy.START;
                else if (idle != WaitStrategy.BLOCK) idle = strategy.pause(idle);
                if (idle == WaitStrategy.BLOCK) {
                    // A thread that is still interrupted does not park.
                    interrupted |= Thread.interrupted();
                    if (wait == null) wait = enter(completion, call);
                    if (park(completion, seen) < SleepRecheck.SLEEP_NANOS) idle = WaitStrategy.START;
                    // Woken to lead, though perhaps this request is done: then the next may want it.
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

    /**
     * Does the same as {@link WaitFailures#endsWait}, by the thread that leads if there is one: another thread would
     * fail a receive into which that one is copying a part of its message.
     */
    boolean endsWait(Completion completion) {
        if (transport == null || leader == Thread.currentThread()) return failures.endsWait(completion);
        Settlement settlement = new Settlement(failures, completion);
        ready(settlement);
        while (!settlement.isDone()) {
            if (failures.endAll()) return true;
            if (!tryLead()) {
                scheduler.yield();
                continue;
            }
            try {
                ready.drain(true);
            } finally {
                stopLeading();
            }
        }
        return settlement.endsWait();
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
        if (ready.hasWork(false)) scheduler.unpark(background);
    }

    /** Notes that the calling thread is about to block. */
    private Wait enter(Completion completion, String call) {
        Wait wait = new Wait(Thread.currentThread(), completion, call, scheduler.nanoTime());
        waits.put(wait.thread(), wait);
        return wait;
    }

    /** Does what waits, outside of the transport. */
    <T, E extends Exception> T awaitOutside(Completion completion, String call, Outside<T, E> wait) throws E {
        enter(completion, call);
        try {
            return wait.await();
        } finally {
            waits.remove(Thread.currentThread());
        }
    }

    /** Returns the threads that have blocked and not come back to the program. */
    public List<Wait> waits() {
        return List.copyOf(waits.values());
    }

    /** {@return whether a thread that waits may spin: the rank that it waits for seems to have another core} */
    public boolean maySpin() {
        return strategy.maySpin();
    }

    /** Moves what can be moved now, unless another thread does. */
    void progress() {
        if (pushing != null) ready.drain(true);
        if (!tryLead()) return;
        try {
            transport.poll();
            ready.drain(true);
        } finally {
            stopLeading();
        }
    }

    /**
     * Has another transport polled or helped from now on. Called by the thread that leads, if one has to.
     *
     * @param moved pushes frames if the one before does; its wakeup has the same effect
     */
    void drive(Transport moved) {
        if (transport == null) pushing = moved;
        else transport = moved;
    }

    /** Makes sure that the transport is looked after even if it blocks. */
    void onWork() {
        if (blocked) transport.wakeup();
    }

    /** Wakes every thread that waits, to see the failure. */
    void wakeAll() {
        parked.forEach(scheduler::unpark);
        if (blocked) transport.wakeup();
    }

    /**
     * Ends the background thread and leads for good: the caller alone moves the transport from then on. There
     * is a failure, so that a thread of the program that leads stops.
     */
    void close() {
        closed = true;
        endBackground();
        if (transport == null) return;
        while (!LEADER.compareAndSet(this, null, Thread.currentThread())) {
            if (blocked) transport.wakeup();
            scheduler.yield();
        }
    }

    private void endBackground() {
        if (Thread.currentThread() == background) return;
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            scheduler.unpark(background);
            if (blocked) transport.wakeup();
            try {
                ended = scheduler.join(background, 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private boolean leadUntil(Completion completion, String call, Wait before) {
        Wait wait = before;
        boolean interrupted = false;
        long idle = WaitStrategy.START;
        int seen = 0;
        try {
            while (!completion.isDone()) {
                if (failures.count() != seen) {
                    seen = failures.count();
                    if (failures.endsWait(completion)) return completion.isDone();
                    continue;
                }
                if (transport.poll() | ready.drain(true)) idle = WaitStrategy.START;
                else if (idle != WaitStrategy.BLOCK) idle = strategy.pause(idle);
                if (idle == WaitStrategy.BLOCK) {
                    interrupted |= Thread.interrupted();
                    if (wait == null) wait = enter(completion, call);
                    // After a sleep in which nothing came the next one begins at once.
                    if (block(completion, seen) < SleepRecheck.SLEEP_NANOS) idle = WaitStrategy.START;
                }
            }
            return true;
        } finally {
            stopLeading();
            if (wait != null) waits.remove(Thread.currentThread());
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** Blocks in the transport, unless there are more failures than a number; returns for how many ns. */
    private long block(Completion completion, int seen) {
        long start = scheduler.nanoTime();
        completion.wakes(transport::wakeup);
        blocked = true;
        // A thread that completes or fails a request stores that, then looks for threads to wake. This thread first
        // announces its sleep, then looks at the request. So one of the two sees the other.
        if (!SleepRecheck.recheck(
                scheduler, () -> completion.isDone() || failures.count() != seen || ready.hasWork(true)))
            transport.await(SleepRecheck.SLEEP_NANOS);
        blocked = false;
        completion.wakes(null);
        if (backgroundResting) scheduler.unpark(background);
        return scheduler.nanoTime() - start;
    }

    /** Waits until another thread completes this one's request or stops leading; returns for how many ns. */
    private long park(Completion completion, int seen) {
        long start = scheduler.nanoTime();
        Thread self = Thread.currentThread();
        completion.wakes(() -> scheduler.unpark(self));
        parked.add(self);
        // A thread that completes, fails or stops leading does so before it looks for whom to wake.
        if (!SleepRecheck.recheck(scheduler, () -> completion.isDone() || failures.count() != seen || mayLead()))
            scheduler.parkNanos(completion, SleepRecheck.SLEEP_NANOS);
        parked.remove(self);
        completion.wakes(null);
        return scheduler.nanoTime() - start;
    }

    /** Returns whether a thread of the program that waits has something to do: to move messages, or to take steps. */
    private boolean mayLead() {
        return transport != null ? leader == null : ready.hasWork(true);
    }

    /**
     * Has a request go on. The caller may hold locks.
     *
     * @param request whose next steps can be taken
     */
    public void ready(CompositeOperation request) {
        ready.add(request);
        Thread now = leader;
        if (now == Thread.currentThread()) return;
        if (blocked) transport.wakeup();
        else if (now == null) wakeLeader();
    }

    /** Wakes a thread that takes the steps which are ready: one of the program if one waits, since it may take all. */
    private void wakeLeader() {
        Thread waiting = parked.peek();
        if (waiting != null) scheduler.unpark(waiting);
        else if (helpers.get() == 0) scheduler.unpark(background);
    }

    /**
     * Notes a request under way that may need steps while no thread waits: the background thread polls every
     * millisecond.
     */
    public void operationStarted() {
        begun.setOpaque(begun.getPlain() + 1);
        pending.incrementAndGet();
        if (restsLong) scheduler.unpark(background);
    }

    /** Notes that such a request is complete. */
    public void operationEnded() {
        pending.decrementAndGet();
    }

    private boolean tryLead() {
        if (transport == null) return false;
        Thread holder = leader;
        if (holder == null && LEADER.compareAndSet(this, null, Thread.currentThread())) {
            turns.setOpaque(turns.getPlain() + 1);
            return true;
        }
        return holder == background && holder != Thread.currentThread() && relieveBackground();
    }

    private boolean relieveBackground() {
        claimants.incrementAndGet();
        try {
            while (!LEADER.compareAndSet(this, null, Thread.currentThread())) {
                if (leader != background && leader != null) return false;
                if (blocked) transport.wakeup();
                scheduler.yield();
            }
            turns.setOpaque(turns.getPlain() + 1);
            return true;
        } finally {
            claimants.decrementAndGet();
        }
    }

    /** Takes the steps that are ready where messages arrive by themselves, while no thread of the program does. */
    private void advanceInBackground() {
        while (!closed) {
            if (!ready.drain(false)) scheduler.park(this);
            // A thread of the program that parked during the drain has not seen what is left to the program.
            else if (ready.hasWork(true)) passOn();
        }
    }

    private void stopLeading() {
        LEADER.lazySet(this, null);
        // Of the compiler alone, before the look at who waits: each takes a SleepRecheck before it parks.
        VarHandle.releaseFence();
        passOn();
        if (ready.hasWork(false)) wakeLeader();
    }

    /** Wakes one of the waiting threads if no thread leads. */
    private void passOn() {
        Thread next = parked.peek();
        if (next != null && leader == null) scheduler.unpark(next);
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
            if (claimants.get() > 0 || !LEADER.compareAndSet(this, null, background)) continue;
            try {
                while (!closed && claimants.get() == 0) {
                    if (transport.poll() | ready.drain(false)) continue;
                    blocked = true;
                    if (!closed && claimants.get() == 0 && !ready.hasWork(false))
                        transport.await(SleepRecheck.SLEEP_NANOS);
                    blocked = false;
                }
            } finally {
                blocked = false;
                stopLeading();
            }
        }
    }

    /** Returns how long to rest after a tick in which the program led so many times. */
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
            if (blocked && !closed) scheduler.park(this);
            backgroundResting = false;
        }
        scheduler.parkNanos(this, nanos);
    }
}
