package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

/** Two processes spawn a third one, which is lost. */
class SpawnTest {
    private static final int RUNS = 20;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int[] KEPT = {-1};

    /** What the two processes do in the communicator with the third one. */
    @FunctionalInterface
    private interface Parent {
        void run(int process, Communicator both);
    }

    private static void run(Parent parent, Runnable child) {
        for (long seed = 1; seed <= RUNS; seed++) {
            Simulation.Result result = Simulation.run(seed, 2, Simulation.Options.SEEDED, (process, world) -> {
                if (process < 2) parent.run(process, Simulation.spawn(world, 1, 2, KEPT));
                else child.run();
            });
            assertEquals(List.of(), result.findings(), result.line());
        }
    }

    /** The meeting of two worlds in Finalize failed when a process of the other one was lost meanwhile. */
    @Test
    void aProcessThatIsLostDoesNotFailFinalizeOfAnotherWorld() {
        run((process, both) -> {}, () -> {
            Simulation.compute(SECOND_NANOS);
            Simulation.loseRankAfter(0);
            Simulation.compute(SECOND_NANOS);
        });
    }

    /** A leader told its group of a failure by its own number of the process. */
    @Test
    void allMembersNameTheProcessThatIsLost() {
        run(
                (process, both) -> {
                    // Both wait for the leader of the other group; the first one tells the second one of its failure.
                    CommException failure = assertThrows(CommException.class, () -> Communicators.dup(both));
                    assertEquals(ErrorClass.PROC_FAILED, failure.errorClass(), failure.getMessage());
                    assertTrue(failure.getMessage().contains("rank 0 of world "), failure.getMessage());
                },
                () -> {
                    Simulation.loseRankAfter(0);
                    Simulation.compute(SECOND_NANOS);
                });
    }
}
