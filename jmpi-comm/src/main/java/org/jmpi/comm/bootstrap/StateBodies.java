package org.jmpi.comm.bootstrap;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.report.ThreadStack;

/**
 * The lists in the messages that answer {@link ControlMessage.Dump}. A call is {@code rank (4), name (text), 1 if it is
 * collective (1), count (4), count x awaited rank (4), ns (8), nearest (text)}; a stack is {@code rank (4), thread
 * (text), state (text), count (4), count x frame (text)}.
 */
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
            ControlText.write(out, each.call());
            out.writeBoolean(each.collective());
            out.writeInt(each.awaited().size());
            for (int rank : each.awaited()) out.writeInt(rank);
            out.writeLong(each.nanos());
            ControlText.write(out, each.nearest());
        }
    }

    static List<BlockedCall> readCalls(DataInputStream in) throws IOException {
        int count = ControlText.count(in, "blocked calls", LEAST_CALL_BYTES);
        List<BlockedCall> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            calls.add(new BlockedCall(
                    in.readInt(),
                    ControlText.read(in),
                    in.readBoolean(),
                    readRanks(in),
                    in.readLong(),
                    ControlText.read(in)));
        return calls;
    }

    private static List<Integer> readRanks(DataInputStream in) throws IOException {
        int count = ControlText.count(in, "awaited ranks", Integer.BYTES);
        List<Integer> ranks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) ranks.add(in.readInt());
        return ranks;
    }

    static void writeStacks(DataOutputStream out, List<ThreadStack> stacks) throws IOException {
        int threads = Math.min(stacks.size(), MOST_THREADS);
        out.writeInt(threads);
        for (ThreadStack each : stacks.subList(0, threads)) {
            out.writeInt(each.rank());
            ControlText.write(out, each.thread());
            ControlText.write(out, each.state());
            int frames = Math.min(each.frames().size(), MOST_FRAMES);
            out.writeInt(frames);
            for (String frame : each.frames().subList(0, frames)) ControlText.write(out, frame);
        }
    }

    static List<ThreadStack> readStacks(DataInputStream in) throws IOException {
        int count = ControlText.count(in, "threads", LEAST_STACK_BYTES);
        List<ThreadStack> stacks = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            stacks.add(new ThreadStack(in.readInt(), ControlText.read(in), ControlText.read(in), readFrames(in)));
        return stacks;
    }

    private static List<String> readFrames(DataInputStream in) throws IOException {
        int count = ControlText.count(in, "frames", Integer.BYTES);
        List<String> frames = new ArrayList<>(count);
        for (int i = 0; i < count; i++) frames.add(ControlText.read(in));
        return frames;
    }
}
