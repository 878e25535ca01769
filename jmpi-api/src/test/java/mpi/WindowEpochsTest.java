package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import mpi.Exposed.Home;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Epochs: fences, groups of origins and targets, and locks under contention. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class WindowEpochsTest {
    private static final int ROUNDS = 100;

    static Home[] homes() {
        return Home.everywhere();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void aFenceCompletesTheAccessesOfAllRanks(Home home) {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            int size = Talk.size();
            try (Exposed exposed = new Exposed(home, size + 1, MPI.COMM_WORLD)) {
                exposed.win.Fence(MPI.MODE_NOPRECEDE);
                for (int round = 0; round < 20; round++) {
                    int[] read = {-1};
                    for (int rank = 0; rank < size; rank++) {
                        exposed.put(100 * round + 10 * me + rank, rank, me);
                        exposed.accumulate(me + 1, rank, size, MPI.SUM);
                    }
                    exposed.win.Fence(0);
                    for (int rank = 0; rank < size; rank++)
                        assertEquals(100 * round + 10 * rank + me, exposed.get(rank));
                    assertEquals((round + 1) * size * (size + 1) / 2, exposed.get(size));
                    int next = (me + 1) % size;
                    exposed.win.Get(read, 0, 1, MPI.INT, next, exposed.at(next, me), 1, MPI.INT);
                    exposed.win.Fence(round % 2 == 0 ? 0 : MPI.MODE_NOPUT | MPI.MODE_NOSTORE);
                    assertEquals(100 * round + 10 * me + next, read[0]);
                }
                exposed.win.Fence(MPI.MODE_NOSUCCEED);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("homes")
    void groupsOfOriginsAndTargetsAreApart(Home home) {
        Jmpi.run(4, () -> {
            int me = Talk.rank();
            int size = Talk.size();
            Group world = MPI.COMM_WORLD.Group();
            Group targets = world.Incl(new int[] {(me + 1) % size, (me + 2) % size});
            Group origins = world.Incl(new int[] {(me + size - 1) % size, (me + size - 2) % size});
            try (Exposed exposed = new Exposed(home, size, MPI.COMM_WORLD)) {
                for (int round = 0; round < ROUNDS; round++) {
                    exposed.win.Post(origins, 0);
                    exposed.win.Start(targets, 0);
                    for (int step = 1; step <= 2; step++) exposed.put(round + me, (me + step) % size, me);
                    exposed.win.Complete();
                    if (round % 2 == 0) exposed.win.Wait();
                    else while (!exposed.win.Test()) Thread.onSpinWait();
                    for (int step = 1; step <= 2; step++) {
                        int origin = (me + size - step) % size;
                        assertEquals(round + origin, exposed.get(origin));
                    }
                }
            }
        });
    }

    @Test
    void epochsOfEmptyGroupsEndAtOnce() {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(Home.ARRAY, 1, MPI.COMM_WORLD)) {
                exposed.win.Post(MPI.GROUP_EMPTY, 0);
                exposed.win.Start(MPI.GROUP_EMPTY, 0);
                exposed.win.Complete();
                exposed.win.Wait();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("homes")
    void anExclusiveLockExcludesTheOthers(Home home) {
        Jmpi.run(4, () -> {
            try (Exposed exposed = new Exposed(home, 2, MPI.COMM_WORLD)) {
                for (int round = 0; round < ROUNDS; round++) {
                    int target = round % 2;
                    exposed.win.Lock(MPI.LOCK_EXCLUSIVE, target, 0);
                    int value = exposed.read(target, 1);
                    exposed.put(value + 1, target, 1);
                    exposed.win.Unlock(target);
                }
                MPI.COMM_WORLD.Barrier();
                if (Talk.rank() < 2) {
                    exposed.win.Lock(MPI.LOCK_SHARED, Talk.rank(), 0);
                    assertEquals(Talk.size() * ROUNDS / 2, exposed.get(1));
                    exposed.win.Unlock(Talk.rank());
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("homes")
    void accumulatesOfAllRanksExcludeEachOther(Home home) {
        Jmpi.run(4, () -> {
            int me = Talk.rank();
            try (Exposed exposed = new Exposed(home, 3, MPI.COMM_WORLD)) {
                List<Integer> tickets = new ArrayList<>();
                exposed.win.Lock_all(0);
                for (int round = 0; round < ROUNDS; round++) {
                    tickets.add(exposed.fetch(1, 1, 0, MPI.SUM));
                    exposed.win.Accumulate(new int[] {1, 1}, 0, 2, MPI.INT, 1, exposed.at(1, 1), 2, MPI.INT, MPI.SUM);
                    int seen = exposed.read(1, 2);
                    for (int before; (before = exposed.swap(seen + 1, seen, 1, 2)) != seen; ) seen = before;
                }
                exposed.win.Unlock_all();
                int[] all = new int[4 * ROUNDS];
                int[] own = tickets.stream().mapToInt(Integer::intValue).toArray();
                MPI.COMM_WORLD.Allgather(own, 0, ROUNDS, MPI.INT, all, 0, ROUNDS, MPI.INT);
                java.util.Arrays.sort(all);
                for (int i = 0; i < all.length; i++) assertEquals(i, all[i], "tickets");
                if (me == 1) {
                    exposed.win.Lock(MPI.LOCK_EXCLUSIVE, 1, 0);
                    assertArrayEquals(new int[] {4 * ROUNDS, 4 * ROUNDS, 8 * ROUNDS}, exposed.get());
                    exposed.win.Unlock(1);
                }
            }
        });
    }

    /** Threads of each rank use different ways on one element. */
    @ParameterizedTest
    @MethodSource("homes")
    void threadsExcludeEachOther(Home home) {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(home, 1, MPI.COMM_WORLD)) {
                exposed.win.Lock_all(0);
                List<Thread> threads = new ArrayList<>();
                List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
                List<Runnable> ways = List.of(
                        () -> exposed.fetch(1, 0, 0, MPI.SUM), () -> exposed.accumulate(1, 0, 0, MPI.SUM), () -> {
                            int seen = exposed.fetch(0, 0, 0, MPI.NO_OP);
                            for (int before; (before = exposed.swap(seen + 1, seen, 0, 0)) != seen; ) seen = before;
                        });
                for (Runnable way : ways) {
                    Thread thread = new Thread(Jmpi.bind(() -> {
                        try {
                            for (int i = 0; i < ROUNDS; i++) way.run();
                        } catch (Throwable e) {
                            failures.add(e);
                        }
                    }));
                    thread.start();
                    threads.add(thread);
                }
                for (Thread thread : threads) join(thread);
                exposed.win.Unlock_all();
                assertEquals(List.of(), failures);
                MPI.COMM_WORLD.Barrier();
                exposed.win.Lock(MPI.LOCK_SHARED, 0, 0);
                assertEquals(2 * 3 * ROUNDS, exposed.read(0, 0));
                exposed.win.Unlock(0);
            }
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ARRAY", "DIRECT_BYTES", "ALLOCATED", "DYNAMIC"})
    void aTargetThatCallsNothingIsReached(Home home) {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(home, 2, MPI.COMM_WORLD)) {
                exposed.win.Lock_all(0);
                if (Talk.rank() == 0) {
                    for (int i = 1; i <= ROUNDS; i++) {
                        exposed.accumulate(i, 1, 0, MPI.REPLACE);
                        exposed.win.Flush(1);
                        assertEquals(i, exposed.fetch(0, 1, 0, MPI.NO_OP));
                    }
                    exposed.accumulate(1, 1, 1, MPI.REPLACE);
                    exposed.win.Flush(1);
                } else {
                    do exposed.win.Sync();
                    while (exposed.get(1) == 0);
                    // Or the other element could be loaded before this one.
                    exposed.win.Sync();
                    assertEquals(ROUNDS, exposed.get(0));
                }
                exposed.win.Unlock_all();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("homes")
    void flushesAndRequestsCompleteAccesses(Home home) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            int count = 5000;
            try (Exposed exposed = new Exposed(home, count, MPI.COMM_WORLD)) {
                int[] numbers = (int[]) Kind.INT.data(0, count, 3);
                exposed.win.Lock_all(0);
                exposed.win.Rput(numbers, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT)
                        .Wait();
                exposed.win.Flush(peer);
                int[] read = new int[count];
                Request get = exposed.win.Rget(read, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT);
                get.Wait();
                assertEquals(true, get.Is_null());
                assertArrayEquals(java.util.Arrays.copyOf(numbers, count), read);
                int[] ones = new int[count];
                java.util.Arrays.fill(ones, 1);
                int[] before = new int[count];
                Request[] requests = {
                    exposed.win.Raccumulate(
                            ones, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT, MPI.SUM),
                    MPI.REQUEST_NULL
                };
                Request.Waitall(requests);
                exposed.win.Flush(peer);
                exposed.win.Rget_accumulate(
                                ones,
                                0,
                                count,
                                MPI.INT,
                                before,
                                0,
                                count,
                                MPI.INT,
                                peer,
                                exposed.at(peer, 0),
                                count,
                                MPI.INT,
                                MPI.SUM)
                        .Wait();
                for (int i = 0; i < count; i++) assertEquals(numbers[i] + 1, before[i]);
                exposed.win.Flush_local(peer);
                exposed.win.Flush_local_all();
                exposed.win.Flush_all();
                exposed.win.Unlock_all();
                MPI.COMM_WORLD.Barrier();
                exposed.win.Sync();
                for (int i = 0; i < count; i++) assertEquals(numbers[i] + 2, exposed.get(i));
            }
        });
    }

    /** Several windows of one communicator, and one of a part of it, do not mix. */
    @Test
    void windowsAreApart() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            Intracomm reversed = MPI.COMM_WORLD.Split(0, -me);
            try (Exposed a = new Exposed(Home.ARRAY, 1, MPI.COMM_WORLD);
                    Exposed b = new Exposed(Home.ALLOCATED, 1, reversed)) {
                a.win.Lock_all(0);
                b.win.Lock_all(0);
                for (int i = 0; i < ROUNDS; i++) {
                    a.accumulate(1, 0, 0, MPI.SUM);
                    b.accumulate(2, 0, 0, MPI.SUM);
                }
                b.win.Unlock_all();
                a.win.Unlock_all();
                MPI.COMM_WORLD.Barrier();
                a.win.Sync();
                b.win.Sync();
                assertEquals(me == 0 ? 3 * ROUNDS : 0, a.get(0));
                assertEquals(me == 2 ? 6 * ROUNDS : 0, b.get(0));
            }
        });
    }

    @Test
    void messagesPassBetweenAccesses() {
        Jmpi.run(2, () -> {
            int me = Talk.rank();
            try (Exposed exposed = new Exposed(Home.ARRAY, 1, MPI.COMM_WORLD)) {
                for (int i = 0; i < ROUNDS; i++) {
                    if (me == 0) {
                        exposed.win.Lock(MPI.LOCK_EXCLUSIVE, 1, 0);
                        exposed.put(i, 1, 0);
                        exposed.win.Unlock(1);
                        Talk.send(i, 1, 5);
                        assertEquals(i, Talk.receive(1, 6));
                    } else {
                        assertEquals(i, Talk.receive(0, 5));
                        exposed.win.Lock(MPI.LOCK_SHARED, 1, 0);
                        assertEquals(i, exposed.get(0));
                        exposed.win.Unlock(1);
                        Talk.send(i, 0, 6);
                    }
                }
            }
        });
    }
}
