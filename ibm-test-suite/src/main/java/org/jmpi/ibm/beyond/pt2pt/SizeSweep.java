package org.jmpi.ibm.beyond.pt2pt;

import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Call;

/** Messages of many sizes from rank 0 to rank 1: each power of two of bytes, one byte less and one more. */
final class SizeSweep {
    private static final int TAG = 1;
    private static final int GO = 2;
    private static final int SHIFTS = 13;
    private static final int GUARDS = 2;
    private static final byte FILL = -77;

    private final byte[] pattern;
    private final byte[] room;

    private SizeSweep(int most) {
        pattern = new byte[most + SHIFTS];
        for (int i = 0; i < pattern.length; i++) pattern[i] = (byte) (i * 0x9E3779B1 >>> 24);
        room = new byte[most + 2 * GUARDS];
    }

    /** @param most a power of two */
    static void upTo(int most) {
        Ranks.atLeast(2);
        if (MPI.COMM_WORLD.Rank() > 1) return;
        SizeSweep sweep = new SizeSweep(most + 1);
        sweep.exchange(0);
        for (int power = 1; power > 0 && power <= most; power *= 2) {
            sweep.exchange(power - 1);
            sweep.exchange(power);
            sweep.exchange(power + 1);
        }
    }

    private void exchange(int bytes) {
        for (Call mode : List.<Call>of(Comm::Send, Comm::Ssend))
            for (boolean posted : new boolean[] {true, false})
                if (MPI.COMM_WORLD.Rank() == 0) send(mode, bytes);
                else receive(bytes, posted);
    }

    private void send(Call mode, int bytes) {
        MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, 1, GO);
        mode.on(MPI.COMM_WORLD, pattern, bytes % SHIFTS, bytes, MPI.BYTE, 1, TAG);
    }

    /** @param posted whether the receive is there before the message, else the message before the receive */
    private void receive(int bytes, boolean posted) {
        Intracomm world = MPI.COMM_WORLD;
        Arrays.fill(room, 0, Math.min(room.length, bytes + 2 * GUARDS), FILL);
        Request receive = posted ? world.Irecv(room, GUARDS, bytes, MPI.BYTE, 0, TAG) : null;
        world.Send(new byte[0], 0, 0, MPI.BYTE, 0, GO);
        if (!posted) Check.equal(bytes, world.Probe(0, TAG).Get_count(MPI.BYTE), "bytes announced");
        Status status = posted ? receive.Wait() : world.Recv(room, GUARDS, bytes, MPI.BYTE, 0, TAG);
        Check.equal(bytes, status.Get_count(MPI.BYTE), "bytes received");
        int from = bytes % SHIFTS;
        Check.equal(
                -1,
                Arrays.mismatch(room, GUARDS, GUARDS + bytes, pattern, from, from + bytes),
                "place of the first wrong byte of " + bytes);
        for (int i = 0; i < GUARDS; i++) {
            Check.equal(FILL, room[i], "guard before " + bytes + " bytes");
            Check.equal(FILL, room[GUARDS + bytes + i], "guard after " + bytes + " bytes");
        }
    }
}
