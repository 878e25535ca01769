package typed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpi.MPI;
import org.jmpi.Communicator;
import org.jmpi.MpiFuture;
import org.junit.jupiter.api.Test;

/** The calls of ranks that are left after failures, while no rank fails; jobs whose ranks fail are in jmpi-run. */
class SurvivorsTest {
    @Test
    void allAgreeOnWhatAllGive() {
        Talk.between(4, world -> {
            assertTrue(world.agree(true));
            assertFalse(world.agree(world.rank() != 2));
            MpiFuture<Boolean> later = world.agreeAsync(true);
            MpiFuture<Boolean> no = world.agreeAsync(false);
            assertFalse(no.join());
            assertTrue(later.join());
            assertEquals(List.of(), world.failedRanks());
            assertEquals(0, world.acknowledgeFailed(3));
        });
    }

    @Test
    void aRevokedCommunicatorIsReplaced() {
        Talk.between(4, world -> {
            Communicator comm = world.dup();
            assertFalse(comm.isRevoked());
            world.barrier();
            if (comm.rank() == 3) comm.revoke();
            Talk.assertFails(MPI.ERR_REVOKED, () -> comm.receive(String.class, Communicator.ANY_SOURCE), "revoked");
            assertTrue(comm.isRevoked());
            Talk.assertFails(MPI.ERR_REVOKED, comm::barrier, "revoked");
            assertFalse(comm.agree(comm.rank() == 1));
            MpiFuture<Communicator> pending = comm.shrinkAsync();
            try (Communicator left = comm.shrink();
                    Communicator other = pending.join()) {
                comm.close();
                assertFalse(left.isRevoked());
                assertEquals(List.of(0, 1, 2, 3), left.allGather(world.rank()));
                assertEquals(6, other.allReduce(world.rank(), Integer::sum));
            }
            Talk.assertFails(MPI.ERR_COMM, comm::revoke, "freed");
        });
    }
}
