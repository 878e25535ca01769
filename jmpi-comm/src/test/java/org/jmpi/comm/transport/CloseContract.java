package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises of a transport that closes, or loses a peer, while threads send by it. */
@Timeout(60)
public abstract class CloseContract extends TransportFixture {
    private static final int SENDERS = 3;
    private static final int LETTERS = 200;
    private static final int LETTERS_BEFORE = 20;
    private static final int LIMIT_SECONDS = 30;

    @RepeatedTest(10)
    void everyFrameIsAnsweredOnceThoughTheTransportCloses() throws Exception {
        everyFrameIsAnsweredOnce(true);
    }

    @RepeatedTest(10)
    void everyFrameIsAnsweredOnceThoughTheTransportClosesAtOnce() throws Exception {
        everyFrameIsAnsweredOnce(false);
    }

    /** Nobody moves the bytes of a host that is frozen or dead. */
    @Test
    void nobodyWaitsForAPeerThatHasFailed() throws Exception {
        try (TestWorld world = still(2)) {
            world.rank(0).to(1).send(Letter.of(1, 0));
            while (world.rank(1).others(0).isEmpty()) {
                world.rank(0).transport().poll();
                world.rank(1).transport().poll();
            }
            world.rank(0).to(1).peerFailed();
            long begin = System.nanoTime();
            world.rank(0).transport().close(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
        }
    }

    @Test
    void aFrameFailsOnlyAfterTheLossIsReported() throws Exception {
        try (TestWorld world = driven(2)) {
            world.rank(1).to(0).send(Letter.of(1, 0));
            world.rank(0).nextArrival(1);
            Letter late = Letter.of(5, 100);
            CompletableFuture<Boolean> failedBefore = new CompletableFuture<>();
            world.rank(0).onLoss(() -> {
                CompletableFuture.runAsync(() -> world.rank(0).to(1).send(late)).join();
                failedBefore.complete(late.isDone());
            });
            world.kill(1);
            assertFalse(failedBefore.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertThrows(ExecutionException.class, late::awaitSent);
            assertEquals(1, late.answers());
        }
    }

    /** Returns whether a thread of the transport may answer a frame after the transport has closed. */
    protected boolean answersLater() {
        return false;
    }

    private void everyFrameIsAnsweredOnce(boolean orderly) throws Exception {
        List<Letter> letters = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch started = new CountDownLatch(SENDERS);
        List<Thread> senders = new ArrayList<>();
        try (TestWorld world = driven(3)) {
            for (int i = 0; i < SENDERS; i++) {
                int to = 1 + i % 2;
                Thread sender = new Thread(() -> {
                    for (int k = 0; k < LETTERS; k++) {
                        Letter letter = Letter.of(k, k * 100);
                        letters.add(letter);
                        world.rank(0).to(to).send(letter);
                        if (k == LETTERS_BEFORE) started.countDown();
                    }
                });
                senders.add(sender);
                sender.start();
            }
            started.await();
            if (orderly) world.depart(0);
            else world.rank(0).transport().close();
            for (Thread sender : senders) sender.join();
        }
        for (Letter letter : letters) {
            if (answersLater()) awaitAnswer(letter);
            assertEquals(1, letter.answers());
            awaitAnswer(letter);
        }
    }

    /** Returns what a frame fails with that is not sent. */
    protected abstract Class<? extends Exception> failure();

    private void awaitAnswer(Letter letter) throws Exception {
        try {
            letter.awaitSent();
        } catch (ExecutionException e) {
            assertInstanceOf(failure(), e.getCause());
            assertFalse(e.getCause().getMessage().isBlank());
        }
    }
}
