package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
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

    @Test
    void aRankThatHasFreedARevokedWindowIsNotWhatFails() {
        run(1, comm -> {
            Window win = over(new int[1], 1, comm);
            WindowOperation operation = new WindowOperation(win.communicator(), 0, null);
            CompletableFuture<Reply> answer = new CompletableFuture<>();
            operation.expect(answer, any -> {});
            operation.started();
            win.revoke();
            answer.completeExceptionally(new CommException(ErrorClass.WIN, "rank 0 has freed the window"));
            assertEquals(ErrorClass.REVOKED, operation.failure().errorClass());
            win.free();
        });
    }

    @Test
    void anAnswerWithoutAFailureCompletesTheOperation() {
        run(1, comm -> {
            Window win = over(new int[1], 1, comm);
            WindowOperation operation = new WindowOperation(win.communicator(), 0, null);
            CompletableFuture<Reply> answer = new CompletableFuture<>();
            operation.expect(answer, any -> {});
            operation.started();
            win.revoke();
            answer.complete(new Reply(WindowOperation.DONE, ByteBuffer.allocate(0)));
            assertTrue(operation.isDone());
            assertNull(operation.failure());
            win.free();
        });
    }
}
