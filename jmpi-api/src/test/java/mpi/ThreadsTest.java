package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several threads of one rank call at the same time (MPI_THREAD_MULTIPLE). */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class ThreadsTest {
    private static final int THREADS = 4;

    /** What one of the threads of a rank does. */
    @FunctionalInterface
    interface Task {
        void run(int thread) throws Exception;
    }

    /** Runs threads of the calling rank, and throws what failed in one of them. */
    static void inThreads(int threads, Task task) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    task.run(number);
                } catch (Throwable t) {
                    failure.compareAndSet(null, t);
                }
            });
            thread.start();
            started.add(thread);
        }
        for (Thread thread : started) thread.join();
        if (failure.get() != null) throw new AssertionError("a thread failed: " + failure.get(), failure.get());
    }

    @Test
    void threadsPlayPingPongWithTagsOfTheirOwn() throws Exception {
        int rounds = 2000;
        Jmpi.run(
                2,
                () -> inThreads(THREADS, thread -> {
                    int me = Talk.rank();
                    int[] ball = new int[2];
                    for (int round = 0; round < rounds; round++) {
                        if (me == 0) {
                            MPI.COMM_WORLD.Send(new int[] {thread, round}, 0, 2, MPI.INT, 1, thread);
                            Status status = MPI.COMM_WORLD.Recv(ball, 0, 2, MPI.INT, 1, thread);
                            Kind.INT.assertStatus(status, 1, thread, 2, "round " + round);
                            assertEquals(-thread, ball[0]);
                            assertEquals(-round, ball[1]);
                        } else {
                            MPI.COMM_WORLD.Recv(ball, 0, 2, MPI.INT, 0, thread);
                            assertEquals(thread, ball[0]);
                            assertEquals(round, ball[1]);
                            MPI.COMM_WORLD.Send(new int[] {-thread, -round}, 0, 2, MPI.INT, 0, thread);
                        }
                    }
                }));
    }

    @Test
    void threadsExchangeMessagesOfAllSizesAndModes() throws Exception {
        int rounds = 150;
        int[] counts = {0, 1, 300, 30_000};
        Mode[] modes = {Mode.STANDARD, Mode.SYNCHRONOUS};
        Jmpi.run(
                3,
                () -> inThreads(THREADS, thread -> {
                    int n = Talk.size();
                    int next = (Talk.rank() + 1) % n;
                    int previous = (Talk.rank() + n - 1) % n;
                    for (int round = 0; round < rounds; round++) {
                        int count = counts[(round + thread) % counts.length];
                        Kind kind = round % 5 == 4 && count < 1000 ? Kind.OBJECT : Kind.INT;
                        Object data = kind.data(0, count, thread + round);
                        Object room = kind.guards(1, count);
                        Request[] requests = {
                            modes[round % 2].starting.start(MPI.COMM_WORLD, data, 0, count, kind.type, next, thread),
                            MPI.COMM_WORLD.Irecv(room, 1, count, kind.type, previous, thread),
                        };
                        kind.assertStatus(Request.Waitall(requests)[1], previous, thread, count, "round " + round);
                        Kind.assertSame(
                                kind.data(1, count, thread + round), room, "thread " + thread + ", round " + round);
                    }
                }));
    }

    @Test
    void severalThreadsWaitWhileOneComputes() throws Exception {
        CountDownLatch computed = new CountDownLatch(1);
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                computed.await();
                for (int thread = THREADS - 1; thread >= 0; thread--) {
                    Talk.send(10 * thread, 0, thread);
                    Talk.awaitGoOn(0);
                }
                return;
            }
            inThreads(THREADS + 1, thread -> {
                if (thread == THREADS) {
                    double sum = 0;
                    for (int i = 1; i < 5_000_000; i++) sum += 1.0 / i;
                    assertTrue(sum > 15);
                    computed.countDown();
                } else {
                    // Each may be the one that moves the messages when another one's comes.
                    assertEquals(10 * thread, Talk.receive(1, thread));
                    Talk.goOn(1);
                }
            });
        });
    }

    @Test
    void threadsWaitInDifferentWays() throws Exception {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                for (int tag = 0; tag < 5; tag++) {
                    Talk.awaitGoOn(0);
                    Talk.send(tag, 0, tag);
                }
                return;
            }
            CountDownLatch[] done = new CountDownLatch[6];
            for (int i = 0; i < done.length; i++) done[i] = new CountDownLatch(1);
            done[0].countDown();
            inThreads(5, thread -> {
                int[] room = {-1};
                Request[] request = new Request[1];
                if (thread > 1) request[0] = MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, 1, thread);
                if (thread == 4) {
                    // Lets the messages come one after the other while the rest wait.
                    for (int tag = 0; tag < 5; tag++) {
                        Talk.goOn(1);
                        if (tag < 4) done[tag + 1].await();
                    }
                }
                if (thread == 0) room[0] = Talk.receive(1, thread);
                else if (thread == 1) {
                    Status found = MPI.COMM_WORLD.Probe(1, thread);
                    room[0] = Talk.receive(found.source, found.tag);
                } else if (thread == 2) assertEquals(0, Request.Waitany(request).index);
                else if (thread == 3) while (request[0].Test() == null) Thread.yield();
                else request[0].Wait();
                assertEquals(thread, room[0]);
                done[thread + 1].countDown();
            });
        });
    }

    @Test
    void concurrentSendsToOnePeerArriveWholeAndInOrder() throws Exception {
        int messages = 500;
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                inThreads(THREADS, thread -> {
                    Request[] sends = new Request[messages];
                    for (int i = 0; i < messages; i++) {
                        int count = i % 50 == 0 ? 20_000 : i % 40;
                        int[] data = (int[]) Kind.INT.data(0, count + 2, i);
                        data[0] = thread;
                        data[1] = i;
                        sends[i] = MPI.COMM_WORLD.Isend(data, 0, count + 2, MPI.INT, 1, 7);
                    }
                    Request.Waitall(sends);
                });
                return;
            }
            int[] next = new int[THREADS];
            for (int i = 0; i < THREADS * messages; i++) {
                Status probed = MPI.COMM_WORLD.Probe(0, 7);
                int count = probed.Get_count(MPI.INT);
                int[] room = new int[count];
                MPI.COMM_WORLD.Recv(room, 0, count, MPI.INT, 0, 7);
                int number = next[room[0]]++;
                assertEquals(number, room[1], "of thread " + room[0]);
                int[] expected = (int[]) Kind.INT.data(0, count, number);
                for (int k = 2; k < count; k++) assertEquals(expected[k], room[k]);
            }
            for (int thread = 0; thread < THREADS; thread++) assertEquals(messages, next[thread]);
        });
    }

    @Test
    void concurrentWildcardReceivesShareTheMessages() throws Exception {
        int messages = 400;
        int[] got = new int[THREADS * messages];
        Jmpi.run(
                2,
                () -> inThreads(THREADS, thread -> {
                    for (int i = 0; i < messages; i++)
                        if (Talk.rank() == 0) Talk.send(thread * messages + i, 1, thread);
                        else {
                            int value = Talk.receive(MPI.ANY_SOURCE, MPI.ANY_TAG);
                            synchronized (got) {
                                got[value]++;
                            }
                        }
                }));
        for (int i = 0; i < got.length; i++) assertEquals(1, got[i], "message " + i);
    }

    @Test
    void threadsShareTheBufferForBufferedSends() throws Exception {
        int messages = 200;
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[THREADS * messages * 400]);
                inThreads(THREADS, thread -> {
                    for (int i = 0; i < messages; i++)
                        MPI.COMM_WORLD.Bsend(Kind.INT.data(0, 100, i), 0, 100, MPI.INT, 1, thread);
                });
                MPI.Buffer_detach();
            } else
                inThreads(THREADS, thread -> {
                    for (int i = 0; i < messages; i++) {
                        Object room = Kind.INT.guards(0, 100);
                        MPI.COMM_WORLD.Recv(room, 0, 100, MPI.INT, 0, thread);
                        Kind.assertSame(Kind.INT.data(0, 100, i), room, "thread " + thread + ", message " + i);
                    }
                });
        });
    }
}
