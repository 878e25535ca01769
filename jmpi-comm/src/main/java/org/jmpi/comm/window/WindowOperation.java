package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.operation.CompositeOperation;
import org.jmpi.comm.operation.Losses;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;

/** Accesses, or calls for targets, that are complete when the targets have answered. */
class WindowOperation extends Operation {
    /** The word of an answer that has no failure; others are the code of its class. */
    static final long DONE = 0;

    /**
     * The least room for an answer, in bytes: a failure fits. A longer answer would come by a second exchange, and so
     * after the answer to a later flush.
     */
    static final int ROOM = 512;

    private final Communicator comm;
    private final int peer;
    private final Path path;

    /** The answers that have not come, and one that stands for the requests to be sent. */
    private final AtomicInteger missing = new AtomicInteger(1);

    private final AtomicReference<CommException> first = new AtomicReference<>();

    /**
     * @param comm that of the window: its revocation ends a wait
     * @param peer the rank in the world of the only target, or {@code RecvRequest.ANY_PEER}
     * @param path of the access; null if the operation is none
     */
    WindowOperation(Communicator comm, int peer, Path path) {
        this.comm = comm;
        this.peer = peer;
        this.path = path;
    }

    /** Expects an answer, whose payload is taken if there is no failure. */
    final void expect(CompletableFuture<Reply> reply, Consumer<ByteBuffer> taken) {
        missing.incrementAndGet();
        reply.whenComplete((answer, cause) -> {
            failed(take(answer, cause, taken));
            answered();
        });
    }

    /** Takes an answer, or why there is none; returns the failure, or null. */
    static CommException take(Reply answer, Throwable cause, Consumer<ByteBuffer> taken) {
        if (cause != null)
            return cause instanceof CommException known
                    ? known
                    : new CommException(ErrorClass.INTERN, "" + cause, cause);
        if (answer.word() != DONE) {
            String text = StandardCharsets.UTF_8.decode(answer.payload()).toString();
            return new CommException(ErrorClass.of((int) answer.word()), text);
        }
        try {
            taken.accept(answer.payload().order(ByteOrder.LITTLE_ENDIAN));
            return null;
        } catch (CommException e) {
            return e;
        }
    }

    /** Returns the payload of an answer that is a failure. */
    static ByteBuffer payload(CommException failure) {
        ByteBuffer text = StandardCharsets.UTF_8.encode(String.valueOf(failure.getMessage()));
        return text.limit(Math.min(text.limit(), ROOM));
    }

    /** Notes a failure, unless it is null; the first one counts. */
    final void failed(CommException cause) {
        if (cause != null) first.compareAndSet(null, cause);
    }

    /** Notes that all requests are sent: the operation may be complete. */
    final WindowOperation started() {
        answered();
        return this;
    }

    private void answered() {
        if (missing.decrementAndGet() > 0 || !takeEnd()) return;
        CommException failure = first.get();
        CommException revoked = failure == null ? null : comm.revocation();
        // A rank that has revoked the window may have freed it before it answers.
        if (failure == null) complete();
        else fail(revoked == null ? failure : revoked);
    }

    /** Fails the operation if the window is revoked; what it reads is not written any more then. */
    @Override
    public void settle(Losses losses) {
        CommException revoked = comm.revocation();
        if (revoked == null || isDone()) return;
        if (path != null) path.failure();
        if (takeEnd()) fail(revoked);
    }

    @Override
    public MessageOperation message() {
        return CompositeOperation.NO_MESSAGE;
    }

    @Override
    public int context() {
        return comm.context();
    }

    @Override
    public int peer() {
        return peer;
    }
}
