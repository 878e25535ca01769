package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import mpi.Exposed.Home;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows as objects: how they are made and freed, and what is cached with them. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class WindowsTest {
    private static final String TRANSPORT = "jmpi.run.transport";

    static Home[] homes() {
        return Home.everywhere();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void aWindowHasThePredefinedAttributes(Home home) {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(home, 5, MPI.COMM_WORLD)) {
                Win win = exposed.win;
                int flavor = switch (home) {
                    case ALLOCATED -> MPI.WIN_FLAVOR_ALLOCATE;
                    case SHARED -> MPI.WIN_FLAVOR_SHARED;
                    case DYNAMIC -> MPI.WIN_FLAVOR_DYNAMIC;
                    default -> MPI.WIN_FLAVOR_CREATE;
                };
                assertEquals(flavor, win.Get_attr(MPI.WIN_CREATE_FLAVOR));
                assertEquals(MPI.WIN_UNIFIED, win.Get_attr(MPI.WIN_MODEL));
                if (home != Home.DYNAMIC) {
                    boolean isInts = home == Home.ARRAY || home == Home.INT_BUFFER;
                    assertEquals(isInts ? 5L : 20L, win.Get_attr(MPI.WIN_SIZE));
                    assertEquals(isInts ? 1 : 4, win.Get_attr(MPI.WIN_DISP_UNIT));
                }
                for (int key : new int[] {MPI.WIN_SIZE, MPI.WIN_MODEL})
                    Talk.assertFails(MPI.ERR_KEYVAL, () -> win.Set_attr(key, 1), "keyval=" + key);
            }
        });
    }

    @Test
    void theBaseIsWhatTheProgramGaveOrTheLibraryAllocated() {
        Jmpi.run(2, () -> {
            double[] array = new double[3];
            Win over = Win.Create(array, 1, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
            assertSame(array, over.Get_attr(MPI.WIN_BASE));
            Talk.assertFails(MPI.ERR_RMA_FLAVOR, over::Base);
            over.Free();
            Win allocated = Win.Allocate(100, 1, null, MPI.COMM_WORLD);
            ByteBuffer base = allocated.Base();
            assertTrue(base.isDirect());
            assertEquals(ByteOrder.nativeOrder(), base.order());
            assertEquals(100, base.capacity());
            for (int i = 0; i < 100; i++) assertEquals(0, base.get(i));
            base.put(41, (byte) 7);
            ByteBuffer section = allocated.Base(40, 10);
            assertEquals(ByteOrder.nativeOrder(), section.order());
            assertEquals(10, section.capacity());
            assertEquals(7, section.get(1));
            ByteBuffer attribute = (ByteBuffer) allocated.Get_attr(MPI.WIN_BASE);
            assertEquals(7, attribute.get(41));
            for (long[] bad : new long[][] {{-1, 5}, {0, -1}, {95, 6}, {101, 0}, {Long.MAX_VALUE, 1}})
                assertThrows(MPIException.class, () -> allocated.Base(bad[0], (int) bad[1]));
            allocated.Free();
        });
    }

    @Test
    void ranksMayExposeNothing() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            int[] own = me == 1 ? new int[2] : null;
            Win win = Win.Create(own, 0, me == 1 ? 2 : 0, 1, null, MPI.COMM_WORLD);
            win.Fence(0);
            if (me == 2) win.Put(new int[] {5, 6}, 0, 2, MPI.INT, 1, 0, 2, MPI.INT);
            if (me == 2)
                Talk.assertFails(MPI.ERR_RMA_RANGE, () -> win.Put(new int[1], 0, 1, MPI.INT, 0, 0, 1, MPI.INT), "0");
            win.Fence(0);
            if (me == 1) assertEquals(11, own[0] + own[1]);
            win.Free();
        });
    }

    @Test
    void aWindowHasAGroupANameAndHints() {
        Jmpi.run(3, () -> {
            Intracomm pair = MPI.COMM_WORLD.Split(Talk.rank() == 1 ? MPI.UNDEFINED : 0, -Talk.rank());
            if (pair == null) return;
            Info info = Info.Create();
            info.Set("no_locks", "true");
            info.Set("unknown", "x");
            Win win = Win.Allocate(8, 8, info, pair);
            info.Free();
            assertEquals(MPI.IDENT, Group.Compare(pair.Group(), win.Get_group()));
            assertEquals(0, win.Get_failed().Size());
            assertEquals("", win.Get_name());
            win.Set_name("counters of " + Talk.rank());
            assertEquals("counters of " + Talk.rank(), win.Get_name());
            Talk.assertFails(MPI.ERR_ARG, () -> win.Set_name(null), "null");
            win.Set_info(win.Get_info());
            win.Set_info(null);
            assertNull(win.Get_info().Get("unknown"));
            win.Free();
        });
    }

    @Test
    void theFunctionsOfAKeySeeTheWindow() {
        Jmpi.run(2, () -> {
            List<Object> seen = new ArrayList<>();
            Delete_attr_function<Win> tells = (object, keyval, value) -> seen.addAll(List.of(object, keyval, value));
            int key = Win.Create_keyval(MPI.WIN_DUP_FN, tells);
            int onComm = Comm.Create_keyval(MPI.COMM_DUP_FN, MPI.COMM_NULL_DELETE_FN);
            Win win = Win.Allocate(8, 1, null, MPI.COMM_WORLD);
            assertNull(win.Get_attr(key));
            win.Set_attr(key, "a");
            assertEquals("a", win.Get_attr(key));
            win.Delete_attr(key);
            win.Set_attr(key, "b");
            Talk.assertFails(MPI.ERR_KEYVAL, () -> win.Set_attr(onComm, 1), "keyval=" + onComm);
            Talk.assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_WORLD.Set_attr(key, 1), "keyval=" + key);
            Talk.assertFails(MPI.ERR_ARG, () -> win.Set_attr(key, null), "null");
            win.Free();
            assertEquals(List.of(win, key, "a", win, key, "b"), seen);
            Win.Free_keyval(key);
            Talk.assertFails(MPI.ERR_KEYVAL, () -> Win.Free_keyval(key), "keyval=" + key);
        });
    }

    @Test
    void aFailedCallReachesTheFunctionOfTheWindow() {
        Jmpi.run(2, () -> {
            List<Object> seen = new ArrayList<>();
            Win win = Win.Allocate(8, 1, null, MPI.COMM_WORLD);
            assertSame(MPI.ERRORS_RETURN, win.Get_errhandler());
            Errhandler handler = Win.Create_errhandler((object, failure) -> seen.addAll(List.of(object, failure)));
            win.Set_errhandler(handler);
            assertSame(handler, win.Get_errhandler());
            MPIException thrown = assertThrows(MPIException.class, () -> win.Flush(0));
            assertEquals(MPI.ERR_RMA_SYNC, thrown.Get_error_class());
            assertEquals(List.of(win, thrown), seen);
            seen.clear();
            win.Call_errhandler(MPI.ERR_OTHER);
            assertEquals(win, seen.get(0));
            Talk.assertFails(MPI.ERR_ARG, () -> win.Call_errhandler(-1), "-1");
            Errhandler ofComm = Comm.Create_errhandler((comm, failure) -> {});
            Talk.assertFails(MPI.ERR_ERRHANDLER, () -> win.Set_errhandler(ofComm), "Comm", "Win");
            Talk.assertFails(MPI.ERR_ERRHANDLER, () -> MPI.COMM_WORLD.Set_errhandler(handler), "Win", "Comm");
            handler.Free();
            win.Set_errhandler(MPI.ERRORS_RETURN);
            win.Free();
        });
    }

    @Test
    void aFreedWindowIsOfNoUse() {
        Jmpi.run(2, () -> {
            Win win = Win.Allocate(8, 1, null, MPI.COMM_WORLD);
            assertFalse(win.Is_null());
            win.Free();
            assertTrue(win.Is_null());
            Talk.assertFails(MPI.ERR_WIN, win::Free, "freed");
            Talk.assertFails(MPI.ERR_WIN, () -> win.Fence(0), "freed");
            Talk.assertFails(MPI.ERR_WIN, () -> win.Lock(MPI.LOCK_SHARED, 0, 0), "freed");
            Talk.assertFails(MPI.ERR_WIN, win::Base, "freed");
            Talk.assertFails(MPI.ERR_WIN, win::Get_name, "freed");
            Talk.assertFails(MPI.ERR_WIN, () -> win.Get_attr(MPI.WIN_SIZE), "freed");
            Talk.assertFails(MPI.ERR_WIN, () -> win.Put(new int[1], 0, 1, MPI.INT, 0, 0, 1, MPI.INT), "freed");
            assertTrue(MPI.WIN_NULL.Is_null());
            Talk.assertFails(MPI.ERR_WIN, MPI.WIN_NULL::Free, "WIN_NULL");
            Talk.assertFails(MPI.ERR_WIN, () -> MPI.WIN_NULL.Fence(0), "WIN_NULL");
        });
    }

    @Test
    void windowsLeaveNothingBehind() {
        Jmpi.run(2, () -> {
            new Exposed(Home.ALLOCATED, 10, MPI.COMM_WORLD).close();
            int before = Talk.contexts();
            for (int i = 0; i < 20; i++) {
                for (Home home : Home.everywhere()) new Exposed(home, 10, MPI.COMM_WORLD).close();
            }
            assertEquals(before, Talk.contexts());
        });
    }

    @Test
    @DisabledIfSystemProperty(named = TRANSPORT, matches = "socket|rmi")
    void theSharedMemoryOfEachRankIsThatOfAll() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            Win win = Win.Allocate_shared(me == 0 ? 0 : 16L * me, 8, null, MPI.COMM_WORLD);
            assertEquals(MPI.WIN_FLAVOR_SHARED, win.Get_attr(MPI.WIN_CREATE_FLAVOR));
            assertEquals(16L * me, win.Get_attr(MPI.WIN_SIZE));
            win.Lock_all(0);
            if (me > 0) win.Base().putLong(8, 100 + me);
            win.Sync();
            MPI.COMM_WORLD.Barrier();
            win.Sync();
            for (int rank = 1; rank < 3; rank++) {
                SharedParms parms = win.Shared_query(rank);
                assertEquals(16L * rank, parms.size);
                assertEquals(8, parms.disp_unit);
                assertEquals(16 * rank, parms.base.capacity());
                assertEquals(100 + rank, parms.base.getLong(8));
                assertEquals(100 + rank, parms.Base(8, 8).getLong(0));
            }
            assertEquals(0, win.Shared_query(0).size);
            assertEquals(101, win.Shared_query(MPI.PROC_NULL).base.getLong(8));
            Talk.assertFails(MPI.ERR_RANK, () -> win.Shared_query(3), "rank=3");
            assertThrows(MPIException.class, () -> win.Shared_query(1).Base(9, 8));
            Talk.assertFails(MPI.ERR_WIN, () -> new SharedParms().Base(0, 0), "Shared_query");
            MPI.COMM_WORLD.Barrier();
            if (me == 2) win.Shared_query(1).base.putLong(0, 7);
            win.Sync();
            MPI.COMM_WORLD.Barrier();
            win.Sync();
            if (me == 1) assertEquals(7, win.Base().getLong(0));
            win.Unlock_all();
            win.Free();
        });
    }

    @Test
    @EnabledIfSystemProperty(named = TRANSPORT, matches = "socket|rmi")
    void ranksThatShareNoMemoryAreToldSo() {
        Jmpi.run(2, () -> {
            Talk.assertFails(MPI.ERR_RMA_SHARED, () -> Win.Allocate_shared(8, 1, null, MPI.COMM_WORLD));
            Win.Allocate_shared(8, 1, null, MPI.COMM_SELF).Free();
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    @DisabledIfSystemProperty(named = TRANSPORT, matches = "socket|rmi")
    void sharedMemoryIsAccessedAsAnyOther() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            try (Exposed exposed = new Exposed(Home.SHARED, 4, MPI.COMM_WORLD)) {
                exposed.win.Fence(0);
                exposed.put(8, peer, 3);
                exposed.accumulate(2, peer, 2, MPI.SUM);
                exposed.win.Fence(0);
                assertEquals(8, exposed.get(3));
                assertEquals(2, exposed.get(2));
            }
        });
    }

    @Test
    void memoryIsAttachedAndDetached() {
        Jmpi.run(2, () -> {
            Win win = Win.Create_dynamic(null, MPI.COMM_WORLD);
            assertNull(win.Get_attr(MPI.WIN_BASE));
            int[] ints = new int[10];
            double[] doubles = new double[4];
            long[] places = {win.Attach(ints, 2, 5), win.Attach(doubles, 0, 4)};
            long[] peers = new long[2];
            int peer = 1 - Talk.rank();
            MPI.COMM_WORLD.Sendrecv(places, 0, 2, MPI.LONG, peer, 1, peers, 0, 2, MPI.LONG, peer, 1);
            win.Lock_all(0);
            win.Put(new int[] {3, 4}, 0, 2, MPI.INT, peer, peers[0] + 3, 2, MPI.INT);
            win.Put(new double[] {1.5}, 0, 1, MPI.DOUBLE, peer, peers[1] + 3, 1, MPI.DOUBLE);
            win.Flush_all();
            Talk.assertFails(MPI.ERR_RMA_RANGE, () -> {
                win.Put(new int[2], 0, 2, MPI.INT, peer, peers[0] + 4, 2, MPI.INT);
                win.Flush(peer);
            });
            Talk.assertFails(MPI.ERR_RMA_ATTACH, () -> win.Attach(ints, 0, 10));
            win.Unlock_all();
            MPI.COMM_WORLD.Barrier();
            assertEquals(3, ints[5]);
            assertEquals(4, ints[6]);
            assertEquals(1.5, doubles[3]);
            win.Detach(ints);
            Talk.assertFails(MPI.ERR_RMA_ATTACH, () -> win.Detach(ints));
            MPI.COMM_WORLD.Barrier();
            win.Lock_all(0);
            Talk.assertFails(MPI.ERR_RMA_RANGE, () -> {
                win.Put(new int[1], 0, 1, MPI.INT, peer, peers[0], 1, MPI.INT);
                win.Flush(peer);
            });
            win.Put(new double[] {2.5}, 0, 1, MPI.DOUBLE, peer, peers[1], 1, MPI.DOUBLE);
            win.Unlock_all();
            MPI.COMM_WORLD.Barrier();
            assertEquals(2.5, doubles[0]);
            win.Free();
            Win fixed = Win.Allocate(8, 1, null, MPI.COMM_WORLD);
            Talk.assertFails(MPI.ERR_RMA_FLAVOR, () -> fixed.Attach(ints, 0, 10));
            Talk.assertFails(MPI.ERR_RMA_FLAVOR, () -> fixed.Detach(ints));
            Talk.assertFails(MPI.ERR_RMA_FLAVOR, () -> fixed.Shared_query(0));
            fixed.Free();
        });
    }

    @Test
    void aRevokedWindowEndsTheCallsOfAllRanks() {
        Jmpi.run(3, () -> {
            Win win = Win.Create(new int[1], 0, 1, 1, null, MPI.COMM_WORLD);
            assertFalse(win.Is_revoked());
            MPI.COMM_WORLD.Barrier();
            if (Talk.rank() == 0) win.Revoke();
            else Talk.assertFails(MPI.ERR_REVOKED, () -> win.Fence(0));
            assertTrue(win.Is_revoked());
            Talk.assertFails(MPI.ERR_REVOKED, () -> win.Fence(0));
            MPI.COMM_WORLD.Barrier();
            win.Free();
            BadInputTest.assertWorldUsable();
        });
    }
}
