package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Error handlers that are functions of a program. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class ErrhandlersTest {
    private static void failIn(Comm comm) {
        comm.Send(new int[1], 0, 1, MPI.INT, 99, 0);
    }

    @Test
    void theFunctionSeesTheObjectAndTheFailure() {
        Jmpi.run(2, () -> {
            List<Object> seen = new ArrayList<>();
            Errhandler handler = Comm.Create_errhandler((comm, failure) -> seen.addAll(List.of(comm, failure)));
            Intracomm comm = MPI.COMM_WORLD.Dup();
            Cartcomm line = comm.Create_cart(new int[] {2}, new boolean[1], false);
            for (Comm each : List.of(MPI.COMM_WORLD, MPI.COMM_SELF, comm, line)) {
                each.Set_errhandler(handler);
                assertSame(handler, each.Get_errhandler());
                assertSame(handler, each.Errhandler_get());
                MPIException thrown = assertThrows(MPIException.class, () -> failIn(each));
                assertEquals(MPI.ERR_RANK, thrown.Get_error_class());
                assertEquals(List.of(each, thrown), seen);
                seen.clear();
                each.Set_errhandler(MPI.ERRORS_RETURN);
                assertThrows(MPIException.class, () -> failIn(each));
                assertEquals(List.of(), seen);
            }
            comm.Set_errhandler(handler);
            handler.Free();
            assertTrue(handler.Is_null());
            Errhandler kept = comm.Get_errhandler();
            assertFalse(kept.Is_null());
            comm.Set_errhandler(kept);
            Intracomm copy = comm.Dup();
            MPIException thrown = assertThrows(MPIException.class, () -> failIn(copy));
            assertEquals(List.of(copy, thrown), seen);
        });
    }

    @Test
    void aWindowTakesNoFunctionFromItsCommunicator() {
        Jmpi.run(1, () -> {
            List<Object> seen = new ArrayList<>();
            Intracomm comm = MPI.COMM_WORLD.Dup();
            comm.Set_errhandler(Comm.Create_errhandler((object, failure) -> seen.add(object)));
            Win win = Win.Allocate(8, 1, null, comm);
            assertSame(MPI.ERRORS_RETURN, win.Get_errhandler());
            Talk.assertFails(MPI.ERR_RMA_SYNC, () -> win.Flush(0));
            assertEquals(List.of(), seen);
            win.Free();
            comm.Set_errhandler(MPI.ERRORS_ARE_FATAL);
            Win fatal = Win.Allocate(8, 1, null, comm);
            assertSame(MPI.ERRORS_ARE_FATAL, fatal.Get_errhandler());
            fatal.Free();
        });
    }

    @Test
    void aFailedRequestReachesTheFunction() {
        Jmpi.run(2, () -> {
            List<Integer> classes = new ArrayList<>();
            Intracomm comm = MPI.COMM_WORLD.Dup();
            comm.Set_errhandler(Comm.Create_errhandler((object, failure) -> {
                assertSame(comm, object);
                classes.add(failure.Get_error_class());
            }));
            if (Talk.rank() == 0) comm.Send(new int[2], 0, 2, MPI.INT, 1, 0);
            else assertThrows(MPIException.class, comm.Irecv(new int[1], 0, 1, MPI.INT, 0, 0)::Wait);
            assertEquals(Talk.rank() == 0 ? List.of() : List.of(MPI.ERR_TRUNCATE), classes);
        });
    }

    @Test
    void typedCallsReachTheFunction() {
        Jmpi.run(1, () -> {
            List<MPIException> seen = new ArrayList<>();
            Intracomm comm = MPI.COMM_WORLD.Dup();
            comm.Set_errhandler(Comm.Create_errhandler((object, failure) -> seen.add(failure)));
            MPIException thrown =
                    assertThrows(MPIException.class, () -> comm.typed().send("word", 99));
            assertEquals(List.of(thrown), seen);
        });
    }

    @Test
    void whatTheFunctionThrowsIsThrown() {
        Jmpi.run(1, () -> {
            Intracomm comm = MPI.COMM_WORLD.Dup();
            comm.Set_errhandler(Comm.Create_errhandler((object, failure) -> {
                throw new IllegalStateException("from the handler", failure);
            }));
            IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> failIn(comm));
            assertEquals(MPI.ERR_RANK, ((MPIException) thrown.getCause()).Get_error_class());
            assertThrows(IllegalStateException.class, () -> comm.Call_errhandler(MPI.ERR_OTHER));
        });
    }

    @Test
    void eachErrorCodeIsItsClassAndHasAMeaning() {
        for (int code = MPI.SUCCESS; code <= MPI.ERR_LASTCODE; code++) {
            assertEquals(code, MPI.Error_class(code));
            assertFalse(MPI.Error_string(code).isEmpty(), "" + code);
        }
        for (int bad : new int[] {-1, MPI.ERR_LASTCODE + 1}) {
            Talk.assertFails(MPI.ERR_ARG, () -> MPI.Error_class(bad), "" + bad);
            Talk.assertFails(MPI.ERR_ARG, () -> MPI.Error_string(bad), "" + bad);
        }
    }

    @Test
    void aProgramMayCallTheHandler() {
        Jmpi.run(1, () -> {
            List<Integer> classes = new ArrayList<>();
            MPI.COMM_SELF.Call_errhandler(MPI.ERR_WIN);
            MPI.COMM_SELF.Set_errhandler(
                    Comm.Create_errhandler((object, failure) -> classes.add(failure.Get_error_class())));
            MPI.COMM_SELF.Call_errhandler(MPI.ERR_WIN);
            assertEquals(List.of(MPI.ERR_WIN), classes);
            for (int bad : new int[] {-1, MPI.ERR_LASTCODE + 1})
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_SELF.Call_errhandler(bad), "" + bad);
        });
    }

    @Test
    void argumentsThatAreNotValidAreRefused() {
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_ARG, () -> Comm.Create_errhandler(null), "null");
            Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Set_errhandler(null), "null");
            Talk.assertFails(
                    MPI.ERR_ERRHANDLER, () -> MPI.COMM_WORLD.Set_errhandler(MPI.ERRHANDLER_NULL), "ERRHANDLER_NULL");
            assertTrue(MPI.ERRHANDLER_NULL.Is_null());
            Errhandler freed = Comm.Create_errhandler((comm, failure) -> {});
            freed.Free();
            Talk.assertFails(MPI.ERR_ERRHANDLER, freed::Free, "freed");
            Talk.assertFails(MPI.ERR_ERRHANDLER, () -> MPI.COMM_WORLD.Set_errhandler(freed), "freed");
            Talk.assertFails(MPI.ERR_ERRHANDLER, MPI.ERRORS_RETURN::Free, "MPI.ERRORS_RETURN");
            assertSame(MPI.ERRORS_RETURN, MPI.COMM_WORLD.Get_errhandler());
        });
    }
}
