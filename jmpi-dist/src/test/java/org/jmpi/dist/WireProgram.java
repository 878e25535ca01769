package org.jmpi.dist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;
import mpi.Request;

/** A program that fills a wire between hosts, or is silent on it, until a file is there, and then ends well. */
public final class WireProgram {
    /** The line that rank 0 prints when all ranks have begun. */
    static final String BEGUN = "all ranks have begun";

    private static final int SLOTS = 8;
    private static final int MESSAGE_BYTES = 64 << 10;
    private static final byte LAST = 1;
    private static final long PAUSE_NANOS = 5_000_000;

    private final Path end;
    private final int to;
    private final int from;
    private final Request[] requests = new Request[SLOTS + 1];
    private final byte[] message = new byte[MESSAGE_BYTES];

    /** The load of the wire during the trial. */
    enum Traffic {
        /** Nothing. */
        NONE,
        /** Each rank sends more to the next host than fits into queues. */
        ALL,
        /** Only the highest rank of each host does so, which sends no heart-beats. */
        HIGHEST,
        /** The ranks of the second host print more than fits into queues. */
        OUTPUT
    }

    private WireProgram(Path end, int to, int from) {
        this.end = end;
        this.to = to;
        this.from = from;
    }

    /**
     * Runs one rank.
     *
     * @param args the traffic, the file, the number of ranks of each host
     */
    public static void main(String[] args) throws Exception {
        String[] words = MPI.Init(args);
        Traffic traffic = Traffic.valueOf(words[0]);
        Path end = Path.of(words[1]);
        int step = Integer.parseInt(words[2]);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) System.out.println(BEGUN);
        if (traffic == Traffic.ALL || traffic == Traffic.HIGHEST && rank % step == step - 1)
            new WireProgram(end, (rank + step) % size, (rank + size - step) % size).exchange();
        while (!Files.exists(end))
            if (traffic == Traffic.OUTPUT && rank / step == 1) System.out.println(".".repeat(1000));
            else LockSupport.parkNanos(PAUSE_NANOS);
        MPI.Finalize();
    }

    private void exchange() {
        byte[] received = new byte[MESSAGE_BYTES];
        for (int slot = 0; slot < SLOTS; slot++) send(slot);
        receive(received);
        int sending = SLOTS;
        boolean last = false;
        while (sending > 0 || requests[SLOTS] != null) {
            int done = Request.Waitany(requests).index;
            requests[done] = null;
            if (done == SLOTS) {
                if (received[0] != LAST) receive(received);
            } else if (!Files.exists(end)) {
                send(done);
            } else if (--sending == 0 && !last) {
                last = true;
                sending = 1;
                message[0] = LAST;
                send(done);
            }
        }
    }

    private void send(int slot) {
        requests[slot] = MPI.COMM_WORLD.Isend(message, 0, MESSAGE_BYTES, MPI.BYTE, to, 0);
    }

    private void receive(byte[] into) {
        requests[SLOTS] = MPI.COMM_WORLD.Irecv(into, 0, MESSAGE_BYTES, MPI.BYTE, from, 0);
    }
}
