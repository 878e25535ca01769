package typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.CartesianCommunicator;
import org.jmpi.CartesianCommunicator.Shift;
import org.jmpi.Communicator;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.junit.jupiter.api.Test;

/** Communicators by the typed calls: worlds, parts of them, grids, and those of package mpi. */
class CommunicatorsTest {
    @Test
    void colourAndKeyDecide() {
        Talk.between(4, world -> {
            try (Communicator half = world.split(world.rank() % 2, -world.rank())) {
                assertEquals(2, half.size());
                assertEquals(world.rank() < 2 ? 1 : 0, half.rank());
                int other = world.rank() % 2;
                assertEquals(List.of(other + 2, other), half.allGather(world.rank()));
            }
            try (Communicator some = world.split(world.rank() == 0 ? Communicator.UNDEFINED : 0)) {
                if (world.rank() == 0) assertNull(some);
                else assertEquals(world.rank() - 1, some.rank());
            }
            Talk.assertFails(MPI.ERR_ARG, () -> world.split(-7), "colour out of range: colour=-7");
        });
    }

    @Test
    void messagesOfACopyAreApart() {
        Talk.between(1, world -> {
            try (Communicator copy = world.dup()) {
                world.send("world", 0);
                copy.send("copy", 0);
                assertEquals("copy", copy.receive(String.class, 0));
                assertEquals("world", world.receive(String.class, 0));
                assertEquals("Communicator[rank=0, size=1]", copy.toString());
            }
        });
    }

    @Test
    void ranksFormAGrid() {
        Talk.between(6, world -> {
            assertArrayEquals(new int[] {3, 2}, CartesianCommunicator.dims(6, 2));
            try (CartesianCommunicator grid = world.cartesian(new int[] {3, 2}, false, true)) {
                int row = grid.rank() / 2;
                assertArrayEquals(new int[] {row, grid.rank() % 2}, grid.coordinates());
                assertArrayEquals(new int[] {2, 1}, grid.coordinates(5));
                assertEquals(4, grid.rank(2, -2));
                assertArrayEquals(new int[] {3, 2}, grid.dims());
                assertArrayEquals(new boolean[] {false, true}, grid.periods());
                Shift down = grid.shift(0, 1);
                assertEquals(
                        new Shift(
                                row == 0 ? Communicator.PROC_NULL : grid.rank() - 2,
                                row == 2 ? Communicator.PROC_NULL : grid.rank() + 2),
                        down);
                Integer above = grid.sendReceive(grid.rank(), down.dest(), Integer.class, down.source());
                assertEquals(row == 0 ? null : grid.rank() - 2, above);
                try (CartesianCommunicator column = grid.sub(true, false);
                        CartesianCommunicator copy = grid.dup()) {
                    assertArrayEquals(new int[] {3}, column.dims());
                    assertEquals(row, column.rank());
                    assertArrayEquals(grid.coordinates(), copy.coordinates());
                }
            }
            try (CartesianCommunicator small = world.cartesian(new int[] {4}, false)) {
                assertEquals(world.rank() > 3, small == null);
            }
            Talk.assertFails(MPI.ERR_DIMS, () -> CartesianCommunicator.dims(0, 2), "0");
        });
    }

    @Test
    void bothPackagesMeetInOneCommunicator() {
        Talk.between(2, world -> {
            Intracomm same = Intracomm.of(world);
            assertEquals(world.rank(), same.Rank());
            assertEquals(MPI.IDENT, Comm.Compare(same, MPI.COMM_WORLD));
            assertSame(MPI.COMM_WORLD, same);
            Intracomm reversed = MPI.COMM_WORLD.Split(0, -world.rank());
            try (Communicator typed = reversed.typed()) {
                assertEquals(1 - world.rank(), typed.rank());
                assertEquals(List.of(1, 0), typed.allGather(world.rank()));
            }
            assertEquals(1 - world.rank(), reversed.Rank());
            reversed.Free();
            assertEquals(2, MPI.COMM_WORLD.typed().size());
            Talk.assertFails(MPI.ERR_COMM, () -> Communicator.of(null), "communicator is null");
        });
    }

    @Test
    void aClosedCommunicatorRefusesCalls() {
        Talk.between(1, world -> {
            Communicator copy = world.dup();
            copy.close();
            copy.close();
            Talk.assertFails(MPI.ERR_COMM, copy::size, "communicator has been freed");
            World other = Jmpi.world();
            other.close();
            other.close();
            Talk.assertFails(MPI.ERR_COMM, other::rank, "world has been closed: call Jmpi.world() again");
            assertEquals(1, world.size());
            assertTrue(!world.processorName().isEmpty());
        });
    }

    @Test
    void aWorldMayFollowAnother() {
        Jmpi.run(2, () -> {
            Communicator copy;
            try (World world = Jmpi.world()) {
                copy = world.dup();
                world.barrier();
                MPI.Finalize();
            }
            copy.close();
            try (World world = Jmpi.world()) {
                assertEquals(1, world.allReduce(world.rank(), Integer::sum));
                Talk.assertFails(MPI.ERR_COMM, copy::rank, "communicator was made before MPI.Finalize");
            }
        });
    }

    @Test
    void anExceptionLeavesTheWorldAtOnce() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(2, () -> {
                    try (World world = Jmpi.world()) {
                        if (world.rank() == 0) throw new IllegalStateException("rank 0 fails");
                        world.receive(String.class, 0);
                    }
                }));
        assertEquals("rank 0 fails", thrown.getMessage());
    }

    @Test
    void anErrorHandlerIsThatOfTheCommunicator() {
        MPIException thrown = assertThrows(
                MPIException.class,
                () -> Jmpi.run(2, () -> {
                    try (World world = Jmpi.world()) {
                        if (world.rank() == 1) world.receive(String.class, 0);
                        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_ARE_FATAL);
                        world.send("text", 9);
                    }
                }));
        assertTrue(thrown.getMessage().contains("destination out of range: rank=9"), thrown.getMessage());
        // The handler has ended the job before the exception did.
        assertTrue(thrown.getSuppressed()[0].getMessage().startsWith("rank 0 failed: "), thrown.toString());
    }

    @Test
    void abortEndsTheRun() {
        MPIException thrown = assertThrows(
                MPIException.class,
                () -> Jmpi.run(2, () -> {
                    try (World world = Jmpi.world()) {
                        if (world.rank() == 0) world.abort(3);
                        world.receive(String.class, 0);
                    }
                }));
        assertTrue(thrown.getMessage().contains("rank 0 called MPI.Abort with code 3"), thrown.getMessage());
    }
}
