package org.jmpi.comm.control;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists in the messages that answer {@link ControlMessage.Dump} and {@link ControlMessage.Sample}. A call is
 * {@code rank (4), name (text), 1 if it is collective (1), awaited ranks (list), ns (8), nearest (text)}; a stack is
 * {@code rank (4), thread (text), state (text), frames (list)}; a sample is {@code rank (4), state (4), messages sent
 * (8), bytes sent (8), messages received (8), bytes received (8)}.
 */
final class StateCodec {
    private static final int LEAST_CALL_BYTES = 4 + 4 + 1 + 4 + 8 + 4;
    private static final int LEAST_STACK_BYTES = 4 + 4 + 4 + 4;
    private static final int SAMPLE_BYTES = 4 + 4 + 4 * 8;

    /** So many threads, and frames of each, are shorter than the longest message. */
    private static final int MOST_THREADS = 500;

    private static final int MOST_FRAMES = 200;

    private StateCodec() {}

    static void writeCalls(ControlWriter out, List<BlockedCall> calls) {
        out.writeInt(calls.size());
        for (BlockedCall each : calls)
            out.writeInt(each.rank())
                    .writeText(each.call())
                    .writeBoolean(each.collective())
                    .writeInts(each.awaited())
                    .writeLong(each.nanos())
                    .writeText(each.nearest());
    }

    static List<BlockedCall> readCalls(ControlReader in) throws IOException {
        int count = in.readCount("blocked calls", LEAST_CALL_BYTES);
        List<BlockedCall> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            calls.add(new BlockedCall(
                    in.readInt(), in.readText(), in.readBoolean(), in.readInts(), in.readLong(), in.readText()));
        return calls;
    }

    static void writeStacks(ControlWriter out, List<ThreadStack> stacks) {
        int threads = Math.min(stacks.size(), MOST_THREADS);
        out.writeInt(threads);
        for (ThreadStack each : stacks.subList(0, threads))
            out.writeInt(each.rank())
                    .writeText(each.thread())
                    .writeText(each.state())
                    .writeTexts(each.frames().subList(0, Math.min(each.frames().size(), MOST_FRAMES)));
    }

    static List<ThreadStack> readStacks(ControlReader in) throws IOException {
        int count = in.readCount("threads", LEAST_STACK_BYTES);
        List<ThreadStack> stacks = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            stacks.add(new ThreadStack(in.readInt(), in.readText(), in.readText(), in.readTexts()));
        return stacks;
    }

    static void writeSamples(ControlWriter out, List<RankSample> samples) {
        out.writeInt(samples.size());
        for (RankSample each : samples)
            out.writeInt(each.rank())
                    .writeInt(each.state().ordinal())
                    .writeLong(each.messagesSent())
                    .writeLong(each.bytesSent())
                    .writeLong(each.messagesReceived())
                    .writeLong(each.bytesReceived());
    }

    static List<RankSample> readSamples(ControlReader in) throws IOException {
        int count = in.readCount("samples", SAMPLE_BYTES);
        List<RankSample> samples = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            samples.add(new RankSample(
                    in.readInt(), readState(in), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
        return samples;
    }

    private static RankSample.LifeState readState(ControlReader in) throws IOException {
        int state = in.readInt();
        RankSample.LifeState[] states = RankSample.LifeState.values();
        if (state < 0 || state >= states.length) throw new IOException("unknown state of a rank: " + state);
        return states[state];
    }
}
