package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Win;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the setting jmpi.check finds in windows. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class WindowCheckTest {
    private static final String SETTING = "jmpi.check";
    private static final String HERE = "org\\.jmpi\\.WindowCheckTest\\.\\S+\\(WindowCheckTest\\.java:\\d+\\)";
    private static final Pattern CONFLICT = Pattern.compile("jmpi: rank (\\d): accesses to the memory of rank \\d in"
            + " window \\d+ conflict: (.*) at HERE, and (.*) at HERE: a flush or the end of an epoch has to come"
            + " between them");

    /** The hint that says by which path the accesses go; null for memory that the ranks share. */
    private String path;

    @BeforeEach
    void check() {
        System.setProperty(SETTING, "true");
    }

    @AfterEach
    void doNotCheck() {
        System.clearProperty(SETTING);
    }

    /** The accesses of one rank to a window of eight ints at each rank. */
    private interface Accesses {
        void of(Win win, int rank) throws MPIException;
    }

    private List<String> lines(int ranks, Accesses accesses) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            Jmpi.run(ranks, () -> {
                Info info = Info.Create();
                if (path != null) info.Set("jmpi_path", path);
                Win win = Win.Create(new int[8], 0, 8, 1, info, MPI.COMM_WORLD);
                accesses.of(win, MPI.COMM_WORLD.Rank());
                win.Free();
                info.Free();
            });
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll(HERE, "HERE"))
                .toList();
    }

    /** Checks that there is one conflict at a rank, in whichever order its accesses come there. */
    private void finds(int ranks, int target, String one, String other, Accesses accesses) throws Exception {
        List<String> lines = lines(ranks, accesses);
        assertEquals(1, lines.size(), lines.toString());
        Matcher conflict = CONFLICT.matcher(lines.get(0));
        assertTrue(conflict.matches(), lines.get(0));
        assertEquals("" + target, conflict.group(1));
        assertEquals(
                List.of(one, other).stream().sorted().toList(),
                List.of(conflict.group(2), conflict.group(3)).stream().sorted().toList());
    }

    private void findsNothing(int ranks, Accesses accesses) throws Exception {
        assertEquals(List.of(), lines(ranks, accesses));
    }

    private static void put(Win win, int target, long disp, int count) throws MPIException {
        win.Put(new int[count], 0, count, MPI.INT, target, disp, count, MPI.INT);
    }

    private static void get(Win win, int target, long disp, int count) throws MPIException {
        win.Get(new int[count], 0, count, MPI.INT, target, disp, count, MPI.INT);
    }

    private static void accumulate(Win win, int target, Op op) throws MPIException {
        win.Accumulate(new int[1], 0, 1, MPI.INT, target, 0, 1, MPI.INT, op);
    }

    private static void fetch(Win win, int target, Op op) throws MPIException {
        win.Fetch_and_op(new int[1], 0, new int[1], 0, MPI.INT, target, 0, op);
    }

    private static void swap(Win win, int target) throws MPIException {
        win.Compare_and_swap(new int[1], 0, new int[1], 0, new int[1], 0, MPI.INT, target, 0);
    }

    /** Does something between two fences. */
    private static Accesses fenced(Accesses accesses) {
        return (win, rank) -> {
            win.Fence(0);
            accesses.of(win, rank);
            win.Fence(0);
        };
    }

    // ---- conflicts ----

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void twoPutsOfOneEpoch(String by) throws Exception {
        path = by;
        finds(3, 2, "Put(disp=0, 2 of INT) by rank 0", "Put(disp=1, 2 of INT) by rank 1", fenced((win, rank) -> {
            if (rank < 2) put(win, 2, rank, 2);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void aPutAndAGet(String by) throws Exception {
        path = by;
        finds(2, 1, "Put(disp=3, 1 of INT) by rank 0", "Get(disp=0, 8 of INT) by rank 1", fenced((win, rank) -> {
            if (rank == 0) put(win, 1, 3, 1);
            else get(win, 1, 0, 8);
        }));
    }

    @Test
    void aPutAndAnAccumulate() throws Exception {
        finds(
                2,
                0,
                "Put(disp=0, 1 of INT) by rank 0",
                "Accumulate(disp=0, 1 of INT, SUM) by rank 1",
                fenced((win, rank) -> {
                    if (rank == 0) put(win, 0, 0, 1);
                    else accumulate(win, 0, MPI.SUM);
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void accumulatesOfTwoOperators(String by) throws Exception {
        path = by;
        finds(
                2,
                1,
                "Accumulate(disp=0, 1 of INT, SUM) by rank 0",
                "Get_accumulate(disp=0, 1 of INT, MAX) by rank 1",
                fenced((win, rank) -> {
                    if (rank == 0) accumulate(win, 1, MPI.SUM);
                    else fetch(win, 1, MPI.MAX);
                }));
    }

    @Test
    void accessesOfOneExposure() throws Exception {
        finds(3, 2, "Put(disp=0, 1 of INT) by rank 0", "Put(disp=0, 1 of INT) by rank 1", (win, rank) -> {
            Group world = MPI.COMM_WORLD.Group();
            if (rank == 2) {
                win.Post(world.Incl(new int[] {0, 1}), 0);
                win.Wait();
            } else {
                // The first origin is done before the second one begins: not before Wait has the memory both.
                if (rank == 1) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 0);
                win.Start(world.Incl(new int[] {2}), 0);
                put(win, 2, 0, 1);
                win.Complete();
                if (rank == 0) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 0);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void aGetAfterAPutThatIsNotFlushed(String by) throws Exception {
        path = by;
        finds(2, 1, "Put(disp=0, 1 of INT) by rank 0", "Rget(disp=0, 1 of INT) by rank 0", (win, rank) -> {
            if (rank != 0) return;
            win.Lock(MPI.LOCK_EXCLUSIVE, 1, 0);
            put(win, 1, 0, 1);
            win.Rget(new int[1], 0, 1, MPI.INT, 1, 0, 1, MPI.INT).Wait();
            win.Unlock(1);
        });
    }

    @Test
    void typedCallsHaveCallSites() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            Jmpi.run(2, () -> {
                try (Window window = Jmpi.world().window(new int[4])) {
                    window.fence();
                    window.put(1, 0, 0);
                    window.fence();
                }
            });
        } finally {
            System.setErr(before);
        }
        String text = err.toString(StandardCharsets.UTF_8);
        assertEquals(1, text.lines().count(), text);
        assertTrue(CONFLICT.matcher(text.strip().replaceAll(HERE, "HERE")).matches(), text);
    }

    // ---- what the standard allows ----

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void atomicAccessesOfOneOperator(String by) throws Exception {
        path = by;
        findsNothing(3, fenced((win, rank) -> {
            accumulate(win, 2, MPI.SUM);
            fetch(win, 2, MPI.SUM);
            fetch(win, 2, MPI.NO_OP);
            swap(win, 1);
            fetch(win, 1, rank == 0 ? MPI.REPLACE : MPI.NO_OP);
            get(win, 0, 0, 8);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void placesThatDoNotOverlap(String by) throws Exception {
        path = by;
        findsNothing(2, fenced((win, rank) -> {
            Datatype everySecond = Datatype.Vector(4, 1, 2, MPI.INT);
            everySecond.Commit();
            win.Put(new int[4], 0, 4, MPI.INT, 0, rank, 1, everySecond);
            put(win, 1, 4L * rank, 4);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void oneEpochAfterTheOther(String by) throws Exception {
        path = by;
        findsNothing(3, (win, rank) -> {
            win.Fence(0);
            for (int round = 0; round < 20; round++) {
                if (round % 3 == rank) put(win, 2, 0, 8);
                win.Fence(0);
            }
            win.Fence(MPI.MODE_NOSUCCEED);
            for (int round = 0; round < 20; round++) {
                win.Lock(MPI.LOCK_EXCLUSIVE, 1, 0);
                put(win, 1, 0, 8);
                win.Unlock(1);
            }
        });
    }

    /** One rank after the other: a message says that the accesses before are complete. */
    private void inTurn(int ranks, Accesses accesses) throws Exception {
        findsNothing(ranks, (win, rank) -> {
            int[] token = new int[1];
            win.Lock_all(0);
            for (int round = 0; round < 20; round++) {
                if (rank > 0 || round > 0) MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, (rank + ranks - 1) % ranks, round);
                accesses.of(win, rank);
                int next = rank == ranks - 1 ? round + 1 : round;
                MPI.COMM_WORLD.Send(token, 0, 1, MPI.INT, (rank + 1) % ranks, next);
            }
            if (rank == 0) MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, ranks - 1, 20);
            win.Unlock_all();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void flushesInOneEpoch(String by) throws Exception {
        path = by;
        inTurn(3, (win, rank) -> {
            put(win, 1, 0, 8);
            if (rank == 0) win.Flush_all();
            else win.Flush(1);
            get(win, 1, 0, 8);
            if (rank == 2) win.Flush_local(1);
            else win.Flush_local_all();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "frames"})
    void aReadThatItsRequestHasCompleted(String by) throws Exception {
        path = by;
        inTurn(3, (win, rank) -> {
            win.Rget(new int[8], 0, 8, MPI.INT, 1, 0, 8, MPI.INT).Wait();
            put(win, 1, 0, 8);
            win.Flush(1);
        });
    }

    @Test
    void exposuresThatFollowEachOther() throws Exception {
        findsNothing(3, (win, rank) -> {
            Group world = MPI.COMM_WORLD.Group();
            for (int round = 0; round < 20; round++)
                if (rank == 2) {
                    win.Post(world.Incl(new int[] {round % 2}), 0);
                    if (round % 4 < 2) win.Wait();
                    else while (!win.Test()) Thread.onSpinWait();
                } else if (round % 2 == rank) {
                    win.Start(world.Incl(new int[] {2}), 0);
                    put(win, 2, 0, 8);
                    win.Complete();
                }
        });
    }

    @Test
    void memoryThatIsAttachedSideBySide() throws Exception {
        findsNothing(2, (win, rank) -> {
            Win dynamic = Win.Create_dynamic(null, MPI.COMM_WORLD);
            long[] at = {dynamic.Attach(new int[4], 0, 4), dynamic.Attach(new byte[16], 0, 16)};
            MPI.COMM_WORLD.Bcast(at, 0, 2, MPI.LONG, 0);
            dynamic.Fence(0);
            if (rank == 0) dynamic.Put(new int[4], 0, 4, MPI.INT, 0, at[0], 4, MPI.INT);
            else dynamic.Put(new byte[16], 0, 16, MPI.BYTE, 0, at[1], 16, MPI.BYTE);
            dynamic.Fence(0);
            dynamic.Free();
        });
    }

    // ---- epochs ----

    @Test
    void aWrongEpochNamesBothLines() throws Exception {
        findsNothing(1, (win, rank) -> {
            MPIException none = assertThrows(MPIException.class, () -> put(win, 0, 0, 1));
            assertTrue(
                    none.getMessage().replaceAll(HERE, "HERE").matches(".*an access to rank 0 needs.*; called at HERE"),
                    none.getMessage());
            win.Lock(MPI.LOCK_SHARED, 0, 0);
            MPIException wrong = assertThrows(MPIException.class, () -> win.Fence(0));
            assertTrue(
                    wrong.getMessage()
                            .replaceAll(HERE, "HERE")
                            .matches(".*Fence: open epoch of accesses=Lock of ranks 0, exposed by Post=false; called at"
                                    + " HERE; the last change is at HERE"),
                    wrong.getMessage());
            String[] lines = wrong.getMessage().split("WindowCheckTest.java:");
            assertEquals(3, lines.length, Arrays.toString(lines));
            win.Unlock(0);
        });
    }

    @Test
    void aLockOfMemoryThatIsExposed() throws Exception {
        List<String> lines = lines(2, (win, rank) -> {
            Group world = MPI.COMM_WORLD.Group();
            if (rank == 0) {
                win.Post(world.Incl(new int[] {1}), 0);
                MPI.COMM_WORLD.Barrier();
                win.Wait();
            } else {
                MPI.COMM_WORLD.Barrier();
                win.Lock(MPI.LOCK_SHARED, 0, 0);
                win.Unlock(0);
                win.Start(world.Incl(new int[] {0}), 0);
                win.Complete();
            }
        });
        assertEquals(1, lines.size(), lines.toString());
        String pattern = "jmpi: rank 0: memory of rank 0 in window \\d+ is locked and exposed at the same time: Lock by"
                + " rank 1 at HERE, and Post at HERE";
        assertTrue(lines.get(0).matches(pattern), lines.get(0));
    }
}
