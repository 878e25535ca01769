package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jmpi.comm.dynamic.DynamicProcesses;

/**
 * Decides which thread runs, and what time it is. Exactly one thread of a simulation runs at any time: it has the
 * baton, and hands it over in a {@link Seam} to a thread that the seed chooses.
 *
 * <p>The clock is virtual. It moves by small random steps, and when all threads wait, to the next time at which one of
 * them goes on. If there is none, the simulation is over: the ranks wait for each other.
 *
 * <p>Only the thread that has the baton touches the state of the simulation.
 */
final class Simulator {
    private static final long VIRTUAL_LIMIT_NANOS = 3_600_000_000_000L;
    private static final int STEP_LIMIT = 3_000_000;

    /** How often in a thousand a thread that spins goes on spinning. */
    private static final int SPINNING = 850;

    /** How long other threads may keep one from the processor, in ns. */
    private static final long LONGEST_PREEMPTION_NANOS = 60_000_000;

    /** The longest time in s that a thread has the baton without a step. */
    private static final int STILL_SECONDS = 20;

    private final SimulationRandom random;
    private final TraceHash trace = new TraceHash();
    private final LockCheck locks = new LockCheck();
    private final List<SimulatedThread> threads = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private final SimulatedAgreement agreement = new SimulatedAgreement(this);
    private final boolean prints;

    /** What {@link System#nanoTime} counts from may be any time. */
    private final long origin;

    /** How often in a thousand a thread that can go on does so. */
    private final int stickiness;

    /** Whether some threads get the processor less often than others. */
    private final boolean unfair;

    private final long longestStep;

    /** How often in a thousand steps a thread loses the processor for a while. */
    private final int preemptions;

    /** The threads of a rank that is lost. */
    private final List<SimulatedThread> lostThreads = new ArrayList<>();

    /** How many times more the threads of ranks hand over before these are lost. */
    private final Map<Integer, Integer> doomed = new HashMap<>();

    /** The ranks that are lost, in the order of their losses. */
    private final List<Integer> lost = new ArrayList<>();

    private IntConsumer onLoss = rank -> {};

    /** The ranks of the processes, each in its own world. */
    private final Map<Integer, Rank> processes = new HashMap<>();

    /** A process of a simulation. The number of one is the same for all others, unlike that in an engine. */
    interface Rank {
        /** Returns its rank in its world. */
        int rank();

        /** Returns what connects it to other worlds. */
        DynamicProcesses dynamic();

        /** Returns the number of a process that it knows by another one in its engine. */
        int process(int number);
    }

    private long now;
    private int made;
    private SimulatedThread running;
    private Supplier<String> report = () -> "";
    private volatile int steps;
    private volatile boolean over;

    Simulator(SimulationRandom random, boolean prints) {
        this.random = random;
        this.prints = prints;
        this.origin = random.oneOf(0, random.next(), Long.MAX_VALUE - 1_000_000);
        this.stickiness = (int) random.oneOf(0, 500, 900);
        this.unfair = random.chance(500);
        this.preemptions = (int) random.oneOf(0, 3, 30);
        this.longestStep = random.oneOf(2_000, 20_000, 200_000);
    }

    /** Names what describes the ranks when there is a finding. */
    void onReport(Supplier<String> describes) {
        report = describes;
    }

    /** Names what ends the channels of a rank that is lost. */
    void onLoss(IntConsumer ends) {
        onLoss = ends;
    }

    SimulationRandom random() {
        return random;
    }

    TraceHash trace() {
        return trace;
    }

    LockCheck locks() {
        return locks;
    }

    SimulatedAgreement agreement() {
        return agreement;
    }

    /** Returns the longest step of the clock, in ns. */
    long longestStep() {
        return longestStep;
    }

    long now() {
        return now;
    }

    long nanoTime() {
        return origin + now;
    }

    int steps() {
        return steps;
    }

    boolean isOver() {
        return over;
    }

    List<String> findings() {
        return findings;
    }

    // ---- threads ----

    SimulatedThread newThread(int rank, Runnable body, String name) {
        SimulatedThread thread = new SimulatedThread(this, rank, made++, body, name);
        if (unfair) thread.weight = 1 << random.below(7);
        return thread;
    }

