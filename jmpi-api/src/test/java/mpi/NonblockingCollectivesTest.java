package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collective operations under way beside each other, beside messages, and left to themselves. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class NonblockingCollectivesTest {
    private static final int MANY = 1000;

    private static int sumOfRanks() {
        return Talk.size() * (Talk.size() - 1) / 2;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void manyOperationsOfOneCommunicatorCompleteInAnyOrder(int ranks) {
        Jmpi.run(ranks, () -> {
            List<Request> requests = new ArrayList<>();
            int[][] results = new int[MANY][1];
            for (int i = 0; i < MANY; i++) {
                int[] own = {Talk.rank() + i};
                requests.add(MPI.COMM_WORLD.Iallreduce(own, 0, results[i], 0, 1, MPI.INT, MPI.SUM));
            }
            Collections.shuffle(requests, new Random(Talk.rank()));
            Request.Waitall(requests.toArray(new Request[0]));
            for (int i = 0; i < MANY; i++) assertEquals(sumOfRanks() + ranks * i, results[i][0], "operation " + i);
        });
    }

    @Test
    void operationsOfManyCommunicatorsAreApart() {
        Jmpi.run(3, () -> {
            List<Request> requests = new ArrayList<>();
            int[][] results = new int[20 * 10][1];
            List<Intracomm> comms = new ArrayList<>();
            for (int c = 0; c < 20; c++) {
                Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
                comms.add(comm);
                for (int i = 0; i < 10; i++) {
                    int[] result = results[10 * c + i];
                    result[0] = Talk.rank() == i % 3 ? 1000 * c + i : -1;
                    requests.add(comm.Ibcast(result, 0, 1, MPI.INT, i % 3));
                }
            }
            // Their contexts live until the last operation is complete.
            for (Intracomm comm : comms) comm.Free();
            Request.Waitall(requests.toArray(new Request[0]));
            for (int i = 0; i < results.length; i++) assertEquals(1000 * (i / 10) + i % 10, results[i][0]);
        });
    }

    @Test
    void operationsAndMessagesAreCompletedByTheSameCalls() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            int[] sum = {-1};
            int[] message = {-1};
            Request[] requests = {
                MPI.COMM_WORLD.Irecv(message, 0, 1, MPI.INT, peer, 5),
                MPI.COMM_WORLD.Iallreduce(new int[] {Talk.rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM),
                MPI.COMM_WORLD.Ibarrier()
            };
            Request.Waitany(new Request[] {requests[2]});
            Talk.send(40 + Talk.rank(), peer, 5);
            int left = 2;
            while (left > 0) left -= Request.Waitsome(requests).length;
            assertEquals(1, sum[0]);
            assertEquals(40 + peer, message[0]);
            assertEquals(MPI.UNDEFINED, Request.Waitany(requests).index);
        });
    }

    /** Rank 0 receives before it takes part in the barrier that rank 1 has started before it sends. */
    @Test
    void anOperationHoldsUpNothingElse() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) assertEquals(7, Talk.receive(1, 3));
            Request barrier = MPI.COMM_WORLD.Ibarrier();
            if (Talk.rank() == 1) Talk.send(7, 0, 3);
            barrier.Wait();
        });
    }

    /** The blocking operations go by shared memory meanwhile. */
    @Test
    void blockingOperationsOvertakeThoseThatAreUnderWay() {
        Jmpi.run(3, () -> {
            for (int i = 0; i < 50; i++) {
                int[] sum = {-1};
                int[] max = {-1};
                Request under = MPI.COMM_WORLD.Iallreduce(new int[] {Talk.rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                MPI.COMM_WORLD.Allreduce(new int[] {Talk.rank() + i}, 0, max, 0, 1, MPI.INT, MPI.MAX);
                assertEquals(2 + i, max[0]);
                under.Wait();
                assertEquals(3, sum[0]);
            }
        });
    }

    @Test
    void anOperationIsCompleteThoughTheProgramMakesNoCall() {
        Jmpi.run(2, () -> {
            double[] sum = new double[100_000];
            double[] own = new double[100_000];
            java.util.Arrays.fill(own, Talk.rank() + 1);
            Request request = MPI.COMM_WORLD.Iallreduce(own, 0, sum, 0, own.length, MPI.DOUBLE, MPI.SUM);
            long end = System.nanoTime() + 20_000_000_000L;
            // The operation's last step writes the last element, or the first one.
            while ((volatileRead(sum, 0) != 3 || volatileRead(sum, sum.length - 1) != 3) && System.nanoTime() < end)
                Thread.onSpinWait();
            assertEquals(3, sum[0]);
            assertEquals(3, sum[sum.length - 1]);
            request.Wait();
        });
    }

    private static double volatileRead(double[] array, int index) {
        return (double) java.lang.invoke.MethodHandles.arrayElementVarHandle(double[].class)
                .getVolatile(array, index);
    }

    @Test
    void testTellsWhenAnOperationIsComplete() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) Talk.awaitGoOn(0);
            Request barrier = MPI.COMM_WORLD.Ibarrier();
            if (Talk.rank() == 0) {
                for (int i = 0; i < 20; i++) assertNull(barrier.Test());
                Talk.goOn(1);
            }
            Status status = null;
            while (status == null) status = barrier.Test();
            assertNotNull(status);
            assertTrue(barrier.Is_null());
        });
    }

    @Test
    void aRequestOfAnOperationCanNeitherBeCancelledNorFreed() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            Request barrier = MPI.COMM_WORLD.Ibarrier();
            assertEquals(
                    MPI.ERR_REQUEST,
                    assertThrows(MPIException.class, barrier::Cancel).Get_error_class());
            assertEquals(
                    MPI.ERR_REQUEST,
                    assertThrows(MPIException.class, barrier::Free).Get_error_class());
            barrier.Wait();
            Prequest again = MPI.COMM_WORLD.Barrier_init();
            again.Start();
            assertEquals(
                    MPI.ERR_REQUEST,
                    assertThrows(MPIException.class, again::Start).Get_error_class());
            assertEquals(
                    MPI.ERR_REQUEST,
                    assertThrows(MPIException.class, again::Free).Get_error_class());
            again.Wait();
            again.Free();
            assertEquals(
                    MPI.ERR_REQUEST,
                    assertThrows(MPIException.class, again::Start).Get_error_class());
        });
    }

    @Test
    void persistentOperationsMayBeStartedInAnyOrder() {
        Jmpi.run(3, () -> {
            int[][] sums = new int[8][1];
            int[][] own = new int[8][1];
            Prequest[] prepared = new Prequest[8];
            for (int i = 0; i < 8; i++)
                prepared[i] = MPI.COMM_WORLD.Allreduce_init(own[i], 0, sums[i], 0, 1, MPI.INT, MPI.SUM);
            Random random = new Random(Talk.rank());
            for (int round = 0; round < 20; round++) {
                List<Prequest> order = new ArrayList<>(List.of(prepared));
                Collections.shuffle(order, random);
                for (int i = 0; i < 8; i++) own[i][0] = Talk.rank() + 10 * i + 100 * round;
                Prequest.Startall(order.toArray(new Prequest[0]));
                Request.Waitall(prepared);
                for (int i = 0; i < 8; i++) assertEquals(3 + 3 * (10 * i + 100 * round), sums[i][0]);
            }
            for (Prequest each : prepared) each.Free();
        });
    }

    @Test
    void anOperatorThatFailsFailsItsOwnOperationAndNoOther() {
        Jmpi.run(2, () -> {
            Op broken = new Op(
                    new User_function() {
                        @Override
                        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                            throw new IllegalStateException("no");
                        }
                    },
                    true);
            int[] sum = {-1};
            Request fails = MPI.COMM_WORLD.Iallreduce(new int[] {1}, 0, new int[1], 0, 1, MPI.INT, broken);
            Request works = MPI.COMM_WORLD.Iallreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            works.Wait();
            assertEquals(2, sum[0]);
            assertEquals(
                    "no", assertThrows(IllegalStateException.class, fails::Wait).getMessage());
            MPI.COMM_WORLD.Barrier();
        });
    }

    @Test
    void objectsOfSeveralOperationsDoNotMix() {
        Jmpi.run(3, () -> {
            Object[][] all = new Object[10][3];
            Request[] requests = new Request[10];
            for (int i = 0; i < 10; i++)
                requests[i] = MPI.COMM_WORLD.Iallgather(
                        new Object[] {"from " + Talk.rank() + " in " + i}, 0, 1, MPI.OBJECT, all[i], 0, 1, MPI.OBJECT);
            Request.Waitall(requests);
            for (int i = 0; i < 10; i++)
                for (int rank = 0; rank < 3; rank++) assertEquals("from " + rank + " in " + i, all[i][rank]);
        });
    }

    @Test
    void badArgumentsAreRefusedBeforeTheOperationStarts() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            MPIException refused =
                    assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Ibcast(new int[1], 0, 2, MPI.INT, 0));
            assertEquals(MPI.ERR_COUNT, refused.Get_error_class());
            refused = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Ibcast(new int[1], 0, 1, MPI.INT, 2));
            assertEquals(MPI.ERR_ROOT, refused.Get_error_class());
            int[] value = {Talk.rank() == 0 ? 9 : -1};
            MPI.COMM_WORLD.Ibcast(value, 0, 1, MPI.INT, 0).Wait();
            assertArrayEquals(new int[] {9}, value);
        });
    }

    @Test
    void twoThreadsInBlockingCallsOfOneCommunicatorAreNamed() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
                Runnable barrier = () -> MPI.COMM_WORLD.Barrier();
                Thread first = new Thread(Jmpi.bind(barrier));
                first.setName("first");
                first.start();
                long end = System.nanoTime() + 20_000_000_000L;
                while (first.getState() == Thread.State.RUNNABLE && System.nanoTime() < end) Thread.onSpinWait();
                MPIException refused = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Barrier());
                assertTrue(refused.getMessage().contains("thread first is in Barrier"), refused.getMessage());
                Talk.goOn(1);
                first.join();
            } else {
                Talk.awaitGoOn(0);
                MPI.COMM_WORLD.Barrier();
            }
        });
    }

    @Test
    void anOperatorThatCallsABlockingOperationFails() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            Op calls = new Op(
                    new User_function() {
                        @Override
                        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                            MPI.COMM_WORLD.Barrier();
                        }
                    },
                    true);
            MPIException refused = assertThrows(
                    MPIException.class,
                    () -> MPI.COMM_WORLD.Allreduce(new int[] {1}, 0, new int[1], 0, 1, MPI.INT, calls));
            assertTrue(refused.getMessage().contains("an operator calls none"), refused.getMessage());
        });
    }
}
