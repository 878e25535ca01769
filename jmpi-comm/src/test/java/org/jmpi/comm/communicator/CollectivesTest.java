package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of one communicator's collective operations. */
@Timeout(30)
class CollectivesTest {
    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));

    private final OneRank rank = new OneRank(Events.NONE);
    private final Collectives calls = rank.world().collectives();

    @AfterEach
    void close() {
        rank.close();
    }

    /** Returns how the call of another thread fails. */
    private static CommException failureElsewhere(Runnable call) {
        Throwable failure = assertThrows(
                        CompletionException.class,
                        () -> CompletableFuture.runAsync(call).join())
                .getCause();
        return (CommException) failure;
    }

    @Test
    void aSecondThreadIsRefusedBeforeItChangesTheArgumentsOfTheFirst() {
        int[] sum = {-1};
        CollectiveOperation first = calls.blocking(CollectiveKind.ALLREDUCE, 0)
                .send(new UserBuffer(new int[] {7}, 0, 1, INT))
                .receive(new UserBuffer(sum, 0, 1, INT))
                .op(Predefined.SUM);
        Runnable barrier = () -> calls.run(new CollectiveOperation(CollectiveKind.BARRIER));
        for (Runnable second : new Runnable[] {
            () -> calls.blocking(CollectiveKind.BARRIER, 0), barrier, () -> Communicators.dup(rank.world())
        }) {
            CommException refused = failureElsewhere(second);
            assertEquals(ErrorClass.OTHER, refused.errorClass());
            assertTrue(
                    refused.getMessage()
                            .contains("while thread " + Thread.currentThread().getName() + " is in "),
                    refused.getMessage());
        }
        calls.run(first);
        assertEquals(7, sum[0]);
        barrier.run();
    }

    @Test
    void aRefusedArgumentLeavesTheCommunicatorUsable() {
        CommException refused = assertThrows(
                CommException.class,
                () -> calls.run(calls.blocking(CollectiveKind.BCAST, 1).send(new UserBuffer(new int[1], 0, 1, INT))));
        assertEquals(ErrorClass.ROOT, refused.errorClass());
        CompletableFuture.runAsync(() -> calls.run(calls.blocking(CollectiveKind.BARRIER, 0)))
                .join();
    }

    @Test
    void aCallWhoseArgumentsCannotBeMadeLeavesTheCommunicatorUsable() {
        calls.blocking(CollectiveKind.ALLREDUCE, 0);
        calls.run(calls.blocking(CollectiveKind.BARRIER, 0));
        CompletableFuture.runAsync(() -> calls.run(calls.blocking(CollectiveKind.BARRIER, 0)))
                .join();
    }

    /** Sends two items to the neighbours; returns what comes from them. */
    private int[] alltoall(Neighbourhood neighbours) {
        int[] received = {-1, -1};
        calls.run(new CollectiveOperation(CollectiveKind.ALLTOALL)
                .send(new UserBuffer(new int[] {5, 6}, 0, 1, INT))
                .receive(new UserBuffer(received, 0, 1, INT))
                .among(neighbours));
        return received;
    }

    @Test
    void operationsOfOneCommunicatorAmongDifferentNeighbours() {
        int nobody = Communicator.PROC_NULL;
        int[] own = {0, 0};
        for (int round = 0; round < 2; round++) {
            assertArrayEquals(new int[] {5, 6}, alltoall(Neighbourhood.ofGraph(own, own)));
            assertArrayEquals(new int[] {6, 5}, alltoall(Neighbourhood.ofGrid(own)));
            assertArrayEquals(new int[] {-1, -1}, alltoall(Neighbourhood.ofGrid(new int[] {nobody, nobody})));
            assertArrayEquals(
                    new int[] {-1, 6}, alltoall(Neighbourhood.ofGraph(new int[] {nobody, 0}, new int[] {nobody, 0})));
        }
    }
}
