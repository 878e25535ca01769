package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** What tests of messages between two ranks have in common. */
final class Talk {
    /** The tag of messages that say no more than "go on". */
    static final int GO_ON = 31_000;

    private static final int CHECK = 31_001;

    private Talk() {}

    static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    static int size() {
        return MPI.COMM_WORLD.Size();
    }

    /** Lets a rank pass {@link #awaitGoOn}. */
    static void goOn(int dest) {
        MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, dest, GO_ON);
    }

    static void awaitGoOn(int source) {
        MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, source, GO_ON);
    }

    static void send(int value, int dest, int tag) {
        MPI.COMM_WORLD.Send(new int[] {value}, 0, 1, MPI.INT, dest, tag);
    }

    static int receive(int source, int tag) {
        int[] value = {-1};
        MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, source, tag);
        return value[0];
    }

    /**
     * Plays a round of ping-pong between ranks 0 and 1, who both call this. Nothing else may be on its way between
     * them: it would be received here.
     */
    static void assertUsable() {
        if (rank() > 1) return;
        int peer = 1 - rank();
        if (rank() == 0) MPI.COMM_WORLD.Send(new int[] {0, 41, 0}, 1, 1, MPI.INT, peer, CHECK);
        int[] ball = {7, 7, 7};
        Status status = MPI.COMM_WORLD.Recv(ball, 1, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        if (rank() == 1) MPI.COMM_WORLD.Send(new int[] {0, 42, 0}, 1, 1, MPI.INT, peer, CHECK);
        assertArrayEquals(new int[] {7, rank() == 0 ? 42 : 41, 7}, ball);
        assertEquals(peer, status.source);
        assertEquals(CHECK, status.tag);
    }

    /**
     * Checks that a communicator has these ranks of the world, in this order, and that messages and collective
     * operations pass between them. Every rank of it calls this; nothing else may be on its way in it.
     */
    static void assertJoins(Intracomm comm, int... worldRanks) {
        int size = worldRanks.length;
        int me = comm.Rank();
        assertEquals(size, comm.Size());
        assertEquals(rank(), worldRanks[me]);
        int[] expected = new int[size + 2];
        System.arraycopy(worldRanks, 0, expected, 1, size);
        int[] all = new int[size + 2];
        comm.Allgather(new int[] {rank()}, 0, 1, MPI.INT, all, 1, 1, MPI.INT);
        assertArrayEquals(expected, all);
        int[] room = {-7, -1, -7};
        int below = (me + size - 1) % size;
        Status status = comm.Sendrecv(
                new int[] {rank()}, 0, 1, MPI.INT, (me + 1) % size, CHECK, room, 1, 1, MPI.INT, MPI.ANY_SOURCE, CHECK);
        assertArrayEquals(new int[] {-7, worldRanks[below], -7}, room);
        Kind.INT.assertStatus(status, below, CHECK, 1, "from the rank below");
    }

    /** Returns how many contexts the calling rank has in use while nothing is on its way. Every rank calls this. */
    static int contexts() {
        MPI.COMM_WORLD.Barrier();
        int contexts = Ranks.current().process().engine().inbox().contexts();
        MPI.COMM_WORLD.Barrier();
        return contexts;
    }

    /** Checks that a call fails with this class, and that its message has these parts. */
    static MPIException assertFails(int errorClass, Executable call, String... inMessage) {
        MPIException e = assertThrows(MPIException.class, call);
        assertEquals(errorClass, e.Get_error_class(), e.getMessage());
        for (String part : inMessage) assertTrue(e.getMessage().contains(part), e.getMessage() + " lacks " + part);
        return e;
    }
}
