package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;
import mpi.Win;
import org.jmpi.Jmpi;
import org.jmpi.comm.observe.JobRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real job with a late sender, a load imbalance and a slow collective operation, recorded by JMPI itself. */
class RecordedJobTest {
    private static final int RANKS = 3;
    private static final int ROUNDS = 3;
    private static final long MILLI = 1_000_000;
    private static final String USER_FOLDER = "jmpi.user.folder";

    @TempDir
    Path folder;

    @Test
    void itsFaultsAreFound() throws IOException {
        Path file = folder.resolve("job.jfr");
        JobRecorder.record(file, () -> Jmpi.run(RANKS, RecordedJobTest::program));
        Report report = Report.of(file);
        assertEquals(List.of(), report.notes());
        // A busy host adds findings of its own, so these are not always the first three.
        Set<String> found = report.findings().stream()
                .filter(finding -> finding.lostNanos() > MILLI)
                .map(finding -> finding.cause() + " " + method(finding.site()))
                .collect(Collectors.toSet());
        for (String planted : List.of("LATE_SENDER share", "LOAD_IMBALANCE residual", "SLOW_COLLECTIVE combine"))
            assertTrue(found.contains(planted), () -> planted + ": " + report.findings());
        assertEquals(
                (RANKS - 1) * ROUNDS,
                Matrix.of(report.trace()).stream()
                        .mapToLong(Matrix.Cell::messages)
                        .sum());
        assertTrue(report.trace().isComplete());
    }

    @Test
    void windowsAreInTheReport() throws IOException {
        Path file = folder.resolve("windows.jfr");
        JobRecorder.record(file, () -> Jmpi.run(2, RecordedJobTest::windows));
        Report report = Report.of(file);
        assertEquals(List.of(), report.notes());
        Map<String, CallTimes.Row> calls =
                CallTimes.byCall(report.trace()).stream().collect(Collectors.toMap(CallTimes.Row::call, row -> row));
        assertEquals(ROUNDS, calls.get("Win.Put").count());
        assertEquals(8L * ROUNDS, calls.get("Win.Put").bytes());
        assertEquals(ROUNDS, calls.get("Win.Get_accumulate").count());
        assertTrue(calls.containsKey("Win.Fence"), calls.keySet()::toString);
        assertEquals(List.of(), Matrix.of(report.trace()), "accesses and waits are no messages");
    }

    @Test
    void connectionsAreInTheReport() throws IOException {
        Path file = folder.resolve("connections.jfr");
        System.setProperty(USER_FOLDER, folder.toString());
        try {
            JobRecorder.record(file, () -> Jmpi.run(2, RecordedJobTest::connect));
        } finally {
            System.clearProperty(USER_FOLDER);
        }
        Report report = Report.of(file);
        assertEquals(List.of(), report.notes());
        List<String> connections = report.trace().ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .filter(event -> event.kind == Event.Kind.CONNECTION)
                .map(event -> event.rank + " " + event.call + " " + method(event.site))
                .sorted()
                .toList();
        assertEquals(
                List.of("0 Accept connect", "0 Disconnect connect", "1 Connect connect", "1 Disconnect connect"),
                connections);
    }

    /** Each rank is a group of its own. */
    private static void connect() throws MPIException {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        Object[] port = {rank == 0 ? MPI.Open_port(null) : null};
        MPI.COMM_WORLD.Bcast(port, 0, 1, MPI.OBJECT, 0);
        String name = (String) port[0];
        Intercomm both = rank == 0 ? MPI.COMM_SELF.Accept(name, null, 0) : MPI.COMM_SELF.Connect(name, null, 0);
        both.Disconnect();
        MPI.Finalize();
    }

    private static void windows() throws MPIException {
        MPI.Init(new String[0]);
        Win win = Win.Create(new long[2], 0, 2, 1, null, MPI.COMM_WORLD);
        win.Fence(0);
        win.Fence(MPI.MODE_NOSUCCEED);
        if (MPI.COMM_WORLD.Rank() == 0)
            for (int round = 0; round < ROUNDS; round++) {
                win.Lock(MPI.LOCK_SHARED, 1, 0);
                win.Put(new long[1], 0, 1, MPI.LONG, 1, 0, 1, MPI.LONG);
                win.Fetch_and_op(new long[1], 0, new long[1], 0, MPI.LONG, 1, 1, MPI.SUM);
                win.Unlock(1);
            }
        win.Free();
        MPI.Finalize();
    }

    private static String method(String site) {
        return site.replaceAll(
                "^org\\.jmpi\\.report\\.RecordedJobTest\\.(\\w+)\\(RecordedJobTest\\.java:\\d+\\)$", "$1");
    }

    private static void program() throws MPIException {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        for (int round = 0; round < ROUNDS; round++) {
            share(rank);
            residual(rank);
            combine();
        }
        MPI.Finalize();
    }

    private static void share(int rank) throws MPIException {
        int[] values = new int[8];
        if (rank == 0) {
            work(40);
            for (int peer = 1; peer < RANKS; peer++) MPI.COMM_WORLD.Send(values, 0, 8, MPI.INT, peer, 7);
        } else MPI.COMM_WORLD.Recv(values, 0, 8, MPI.INT, 0, 7);
    }

    private static void residual(int rank) throws MPIException {
        if (rank == RANKS - 1) work(30);
        MPI.COMM_WORLD.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.SUM);
    }

    private static void combine() throws MPIException {
        Op slow = new Op(
                new User_function() {
                    @Override
                    public void Call(Object in, int inAt, Object inOut, int inOutAt, int count, Datatype type) {
                        work(40);
                    }
                },
                true);
        MPI.COMM_WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, slow);
    }

    /** Takes some time. */
    private static void work(long millis) {
        long end = System.nanoTime() + millis * MILLI;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) LockSupport.parkNanos(left);
    }
}
