package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the setting jmpi.check finds. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class CheckTest {
    private static final String SETTING = "jmpi.check";
    private static final String HERE = "org\\.jmpi\\.CheckTest\\.\\S+\\(CheckTest\\.java:\\d+\\)";

    private final ConcurrentMap<Integer, String> failures = new ConcurrentHashMap<>();

    @BeforeEach
    void check() {
        System.setProperty(SETTING, "true");
    }

    @AfterEach
    void doNotCheck() {
        System.clearProperty(SETTING);
    }

    private interface Call {
        void run(Intracomm world, int rank);
    }

    /** Runs a call that fails at every rank, and others that work before and after it. */
    private void fails(int ranks, Call call, String expected) {
        Jmpi.run(ranks, () -> {
            Intracomm world = MPI.COMM_WORLD;
            world.Barrier();
            MPIException failure = assertThrows(MPIException.class, () -> call.run(world, world.Rank()));
            assertEquals(MPI.ERR_OTHER, failure.Get_error_class());
            failures.put(world.Rank(), failure.getMessage());
            world.Barrier();
        });
        assertEquals(ranks, failures.size());
        Map<Integer, String> byRank = new TreeMap<>(failures);
        String pattern = ".*collective calls do not match: " + expected.replace("HERE", HERE);
        byRank.values().forEach(message -> assertTrue(message.matches(pattern), message + " is not " + pattern));
    }

    @Test
    void differentOperationsThatNobodyWaitsFor() {
        fails(
                3,
                (world, rank) -> {
                    int[] value = new int[1];
                    Request request = rank == 0 ? world.Ibarrier() : world.Ibcast(value, 0, 1, MPI.INT, 1);
                    request.Wait();
                },
                "rank 0 in Ibarrier at HERE; ranks 1, 2 in Ibcast\\(root=1, 4 bytes of INT\\) at HERE");
    }

    @Test
    void aBlockingOperationAndOneThatIsNot() {
        fails(
                2,
                (world, rank) -> {
                    if (rank == 0) world.Barrier();
                    else world.Ibarrier().Wait();
                },
                "rank 0 in Barrier at HERE; rank 1 in Ibarrier at HERE");
    }

    @Test
    void typedCallsHaveCallSites() {
        fails(
                2,
                (world, rank) -> {
                    if (rank == 0) world.typed().barrier();
                    else world.typed().barrierAsync().join();
                },
                "rank 0 in Barrier at HERE; rank 1 in Ibarrier at HERE");
    }

    /** The comparison holds nobody up. */
    @Test
    void anOperationThatNobodyWaitsForIsStartedBeforeAMessageThatOthersNeedFirst() {
        Jmpi.run(2, () -> {
            int[] value = {7};
            if (MPI.COMM_WORLD.Rank() == 1) MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, 0, 1);
            Request barrier = MPI.COMM_WORLD.Ibarrier();
            if (MPI.COMM_WORLD.Rank() == 0) MPI.COMM_WORLD.Send(value, 0, 1, MPI.INT, 1, 1);
            barrier.Wait();
        });
    }

    @Test
    void differentOperations() {
        fails(
                3,
                (world, rank) -> {
                    if (rank == 1) world.Barrier();
                    else world.Bcast(new int[4], 0, 4, MPI.INT, 0);
                },
                "ranks 0, 2 in Bcast\\(root=0, 16 bytes of INT\\) at HERE; rank 1 in Barrier at HERE");
    }

    private interface CallBetween {
        void run(Intercomm inter, int rank);
    }

    /** Joins rank 0 with the others; returns what rank 0 hears of a call that fails at every rank. */
    private String failsBetween(CallBetween call) {
        Jmpi.run(3, () -> {
            int rank = MPI.COMM_WORLD.Rank();
            Intracomm own = MPI.COMM_WORLD.Split(rank == 0 ? 0 : 1, rank);
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(own, 0, rank == 0 ? 1 : 0, 2);
            inter.Barrier();
            MPIException failure = assertThrows(MPIException.class, () -> call.run(inter, rank));
            assertEquals(MPI.ERR_OTHER, failure.Get_error_class());
            failures.put(rank, failure.getMessage());
            inter.Barrier();
            inter.Free();
            own.Free();
        });
        assertEquals(3, failures.size());
        return failures.get(0).replaceAll(HERE, "HERE").replaceAll(".*do not match: ", "");
    }

    @Test
    void differentOperationsOfTwoGroups() {
        assertEquals(
                "rank 0 in Barrier at HERE; rank 0 of the other group in Barrier at HERE;"
                        + " rank 1 of the other group in Allreduce(SUM, 4 bytes of INT) at HERE",
                failsBetween((inter, rank) -> {
                    if (rank == 2) inter.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM);
                    else inter.Barrier();
                }));
    }

    @Test
    void differentOperationsOfTwoGroupsThatNobodyWaitsFor() {
        assertEquals(
                "rank 0 in Iallgather at HERE; rank 0 of the other group in Iallgather at HERE;"
                        + " rank 1 of the other group in Ibarrier at HERE",
                failsBetween((inter, rank) -> {
                    int[] room = new int[2];
                    if (rank == 2) inter.Ibarrier().Wait();
                    else
                        inter.Iallgather(new int[1], 0, 1, MPI.INT, room, 0, 1, MPI.INT)
                                .Wait();
                }));
    }

    @Test
    void differentRootsOfTwoGroups() {
        assertEquals(
                "rank 0 in Bcast(root=1, 4 bytes of INT) at HERE;"
                        + " rank 0 of the other group in Bcast(root=MPI.ROOT, 4 bytes of INT) at HERE;"
                        + " rank 1 of the other group in Bcast(root=MPI.PROC_NULL) at HERE",
                failsBetween((inter, rank) ->
                        inter.Bcast(new int[1], 0, 1, MPI.INT, new int[] {1, MPI.ROOT, MPI.PROC_NULL}[rank])));
    }

    @Test
    void twoRootsInOneGroup() {
        assertEquals(
                "rank 0 in Bcast(root=0, 4 bytes of INT) at HERE;"
                        + " ranks 0, 1 of the other group in Bcast(root=MPI.ROOT, 4 bytes of INT) at HERE",
                failsBetween((inter, rank) -> inter.Bcast(new int[1], 0, 1, MPI.INT, rank == 0 ? 0 : MPI.ROOT)));
    }

    @Test
    void twoGroupsWithoutARoot() {
        assertEquals(
                "rank 0 in Bcast(root=MPI.PROC_NULL) at HERE;"
                        + " ranks 0, 1 of the other group in Bcast(root=0, 4 bytes of INT) at HERE",
                failsBetween((inter, rank) -> inter.Bcast(new int[1], 0, 1, MPI.INT, rank == 0 ? MPI.PROC_NULL : 0)));
    }

    @Test
    void differentAmountsOfTwoGroups() {
        assertEquals(
                "rank 0 in Gather(root=MPI.ROOT, 8 bytes of INT) at HERE;"
                        + " ranks 0, 1 of the other group in Gather(root=0, 4 bytes of INT) at HERE",
                failsBetween((inter, rank) -> {
                    if (rank == 0) inter.Gather(null, 0, 0, null, new int[4], 0, 2, MPI.INT, MPI.ROOT);
                    else inter.Gather(new int[1], 0, 1, MPI.INT, null, 0, 0, null, 0);
                }));
    }

    @Test
    void operationsThatDifferInNothingElse() {
        fails(
                2,
                (world, rank) -> {
                    if (rank == 0) world.Allgather(new int[2], 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT);
                    else world.Alltoall(new int[2], 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT);
                },
                "rank 0 in Allgather\\(4 bytes of INT\\) at HERE; rank 1 in Alltoall\\(4 bytes of INT\\) at HERE");
    }

    @Test
    void differentRoots() {
        fails(
                2,
                (world, rank) -> world.Bcast(new int[4], 0, 4, MPI.INT, rank),
                "rank 0 in Bcast\\(root=0, 16 bytes of INT\\) at HERE; "
                        + "rank 1 in Bcast\\(root=1, 16 bytes of INT\\) at HERE");
    }

    @Test
    void differentLengths() {
        fails(
                2,
                (world, rank) -> world.Allgather(new int[4], 0, 1 + rank, MPI.INT, new int[4], 0, 1 + rank, MPI.INT),
                "rank 0 in Allgather\\(4 bytes of INT\\) at HERE; rank 1 in Allgather\\(8 bytes of INT\\) at HERE");
    }

    @Test
    void differentTypes() {
        fails(
                2,
                (world, rank) -> {
                    if (rank == 0) world.Bcast(new int[1], 0, 1, MPI.INT, 0);
                    else world.Bcast(new float[1], 0, 1, MPI.FLOAT, 0);
                },
                "rank 0 in Bcast\\(root=0, 4 bytes of INT\\) at HERE; "
                        + "rank 1 in Bcast\\(root=0, 4 bytes of FLOAT\\) at HERE");
    }

    @Test
    void differentOperators() {
        fails(
                2,
                (world, rank) ->
                        world.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, rank == 0 ? MPI.SUM : MPI.MAX),
                "rank 0 in Allreduce\\(SUM, 4 bytes of INT\\) at HERE; "
                        + "rank 1 in Allreduce\\(MAX, 4 bytes of INT\\) at HERE");
    }

    @Test
    void callsThatContainCollectiveOnes() {
        fails(
                2,
                (world, rank) -> {
                    if (rank == 0) world.Split(0, 0);
                    else world.clone();
                },
                "rank 0 in Split\\(12 bytes of INT\\) at HERE; rank 1 in Dup\\(root=0, 4 bytes of INT\\) at HERE");
    }

    @Test
    void whatMayDifferDoesNot() {
        Jmpi.run(3, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int rank = world.Rank();
            world.Gather(new int[] {rank}, 0, 1, MPI.INT, rank == 1 ? new int[3] : null, 0, 1, MPI.INT, 1);
            world.Scatter(rank == 2 ? new int[3] : null, 0, 1, MPI.INT, new int[1], 0, 1, MPI.INT, 2);
            world.Bcast(rank == 0 ? new int[4] : new int[2], 0, rank == 0 ? 2 : 1, type(rank), 0);
            world.Bcast(rank == 0 ? new int[0] : new float[0], 0, 0, rank == 0 ? MPI.INT : MPI.FLOAT, 0);
            int[] counts = {0, 1, 2};
            world.Gatherv(new int[2], 0, rank, MPI.INT, new int[3], 0, counts, new int[] {0, 0, 1}, MPI.INT, 0);
            world.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, new mpi.Op(own(), true));
        });
    }

    private static mpi.Datatype type(int rank) {
        return rank == 0 ? MPI.INT : committed();
    }

    private static mpi.Datatype committed() {
        mpi.Datatype pair = mpi.Datatype.Contiguous(2, MPI.INT);
        pair.Commit();
        return pair;
    }

    private static mpi.User_function own() {
        return new mpi.User_function() {
            @Override
            public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, mpi.Datatype datatype) {
                ((int[]) inout)[inoutOffset] += ((int[]) in)[inOffset];
            }
        };
    }

    /** Returns the lines on standard error, sorted, with the places cut out. */
    private static List<String> lines(int ranks, Jmpi.Body body) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            Jmpi.run(ranks, body);
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll(HERE, "HERE"))
                .sorted()
                .toList();
    }

    @Test
    void whatIsLeftAtTheEnd() throws Exception {
        List<String> lines = lines(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int[] room = new int[8];
            if (world.Rank() == 0) {
                world.Send(new int[3], 0, 3, MPI.INT, 1, 5);
                world.Irecv(room, 0, 1, MPI.INT, 1, 6);
                for (int i = 0; i < 2; i++) world.Recv_init(room, 1, 1, MPI.INT, 1, 7);
            } else world.Irecv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, 9).Free();
            ((Intracomm) world.clone()).Free();
            if (world.Rank() == 0) world.Recv_init(room, 1, 1, MPI.INT, 1, 7).Free();
            world.Split(world.Rank(), 0);
            Win.Create_dynamic(null, world).Free();
            Win.Create_dynamic(null, world);
        });
        assertEquals(
                List.of(
                        "jmpi: rank 0: communicator was never freed: made at HERE",
                        "jmpi: rank 0: message was never received: to rank 1, tag=5, 12 bytes, sent at HERE",
                        "jmpi: rank 0: operation was never completed: Recv(source=1, tag=6) at HERE",
                        "jmpi: rank 0: persistent request was never freed: made at HERE (2 times)",
                        "jmpi: rank 0: window was never freed: made at HERE",
                        "jmpi: rank 1: communicator was never freed: made at HERE",
                        "jmpi: rank 1: window was never freed: made at HERE"),
                lines);
    }

    @Test
    void everyMessageThatNobodyReceivedNamesItsLine() throws Exception {
        List<String> lines = lines(3, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int rank = world.Rank();
            Request[] active = new Request[2];
            if (rank > 0) {
                MPI.Buffer_attach(new byte[1000]);
                for (int i = 0; i < 3; i++) world.Send(new int[rank], 0, rank, MPI.INT, 0, 1);
                world.Bsend(new int[rank], 0, rank, MPI.INT, 0, 2);
                active[0] = world.Issend(new int[0], 0, 0, MPI.INT, rank, 3);
                active[1] = world.Isend(new byte[1 << 21], 0, 1 << 21, MPI.BYTE, 0, 4);
                world.Sendrecv(new byte[9], 0, 9, MPI.BYTE, 0, 5, new byte[1], 0, 1, MPI.BYTE, MPI.PROC_NULL, 0);
            }
            Intracomm other = (Intracomm) world.clone();
            if (rank == 1) other.Send(new int[rank], 0, rank, MPI.INT, 2, 6);
            other.Barrier();
            other.Free();
            if (rank == 0) world.Recv(new int[1], 0, 1, MPI.INT, 1, 1);
        });
        List<String> expected = new ArrayList<>(List.of(
                "jmpi: rank 1: message was never received: to rank 0, tag=1, 4 bytes, sent at HERE (2 times)",
                "jmpi: rank 1: message was never received: to rank 2, tag=6, 4 bytes, sent at HERE",
                "jmpi: rank 2: message was never received: to rank 0, tag=1, 8 bytes, sent at HERE (3 times)"));
        for (int rank = 1; rank < 3; rank++) {
            String never = "jmpi: rank " + rank + ": message was never received: to rank ";
            expected.add(never + "0, tag=2, " + 4 * rank + " bytes, sent at HERE");
            expected.add(never + rank + ", tag=3, 0 bytes, sent at HERE");
            expected.add(never + "0, tag=4, 2097152 bytes, sent at HERE");
            expected.add(never + "0, tag=5, 9 bytes, sent at HERE");
            String incomplete = "jmpi: rank " + rank + ": operation was never completed: ";
            expected.add(incomplete + "Ssend(dest=" + rank + ", tag=3) at HERE");
            expected.add(incomplete + "Send(dest=0, tag=4) at HERE");
        }
        Collections.sort(expected);
        assertEquals(expected, lines);
    }

    @Test
    void everyCollectiveOperationThatNobodyCompletedNamesItsLine() throws Exception {
        List<String> lines = lines(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            Prequest persistent = world.Bcast_init(new int[1], 0, 1, MPI.INT, 0);
            persistent.Start();
            world.Iallreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM);
            world.Ibarrier().Wait();
            if (world.Rank() == 0) persistent.Wait();
            world.Barrier();
        });
        String never = ": operation was never completed: ";
        assertEquals(
                List.of(
                        "jmpi: rank 0" + never + "Iallreduce at HERE",
                        "jmpi: rank 0: persistent request was never freed: made at HERE",
                        "jmpi: rank 1" + never + "Bcast_init at HERE",
                        "jmpi: rank 1" + never + "Iallreduce at HERE",
                        "jmpi: rank 1: persistent request was never freed: made at HERE"),
                lines);
    }

    @Test
    void whatAnEarlierWorldLeftIsToldOnce() throws Exception {
        List<String> lines = lines(1, () -> {
            MPI.COMM_WORLD.clone();
            MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, 6);
            MPI.COMM_WORLD.Send(new int[3], 0, 3, MPI.INT, 0, 5);
            MPI.Finalize();
            MPI.Init(new String[0]);
        });
        assertEquals(
                List.of(
                        "jmpi: rank 0: communicator was never freed: made at HERE",
                        "jmpi: rank 0: message was never received: to rank 0, tag=5, 12 bytes, sent at HERE",
                        "jmpi: rank 0: operation was never completed: Recv(source=0, tag=6) at HERE"),
                lines);
    }

    @Test
    void buffersThatOverlapAreToldOnceForEachPairOfPlaces() throws Exception {
        List<String> lines = lines(1, () -> {
            Intracomm self = MPI.COMM_WORLD;
            int[] room = new int[8];
            for (int i = 0; i < 3; i++) {
                Request first = self.Irecv(room, 0, 4, MPI.INT, 0, 1);
                Request second = self.Irecv(room, 3, 4, MPI.INT, 0, 2);
                self.Send(new int[4], 0, 4, MPI.INT, 0, 1);
                self.Send(new int[4], 0, 4, MPI.INT, 0, 2);
                Request.Waitall(new Request[] {first, second});
            }
        });
        assertEquals(
                List.of("jmpi: rank 0: buffers of operations under way overlap: Recv(source=0, tag=1) at HERE, "
                        + "and Recv(source=0, tag=2) at HERE"),
                lines);
    }

    @Test
    void aSendMayNotOverlapWithAReceiveWhicheverComesFirst() throws Exception {
        List<String> lines = lines(1, () -> {
            Intracomm self = MPI.COMM_WORLD;
            int[] room = new int[8];
            Request receive = self.Irecv(room, 0, 4, MPI.INT, 0, 1);
            Request send = self.Isend(room, 3, 4, MPI.INT, 0, 1);
            Request.Waitall(new Request[] {receive, send});
            send = self.Isend(room, 3, 4, MPI.INT, 0, 2);
            receive = self.Irecv(room, 0, 4, MPI.INT, 0, 2);
            Request.Waitall(new Request[] {receive, send});
        });
        String overlap = "jmpi: rank 0: buffers of operations under way overlap: ";
        assertEquals(
                List.of(
                        overlap + "Recv(source=0, tag=1) at HERE, and Send(dest=0, tag=1) at HERE",
                        overlap + "Send(dest=0, tag=2) at HERE, and Recv(source=0, tag=2) at HERE"),
                lines);
    }

    @Test
    void aPairOfPlacesIsTheSameInEitherOrder() throws Exception {
        int[] room = new int[4];
        Request[] both = new Request[2];
        List<Runnable> receives = List.of(
                () -> both[0] = MPI.COMM_WORLD.Irecv(room, 0, 4, MPI.INT, 0, 1),
                () -> both[1] = MPI.COMM_WORLD.Irecv(room, 0, 4, MPI.INT, 0, 2));
        List<String> lines = lines(1, () -> {
            for (int first = 0; first < 2; first++) {
                receives.get(first).run();
                receives.get(1 - first).run();
                for (int tag = 1; tag < 3; tag++) MPI.COMM_WORLD.Send(new int[4], 0, 4, MPI.INT, 0, tag);
                Request.Waitall(both);
            }
        });
        assertEquals(1, lines.size(), lines::toString);
    }

    @Test
    void buffersThatDoNotOverlap() throws Exception {
        List<String> lines = lines(1, () -> {
            Intracomm self = MPI.COMM_WORLD;
            mpi.Datatype column = mpi.Datatype.Vector(4, 1, 2, MPI.INT);
            column.Commit();
            int[] room = new int[8];
            int[] sent = new int[8];
            Request[] four = {
                self.Irecv(room, 0, 1, column, 0, 1),
                self.Irecv(room, 1, 1, column, 0, 2),
                self.Isend(sent, 0, 4, MPI.INT, 0, 1),
                self.Isend(sent, 2, 4, MPI.INT, 0, 2)
            };
            Request.Waitall(four);
            self.Sendrecv(room, 0, 4, MPI.INT, 0, 3, room, 2, 4, MPI.INT, 0, 3);
        });
        assertEquals(List.of(), lines);
    }
}
