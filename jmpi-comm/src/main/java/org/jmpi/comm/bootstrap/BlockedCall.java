package org.jmpi.comm.bootstrap;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A call in which a thread of a rank waits.
 *
 * @param rank the rank in the world
 * @param call the operation with what tells it from others, such as {@code Recv(source=1, tag=7) on communicator 4}
 * @param awaited the ranks in the world of which any can end the wait; none if it ends without another rank's doing
 * @param nanos how long it has waited, in ns
 */
public record BlockedCall(int rank, String call, List<Integer> awaited, long nanos) {
    private static final int LEAST_BYTES = 4 + 4 + 4 + 8;

    static void write(DataOutputStream out, List<BlockedCall> calls) throws IOException {
        out.writeInt(calls.size());
        for (BlockedCall each : calls) {
            out.writeInt(each.rank);
            ControlMessage.writeText(out, each.call);
            out.writeInt(each.awaited.size());
            for (int rank : each.awaited) out.writeInt(rank);
            out.writeLong(each.nanos);
        }
    }

    static List<BlockedCall> read(DataInputStream in) throws IOException {
        int count = length(in, "blocked calls", LEAST_BYTES);
        List<BlockedCall> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            calls.add(new BlockedCall(in.readInt(), ControlMessage.readText(in), readRanks(in), in.readLong()));
        return calls;
    }

    private static List<Integer> readRanks(DataInputStream in) throws IOException {
        int count = length(in, "awaited ranks", Integer.BYTES);
        List<Integer> ranks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) ranks.add(in.readInt());
        return ranks;
    }

    private static int length(DataInputStream in, String what, int leastBytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / leastBytes)
            throw new IOException("number of " + what + " out of range: " + count);
        return count;
    }
}
