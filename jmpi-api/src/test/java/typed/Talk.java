package typed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.junit.jupiter.api.function.Executable;

/** What tests of the typed calls have in common. */
final class Talk {
    private static final Duration LIMIT = Duration.ofSeconds(50);

    private Talk() {}

    interface Body {
        void run(World world) throws Exception;
    }

    /** Runs a body on each of some ranks. Nothing may be left on its way. */
    static void between(int ranks, Body body) {
        Jmpi.run(ranks, LIMIT, () -> {
            try (World world = Jmpi.world()) {
                body.run(world);
                world.barrier();
                assertTrue(
                        world.probeNow(World.ANY_SOURCE, World.ANY_TAG).isEmpty(), "a message has not been received");
            }
        });
    }

    /** Checks that a call fails with this class, and that its message has this part. */
    static void assertFails(int errorClass, Executable call, String inMessage) {
        MPIException e = assertThrows(MPIException.class, call);
        assertEquals(errorClass, e.Get_error_class(), e.getMessage());
        assertTrue(e.getMessage().contains(inMessage), e.getMessage() + " lacks " + inMessage);
    }

    /**
     * A call with an argument that is not valid.
     *
     * @param inMessage a part of the message, which names the test
     */
    record Fault(int errorClass, String inMessage, Body call) {
        void assertOn(World world) {
            assertFails(errorClass, () -> call.run(world), inMessage);
            MPI.COMM_WORLD.Barrier();
        }

        @Override
        public String toString() {
            return inMessage;
        }
    }
}
