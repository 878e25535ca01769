package org.jmpi.comm.bootstrap;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JavaStacksTest {
    @Test
    void tellsWhereAThreadIs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Thread stuck = new Thread(() -> awaitForEver(never), "stuck rank");
        stuck.setDaemon(true);
        stuck.start();
        while (stuck.getState() != Thread.State.WAITING) Thread.onSpinWait();
        String text = CompletableFuture.supplyAsync(JavaStacks::text).get();
        never.countDown();
        String header = "\"stuck rank\" #";
        String stack = text.substring(text.indexOf(header));
        assertTrue(stack.substring(0, stack.indexOf('\n')).endsWith(" daemon prio=5 WAITING"), text);
        assertTrue(stack.contains("        at ") && stack.contains("JavaStacksTest.awaitForEver("), text);
    }

    @Test
    void leavesOutTheJvmsOwnThreadsAndTheCaller() throws Exception {
        String text = CompletableFuture.supplyAsync(JavaStacks::text, body -> new Thread(body, "the caller").start())
                .get();
        assertFalse(text.contains("Reference Handler"), text);
        assertFalse(text.contains("the caller"), text);
    }

    private static void awaitForEver(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
