package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values cached with communicators. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class AttributesTest {
    private static final int KEY = 1234;

    private static Intercomm intercommunicator() {
        int me = Talk.rank();
        return MPI.COMM_WORLD.Create_intercomm(MPI.COMM_WORLD.Split(me, 0), 0, 1 - me, 1);
    }

    @Test
    void everyCommunicatorHasThePredefinedOnes() {
        Jmpi.run(2, () -> {
            Comm[] comms = {
                MPI.COMM_WORLD,
                MPI.COMM_SELF,
                (Comm) MPI.COMM_WORLD.clone(),
                MPI.COMM_WORLD.Split(0, 0),
                intercommunicator()
            };
            for (Comm comm : comms) {
                assertTrue(comm.Attr_get(MPI.TAG_UB) >= 32_767);
                assertEquals(MPI.PROC_NULL, comm.Attr_get(MPI.HOST));
                assertEquals(MPI.ANY_SOURCE, comm.Attr_get(MPI.IO));
                assertEquals(MPI.UNDEFINED, comm.Attr_get(KEY));
            }
        });
    }

    @Test
    void aWorldWithoutALauncherHasNoUniverseAndNoProgramNumber() {
        Jmpi.run(2, () -> {
            assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.Attr_get(MPI.UNIVERSE_SIZE));
            assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.Attr_get(MPI.APPNUM));
        });
    }

    @Test
    void theLargestTagIsUsable() {
        Jmpi.run(2, () -> {
            int tag = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);
            int peer = 1 - Talk.rank();
            int[] room = new int[1];
            Status status = MPI.COMM_WORLD.Sendrecv(
                    new int[] {Talk.rank()}, 0, 1, MPI.INT, peer, tag, room, 0, 1, MPI.INT, peer, tag);
            Kind.INT.assertStatus(status, peer, tag, 1, "with the largest tag");
            assertEquals(peer, room[0]);
        });
    }

    @Test
    void aValueIsThatOfOneRankUntilItIsDeleted() {
        Jmpi.run(3, () -> {
            MPI.COMM_WORLD.Attr_put(KEY, 10 + Talk.rank());
            MPI.COMM_WORLD.Attr_put(-7, 0);
            MPI.COMM_WORLD.Barrier();
            assertEquals(10 + Talk.rank(), MPI.COMM_WORLD.Attr_get(KEY));
            assertEquals(0, MPI.COMM_WORLD.Attr_get(-7));
            assertEquals(MPI.UNDEFINED, MPI.COMM_SELF.Attr_get(KEY));
            MPI.COMM_WORLD.Attr_put(KEY, Integer.MIN_VALUE);
            assertEquals(Integer.MIN_VALUE, MPI.COMM_WORLD.Attr_get(KEY));
            MPI.COMM_WORLD.Attr_delete(KEY);
            assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.Attr_get(KEY));
            MPI.COMM_WORLD.Attr_delete(KEY);
            assertEquals(0, MPI.COMM_WORLD.Attr_get(-7));
        });
    }

    @Test
    void clonesInheritValuesAndThenHaveTheirOwn() {
        Jmpi.run(2, () -> {
            Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[1], false);
            for (Comm comm : new Comm[] {MPI.COMM_WORLD, MPI.COMM_SELF, intercommunicator(), grid}) {
                comm.Attr_put(KEY, 5);
                Comm clone = (Comm) comm.clone();
                assertEquals(5, clone.Attr_get(KEY));
                assertEquals(5, ((Comm) clone.clone()).Attr_get(KEY));
                clone.Attr_put(KEY, 6);
                comm.Attr_put(KEY + 1, 7);
                assertEquals(5, comm.Attr_get(KEY));
                assertEquals(MPI.UNDEFINED, clone.Attr_get(KEY + 1));
                clone.Attr_delete(KEY);
                assertEquals(5, comm.Attr_get(KEY));
            }
            assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.Split(0, 0).Attr_get(KEY));
            assertEquals(MPI.UNDEFINED, grid.Sub(new boolean[] {true}).Attr_get(KEY));
            assertEquals(
                    MPI.UNDEFINED, MPI.COMM_WORLD.Create(MPI.COMM_WORLD.Group()).Attr_get(KEY));
        });
    }

    @Test
    void thePredefinedOnesCannotBeChanged() {
        Jmpi.run(1, () -> {
            for (int key : new int[] {MPI.TAG_UB, MPI.HOST, MPI.IO}) {
                int before = MPI.COMM_WORLD.Attr_get(key);
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Attr_put(key, 1), "predefined", "keyval=" + key);
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Attr_delete(key), "predefined", "keyval=" + key);
                assertEquals(before, MPI.COMM_WORLD.Attr_get(key));
            }
        });
    }
}
