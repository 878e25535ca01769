package org.jmpi.comm.report;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.RankNames;
import org.jmpi.comm.control.ThreadStack;

/** The state of the ranks of a job, to explain a hang. Plain data: no thread, no clock. */
public final class StateReport {
    /** A call that has waited for so long has not just begun. */
    public static final long STEADY_NANOS = 100_000_000L;

    private final int size;
    private final List<BlockedCall> calls = new ArrayList<>();
    private final List<ThreadStack> stacks = new ArrayList<>();
    private final Map<Integer, String> queues = new TreeMap<>();

    /** @param size the number of ranks in the world */
    public StateReport(int size) {
        this.size = size;
    }

    /**
     * Adds the calls in which ranks wait. Those that have just begun may end by themselves.
     *
     * @param blocked of any ranks
     * @param steadyNanos how long a call must have waited to count, in ns
     */
    public void addCalls(List<BlockedCall> blocked, long steadyNanos) {
        for (BlockedCall call : blocked) calls.add(call.nanos() > steadyNanos ? call : call.goingOn());
    }

    /**
     * Adds what threads are at.
     *
     * @param threads of any ranks
     */
    public void addStacks(List<ThreadStack> threads) {
        stacks.addAll(threads);
    }

    /**
     * Adds what ranks await and what has come for them.
     *
     * @param first the first of the ranks
     * @param text whole lines, for the user
     */
    public void addQueues(int first, String text) {
        queues.merge(first, text, String::concat);
    }

    /** {@return which ranks wait for which, and what is here instead of what they wait for, a line each} */
    public List<String> diagnosis() {
        List<String> lines = new WaitGraph(size, calls).report();
        return lines.isEmpty() && calls.isEmpty() ? List.of("no rank waits in an MPI call") : lines;
    }

    /**
     * {@return the stacks, equal ones once, and the queues}
     *
     * @param whole whether with the library's frames and threads
     */
    public String states(boolean whole) {
        StringBuilder text = new StringBuilder();
        grouped(whole).forEach((stack, ranks) -> {
            text.append(ranks.isEmpty() ? "no rank" : RankNames.of(ranks)).append(": ");
            text.append(stack.title).append('\n');
            for (String frame : stack.frames)
                text.append("        at ").append(frame).append('\n');
            text.append('\n');
        });
        queues.values().forEach(text::append);
        return text.toString().stripTrailing();
    }

    /** Returns for each stack the ranks that have a thread with it. */
    private Map<Shown, BitSet> grouped(boolean whole) {
        Map<Shown, BitSet> groups = new LinkedHashMap<>();
        for (ThreadStack stack : stacks) {
            Shown shown = shown(stack, whole);
            if (shown == null) continue;
            BitSet ranks = groups.computeIfAbsent(shown, key -> new BitSet());
            if (stack.rank() >= 0) ranks.set(stack.rank());
        }
        return groups;
    }

    private record Shown(String title, List<String> frames) {}

    /** Returns null for a thread of the library's. */
    private static Shown shown(ThreadStack stack, boolean whole) {
        String name = stack.thread().equals("rank " + stack.rank()) ? "main" : stack.thread();
        String title = '"' + name + '"';
        if (whole) return new Shown(title + ' ' + stack.state(), stack.frames());
        List<String> frames = ProgramFrames.of(stack.frames());
        if (frames.isEmpty() || name.startsWith("jmpi-") || name.startsWith("RMI ")) return null;
        boolean inCall = ProgramFrames.isCall(frames.get(0));
        return new Shown(inCall ? title : title + ' ' + stack.state(), frames);
    }
}
