package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects cached with communicators, under keys with functions. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class KeyvalsTest {
    private static int key() {
        return Comm.Create_keyval(MPI.COMM_DUP_FN, MPI.COMM_NULL_DELETE_FN);
    }

    private static List<Comm> communicators() {
        int me = Talk.rank();
        Intracomm half = MPI.COMM_WORLD.Split(me, 0);
        return List.of(
                MPI.COMM_WORLD,
                MPI.COMM_SELF,
                MPI.COMM_WORLD.Dup(),
                MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[1], false),
                MPI.COMM_WORLD.Create_intercomm(half, 0, 1 - me, 1));
    }

    @Test
    void theFunctionsOfAKeySeeTheObjectThatTheProgramKnows() {
        Jmpi.run(2, () -> {
            for (Comm comm : communicators()) {
                List<Object> seen = new ArrayList<>();
                int key = Comm.Create_keyval(
                        (old, keyval, value) -> {
                            seen.add(old);
                            return value + "'";
                        },
                        (object, keyval, value) -> seen.addAll(List.of(object, keyval, value)));
                assertTrue(key < MPI.KEYVAL_INVALID);
                assertNull(comm.Get_attr(key));
                comm.Set_attr(key, "x");
                Comm copy = comm.Dup();
                assertSame(
                        comm.getClass() == MPI.COMM_WORLD.getClass() ? Intracomm.class : comm.getClass(),
                        copy.getClass());
                assertEquals("x'", copy.Get_attr(key));
                copy.Free();
                comm.Delete_attr(key);
                assertNull(comm.Get_attr(key));
                assertEquals(List.of(comm, copy, key, "x'", comm, key, "x"), seen);
                Comm.Free_keyval(key);
            }
        });
    }

    @Test
    void anAttributeIsOfOneRankAndNotOfPartsOfItsCommunicator() {
        Jmpi.run(2, () -> {
            int key = key();
            MPI.COMM_WORLD.Set_attr(key, Talk.rank());
            MPI.COMM_WORLD.Barrier();
            assertEquals(Talk.rank(), MPI.COMM_WORLD.Get_attr(key));
            assertEquals(Talk.rank(), MPI.COMM_WORLD.Attr_get(key));
            assertNull(MPI.COMM_WORLD.Split(0, 0).Get_attr(key));
            int none = Comm.Create_keyval(MPI.COMM_NULL_COPY_FN, MPI.COMM_NULL_DELETE_FN);
            assertNotEquals(key, none);
            MPI.COMM_WORLD.Set_attr(none, "not copied");
            Intracomm copy = MPI.COMM_WORLD.Dup();
            assertNull(copy.Get_attr(none));
            assertEquals(Talk.rank(), copy.Get_attr(key));
        });
    }

    @Test
    void anExceptionOfAFunctionFailsTheCall() {
        Jmpi.run(2, () -> {
            int uncopied = Comm.Create_keyval(
                    (old, keyval, value) -> {
                        throw new IllegalStateException("no copy");
                    },
                    MPI.COMM_NULL_DELETE_FN);
            Intracomm comm = MPI.COMM_WORLD.Dup();
            comm.Set_attr(uncopied, 1);
            assertEquals(
                    "no copy",
                    assertThrows(IllegalStateException.class, comm::Dup).getMessage());
            comm.Delete_attr(uncopied);
            int kept = Comm.Create_keyval(MPI.COMM_DUP_FN, (object, keyval, value) -> {
                if (value.equals("kept")) throw new IllegalStateException("in use");
            });
            comm.Set_attr(kept, "kept");
            assertThrows(IllegalStateException.class, () -> comm.Delete_attr(kept));
            assertThrows(IllegalStateException.class, () -> comm.Set_attr(kept, "other"));
            assertThrows(IllegalStateException.class, comm::Free);
            assertEquals("kept", comm.Get_attr(kept));
            assertEquals(2, comm.Dup().Size());
        });
    }

    @Test
    void finalizeRemovesTheAttributesOfTheRankAloneTheLastFirst() {
        List<Object> removed = new ArrayList<>();
        Jmpi.run(1, () -> {
            for (int i = 0; i < 3; i++)
                MPI.COMM_SELF.Set_attr(
                        Comm.Create_keyval(MPI.COMM_DUP_FN, (object, keyval, value) -> {
                            assertSame(MPI.COMM_SELF, object);
                            assertEquals(1, object.Size());
                            removed.add(value);
                        }),
                        i);
            MPI.Finalize();
            assertEquals(List.of(2, 1, 0), removed);
        });
    }

    @Test
    void everyCommunicatorHasThePredefinedOnes() {
        Jmpi.run(2, () -> {
            for (Comm comm : communicators()) {
                assertEquals(Integer.MAX_VALUE, comm.Get_attr(MPI.TAG_UB));
                assertEquals(0, comm.Get_attr(MPI.WTIME_IS_GLOBAL));
                Talk.assertFails(MPI.ERR_KEYVAL, () -> comm.Set_attr(MPI.TAG_UB, 1), "keyval=" + MPI.TAG_UB);
            }
        });
    }

    @Test
    void argumentsThatAreNotValidAreRefused() {
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_ARG, () -> Comm.Create_keyval(null, MPI.COMM_NULL_DELETE_FN), "copy function");
            Talk.assertFails(MPI.ERR_ARG, () -> Comm.Create_keyval(MPI.COMM_DUP_FN, null), "delete function");
            int key = key();
            Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Set_attr(key, null), "keyval=" + key);
            MPI.COMM_WORLD.Set_attr(key, "text");
            Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Attr_get(key), "no int", "java.lang.String");
            Comm.Free_keyval(key);
            for (int bad : new int[] {key, MPI.KEYVAL_INVALID, 7}) {
                Talk.assertFails(MPI.ERR_KEYVAL, () -> Comm.Free_keyval(bad), "keyval=" + bad);
                Talk.assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_WORLD.Set_attr(bad, 1), "keyval=" + bad);
                Talk.assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_WORLD.Get_attr(bad), "keyval=" + bad);
                Talk.assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_WORLD.Delete_attr(bad), "keyval=" + bad);
            }
        });
    }
}
