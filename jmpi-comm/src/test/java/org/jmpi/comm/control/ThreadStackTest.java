package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadStackTest {
    @Test
    void tellsWhereAThreadIs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Thread stuck = new Thread(() -> awaitForEver(never), "stuck rank");
        stuck.setDaemon(true);
        stuck.start();
        while (stuck.getState() != Thread.State.WAITING) Thread.onSpinWait();
        List<ThreadStack> all = all("the caller");
        never.countDown();
        ThreadStack found = all.stream()
                .filter(stack -> stack.thread().equals("stuck rank"))
                .findFirst()
                .orElseThrow();
        assertEquals(5, found.rank());
        assertEquals("daemon WAITING", found.state());
        assertTrue(
                found.frames().stream()
                        .anyMatch(frame -> frame.matches(
                                "org.jmpi.comm.control.ThreadStackTest.awaitForEver\\(ThreadStackTest.java:[0-9]+\\)")),
                found::toString);
    }

    @Test
    void leavesOutTheJvmsOwnThreadsAndTheCaller() throws Exception {
        for (ThreadStack stack : all("the caller"))
            assertFalse(List.of("Reference Handler", "the caller").contains(stack.thread()), stack::toString);
    }

    private static List<ThreadStack> all(String caller) throws Exception {
        return CompletableFuture.supplyAsync(
                        () -> ThreadStack.all(thread -> thread.getName().equals("stuck rank") ? 5 : -1),
                        body -> new Thread(body, caller).start())
                .get();
    }

    private static void awaitForEver(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
