package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Communicators that are duplicated while the program computes. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class IdupTest {
    private static final int KEY = 3;

    /** Communicators of 1 to 5 ranks, of all classes; the ranks of an intercommunicator are 2 and 3. */
    private static List<Comm> communicators() {
        int me = Talk.rank();
        Intracomm side = MPI.COMM_WORLD.Split(me % 2, 0);
        Intracomm ring = MPI.COMM_WORLD.Create_cart(new int[] {5}, new boolean[] {true}, false);
        return List.of(
                MPI.COMM_WORLD,
                MPI.COMM_SELF,
                side,
                ring,
                MPI.COMM_WORLD.Create_graph(new int[] {1, 2, 2, 2, 2}, new int[] {1, 0}, false),
                MPI.COMM_WORLD.Create_intercomm(side, 0, 1 - me % 2, 1));
    }

    private static int sum(Comm comm) {
        int[] sum = new int[1];
        int[] one = {1};
        if (comm instanceof Intercomm inter) inter.Allreduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        else ((Intracomm) comm).Allreduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    @Test
    void aDuplicateIsOfTheSameClassAndHasItsOwnMessages() {
        Jmpi.run(5, () -> {
            for (Comm comm : communicators()) {
                Crequest<? extends Comm> request = comm.Idup();
                int before = sum(comm);
                request.Wait();
                Comm copy = request.Newcomm();
                assertSame(copy, request.Newcomm());
                assertSame(
                        comm == MPI.COMM_WORLD || comm == MPI.COMM_SELF ? Intracomm.class : comm.getClass(),
                        copy.getClass());
                assertEquals(MPI.CONGRUENT, Comm.Compare(comm, copy));
                assertEquals(before, sum(copy));
                assertEquals(comm.Topo_test(), copy.Topo_test());
                copy.Free();
            }
        });
    }

    @Test
    void severalAreUnderWayAtATime() {
        Jmpi.run(4, () -> {
            List<Crequest<? extends Intracomm>> requests = new ArrayList<>();
            for (int i = 0; i < 20; i++) requests.add(MPI.COMM_WORLD.Idup());
            Intracomm blocking = MPI.COMM_WORLD.Dup();
            Request[] all = requests.toArray(new Request[0]);
            for (int i = 0; i < 10; i++) requests.get(19 - i).Wait();
            Request.Waitall(all);
            int[] got = new int[20];
            for (int i = 0; i < 20; i++) {
                Intracomm comm = requests.get(i).Newcomm();
                int[] value = {i};
                comm.Bcast(value, 0, 1, MPI.INT, i % 4);
                got[i] = value[0];
                comm.Free();
            }
            for (int i = 0; i < 20; i++) assertEquals(i, got[i]);
            assertEquals(4, sum(blocking));
        });
    }

    @Test
    void theDuplicateIsAsOfTheCall() {
        Jmpi.run(2, () -> {
            Intracomm comm = MPI.COMM_WORLD.Dup();
            comm.Attr_put(KEY, 1);
            comm.Set_errhandler(MPI.ERRORS_ARE_FATAL);
            Info info = Info.Create();
            info.Set("mpi_assert_no_any_tag", "true");
            Crequest<? extends Intracomm> request = comm.Idup_with_info(info);
            info.Free();
            comm.Attr_put(KEY, 2);
            comm.Set_errhandler(MPI.ERRORS_RETURN);
            request.Wait();
            assertEquals(1, request.Newcomm().Attr_get(KEY));
            assertSame(MPI.ERRORS_ARE_FATAL, request.Newcomm().Get_errhandler());
            assertEquals("true", request.Newcomm().Get_info().Get("mpi_assert_no_any_tag"));
        });
    }

    @Test
    void theCommunicatorIsThereWhenTheRequestIsComplete() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) MPI.COMM_SELF.Recv(new int[0], 0, 0, MPI.INT, MPI.PROC_NULL, 0);
            Crequest<? extends Intracomm> request = MPI.COMM_WORLD.Idup();
            Talk.assertFails(MPI.ERR_REQUEST, request::Newcomm, "Wait");
            Talk.assertFails(MPI.ERR_REQUEST, request::Cancel, "cancelled", "Idup");
            while (request.Test() == null) Thread.onSpinWait();
            assertTrue(request.Is_null());
            assertEquals(2, request.Newcomm().Size());
        });
    }

    @Test
    void aFunctionThatFailsFailsTheRequestOfItsRankAlone() {
        Jmpi.run(3, () -> {
            int key = Comm.Create_keyval(
                    (old, keyval, value) -> {
                        throw new IllegalStateException("no copy");
                    },
                    MPI.COMM_NULL_DELETE_FN);
            Intracomm comm = MPI.COMM_WORLD.Dup();
            if (Talk.rank() == 1) comm.Set_attr(key, "x");
            Crequest<? extends Intracomm> request = comm.Idup();
            if (Talk.rank() == 1) {
                MPIException thrown = assertThrows(MPIException.class, request::Wait);
                assertEquals("no copy", thrown.getCause().getMessage());
                Talk.assertFails(MPI.ERR_REQUEST, request::Newcomm, "failed");
            } else {
                request.Wait();
                assertEquals(3, request.Newcomm().Size());
            }
            int[] all = new int[3];
            comm.Allgather(new int[] {Talk.rank()}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
            assertArrayEquals(new int[] {0, 1, 2}, all);
        });
    }

    @Test
    void argumentsThatAreNotValidAreRefused() {
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_COMM, MPI.COMM_NULL::Idup, "COMM_NULL");
            Intracomm freed = MPI.COMM_WORLD.Dup();
            freed.Free();
            Talk.assertFails(MPI.ERR_COMM, freed::Idup, "freed");
            Info info = Info.Create();
            info.Free();
            Talk.assertFails(MPI.ERR_INFO, () -> MPI.COMM_WORLD.Idup_with_info(info), "freed");
        });
    }
}
