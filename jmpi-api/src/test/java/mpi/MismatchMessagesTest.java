package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Collective calls that do not match: the message names the rank's own call and what both gave, in the program's words.
 */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class MismatchMessagesTest {
    private static final String QUESTION = "did every rank call the same operation in the same order, with matching"
            + " counts and types? run with --check";

    /** A call of one rank. */
    @FunctionalInterface
    private interface Call {
        void on(Intracomm comm);
    }

    /** Runs a call at rank 0 and another one at rank 1; returns what each of them says, null if it does not fail. */
    private static AtomicReferenceArray<String> outcomes(boolean sharedMemory, Call zero, Call one) {
        AtomicReferenceArray<String> outcomes = new AtomicReferenceArray<>(2);
        Jmpi.run(2, () -> {
            if (sharedMemory) shareMemory();
            try {
                (Talk.rank() == 0 ? zero : one).on(MPI.COMM_WORLD);
            } catch (MPIException e) {
                outcomes.set(Talk.rank(), e.getMessage());
            }
            // Lets a rank go on that waits for the other one's next operation.
            for (int i = 0; i < 2; i++) MPI.COMM_WORLD.Barrier();
        });
        return outcomes;
    }

    /** After the first operations the ranks share memory. */
    private static void shareMemory() {
        for (int i = 0; i < 5; i++) MPI.COMM_WORLD.Allreduce(new long[] {1}, 0, new long[1], 0, 1, MPI.LONG, MPI.SUM);
    }

    private static void assertSays(String outcome, String... parts) {
        assertTrue(outcome != null, "nobody noticed");
        for (String part : parts) assertTrue(outcome.contains(part), outcome + " lacks " + part);
        assertTrue(outcome.endsWith(QUESTION), outcome);
        assertFalse(outcome.contains("tag"), outcome);
        assertFalse(outcome.contains("BYTE"), outcome);
    }

    private static void bcast(Intracomm comm, int count) {
        comm.Bcast(new int[count], 0, count, MPI.INT, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countsThatDiffer(boolean sharedMemory) {
        AtomicReferenceArray<String> said = outcomes(sharedMemory, comm -> bcast(comm, 4), comm -> bcast(comm, 2));
        assertEquals(null, said.get(0));
        assertSays(
                said.get(1),
                "ERR_TRUNCATE: Bcast(root=0): rank 0 gave 4 elements of INT, this rank awaits 2 elements of INT");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void typesThatDiffer(boolean sharedMemory) {
        AtomicReferenceArray<String> said =
                outcomes(sharedMemory, comm -> bcast(comm, 1), comm -> comm.Bcast(new double[3], 0, 3, MPI.DOUBLE, 0));
        assertSays(said.get(1), "ERR_TYPE: Bcast(root=0): rank 0 gave 1 element of INT", "awaits 3 elements of DOUBLE");
        said = outcomes(
                sharedMemory,
                comm -> comm.Allreduce(new int[5], 0, new int[5], 0, 5, MPI.INT, MPI.SUM),
                comm -> comm.Allreduce(new float[5], 0, new float[5], 0, 5, MPI.FLOAT, MPI.SUM));
        assertSays(said.get(0), "ERR_TYPE: Allreduce: rank 1 gave 5 elements of FLOAT", "awaits 5 elements of INT");
        assertSays(said.get(1), "ERR_TYPE: Allreduce: rank 0 gave 5 elements of INT", "awaits 5 elements of FLOAT");
        said = outcomes(
                sharedMemory,
                comm -> comm.Bcast(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, 0),
                comm -> comm.Bcast(new Object[1], 0, 1, MPI.OBJECT, 0));
        assertSays(said.get(1), "ERR_TRUNCATE: Bcast(root=0): rank 0 gave 2 objects, this rank awaits 1 object:");
    }

    private static Call allreduce(Op op, int count) {
        return comm -> comm.Allreduce(new int[count], 0, new int[count], 0, count, MPI.INT, op);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void operatorsThatDiffer(boolean sharedMemory) {
        for (int count : new int[] {1, 7, 100_000}) {
            AtomicReferenceArray<String> said =
                    outcomes(sharedMemory, allreduce(MPI.SUM, count), allreduce(MPI.MAX, count));
            assertSays(said.get(0), "ERR_OP: Allreduce: rank 1 gave MAX, this rank awaits SUM");
            assertSays(said.get(1), "ERR_OP: Allreduce: rank 0 gave SUM, this rank awaits MAX");
        }
        AtomicReferenceArray<String> said = outcomes(
                sharedMemory,
                comm -> comm.Reduce(new double[3], 0, new double[3], 0, 3, MPI.DOUBLE, MPI.MIN, 0),
                comm -> comm.Reduce(new double[3], 0, null, 0, 3, MPI.DOUBLE, MPI.PROD, 0));
        assertSays(said.get(0), "ERR_OP: Reduce(root=0): rank 1 gave PROD, this rank awaits MIN");
        said = outcomes(
                sharedMemory,
                comm -> comm.Scan(new long[1], 0, new long[1], 0, 1, MPI.LONG, MPI.BOR),
                comm -> comm.Scan(new long[1], 0, new long[1], 0, 1, MPI.LONG, ownOp()));
        assertSays(said.get(1), "ERR_OP: Scan: rank 0 gave BOR, this rank awaits an operator of its own");
    }

    private static Op ownOp() {
        return new Op(
                new User_function() {
                    @Override
                    public void Call(Object in, int at, Object inout, int inoutAt, int count, Datatype type) {}
                },
                true);
    }

    /** Rank 3 awaits the data of rank 2, which sends it those of rank 0, or has left an operation in shared memory. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rootsThatDiffer(boolean sharedMemory) {
        for (int count : sharedMemory ? new int[] {3, 5000} : new int[] {3}) {
            String said =
                    atRankThree(sharedMemory, root -> MPI.COMM_WORLD.Bcast(new int[count], 0, count, MPI.INT, root));
            assertSays(said, "ERR_ROOT: Bcast(root=2): rank ", " gave root 0, this rank awaits root 2");
        }
        if (!sharedMemory) return;
        String said = atRankThree(
                true, root -> MPI.COMM_WORLD.Scatter(new int[8], 0, 2, MPI.INT, new int[2], 0, 2, MPI.INT, root));
        assertSays(said, "ERR_ROOT: Scatter(root=2): rank 0 gave root 0, this rank awaits root 2");
    }

    /** Runs a call of four ranks, with root 2 at rank 3 and 0 elsewhere; returns what rank 3 says. */
    private static String atRankThree(boolean sharedMemory, IntConsumer call) {
        AtomicReference<String> said = new AtomicReference<>();
        Jmpi.run(4, () -> {
            if (sharedMemory) shareMemory();
            try {
                call.accept(Talk.rank() == 3 ? 2 : 0);
            } catch (MPIException e) {
                if (Talk.rank() == 3) said.set(e.getMessage());
            }
            for (int i = 0; i < 2; i++) MPI.COMM_WORLD.Barrier();
        });
        return said.get();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void operatorsOfTheProgramAreOneKind(boolean sharedMemory) {
        Call own = comm -> comm.Allreduce(new int[2], 0, new int[2], 0, 2, MPI.INT, ownOp());
        AtomicReferenceArray<String> said = outcomes(sharedMemory, own, own);
        assertEquals(null, said.get(0));
        assertEquals(null, said.get(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBarrierAndAnOperationWithData(boolean sharedMemory) {
        List<Call> givers = List.of(
                comm -> bcast(comm, 4),
                comm -> comm.Gather(new int[4], 0, 4, MPI.INT, new int[8], 0, 4, MPI.INT, 1),
                comm -> comm.Allreduce(new int[4], 0, new int[4], 0, 4, MPI.INT, MPI.SUM));
        for (Call giver : givers) {
            AtomicReferenceArray<String> said = outcomes(sharedMemory, giver, Intracomm::Barrier);
            assertSays(said.get(1), "Barrier: rank 0 gave ", ", this rank awaits nothing");
        }
    }

    /** The rank in Barrier waits for the other one, or learns that it has left by a failure, perhaps first. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOperationThatAwaitsDataAndABarrier(boolean sharedMemory) {
        List<Call> takers = List.of(
                comm -> bcast(comm, 4), comm -> comm.Scatter(null, 0, 4, MPI.INT, new int[4], 0, 4, MPI.INT, 0));
        for (Call taker : takers) {
            MPIException end = assertThrows(
                    MPIException.class,
                    () -> Jmpi.run(2, () -> {
                        if (sharedMemory) shareMemory();
                        if (Talk.rank() == 0) MPI.COMM_WORLD.Barrier();
                        else taker.on(MPI.COMM_WORLD);
                        MPI.COMM_WORLD.Barrier();
                    }));
            String said = Stream.concat(
                            Stream.of(end), Stream.of(end.getSuppressed()).map(Throwable::getCause))
                    .filter(MPIException.class::isInstance)
                    .map(Throwable::getMessage)
                    .filter(message -> message.contains("ERR_TYPE: "))
                    .findFirst()
                    .orElse(null);
            assertSays(said, "rank 0 gave nothing, this rank awaits 4 elements of INT");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anotherCollectiveCallThanOneThatMakesACommunicator(boolean sharedMemory) {
        AtomicReferenceArray<String> said = outcomes(sharedMemory, comm -> bcast(comm, 9), comm -> comm.clone());
        assertSays(said.get(1), "Dup: rank 0 gave something else");
        assertFalse(said.get(1).contains("INT"), said.get(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void finalizeAndAnOperationWithData(boolean sharedMemory) {
        AtomicReferenceArray<String> said = new AtomicReferenceArray<>(2);
        Jmpi.run(2, () -> {
            if (sharedMemory) shareMemory();
            try {
                if (Talk.rank() == 0) bcast(MPI.COMM_WORLD, 4);
                MPI.Finalize();
            } catch (MPIException e) {
                said.set(Talk.rank(), e.getMessage());
            }
        });
        assertSays(said.get(1), "Finalize: rank 0 gave something else");
    }
}
