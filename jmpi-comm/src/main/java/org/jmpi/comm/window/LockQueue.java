package org.jmpi.comm.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.Answer;

/**
 * The lock of this rank's memory that other ranks take by {@code Win.Lock}, in the order in which they ask. Answers are
 * sent without a lock of this class.
 */
final class LockQueue {
    private record Waiter(int rank, boolean exclusive, Answer answer, long since) {}

    private final IntPredicate isGone;
    private final Set<Integer> holders = new HashSet<>();
    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private boolean exclusive;

    /** Why nobody gets the lock any more; null while ranks do. */
    private CommException closed;

    /** @param isGone accepts the ranks in the world that are gone */
    LockQueue(IntPredicate isGone) {
        this.isGone = isGone;
    }

    /**
     * Answers a rank when it has the lock, or at once if the queue is closed.
     *
     * @param rank in the world
     * @param now in ns
     */
    void request(int rank, boolean exclusively, Answer answer, long now) {
        List<Waiter> answered;
        CommException failure;
        synchronized (this) {
            waiters.add(new Waiter(rank, exclusively, answer, now));
            failure = closed;
            answered = failure == null ? grant() : takeAll();
        }
        answer(answered, failure);
        // Either this thread sees that the rank is gone, or the one that calls lose sees the request.
        if (isGone.test(rank)) lose();
    }

    /** Fails the ranks that wait for the lock, and those that ask for it later. */
    void close(CommException cause) {
        List<Waiter> failed;
        synchronized (this) {
            closed = cause;
            failed = takeAll();
        }
        answer(failed, cause);
    }

    private List<Waiter> takeAll() {
        List<Waiter> all = List.copyOf(waiters);
        waiters.clear();
        return all;
    }

    /** Returns whether a rank waits for the lock. */
    synchronized boolean isAwaited() {
        return !waiters.isEmpty();
    }

    /** Returns the ranks that wait for the lock. */
    synchronized List<OpenWindows.LockWait> waits(int window) {
        List<Integer> having = holders.stream().sorted().toList();
        return waiters.stream()
                .map(waiter -> new OpenWindows.LockWait(window, waiter.rank, having, waiter.since))
                .toList();
    }

    /** Takes the lock of a rank back. */
    void release(int rank) {
        List<Waiter> granted;
        synchronized (this) {
            holders.remove(rank);
            granted = grant();
        }
        answer(granted, null);
    }

    /** Takes the lock of ranks back that are gone. The ranks that wait for it fail. */
    void lose() {
        CommException cause = null;
        List<Waiter> failed = List.of();
        List<Waiter> granted;
        synchronized (this) {
            waiters.removeIf(waiter -> isGone.test(waiter.rank));
            for (Iterator<Integer> each = holders.iterator(); each.hasNext(); ) {
                int holder = each.next();
                if (!isGone.test(holder)) continue;
                each.remove();
                cause = new CommException(
                        ErrorClass.PROC_FAILED, "rank " + holder + " has failed, which had the lock of the window");
            }
            if (cause != null) failed = takeAll();
            granted = grant();
        }
        answer(failed, cause);
        answer(granted, null);
    }

    /** Gives the lock to the first ones that may have it; returns them. */
    private List<Waiter> grant() {
        List<Waiter> granted = new ArrayList<>();
        for (Waiter next = waiters.peek(); next != null; next = waiters.peek()) {
            if (!holders.isEmpty() && (exclusive || next.exclusive)) break;
            exclusive = next.exclusive;
            holders.add(next.rank);
            granted.add(waiters.remove());
        }
        return granted;
    }

    private static void answer(List<Waiter> all, CommException failure) {
        for (Waiter each : all) {
            if (failure == null) each.answer.send(WindowOperation.DONE, null);
            else each.answer.send(failure.errorClass().code(), WindowOperation.payload(failure));
        }
    }
}