    void start(SimulatedThread thread) {
        thread.started = true;
        threads.add(thread);
        thread.start();
    }

    /**
     * Runs the threads that have been started, and those that they start, until all have ended or there is a finding.
     */
    void run() throws InterruptedException {
        running = choose();
        running.giveBaton();
        int seen = -1;
        while (!done.await(STILL_SECONDS, TimeUnit.SECONDS)) {
            if (steps == seen) {
                // It may have a lock that a description of the ranks would wait for.
                find("a thread runs without a seam, or waits for a lock that another one has: " + stack(running), "");
                break;
            }
            seen = steps;
        }
        for (SimulatedThread thread : List.copyOf(threads)) thread.join(STILL_SECONDS * 1000L);
    }

    /** Ends the calling thread. */
    void end(SimulatedThread self) {
        self.ended = true;
        if (over) return;
        threads.remove(self);
        note(self, Seam.END);
        passOn();
    }

    /** Gives the baton of a thread that runs no more to another one. */
    private void passOn() {
        if (threads.isEmpty()) {
            over = true;
            done.countDown();
            return;
        }
        SimulatedThread next = choose();
        if (next == null) return;
        running = next;
        next.giveBaton();
    }

    // ---- the loss of a rank ----

    /** Notes a process. */
    void add(int process, Rank rank) {
        processes.put(process, rank);
    }

    /** Returns a process; null if it has not been started. */
    Rank process(int process) {
        return processes.get(process);
    }

    /** Loses a rank after a while. */
    void doom(int rank, int seams) {
        doomed.put(rank, seams);
    }

    /** Returns whether a rank is lost, or will be. */
    boolean isOneDoomed() {
        return !doomed.isEmpty() || !lost.isEmpty();
    }

    /** Returns the rank that was lost first; -1 if none is. */
    int lost() {
        return lost.isEmpty() ? -1 : lost.get(0);
    }

    /** Returns the processes that are lost. */
    List<Integer> allLost() {
        return lost;
    }

    boolean isLost(int rank) {
        return lost.contains(rank);
    }

    /** Counts a time that a thread hands over; returns whether its rank is lost then. */
    private boolean isTimeUp(int rank) {
        Integer left = doomed.get(rank);
        if (left == null) return false;
        doomed.put(rank, left - 1);
        return left == 0;
    }

    /** Ends the threads of a rank where they are, and its channels. */
    private void lose(int rank) {
        doomed.remove(rank);
        lost.add(rank);
        print("rank " + rank + " is lost");
        for (SimulatedThread thread : threads) if (thread.rank == rank) thread.lost = true;
        threads.stream().filter(thread -> thread.lost).forEach(lostThreads::add);
        threads.removeIf(thread -> thread.lost);
        onLoss.accept(rank);
    }

    /** Lets the threads of a rank that is lost unwind their stacks, once the simulation is over. */
    void releaseLostThreads() {
        lostThreads.forEach(SimulatedThread::giveBaton);
    }

    void onUncaught(SimulatedThread thread, Throwable cause) {
        find("thread " + thread.getName() + " ended by " + text(cause));
    }

    private static String text(Throwable cause) {
        StringBuilder text = new StringBuilder(cause.toString());
        for (StackTraceElement frame : cause.getStackTrace())
            text.append("\n        at ").append(frame);
        if (cause.getCause() != null) text.append("\n      caused by ").append(text(cause.getCause()));
        return text.toString();
    }

    /** Notes what is wrong, with what the ranks do; the simulation is over. */
    void find(String finding) {
        if (!over) find(finding, described());
    }

    private void find(String finding, String ranks) {
        if (over) return;
        StringBuilder text = new StringBuilder(finding).append('\n');
        for (SimulatedThread thread : threads)
            text.append("    ")
                    .append(thread.describe(now))
                    .append(stack(thread))
                    .append('\n');
        findings.add(text.append(ranks).toString());
        over = true;
        for (SimulatedThread thread : threads) thread.giveBaton();
        done.countDown();
    }

    /** Describes the ranks, unless their queues are broken. */
    private String described() {
        try {
            return report.get();
        } catch (RuntimeException | OutOfMemoryError e) {
            return "the ranks can't be described: " + e + "\n";
        }
    }

