package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Intracomm;
import org.jmpi.junit.MpiTest;

class PiTest {
    @MpiTest(np = 4)
    void fourRanksComputePi(Intracomm world) {
        assertEquals(4, world.Size());
        assertEquals(Math.PI, Pi.compute(1000), 1e-6);
    }
}
