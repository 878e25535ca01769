package org.jmpi.comm.session;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jmpi.comm.control.MemoryWatch;
import org.jmpi.comm.control.ProcessEnd;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.control.StallDetector;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.WireUp;

/**
 * The control of a job that no process of ours watches: its ranks end it themselves.
 *
 * <pre>
 * rank that fails, or has lost a peer             every other rank
 *      | says why on standard error                     |
 *      | -- ABORT frames, by a flood -----------------&gt; |  forwards them
 *      | WireUp.abort                                   |  if it still runs: says why,
 *      | ends with the code                             |  ends with the code
 * </pre>
 *
 * <p>A process manager that can end the job is given time for it: it reports the code of the rank that failed only if
 * the other ranks still run. A rank that has lost a peer waits for the ABORT of that peer first, which names the cause.
 * A rank that has passed {@code MPI.Finalize}, as all have then, ends no other rank and is ended by none.
 */
final class PeerControl implements JobControl {
    /** How long a lost peer's own message may take, in ns: less than the program waits before it sees the loss. */
    private static final long GRACE_NANOS = 500_000_000;

    /** How long a process manager may take to end the job, in ns: less than the program waits, too. */
    private static final long MANAGER_NANOS = 2_000_000_000;

    /** How long the frames may take to leave this process, in ns. */
    private static final long FLOOD_NANOS = 500_000_000;

    /** How much memory in bytes is kept for the end of a rank that has none. */
    private static final int RESERVE = 128 << 10;

    private static final byte[] NOTHING = {};

    private final WireUp wireUp;
    private final IntFunction<RankWorld> worlds;
    private final ProcessEnd ending;
    private final MemoryWatch memory = new MemoryWatch();
    private final DelayQueue<End> ends = new DelayQueue<>();

    /** The end of this process without memory: nothing may have to be made or loaded then. */
    private final End outOfMemory;

    /** The ranks of this process that know why the job ends: guarded by this. */
    private final Set<Integer> informed = new HashSet<>();

    private final Thread thread = new DaemonThread(this::run, "jmpi-control");
    private volatile boolean said;
    private volatile byte[] reserve = new byte[RESERVE];

    /**
     * @param rank that ends
     * @param line for standard error
     * @param message for the other ranks; null if they know
     * @param always whether the rank ends even if it has passed MPI.Finalize
     * @param at the moment of {@link System#nanoTime}
     */
    private record End(int rank, int code, byte[] line, String message, boolean always, long at) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.signum(at - ((End) other).at);
        }
    }

    /**
     * @param worlds returns the world of a rank of this process; null before it is connected
     * @param continues whether the other ranks go on when this process is out of memory
     */
    PeerControl(WireUp wireUp, IntFunction<RankWorld> worlds, boolean continues) {
        this(wireUp, worlds, continues, ProcessEnd.HALT);
    }

    PeerControl(WireUp wireUp, IntFunction<RankWorld> worlds, boolean continues, ProcessEnd ending) {
        this.wireUp = wireUp;
        this.worlds = worlds;
        this.ending = ending;
        String message = "rank " + wireUp.rank() + " is out of memory";
        outOfMemory = new End(wireUp.rank(), 1, line(message), continues ? null : message, true, System.nanoTime());
        thread.setContextClassLoader(null);
        thread.start();
    }

    @Override
    public void abort(int rank, int code, String message) {
        endNow(new End(rank, code, line(message), message, true, System.nanoTime()));
    }

    @Override
    public void failed(int rank, String text) {
        int end = text.indexOf(System.lineSeparator());
        String message = "rank " + rank + " failed: " + (end < 0 ? text : text.substring(0, end));
        String line = message + (end < 0 ? "" : text.substring(end).stripTrailing());
        if (isFinalized(rank)) ending.say(line(line));
        else endNow(new End(rank, 1, line(line), message, true, System.nanoTime()));
    }

    @Override
    public void releaseReserve() {
        reserve = null;
    }

    @Override
    public void outOfMemory() {
        releaseReserve();
        try {
            endNow(outOfMemory);
        } finally {
            // Without memory for the frames the others see that the connections end.
            ending.end(outOfMemory.code, said ? NOTHING : outOfMemory.line);
        }
    }

    /** Ends the process; returns only if that takes too long. */
    private void endNow(End end) {
        if (Thread.currentThread() == thread) {
            finish(end);
            return;
        }
        ends.add(end);
        // If the JVM ended meanwhile, it would close the connections before the others know the cause.
        FailureDelay.awaitEnd(System.nanoTime());
    }

    @Override
    public synchronized void peerLost(int rank, int peer, String message) {
        if (informed.contains(rank)) return;
        String line = "rank " + rank + " ends: " + message;
        ends.add(new End(rank, 1, line(line), message, false, System.nanoTime() + GRACE_NANOS));
    }

    @Override
    public synchronized void aborted(int rank, int origin, int code, String message) {
        // It names the cause of the losses before and after it.
        informed.add(rank);
        ends.removeIf(end -> end.rank == rank && !end.always && end.message != null);
        byte[] line = line("rank " + rank + " ends: " + message);
        long grace = wireUp.canAbort() ? MANAGER_NANOS : 0;
        ends.add(new End(rank, code, line, null, false, System.nanoTime() + grace));
    }

    @Override
    public void finalized(int rank) {
        // The world knows it.
    }

    @Override
    public CompletableFuture<String> spawn(SpawnOrder order) {
        try {
            wireUp.spawn(order);
        } catch (IOException e) {
            throw new CommException(ErrorClass.SPAWN, e.getMessage(), e);
        }
        // The process manager reports no end of them.
        long nanos = worlds.apply(order.rank()).config().connectNanos();
        return new CompletableFuture<String>()
                .completeOnTimeout(
                        "they have not called MPI.Init within " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                                + " s (jmpi.connect.timeout.s)",
                        nanos,
                        TimeUnit.NANOSECONDS);
    }

    @Override
    public void note(String text) {
        // The user has not asked for details.
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try (StallDetector.ClockWatch watch = StallDetector.OF_PROCESS.watch()) {
            while (true) {
                watch.look();
                End end = ends.poll(MemoryWatch.INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
                if (end != null && (end.always || !isFinalized(end.rank))) finish(end);
                if (end == null && memory.isExhausted()) outOfMemory();
            }
        } catch (InterruptedException e) {
            // Closed.
        } catch (Error e) {
            // A class that finds no memory ends in a linkage error.
            outOfMemory();
        }
    }

    private boolean isFinalized(int rank) {
        RankWorld world = worlds.apply(rank);
        return world != null && world.isFinished();
    }

    private static byte[] line(String text) {
        return ProcessEnd.line("jmpi: " + text);
    }

    private void finish(End end) {
        said = true;
        ending.say(end.line);
        RankWorld world = worlds.apply(end.rank);
        if (world != null) {
            if (end.message != null) world.engine().failures().abort(end.code, end.message);
            world.engine().failures().awaitNotices(FLOOD_NANOS);
        }
        if (end.message != null) wireUp.abort(end.code, end.message);
        ending.end(end.code, NOTHING);
    }
}
