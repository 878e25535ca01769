package org.jmpi.comm.window;

import java.lang.invoke.VarHandle;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.layer.PeerWait;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.progress.ProgressEngine;

/** The calls of one window at this rank that begin and end epochs, or complete accesses. They may wait. */
final class Synchronization {
    private final Communicator comm;
    private final ProgressEngine engine;
    private final Exposure exposure;
    private final Target[] targets;
    private final Epochs epochs;

    Synchronization(Communicator comm, Exposure exposure, Target[] targets, Epochs epochs) {
        this.comm = comm;
        this.engine = comm.process().engine();
        this.exposure = exposure;
        this.targets = targets;
        this.epochs = epochs;
    }

    /** Waits for all ranks. */
    void barrier(String call) {
        comm.collectives().run(call, Barrier::run);
    }

    private IntStream all() {
        return IntStream.range(0, targets.length);
    }

    // ---- fences ----

    /** @param more whether accesses may follow */
    void fence(boolean more) {
        epochs.checkFence();
        CommException failed = null;
        try {
            failed = failureOf(() -> complete("Win.Fence", all()));
            // Also if an access has failed: the other ranks wait for this one.
            barrier("Win.Fence");
        } catch (RuntimeException | Error e) {
            epochs.end();
            throw e;
        }
        epochs.fenced(more);
        VarHandle.fullFence();
        if (failed != null) throw failed;
    }

    private static CommException failureOf(Runnable call) {
        try {
            call.run();
            return null;
        } catch (CommException e) {
            return e;
        }
    }

    // ---- flushes ----

    void flush(int rank) {
        epochs.checkLocked("Flush", rank);
        VarHandle.fullFence();
        if (targets[rank].path().isAccessing()) complete("Win.Flush", IntStream.of(rank));
    }

    void flushAll() {
        epochs.checkLocked("Flush_all");
        complete("Win.Flush_all", all());
    }

    void flushLocal(int rank) {
        epochs.checkLocked("Flush_local", rank);
        completeReads("Win.Flush_local", IntStream.of(rank));
    }

    void flushLocalAll() {
        epochs.checkLocked("Flush_local_all");
        completeReads("Win.Flush_local_all", all());
    }

    /** What is written has been copied: only reads are not complete here. */
    private void completeReads(String call, IntStream ranks) {
        complete(call, ranks.filter(rank -> targets[rank].path().isReading()));
    }

    /** Completes the accesses to some ranks; those that go directly are complete. */
    private void complete(String call, IntStream ranks) {
        VarHandle.fullFence();
        int[] open = ranks.filter(rank -> targets[rank].path().isAccessing()).toArray();
        if (open.length > 0) finish(call, open, (target, flush) -> target.path().flush(flush));
    }

    /** A call for one target, which an operation awaits. */
    private interface Call {
        void start(Target target, WindowOperation operation);
    }

    /** Calls some targets at the same time; returns when all have answered. */
    private void finish(String call, int[] ranks, Call each) {
        int peer = ranks.length == 1 ? targets[ranks[0]].worldRank() : RecvRequest.ANY_PEER;
        WindowOperation operation = new WindowOperation(comm, peer, null);
        for (int rank : ranks) {
            try {
                each.start(targets[rank], operation);
            } catch (CommException e) {
                operation.failed(e);
            }
        }
        CommException earlier;
        try {
            engine.await(operation.started(), call);
        } finally {
            earlier = failure(ranks);
        }
        CommException failure = operation.failure() != null ? operation.failure() : earlier;
        if (failure != null) throw engine.peers().raised(failure);
    }

    private CommException failure(int[] ranks) {
        CommException first = null;
        for (int rank : ranks) {
            CommException failure = targets[rank].path().failure();
            if (first == null) first = failure;
        }
        return first;
    }

    private void request(int id, long word, Target target, WindowOperation operation) {
        operation.expect(target.peer().request(id, word, null, WindowOperation.ROOM), any -> {});
    }

    // ---- locks ----

    void lock(int type, int rank) {
        epochs.lock(rank);
        try {
            lock("Win.Lock", type, rank);
        } catch (RuntimeException | Error e) {
            epochs.unlock(rank);
            throw e;
        }
    }

    private void lock(String call, int type, int rank) {
        long word = WindowLayer.lockWord(comm.context(), type);
        finish(call, new int[] {rank}, (target, operation) -> request(WindowLayer.LOCK, word, target, operation));
    }

    void unlock(int rank) {
        epochs.checkUnlock(rank);
        try {
            unlock("Win.Unlock", IntStream.of(rank));
        } finally {
            epochs.unlock(rank);
        }
    }

