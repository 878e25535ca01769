package org.jmpi.comm.session;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.control.MemoryWatch;
import org.jmpi.comm.control.ProcessEnd;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.WireUp;

/** A job of processes, each of them one rank, that a process manager has started. */
final class LaunchedJob implements RankJob {
    private final int rank;
    private final WireUp wireUp;
    private final JobControl control;

    /** Whether the failure of this rank leaves the others running. */
    private final boolean continues;

    private final FailureDelay grace;

    LaunchedJob(WireUp wireUp, JobControl control, boolean continues) {
        this.rank = wireUp.rank();
        this.wireUp = wireUp;
        this.control = control;
        this.continues = continues;
        grace = new FailureDelay(control::isConnected);
    }

    /**
     * Reports in one line that this rank can't join its job; the stack says nothing about the program. A launcher of
     * ours prints it if the exception is uncaught. Without one this rank prints it at once, and ends the others, which
     * wait for it.
     *
     * @param cause why this rank can't join its job
     * @return the exception for the program
     */
    RuntimeException notJoined(RuntimeException cause) {
        if (Shutdown.hasBegun()) return Shutdown.tooLate();
        if (!(cause instanceof CommException failure)) return leaveJob(cause);
        CommException forProgram = new CommException(failure.errorClass(), failure.getMessage(), failure);
        boolean isSeen = UncaughtHandler.watchMain((thread, uncaught) -> notJoined(thread, uncaught, failure));
        return isWatched() && isSeen ? forProgram : leaveJob(forProgram);
    }

    private RuntimeException leaveJob(RuntimeException cause) {
        if (!isWatched()) {
            String message = "rank " + rank + " cannot join its job: " + cause.getMessage();
            // The process manager may end this process before the program shows the exception.
            ProcessEnd.HALT.say(ProcessEnd.line("jmpi: " + message));
            wireUp.abort(1, message);
        }
        leave();
        return cause;
    }

    private void notJoined(Thread thread, Throwable uncaught, CommException failure) {
        if (Shutdown.isCauseOf(uncaught)) return;
        boolean isTold = uncaught.getCause() == failure;
        if (isWatched()) control.failed(rank, isTold ? uncaught.toString() : text(thread, uncaught));
        else if (!isTold) System.err.print(UncaughtHandler.text(thread, uncaught));
        Shutdown.exit(1);
    }

    /** The launcher shows the stack: equal ones of several ranks once. */
    private static String text(Thread thread, Throwable cause) {
        return cause + System.lineSeparator() + UncaughtHandler.text(thread, cause);
    }

    @Override
    public void abort(int code, String message) {
        control.abort(rank, code, message);
        FailureDelay.awaitEnd(System.nanoTime());
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void peerGone(int peer, String message) {
        grace.begin();
        control.peerLost(rank, peer, message);
    }

    @Override
    public void aborted(int origin, int code, String message) {
        control.aborted(rank, origin, code, message);
    }

    @Override
    public boolean isWatched() {
        return wireUp.control().isPresent();
    }

    @Override
    public void beforeFailure() {
        grace.await();
    }

    /** Reports the exception that ends the calling thread to the launcher, which ends the job. */
    void watchMain() {
        if (Thread.getDefaultUncaughtExceptionHandler() != null) return;
        UncaughtHandler.watchMain((thread, cause) -> failed(thread, cause, false));
        // A thread that runs out of memory leaves the others waiting for what it was to do.
        Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
    }

    private void uncaught(Thread thread, Throwable cause) {
        if (MemoryWatch.isOutOfMemory(cause)) failed(thread, cause, false);
        else UncaughtHandler.show(thread, cause);
    }

    @Override
    public void failed(Thread thread, Throwable cause) {
        failed(thread, cause, true);
    }

    /** @param always false if a JVM that is ending keeps its exit code */
    private void failed(Thread thread, Throwable cause, boolean always) {
        boolean isOutOfMemory = MemoryWatch.isOutOfMemory(cause);
        if (isOutOfMemory) control.releaseReserve();
        try {
            if (always || !Shutdown.hasBegun()) end(thread, cause, always);
            else UncaughtHandler.show(thread, cause);
        } catch (Error e) {
            // A class or a lambda expression that finds no memory ends in a linkage error.
            if (!isOutOfMemory && !MemoryWatch.isOutOfMemory(e)) throw e;
            control.outOfMemory();
        }
    }

    private void end(Thread thread, Throwable cause, boolean always) {
        if (continues && !always && !isWatched()) System.err.print(UncaughtHandler.text(thread, cause));
        else control.failed(rank, text(thread, cause));
        // The word of an error handler ends all ranks.
        if (continues && always) control.abort(rank, 1, "an error handler ended the job: " + cause);
        Shutdown.exit(1);
    }

    @Override
    public void finalized() {
        control.finalized(rank);
    }

    @Override
    public void note(String line) {
        control.note(line);
    }

    @Override
    public CompletableFuture<String> spawn(SpawnOrder order) {
        return control.spawn(order);
    }

    @Override
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(wireUp.variables());
        return environment;
    }

    @Override
    public void leave() {
        control.close();
        wireUp.close();
    }
}
