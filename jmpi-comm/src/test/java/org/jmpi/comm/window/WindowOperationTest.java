package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How an operation of a window ends. */
@Timeout(60)
class WindowOperationTest extends WindowFixture {
    WindowOperationTest() {
        super("threads", true, false);
    }

    /** Returns an operation that awaits an answer, after its window has been revoked; it is answered then. */
    private WindowOperation answered(Communicator comm, Consumer<CompletableFuture<Reply>> answering) {
        Window win = over(new int[1], 1, comm);
        WindowOperation operation = new WindowOperation(win.communicator(), 0, null);
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        operation.expect(answer, any -> {});
        operation.started();
        win.revoke();
        answering.accept(answer);
        win.free();
        return operation;
    }

    @Test
    void aRankThatHasFreedARevokedWindowIsNotWhatFails() {
        run(1, comm -> {
            CommException freed = new CommException(ErrorClass.WIN, "rank 0 has freed the window");
            WindowOperation operation = answered(comm, answer -> answer.completeExceptionally(freed));
            assertEquals(ErrorClass.REVOKED, operation.failure().errorClass());
        });
    }

    @Test
    void anAnswerWithoutAFailureCompletesTheOperation() {
        run(1, comm -> {
            Reply done = new Reply(WindowOperation.DONE, ByteBuffer.allocate(0));
            WindowOperation operation = answered(comm, answer -> answer.complete(done));
            assertTrue(operation.isDone());
            assertNull(operation.failure());
        });
    }
}