    private void unlock(String call, IntStream ranks) {
        VarHandle.fullFence();
        finish(
                call,
                ranks.toArray(),
                (target, operation) -> request(WindowLayer.UNLOCK, comm.context(), target, operation));
    }

    /** Locks one rank after the other, so that this does not deadlock with ranks that lock some in the same order. */
    void lockAll() {
        epochs.lockAll();
        int locked = 0;
        try {
            for (; locked < targets.length; locked++) lock("Win.Lock_all", Window.LOCK_SHARED, locked);
        } catch (RuntimeException | Error e) {
            epochs.end();
            undo(IntStream.range(0, locked), e);
            throw e;
        }
    }

    private void undo(IntStream ranks, Throwable cause) {
        try {
            unlock("Win.Lock_all", ranks);
        } catch (CommException e) {
            cause.addSuppressed(e);
        }
    }

    void unlockAll() {
        epochs.checkUnlockAll();
        try {
            unlock("Win.Unlock_all", all());
        } finally {
            epochs.end();
        }
    }

    // ---- post, start, complete, wait ----

    private int[] ranksOf(Group group) {
        int[] worldRanks = group.worldRanks();
        for (int i = 0; i < worldRanks.length; i++)
            if (comm.group().rankOf(worldRanks[i]) == Communicator.UNDEFINED)
                throw new CommException(
                        ErrorClass.GROUP,
                        "member of the group is not in the window: rank in group=" + i + ", world rank="
                                + worldRanks[i]);
        return IntStream.of(worldRanks).map(comm.group()::rankOf).toArray();
    }

    void post(Group origins) {
        int[] ranks = ranksOf(origins);
        epochs.post();
        exposure.expose(origins);
        VarHandle.fullFence();
        for (int rank : ranks) {
            try {
                targets[rank].peer().send(WindowLayer.POST, comm.context(), null);
            } catch (CommException e) {
                // The memory is exposed to the other origins. Wait fails.
                if (!targets[rank].peer().isGone()) throw e;
            }
        }
    }

    void start(Group named) {
        int[] ranks = ranksOf(named);
        epochs.start(ranks);
        try {
            await("Win.Start", named.worldRanks(), exposure::hasPosted);
        } catch (RuntimeException | Error e) {
            epochs.end();
            throw e;
        }
        for (int target : named.worldRanks()) exposure.started(target);
    }

    void complete() {
        epochs.checkStarted();
        VarHandle.fullFence();
        try {
            finish(
                    "Win.Complete",
                    epochs.targets(),
                    (target, operation) -> request(WindowLayer.COMPLETE, comm.context(), target, operation));
        } finally {
            epochs.end();
        }
    }

    void await() {
        epochs.checkExposed("Wait");
        try {
            await("Win.Wait", exposure.origins(), exposure::isComplete);
        } finally {
            epochs.withdraw();
        }
    }

    boolean test() {
        epochs.checkExposed("Test");
        if (!engine.test(wait(exposure.origins(), exposure::isComplete))) return false;
        await();
        return true;
    }

    /**
     * Returns when something is so for all of some ranks.
     *
     * @throws CommException of class PROC_FAILED if one for which it is not fails
     */
    private void await(String call, int[] worldRanks, IntPredicate isSo) {
        PeerWait wait = wait(worldRanks, isSo);
        exposure.add(wait);
        try {
            do {
                engine.await(wait, call);
                checkPossible(worldRanks, isSo);
            } while (!IntStream.of(worldRanks).allMatch(isSo));
        } finally {
            exposure.remove(wait);
        }
        VarHandle.fullFence();
    }

    private PeerWait wait(int[] worldRanks, IntPredicate isSo) {
        int peer = worldRanks.length == 1 ? worldRanks[0] : RecvRequest.ANY_PEER;
        return new PeerWait(
                peer,
                () -> comm.revocation() != null
                        || IntStream.of(worldRanks).allMatch(isSo)
                        || lost(worldRanks, isSo).isPresent());
    }

    private void checkPossible(int[] worldRanks, IntPredicate isSo) {
        if (IntStream.of(worldRanks).allMatch(isSo)) return;
        failure(all().toArray());
        comm.checkNotRevoked();
        OptionalInt lost = lost(worldRanks, isSo);
        if (lost.isPresent()) throw engine.peers().missing(lost.getAsInt());
    }

    /** Returns the first of some ranks for which something is not so and does not come to be so: it is gone. */
    private OptionalInt lost(int[] worldRanks, IntPredicate isSo) {
        return IntStream.of(worldRanks)
                .filter(rank -> !isSo.test(rank) && engine.peers().get(rank).gone() != null)
                .findFirst();
    }
}
