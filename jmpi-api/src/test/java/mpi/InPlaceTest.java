package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Collective operations whose data lie in the receive buffer already (MPI-4.1 section 6.2.3). */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class InPlaceTest {
    private static final int MOST_RANKS = 5;

    /** Runs a body at every rank of worlds of all sizes, before and after ranks share memory. */
    private static void run(CollectiveForm form, java.util.function.Consumer<Intracomm> body) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++)
            Jmpi.run(ranks, () -> {
                for (int round = 0; round < 6; round++) body.accept(form.of(MPI.COMM_WORLD));
            });
    }

    private static int[] ints(int length, IntUnaryOperator value) {
        return IntStream.range(0, length).map(value).toArray();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PERSISTENT")
    void reductionsReplaceTheOperand(CollectiveForm form) {
        run(form, comm -> {
            int size = comm.Size();
            int me = comm.Rank();
            int[] all = ints(2 * size, i -> i + me);
            comm.Allreduce(MPI.IN_PLACE, 0, all, 0, 2 * size, MPI.INT, MPI.SUM);
            assertArrayEquals(ints(2 * size, i -> size * i + size * (size - 1) / 2), all);
            int[] reduced = ints(3, i -> i + me);
            if (me == size - 1) comm.Reduce(MPI.IN_PLACE, 0, reduced, 0, 3, MPI.INT, MPI.SUM, size - 1);
            else comm.Reduce(reduced, 0, null, 0, 3, MPI.INT, MPI.SUM, size - 1);
            assertArrayEquals(ints(3, i -> me == size - 1 ? size * i + size * (size - 1) / 2 : i + me), reduced);
            int[] scanned = {me};
            comm.Scan(MPI.IN_PLACE, 0, scanned, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(me * (me + 1) / 2, scanned[0]);
            int[] below = {me};
            comm.Exscan(MPI.IN_PLACE, 0, below, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(me * (me - 1) / 2, below[0]);
            int[] block = ints(2 * size, i -> i + me);
            comm.Reduce_scatter_block(MPI.IN_PLACE, 0, block, 0, 2, MPI.INT, MPI.SUM);
            for (int i = 0; i < 2; i++) assertEquals(size * (2 * me + i) + size * (size - 1) / 2, block[i]);
            int[] part = ints(size, i -> i + me);
            comm.Reduce_scatter(MPI.IN_PLACE, 0, part, 0, ints(size, i -> 1), MPI.INT, MPI.SUM);
            assertEquals(size * me + size * (size - 1) / 2, part[0]);
        });
    }

    @ParameterizedTest
    @EnumSource
    void gatheringOperationsFindTheOwnBlockInPlace(CollectiveForm form) {
        run(form, comm -> {
            int size = comm.Size();
            int me = comm.Rank();
            int[] expected = ints(2 * size, i -> 10 * (i / 2) + i % 2);
            int[] all = ints(2 * size, i -> i / 2 == me ? 10 * me + i % 2 : -1);
            comm.Allgather(MPI.IN_PLACE, 0, 0, MPI.INT, all, 0, 2, MPI.INT);
            assertArrayEquals(expected, all);
            Arrays.setAll(all, i -> i / 2 == me ? 10 * me + i % 2 : -1);
            int[] twos = ints(size, i -> 2);
            int[] starts = ints(size, i -> 2 * i);
            comm.Allgatherv(MPI.IN_PLACE, 0, 0, MPI.INT, all, 0, twos, starts, MPI.INT);
            assertArrayEquals(expected, all);
            int[] atRoot = ints(2 * size, i -> i / 2 == me ? 10 * me + i % 2 : -1);
            if (me == 0) comm.Gather(MPI.IN_PLACE, 0, 0, MPI.INT, atRoot, 0, 2, MPI.INT, 0);
            else comm.Gather(atRoot, 2 * me, 2, MPI.INT, null, 0, 0, null, 0);
            if (me == 0) assertArrayEquals(expected, atRoot);
            int[] dealt = {-1, -1};
            if (me == 0) comm.Scatter(atRoot, 0, 2, MPI.INT, MPI.IN_PLACE, 0, 0, MPI.INT, 0);
            else comm.Scatter(null, 0, 0, null, dealt, 0, 2, MPI.INT, 0);
            if (me != 0) assertArrayEquals(new int[] {10 * me, 10 * me + 1}, dealt);
            if (me == 0) assertArrayEquals(expected, atRoot);
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PERSISTENT")
    void allToAllReplacesTheBlocksThatAreSent(CollectiveForm form) {
        run(form, comm -> {
            int size = comm.Size();
            int me = comm.Rank();
            int[] blocks = ints(size, to -> 10 * me + to);
            comm.Alltoall(MPI.IN_PLACE, 0, 0, MPI.INT, blocks, 0, 1, MPI.INT);
            assertArrayEquals(ints(size, from -> 10 * from + me), blocks);
            Object[] objects = new Object[size];
            Arrays.setAll(objects, to -> me + " to " + to);
            int[] ones = ints(size, i -> 1);
            int[] starts = ints(size, i -> i);
            comm.Alltoallv(MPI.IN_PLACE, 0, null, null, null, objects, 0, ones, starts, MPI.OBJECT);
            for (int from = 0; from < size; from++) assertEquals(from + " to " + me, objects[from]);
        });
    }

    @Test
    void onlyTheRootMayBeInPlaceWhereThereIsOne() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            if (Talk.rank() == 1) {
                MPIException refused = assertThrows(
                        MPIException.class,
                        () -> MPI.COMM_WORLD.Reduce(MPI.IN_PLACE, 0, null, 0, 1, MPI.INT, MPI.SUM, 0));
                assertEquals(MPI.ERR_BUFFER, refused.Get_error_class());
                refused = assertThrows(
                        MPIException.class,
                        () -> MPI.COMM_WORLD.Gather(MPI.IN_PLACE, 0, 1, MPI.INT, null, 0, 0, null, 0));
                assertEquals(MPI.ERR_BUFFER, refused.Get_error_class());
            }
            MPIException refused =
                    assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Bcast(MPI.IN_PLACE, 0, 1, MPI.INT, 0));
            assertEquals(MPI.ERR_BUFFER, refused.Get_error_class());
            BadInputTest.assertWorldUsable();
        });
    }
}
