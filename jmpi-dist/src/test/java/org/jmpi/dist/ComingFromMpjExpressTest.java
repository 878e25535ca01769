package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The page for users of MPJ Express shows the messages that JMPI gives. */
class ComingFromMpjExpressTest {
    private static final Path PAGE = Path.of("..", "docs", "coming-from-mpj-express.md");

    private static void shown(Executable call) throws IOException {
        String message = assertThrows(MPIException.class, call).getMessage();
        assertTrue(Files.readString(PAGE).contains("| `" + message + "` |"), message);
    }

    @Test
    void secondAttachedBuffer() throws Exception {
        Jmpi.run(1, () -> {
            MPI.Buffer_attach(ByteBuffer.allocate(1000));
            shown(() -> MPI.Buffer_attach(ByteBuffer.allocate(1000)));
            MPI.Buffer_detach();
        });
    }

    @Test
    void degreesInsteadOfSums() throws Exception {
        int[] edges = {1, 1, 0};
        Jmpi.run(2, () -> {
            shown(() -> MPI.COMM_WORLD.Create_graph(new int[] {2, 1}, edges, false));
            MPI.COMM_WORLD.Create_graph(new int[] {2, 3}, edges, false).Free();
        });
    }

    @Test
    void sendWithAnyTag() throws Exception {
        Jmpi.run(2, () -> shown(() -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, MPI.ANY_TAG)));
    }

    @Test
    void rankAfterFinalize() throws Exception {
        Jmpi.run(2, () -> {
            MPI.Finalize();
            shown(() -> MPI.COMM_WORLD.Rank());
        });
    }

    @Test
    void receiveArrayOfGatherAtOtherRanks() {
        Jmpi.run(2, () -> {
            int rank = MPI.COMM_WORLD.Rank();
            int[] all = {-1, -1};
            MPI.COMM_WORLD.Gather(new int[] {rank}, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
            assertArrayEquals(rank == 0 ? new int[] {0, 1} : new int[] {-1, -1}, all);
        });
    }
}
