package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Asks the manager for a lock, then the last rank of the queue, unless the lock is here. */
final class LockSteps implements Steps {
    /** The first number of an answer that is the lock; else it is the rank to ask. */
    static final int GRANTED = -1;

    private final Protocol protocol;
    private final int lock;
    private volatile int asked;
    private CompletableFuture<ByteBuffer> answer;

    LockSteps(Protocol protocol, int lock) {
        this.protocol = protocol;
        this.lock = lock;
        this.asked = protocol.manager(lock);
    }

    @Override
    public CompletableFuture<?> next() {
        if (answer == null) return protocol.takeLocally(lock) ? null : ask(Question.LOCK);
        ByteBuffer granted = answer.join();
        int tail = granted.getInt();
        if (tail != GRANTED) {
            asked = tail;
            protocol.queue(lock, tail);
            return ask(Question.HANDOVER);
        }
        protocol.takeLock(lock, granted);
        return null;
    }

    private CompletableFuture<?> ask(Question question) {
        Numbers numbers = new Numbers().add(lock).add(protocol.clock());
        answer = protocol.ask(asked, question, numbers.done());
        return answer;
    }

    @Override
    public String awaited() {
        return "lock " + lock;
    }

    @Override
    public String lock() {
        return Integer.toString(lock);
    }

    @Override
    public CompletableFuture<Integer> askHolder(int rank) {
        return protocol.ask(rank, Question.HOLDER, Numbers.of(lock)).thenApply(ByteBuffer::getInt);
    }

    @Override
    public int peer() {
        return asked;
    }
}
