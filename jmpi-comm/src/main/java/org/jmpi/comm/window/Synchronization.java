package org.jmpi.comm.window;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.layer.PeerWait;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.progress.ProgressEngine;

/** The calls of one window at this rank that begin and end epochs, or complete accesses. They may wait. */
final class Synchronization {
    private final Communicator comm;
    private final ProgressEngine engine;
    private final Exposure exposure;
    private final WindowTarget[] targets;
    private final Epochs epochs;
    private final boolean compares;

    Synchronization(Communicator comm, Exposure exposure, WindowTarget[] targets, Epochs epochs) {
        this.comm = comm;
        this.engine = comm.process().engine();
        this.exposure = exposure;
        this.targets = targets;
        this.epochs = epochs;
        this.compares = events().comparesAccesses();
    }

    private Events events() {
        return comm.process().events();
    }

    /** Waits for all ranks. */
    void barrier(String call) {
        comm.collectives().run(call, Barrier::run);
    }

    /**
     * Has the observers of targets know which accesses have ended.
     *
     * @param id of the request: ENDED; or FLUSH, after which they know the accesses
     * @param reads whether only reads have
     */
    private void endNotes(String call, int id, IntStream ranks, boolean reads) {
        if (!compares) return;
        int[] open = ranks.filter(rank -> targets[rank].path().isNoted(reads)).toArray();
        if (open.length == 0) return;
        long[] notes = IntStream.of(open)
                .mapToLong(rank -> targets[rank].path().notes())
                .toArray();
        finish(call, open, (target, operation) -> request(id, comm.context(), target, operation));
        for (int i = 0; i < open.length; i++) targets[open[i]].path().ended(notes[i]);
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
            failed = failureOf(() -> {
                complete("Win.Fence", all());
                endNotes("Win.Fence", WindowLayer.FLUSH, all(), false);
            });
            // Also if an access has failed: the other ranks wait for this one.
            barrier("Win.Fence");
            events().accessesEnded(comm.context());
            // Only then may an access of the next epoch come.
            if (compares) barrier("Win.Fence");
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
        if (compares) endNotes("Win.Flush", WindowLayer.ENDED, IntStream.of(rank), false);
    }

    void flushAll() {
        epochs.checkLocked("Flush_all");
        complete("Win.Flush_all", all());
        endNotes("Win.Flush_all", WindowLayer.ENDED, all(), false);
    }

    void flushLocal(int rank) {
        epochs.checkLocked("Flush_local", rank);
        completeReads("Win.Flush_local", IntStream.of(rank));
        if (compares) endNotes("Win.Flush_local", WindowLayer.ENDED, IntStream.of(rank), true);
    }

    void flushLocalAll() {
        epochs.checkLocked("Flush_local_all");
        completeReads("Win.Flush_local_all", all());
        endNotes("Win.Flush_local_all", WindowLayer.ENDED, all(), true);
    }

    /** Completes the reads. The data of writes have been copied: writes are complete here. */
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
        void start(WindowTarget target, WindowOperation operation);
    }

    /** Calls some targets at the same time; returns when all have answered. */
    private void finish(String call, int[] ranks, Call each) {
        int peer = ranks.length == 1 ? targets[ranks[0]].worldRank() : RecvRequest.ANY_PEER;
        finish(call, ranks, each, new WindowOperation(comm, peer, null));
    }

    private void finish(String call, int[] ranks, Call each, WindowOperation operation) {
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

    private void request(int id, long word, WindowTarget target, WindowOperation operation) {
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
        ByteBuffer callSite = compares ? StandardCharsets.UTF_8.encode(events().callSite()) : null;
        Call request = (target, operation) -> operation.expect(
                target.peer().request(WindowLayer.LOCK, word, callSite, WindowOperation.ROOM), any -> {});
        finish(call, new int[] {rank}, request, new LockOperation(comm, rank));
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
        events().exposed(comm.context());
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
            withdraw();
        }
    }

    boolean test() {
        epochs.checkExposed("Test");
        if (!engine.test(wait(exposure.origins(), exposure::isComplete))) return false;
        await();
        return true;
    }

    private void withdraw() {
        events().accessesEnded(comm.context());
        epochs.withdraw();
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
        return new PeerWait(
                comm.context(),
                () -> IntStream.of(worldRanks)
                        .filter(rank -> !isSo.test(rank))
                        .findFirst()
                        .orElse(RecvRequest.ANY_PEER),
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
