package org.jmpi.comm.bootstrap;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.report.ThreadStack;

/** The bodies of the messages that answer {@link ControlKind#DUMP}, which draws them. */
final class StateBodies {
    private static final int LEAST_CALL_BYTES = 4 + 4 + 1 + 4 + 8 + 4;
    private static final int LEAST_STACK_BYTES = 4 + 4 + 4 + 4;

    /** So many threads, and frames of each, are shorter than the longest message. */
    private static final int MOST_THREADS = 500;

    private static final int MOST_FRAMES = 200;

    private StateBodies() {}

    static void writeCalls(DataOutputStream out, List<BlockedCall> calls) throws IOException {
        out.writeInt(calls.size());
        for (BlockedCall each : calls) {
            out.writeInt(each.rank());
            ControlMessage.writeText(out, each.call());
            out.writeBoolean(each.collective());
            out.writeInt(each.awaited().size());
            for (int rank : each.awaited()) out.writeInt(rank);
            out.writeLong(each.nanos());
            ControlMessage.writeText(out, each.nearest());
        }
    }

    static List<BlockedCall> readCalls(DataInputStream in) throws IOException {
        int count = length(in, "blocked calls", LEAST_CALL_BYTES);
        List<BlockedCall> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            calls.add(new BlockedCall(
                    in.readInt(),
                    ControlMessage.readText(in),
                    in.readBoolean(),
                    readRanks(in),
                    in.readLong(),
                    ControlMessage.readText(in)));
        return calls;
    }

    private static List<Integer> readRanks(DataInputStream in) throws IOException {
        int count = length(in, "awaited ranks", Integer.BYTES);
        List<Integer> ranks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) ranks.add(in.readInt());
        return ranks;
    }

    static void writeStacks(DataOutputStream out, List<ThreadStack> stacks) throws IOException {
        int threads = Math.min(stacks.size(), MOST_THREADS);
        out.writeInt(threads);
        for (ThreadStack each : stacks.subList(0, threads)) {
            out.writeInt(each.rank());
            ControlMessage.writeText(out, each.thread());
            ControlMessage.writeText(out, each.state());
            int frames = Math.min(each.frames().size(), MOST_FRAMES);
            out.writeInt(frames);
            for (String frame : each.frames().subList(0, frames)) ControlMessage.writeText(out, frame);
        }
    }

    static List<ThreadStack> readStacks(DataInputStream in) throws IOException {
        int count = length(in, "threads", LEAST_STACK_BYTES);
        List<ThreadStack> stacks = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            stacks.add(new ThreadStack(
                    in.readInt(), ControlMessage.readText(in), ControlMessage.readText(in), readFrames(in)));
        return stacks;
    }

    private static List<String> readFrames(DataInputStream in) throws IOException {
        int count = length(in, "frames", Integer.BYTES);
        List<String> frames = new ArrayList<>(count);
        for (int i = 0; i < count; i++) frames.add(ControlMessage.readText(in));
        return frames;
    }

    private static int length(DataInputStream in, String what, int leastBytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / leastBytes)
            throw new IOException("number of " + what + " out of range: " + count);
        return count;
    }
}