    private static String stack(SimulatedThread thread) {
        return Arrays.stream(thread.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("org.jmpi."))
                .filter(frame -> !frame.getClassName().startsWith(Simulator.class.getPackageName() + ".Simulat"))
                .map(frame -> "\n        at " + frame.getClassName() + "." + frame.getMethodName() + ":"
                        + frame.getLineNumber())
                .collect(Collectors.joining());
    }

    // ---- seams ----

    /** Lets the calling thread go on at once, or after others. */
    void step(Seam seam) {
        step(seam, longestStep);
    }

    /** Lets the calling thread go on after a random time. */
    void step(Seam seam, long mostNanos) {
        now += random.between(1, mostNanos);
        handOver(seam, null, random.chance(preemptions) ? now + random.between(0, LONGEST_PREEMPTION_NANOS) : now);
    }

    /**
     * Lets other threads run until a time, until the deadline of the calling thread is set to an earlier one, or until
     * it is unparked if it parks.
     */
    void await(Seam seam, Object blocker, long until) {
        now += random.between(1, longestStep);
        handOver(seam, blocker, until);
    }

    void park(Object blocker, long until) {
        SimulatedThread self = SimulatedThread.current();
        self.parked = true;
        // A park may end without a reason.
        await(Seam.PARK, blocker, random.chance(10) ? Math.min(until, now + random.between(0, longestStep)) : until);
        self.parked = false;
        self.permit = false;
    }

    void unpark(SimulatedThread thread) {
        thread.permit = true;
    }

    /** Lets a thread go on not later than at a time. */
    void wakeAt(SimulatedThread thread, long time) {
        if (thread != null) thread.deadline = Math.min(thread.deadline, time);
    }

    private void handOver(Seam seam, Object blocker, long until) {
        SimulatedThread self = SimulatedThread.current();
        if (over) throw new SimulationEnded();
        self.seam = seam;
        self.blocker = blocker;
        self.deadline = until;
        String held = locks.heldBy(self, steps);
        if (held != null) find(self.getName() + " has " + held + " in seam " + seam);
        if (++steps > STEP_LIMIT) find("no end after " + STEP_LIMIT + " steps");
        if (isTimeUp(self.rank)) lose(self.rank);
        if (self.lost) {
            passOn();
            self.awaitBaton();
            throw new SimulationEnded();
        }
        SimulatedThread next = choose();
        if (next != null && next != self) {
            running = next;
            next.giveBaton();
            self.awaitBaton();
        }
        if (over) throw new SimulationEnded();
        note(self, seam);
    }

    private void note(SimulatedThread self, Seam seam) {
        trace.add(self.number);
        trace.add(seam.ordinal());
        trace.add(now);
        if (prints) System.out.println(now + " " + self.getName() + " " + seam);
    }

    /** Prints a line of the trace. */
    void print(String line) {
        if (prints) System.out.println(now + "   " + line);
    }

    /** Returns the thread to run; null if there is none: the simulation is over then. */
    private SimulatedThread choose() {
        long total = ready();
        if (total == 0) {
            long next = SimulatedThread.NEVER;
            for (SimulatedThread thread : threads) next = Math.min(next, thread.deadline);
            if (next == SimulatedThread.NEVER) {
                find("all threads wait, and nothing is under way");
                return null;
            }
            now = next;
            if (now > VIRTUAL_LIMIT_NANOS) {
                find("no end after an hour of virtual time");
                return null;
            }
            total = ready();
        }
        if (running != null && !running.ended && !running.lost && canRun(running) && goesOn(running)) return running;
        long at = random.between(0, total - 1);
        for (SimulatedThread thread : threads) {
            if (!canRun(thread)) continue;
            at -= thread.weight;
            if (at < 0) {
                if (unfair && random.chance(20)) thread.weight = 1 << random.below(7);
                return thread;
            }
        }
        throw new AssertionError("weights of threads changed");
    }

    private boolean goesOn(SimulatedThread thread) {
        return random.chance(thread.seam == Seam.SPIN ? SPINNING : stickiness);
    }

    /** Returns the weights of all threads that can run. */
    private long ready() {
        long total = 0;
        for (SimulatedThread thread : threads) if (canRun(thread)) total += thread.weight;
        return total;
    }

    private boolean canRun(SimulatedThread thread) {
        return thread.deadline <= now || thread.parked && thread.permit;
    }
}
