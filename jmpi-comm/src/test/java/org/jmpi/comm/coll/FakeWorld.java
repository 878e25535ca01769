package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/**
 * Ranks that exchange arrays through queues, one thread each. A send may wait until it is received, as one by rendezvous
 * does: a collective operation must not count on anybody's buffer.
 */
final class FakeWorld implements AutoCloseable {
    private static final long LIMIT_SECONDS = 20;

    /** What each rank does. */
    @FunctionalInterface
    interface Body {
        void run(Peers peers) throws Exception;
    }

    private record Message(BasicType type, Object elements, int count, CountDownLatch taken) {}

    private final int size;
    private final boolean sendsWait;
    private final ExecutorService threads;
    private final List<BlockingQueue<Message>> boxes = new ArrayList<>();

    FakeWorld(int size, boolean sendsWait) {
        this.size = size;
        this.sendsWait = sendsWait;
        threads = Executors.newFixedThreadPool(size, task -> {
            Thread thread = new Thread(task, "fake rank");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < size * size; i++) boxes.add(new LinkedBlockingQueue<>());
    }

    int size() {
        return size;
    }

    /** Runs a body at every rank; afterwards no message may be left. */
    void run(Body body) throws Exception {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            FakePeers peers = new FakePeers(rank);
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            threads.execute(() -> {
                try {
                    body.run(peers);
                    end.complete(null);
                } catch (Throwable e) {
                    end.completeExceptionally(e);
                }
            });
        }
        // The first rank that fails is the one to hear of: the others wait for it.
        CompletableFuture.anyOf(failure(ends), CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0])))
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        for (BlockingQueue<Message> box : boxes) assertTrue(box.isEmpty(), "a message was sent that nobody received");
    }

    private static CompletableFuture<Void> failure(List<CompletableFuture<Void>> ends) {
        CompletableFuture<Void> failure = new CompletableFuture<>();
        for (CompletableFuture<Void> end : ends)
            end.whenComplete((nothing, cause) -> {
                if (cause != null) failure.completeExceptionally(cause);
            });
        return failure;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private final class FakePeers implements Peers {
        private final int rank;

        FakePeers(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        private BlockingQueue<Message> box(int from, int to) {
            assertTrue(from >= 0 && from < size && to >= 0 && to < size, () -> "from " + from + " to " + to);
            return boxes.get(from * size + to);
        }

        private Message post(Object buf, int offset, int count, Layout layout, int to) {
            int elements = count * layout.size();
            Object copy = layout.type().newArray(elements);
            System.arraycopy(buf, offset, copy, 0, elements);
            Message message = new Message(layout.type(), copy, elements, new CountDownLatch(1));
            box(rank, to).add(message);
            return message;
        }

        private void awaitTaken(Message message) {
            if (!sendsWait) return;
            try {
                assertTrue(message.taken.await(LIMIT_SECONDS, TimeUnit.SECONDS), "nobody received what was sent");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void send(Object buf, int offset, int count, Layout layout, int to) {
            awaitTaken(post(buf, offset, count, layout, to));
        }

        @Override
        public void receive(Object buf, int offset, int count, Layout layout, int from) {
            Message message;
            try {
                message = box(from, rank).poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (message == null) throw new AssertionError("rank " + rank + " got nothing from " + from);
            assertEquals(message.type, layout.type());
            assertEquals(message.count, count * layout.size(), "elements from " + from + " to " + rank);
            System.arraycopy(message.elements, 0, buf, offset, message.count);
            message.taken.countDown();
        }

        @Override
        public void exchange(
                Object sendbuf,
                int sendoffset,
                int sendcount,
                int to,
                Object recvbuf,
                int recvoffset,
                int recvcount,
                int from,
                Layout layout) {
            Message message = post(sendbuf, sendoffset, sendcount, layout, to);
            receive(recvbuf, recvoffset, recvcount, layout, from);
            awaitTaken(message);
        }

        @Override
        public void copy(
                Object sendbuf,
                int sendoffset,
                int sendcount,
                Layout sendlayout,
                Object recvbuf,
                int recvoffset,
                int recvcount,
                Layout recvlayout) {
            assertEquals(sendlayout.type(), recvlayout.type());
            assertEquals(sendcount * sendlayout.size(), recvcount * recvlayout.size());
            System.arraycopy(sendbuf, sendoffset, recvbuf, recvoffset, sendcount * sendlayout.size());
        }
    }
}
