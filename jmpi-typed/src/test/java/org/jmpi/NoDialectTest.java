package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Typed calls need no package {@code mpi}. */
class NoDialectTest {
    private static void assertFails(ErrorClass error, Executable call, String part) {
        MpiException failure = assertThrows(MpiException.class, call);
        assertSame(MpiException.class, failure.getClass());
        assertEquals(error, failure.errorClass());
        assertTrue(failure.getMessage().startsWith("MPI.ERR_" + error + ": "), failure.getMessage());
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }

    @Test
    void ranksExchangeValues() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("mpi.MPI"));
        List<Integer> sums = Jmpi.call(3, () -> {
            try (World world = Jmpi.world()) {
                int next = (world.rank() + 1) % 3;
                int previous = (world.rank() + 2) % 3;
                String got = world.sendReceive("of " + world.rank(), next, String.class, previous);
                assertEquals("of " + previous, got);
                return world.allReduce(world.rank(), Operator.SUM);
            }
        });
        assertEquals(List.of(3, 3, 3), sums);
    }

    @Test
    void callsFailByTheirOwnException() {
        Jmpi.run(2, () -> {
            World world = Jmpi.world();
            assertFails(ErrorClass.RANK, () -> world.send("x", 2), "2");
            assertFails(ErrorClass.DIMS, () -> CartesianCommunicator.dims(0, 2), "0");
            assertFails(ErrorClass.COMM, () -> Communicator.of(null), "communicator is null");
            assertFails(ErrorClass.COMM, () -> Communicator.of("text"), "java.lang.String");
            assertFails(ErrorClass.COMM, () -> world.as(String.class), "java.lang.String");
        });
    }

    @Test
    void futuresFailByItToo() {
        Jmpi.run(2, () -> {
            World world = Jmpi.world();
            if (world.rank() == 1) world.send(new int[] {1, 2, 3}, 0);
            else {
                MpiFuture<Envelope> late = world.receiveIntoAsync(new int[2], 1);
                ExecutionException failure = assertThrows(ExecutionException.class, late::get);
                assertSame(MpiException.class, failure.getCause().getClass());
                assertFails(ErrorClass.TRUNCATE, late::join, "room=8 bytes");
            }
        });
    }
}
