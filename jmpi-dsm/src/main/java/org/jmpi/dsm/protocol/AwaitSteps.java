package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Enlists for a condition, unlocks, waits for a signal, and locks again. */
final class AwaitSteps implements Steps {
    private enum Stage {
        ENLISTING,
        ENLISTED,
        SIGNALLED
    }

    private final Protocol protocol;
    private final int lock;
    private final int condition;
    private Stage stage = Stage.ENLISTING;
    private CompletableFuture<ByteBuffer> ticket;
    private volatile Steps relock;

    AwaitSteps(Protocol protocol, int lock, int condition) {
        this.protocol = protocol;
        this.lock = lock;
        this.condition = condition;
    }

    @Override
    public CompletableFuture<?> next() {
        int manager = protocol.manager(lock);
        switch (stage) {
            case ENLISTING:
                stage = Stage.ENLISTED;
                ticket = protocol.ask(manager, Question.ENLIST, Numbers.of(lock, condition));
                return ticket;
            case ENLISTED:
                stage = Stage.SIGNALLED;
                protocol.unlock(lock);
                return protocol.ask(
                        manager, Question.AWAIT, Numbers.of(ticket.join().getInt()));
            default:
                if (relock == null) relock = protocol.lock(lock);
                return relock.next();
        }
    }

    @Override
    public String awaited() {
        Steps again = relock;
        return again != null ? again.awaited() : "condition " + condition + " of lock " + lock;
    }

    @Override
    public String lock() {
        Steps again = relock;
        return again == null ? "" : again.lock();
    }

    @Override
    public int peer() {
        Steps again = relock;
        return again == null ? -1 : again.peer();
    }

    @Override
    public CompletableFuture<Integer> askHolder(int rank) {
        Steps again = relock;
        return again == null ? null : again.askHolder(rank);
    }
}
