package org.jmpi.comm.transport;

import static org.jmpi.comm.transport.Letter.PLAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.transport.TestRank.Departed;
import org.junit.jupiter.api.Test;

/** What a transport does when a peer departs, is lost, or sends what nobody understands. */
public abstract class PeerEndContract extends MemoryContract {
    private static final long BAD_HEADER = 3;
    private static final long BAD_PAYLOAD = 4;

    /** Connects both ranks of a still world, as far as the transport connects at all. */
    static void exchangeOne(TestWorld world) throws InterruptedException {
        world.rank(0).to(1).send(Letter.of(-1, 0));
        while (world.rank(1).others(0).isEmpty()) {
            world.rank(0).transport().poll();
            world.rank(1).transport().poll();
        }
        assertEquals(-1, world.rank(1).nextArrival(0).number());
    }

    @Test
    void aDepartureComesAfterTheLastFrame() throws Exception {
        byte[] payload = Bytes.pattern(300_000, 9);
        try (TestWorld world = driven(3)) {
            for (int i = 0; i < 50; i++) world.rank(0).to(1).send(new Letter(PLAIN, i, payload));
            world.depart(0);
            assertEquals(List.of(), world.rank(0).others(1), "who departs loses nobody");
            for (int i = 0; i < 50; i++)
                Bytes.assertSame(payload, world.rank(1).nextArrival(0).payload());
            assertInstanceOf(Departed.class, world.rank(1).next(0));
            world.rank(2).to(1).send(Letter.of(5, 5));
            assertEquals(5, world.rank(1).nextArrival(2).number());
            assertEquals(List.of(), world.rank(1).others(0));
            assertFails(world.rank(1).to(0));
        }
    }

    @Test
    void everybodyMayDepartAtOnce() throws Exception {
        int size = 4;
        try (TestWorld world = driven(size)) {
            inParallel(size, from -> {
                for (int to = 0; to < size; to++)
                    if (to != from) world.rank(from).to(to).send(Letter.of(from, 100_000));
            });
            for (int from = 0; from < size; from++)
                for (int to = 0; to < size; to++) if (to != from) world.rank(to).nextArrival(from);
            inParallel(size, world::depart);
            for (int from = 0; from < size; from++)
                for (int to = 0; to < size; to++)
                    assertTrue(
                            world.rank(to).others(from).stream().allMatch(Departed.class::isInstance),
                            "heard by " + to + " from " + from + ": "
                                    + world.rank(to).others(from));
        }
    }

    @Test
    void framesThatComeWhileItDepartsAreNoLoss() throws Exception {
        try (TestWorld world = driven(2)) {
            world.rank(1).to(0).send(Letter.of(0, 10));
            world.rank(0).nextArrival(1);
            for (int i = 0; i < 20; i++) world.rank(1).to(0).send(Letter.of(i, 200_000));
            world.rank(0).to(1).send(Letter.of(77, 1_000_000));
            world.depart(0);
            assertEquals(77, world.rank(1).nextArrival(0).number());
            assertInstanceOf(Departed.class, world.rank(1).next(0));
            assertEquals(List.of(), world.rank(1).others(0));
        }
    }

    @Test
    void nothingRunsBetweenFramesWhileOneIsMoved() throws Exception {
        try (TestWorld world = driven(2)) {
            assumeTrue(world.rank(1).transport().pushes());
            AtomicBoolean hasRun = new AtomicBoolean();
            AtomicBoolean isEarly = new AtomicBoolean();
            Thread other = new Thread(() -> world.rank(1).to(0).betweenFrames(() -> hasRun.set(true)));
            world.rank(1).onHeader(arrival -> {
                other.start();
                while (other.getState() != Thread.State.BLOCKED && other.isAlive()) Thread.onSpinWait();
                isEarly.set(hasRun.get());
            });
            world.rank(0).to(1).send(Letter.of(1, 0));
            world.rank(1).nextArrival(0);
            other.join();
            assertFalse(isEarly.get());
            assertTrue(hasRun.get());
        }
    }

    @Test
    void aLossIsReportedOnce() throws Exception {
        try (TestWorld world = driven(3)) {
            for (int from = 0; from < 2; from++) world.rank(from).to(1 - from).send(Letter.of(1, 1));
            for (int from = 0; from < 2; from++) world.rank(1 - from).nextArrival(from);
            world.kill(0);
            Throwable cause = world.rank(1).nextLoss(0);
            assertTrue(cause.getMessage().contains("rank 0"), cause.getMessage());
            assertFails(world.rank(1).to(0));
            world.rank(2).to(1).send(Letter.of(2, 2));
            assertEquals(2, world.rank(1).nextArrival(2).number());
            assertEquals(List.of(), world.rank(1).others(0));
        }
    }

    @Test
    void queuedFramesFailWhenThePeerIsLost() throws Exception {
        byte[] payload = Bytes.pattern(1 << 20, 3);
        try (TestWorld world = still(2)) {
            assumeFalse(world.rank(0).transport().pushes());
            exchangeOne(world);
            List<Letter> letters = new ArrayList<>();
            for (int i = 0; i < 100; i++) letters.add(new Letter(PLAIN, i, payload));
            for (Letter letter : letters) world.rank(0).to(1).send(letter);
            world.rank(0).drive();
            world.kill(1);
            Throwable cause = world.rank(0).nextLoss(1);
            Letter last = letters.get(99);
            assertSame(
                    cause,
                    assertThrows(ExecutionException.class, last::awaitSent).getCause());
            assertFails(world.rank(0).to(1));
            for (Letter letter : letters) assertEquals(1, letter.answers());
        }
    }

    private static void assertFails(Endpoint to) {
        Letter late = Letter.of(0, 100);
        to.send(late);
        assertThrows(ExecutionException.class, late::awaitSent);
        assertEquals(1, late.answers());
    }

    @Test
    void whoDoesNotUnderstandAHeaderDropsThatPeerOnly() throws Exception {
        droppedFor(BAD_HEADER);
    }

    @Test
    void whoDoesNotUnderstandAPayloadDropsThatPeerOnly() throws Exception {
        droppedFor(BAD_PAYLOAD);
    }

    private void droppedFor(long kind) throws Exception {
        IllegalStateException refusal = new IllegalStateException("not from a correct peer");
        try (TestWorld world = driven(3)) {
            world.rank(1).onHeader(arrival -> {
                if (arrival.kind() == BAD_HEADER) throw refusal;
            });
            if (kind == BAD_PAYLOAD)
                world.rank(1).onArrival(arrival -> {
                    if (arrival.kind() == BAD_PAYLOAD) throw refusal;
                    world.rank(1).to(arrival.peer()).send(Letter.of(arrival.number() + 1, 0));
                });
            else
                world.rank(1)
                        .onArrival(
                                arrival -> world.rank(1).to(arrival.peer()).send(Letter.of(arrival.number() + 1, 0)));
            world.rank(0).to(1).send(Letter.of(10, 10));
            assertEquals(11, world.rank(0).nextArrival(1).number());
            world.rank(0).to(1).send(new Letter(kind, 0, new byte[100]));
            assertSame(refusal, world.rank(1).nextLoss(0));
            world.rank(0).nextLoss(1);
            world.rank(2).to(1).send(Letter.of(20, 10));
            assertEquals(21, world.rank(2).nextArrival(1).number());
            assertEquals(List.of(), world.rank(1).others(0));
        }
    }
}
