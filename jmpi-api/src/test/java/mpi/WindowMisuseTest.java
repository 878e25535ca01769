package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import mpi.Exposed.Home;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that the epochs of a window do not allow, and accesses outside of it, fail; the window stays usable. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class WindowMisuseTest {
    private static void assertOutOfEpoch(Executable call, String... inMessage) {
        Talk.assertFails(MPI.ERR_RMA_SYNC, call, inMessage);
    }

    /** Checks an access of each rank to the next one. */
    private static void assertUsable(Exposed exposed) {
        int me = Talk.rank();
        int next = (me + 1) % Talk.size();
        MPI.COMM_WORLD.Barrier();
        exposed.win.Lock(MPI.LOCK_EXCLUSIVE, next, 0);
        exposed.put(50 + me, next, 0);
        exposed.win.Unlock(next);
        MPI.COMM_WORLD.Barrier();
        exposed.win.Lock(MPI.LOCK_SHARED, me, 0);
        assertEquals(50 + (me + Talk.size() - 1) % Talk.size(), exposed.get(0));
        exposed.win.Unlock(me);
        MPI.COMM_WORLD.Barrier();
    }

    @ParameterizedTest
    @EnumSource(names = {"ARRAY", "ALLOCATED", "DYNAMIC"})
    void withoutAnEpochNoAccessIsMade(Home home) {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(home, 3, MPI.COMM_WORLD)) {
                Win win = exposed.win;
                int[] value = new int[1];
                long at = exposed.at(1, 0);
                assertOutOfEpoch(() -> exposed.put(1, 1, 0), "rank 1", "Lock");
                assertOutOfEpoch(() -> win.Get(value, 0, 1, MPI.INT, 1, at, 1, MPI.INT));
                assertOutOfEpoch(() -> exposed.accumulate(1, 1, 0, MPI.SUM));
                assertOutOfEpoch(() -> win.Fetch_and_op(value, 0, value, 0, MPI.INT, 1, at, MPI.SUM));
                assertOutOfEpoch(() -> win.Compare_and_swap(value, 0, value, 0, value, 0, MPI.INT, 1, at));
                assertOutOfEpoch(() -> win.Rput(value, 0, 1, MPI.INT, 1, at, 1, MPI.INT));
                assertOutOfEpoch(() -> win.Rget(value, 0, 1, MPI.INT, 1, at, 1, MPI.INT));
                assertOutOfEpoch(() -> win.Flush(1), "Flush");
                assertOutOfEpoch(win::Flush_all, "Flush_all");
                assertOutOfEpoch(() -> win.Flush_local(1));
                assertOutOfEpoch(win::Flush_local_all);
                assertOutOfEpoch(() -> win.Unlock(1), "rank 1");
                assertOutOfEpoch(win::Unlock_all);
                assertOutOfEpoch(win::Complete, "Start");
                assertOutOfEpoch(win::Wait, "Post");
                assertOutOfEpoch(win::Test, "Post");
                assertUsable(exposed);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"ARRAY", "ALLOCATED", "DYNAMIC"})
    void anEpochAllowsOnlyItsOwnCalls(Home home) {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            int next = (me + 1) % 3;
            int other = (me + 2) % 3;
            Group group = MPI.COMM_WORLD.Group();
            Group nextAlone = group.Incl(new int[] {next});
            Group otherAlone = group.Incl(new int[] {other});
            try (Exposed exposed = new Exposed(home, 3, MPI.COMM_WORLD)) {
                Win win = exposed.win;
                win.Lock(MPI.LOCK_SHARED, next, 0);
                assertOutOfEpoch(() -> exposed.put(1, other, 0), "rank " + other);
                assertOutOfEpoch(() -> win.Lock(MPI.LOCK_SHARED, next, 0), "rank " + next);
                assertOutOfEpoch(() -> win.Lock_all(0), "Lock_all");
                assertOutOfEpoch(() -> win.Fence(0), "Fence");
                assertOutOfEpoch(() -> win.Start(nextAlone, 0), "Start");
                assertOutOfEpoch(() -> win.Flush(other), "rank " + other);
                assertOutOfEpoch(win::Free, "Free");
                win.Unlock(next);
                assertUsable(exposed);

                win.Post(otherAlone, 0);
                assertOutOfEpoch(() -> win.Post(otherAlone, 0), "Post");
                win.Start(nextAlone, 0);
                exposed.put(4, next, 1);
                assertOutOfEpoch(() -> exposed.put(1, other, 1), "rank " + other);
                assertOutOfEpoch(() -> win.Start(nextAlone, 0));
                assertOutOfEpoch(() -> win.Flush(next));
                assertOutOfEpoch(() -> win.Rput(new int[1], 0, 1, MPI.INT, next, exposed.at(next, 0), 1, MPI.INT));
                assertOutOfEpoch(() -> win.Fence(0));
                assertOutOfEpoch(win::Free);
                win.Complete();
                assertOutOfEpoch(win::Complete);
                assertOutOfEpoch(win::Free);
                win.Wait();
                assertOutOfEpoch(win::Wait);
                assertEquals(4, exposed.get(1));
                assertUsable(exposed);

                win.Fence(0);
                exposed.put(5, next, 2);
                assertOutOfEpoch(() -> win.Lock(MPI.LOCK_SHARED, next, 0), "Lock");
                assertOutOfEpoch(() -> win.Flush(next));
                assertOutOfEpoch(win::Free);
                win.Fence(MPI.MODE_NOSUCCEED);
                assertOutOfEpoch(() -> exposed.put(5, next, 2));
                assertUsable(exposed);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"ARRAY", "HEAP_BYTES", "ALLOCATED", "DYNAMIC"})
    void nothingIsAccessedOutsideOfAWindow(Home home) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            try (Exposed exposed = new Exposed(home, 4, MPI.COMM_WORLD)) {
                Win win = exposed.win;
                win.Lock_all(0);
                long first = exposed.at(peer, 0);
                Datatype backwards = Datatype.Indexed(new int[] {1, 1}, new int[] {0, -1}, MPI.INT);
                backwards.Commit();
                for (long disp : new long[] {first - 1, first + 4, first + 3, first + (1L << 40), Long.MAX_VALUE}) {
                    for (Executable call : new Executable[] {
                        () -> win.Put(new int[2], 0, 2, MPI.INT, peer, disp, 2, MPI.INT),
                        () -> win.Get(new int[2], 0, 2, MPI.INT, peer, disp, 2, MPI.INT),
                        () -> win.Accumulate(new int[2], 0, 2, MPI.INT, peer, disp, 2, MPI.INT, MPI.SUM)
                    })
                        Talk.assertFails(MPI.ERR_RMA_RANGE, () -> {
                            call.execute();
                            win.Flush(peer);
                        });
                }
                Talk.assertFails(MPI.ERR_RMA_RANGE, () -> {
                    win.Put(new int[2], 0, 2, MPI.INT, peer, first, 1, backwards);
                    win.Flush(peer);
                });
                Talk.assertFails(
                        home == Home.HEAP_BYTES || home == Home.ALLOCATED ? MPI.ERR_RMA_RANGE : MPI.ERR_TYPE, () -> {
                            win.Put(new double[1], 0, 1, MPI.DOUBLE, peer, first + 3, 1, MPI.DOUBLE);
                            win.Flush(peer);
                        });
                win.Unlock_all();
                assertUsable(exposed);
                for (int i = 1; i < 4; i++) assertEquals(0, exposed.get(i));
            }
        });
    }

    /** A window is not freed under an access: the program has to end the epoch before. */
    @ParameterizedTest
    @EnumSource(names = {"ARRAY", "ALLOCATED", "DYNAMIC"})
    void aWindowIsNotFreedWhileAccessesAreUnderWay(Home home) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            int count = 200_000;
            try (Exposed exposed = new Exposed(home, count, MPI.COMM_WORLD)) {
                int[] read = new int[count];
                exposed.win.Lock_all(0);
                Request request = exposed.win.Rget(read, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT);
                assertOutOfEpoch(exposed.win::Free, "Free");
                request.Wait();
                exposed.put(9, peer, count - 1);
                exposed.win.Unlock_all();
                MPI.COMM_WORLD.Barrier();
                exposed.win.Sync();
                assertEquals(9, exposed.get(count - 1));
            }
        });
    }
}
