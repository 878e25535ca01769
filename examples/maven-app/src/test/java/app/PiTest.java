package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;

class PiTest {
    @Test
    void fourRanksComputePi() {
        Jmpi.run(4, () -> {
            assertEquals(4, MPI.COMM_WORLD.Size());
            assertEquals(Math.PI, Pi.compute(1000), 1e-6);
        });
    }
}
