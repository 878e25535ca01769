package typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Communicator;
import org.jmpi.Envelope;
import org.jmpi.Message;
import org.jmpi.MpiFuture;
import org.junit.jupiter.api.Test;

/** Operations under way, by the typed calls. */
class FuturesTest {
    @Test
    void valuesTravelMeanwhile() {
        Talk.between(2, world -> {
            int peer = 1 - world.rank();
            MpiFuture<String> text = world.receiveAsync(String.class, peer, 1);
            MpiFuture<Integer> number = world.receiveAsync(int.class, peer, 2);
            int[] room = new int[3];
            MpiFuture<Envelope> array = world.receiveIntoAsync(room, peer, 3);
            MpiFuture<Message<String>> message = world.receiveMessageAsync(String.class, Communicator.ANY_SOURCE, 4);
            MpiFuture<Void> first = world.sendAsync("from " + world.rank(), peer, 1);
            MpiFuture.all(List.of(
                    first,
                    world.sendAsync(7, peer, 2),
                    world.sendAsync(new int[] {4, 5}, peer, 3),
                    world.sendAsync("named", peer, 4)));
            assertEquals("from " + peer, text.join());
            assertEquals(7, number.get());
            assertEquals(new Envelope(peer, 3, 2), array.join());
            assertArrayEquals(new int[] {4, 5, 0}, room);
            assertEquals(new Message<>("named", peer, 4), message.join());
            assertTrue(text.isDone() && first.isDone());
        });
    }

    @Test
    void aLoopOfLooksEnds() {
        Talk.between(2, world -> {
            MpiFuture<String> received = world.receiveAsync(String.class, 1 - world.rank());
            assertFalse(received.isDone());
            world.barrier();
            world.send("text", 1 - world.rank());
            while (!received.isDone()) Thread.onSpinWait();
            assertEquals("text", received.join());
        });
    }

    @Test
    void oneOfSeveralIsDone() {
        Talk.between(4, world -> {
            if (world.rank() > 0) {
                world.send(world.rank(), 0);
                return;
            }
            List<MpiFuture<Integer>> open = new ArrayList<>();
            for (int rank = 1; rank < 4; rank++) open.add(world.receiveAsync(Integer.class, rank));
            int sum = 0;
            while (!open.isEmpty()) {
                MpiFuture<Integer> done = MpiFuture.any(open);
                open.remove(done);
                sum += done.join();
            }
            assertEquals(6, sum);
            assertThrows(IllegalArgumentException.class, () -> MpiFuture.any(open));
        });
    }

    @Test
    void aFailedOneIsDone() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.barrier();
                world.send(new int[2], 1, 1);
                world.send("text", 1, 2);
                return;
            }
            MpiFuture<Integer> tooLong = world.receiveAsync(int.class, 0, 1);
            MpiFuture<Integer> ofAnotherType = world.receiveAsync(int.class, 0, 2);
            world.barrier();
            MpiFuture<Integer> done = MpiFuture.any(List.of(tooLong));
            MPIException failure = assertThrows(MPIException.class, done::join);
            assertEquals(MPI.ERR_TRUNCATE, failure.Get_error_class());
            assertEquals(
                    failure, assertThrows(ExecutionException.class, done::get).getCause());
            MPIException first = assertThrows(MPIException.class, () -> MpiFuture.all(List.of(tooLong, ofAnotherType)));
            assertEquals(failure, first);
            MPIException second = assertInstanceOf(MPIException.class, first.getSuppressed()[0]);
            assertEquals(MPI.ERR_TYPE, second.Get_error_class());
        });
    }

    @Test
    void anObjectOfAnotherClassFailsTheFuture() {
        Talk.between(1, world -> {
            MpiFuture<String> received = world.receiveAsync(String.class, 0);
            world.send(List.of(1), 0);
            Talk.assertFails(MPI.ERR_TYPE, received::join, "not java.lang.String: source=0, tag=0");
            assertTrue(received.isDone());
        });
    }

    @Test
    void aReceiveCanBeCancelled() {
        Talk.between(1, world -> {
            MpiFuture<String> received = world.receiveAsync(String.class, 0);
            assertTrue(received.cancel(true));
            assertTrue(received.isCancelled() && received.isDone());
            assertThrows(CancellationException.class, received::join);
            assertThrows(CancellationException.class, received::get);
            assertFalse(received.cancel(true));
        });
    }

    @Test
    void aCollectiveOperationCanOnlyBeCompleted() {
        Talk.between(2, world -> {
            if (world.rank() == 1) world.receive(int.class, 0);
            MpiFuture<Void> barrier = world.barrierAsync();
            if (world.rank() == 0) {
                assertFalse(barrier.cancel(true));
                assertFalse(barrier.isCancelled());
                world.send(1, 1);
            }
            barrier.join();
        });
    }

    @Test
    void aWaitHasATimeLimit() {
        Talk.between(1, world -> {
            MpiFuture<String> received = world.receiveAsync(String.class, 0);
            TimeoutException late = assertThrows(TimeoutException.class, () -> received.get(3, TimeUnit.MILLISECONDS));
            assertEquals("the operation is not complete after 3 milliseconds", late.getMessage());
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> received.get(1, TimeUnit.DAYS));
            world.send("text", 0);
            assertEquals("text", received.get(1, TimeUnit.DAYS));
        });
    }

    @Test
    void aFutureOfTheJdkGetsTheSameResult() {
        Talk.between(2, world -> {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            try {
                CompletableFuture<Integer> length = world.receiveAsync(String.class, 1 - world.rank())
                        .toCompletableFuture(pool)
                        .thenApply(String::length);
                world.send("text", 1 - world.rank());
                assertEquals(4, length.join());
            } finally {
                pool.shutdown();
            }
        });
    }
}
