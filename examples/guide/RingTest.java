import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import mpi.Intracomm;
import org.jmpi.junit.MpiTest;

class RingTest {
    @MpiTest(np = 4)
    void eachTokenVisitsAllRanks(Intracomm world) throws InterruptedException {
        int[] totals = Tokens.totals(world);
        if (world.Rank() == 0) assertArrayEquals(new int[] {6, 106, 206}, totals);
    }
}
