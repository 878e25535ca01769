package org.jmpi.comm.report;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.RankNames;

/**
 * The graph of ranks that wait for each other: pure data.
 *
 * <p>A call ends when any of the ranks that it awaits does something, and a rank does something when any of its calls
 * ends. So a rank is stuck if each of its calls awaits stuck ranks alone. A deadlock is a smallest set of stuck ranks
 * that await no other rank: a cycle, or with wildcards a knot.
 */
final class WaitGraph {
    private static final int MOST_CALLS = 8;

    private final int size;
    private final Map<Integer, List<BlockedCall>> calls = new TreeMap<>();

    /**
     * @param size the number of ranks
     * @param blocked the calls in which they wait
     */
    WaitGraph(int size, List<BlockedCall> blocked) {
        this.size = size;
        for (BlockedCall call : BlockedCall.merged(blocked))
            calls.computeIfAbsent(call.rank(), rank -> new ArrayList<>()).add(call);
    }

    /**
     * Returns the deadlocks, a line each, and who waits for them; else for which rank that is in no call others wait.
     */
    List<String> report() {
        BitSet stuck = stuck();
        List<String> lines = new ArrayList<>();
        BitSet dead = new BitSet(size);
        for (BitSet deadlock : deadlocks(stuck)) {
            lines.add("deadlock: " + (isCycle(deadlock) ? cycle(deadlock.nextSetBit(0)) : knot(deadlock)));
            dead.or(deadlock);
        }
        stuck.andNot(dead);
        if (!stuck.isEmpty()) lines.add(names(stuck, "waits", "wait") + " for these");
        if (lines.isEmpty()) reportAbsent(lines);
        reportCollectives(lines);
        reportNearest(lines);
        return lines;
    }

    private BitSet stuck() {
        BitSet stuck = new BitSet(size);
        calls.keySet().forEach(stuck::set);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int rank = stuck.nextSetBit(0); rank >= 0; rank = stuck.nextSetBit(rank + 1)) {
                if (calls.get(rank).stream().allMatch(call -> awaitsOnly(call, stuck))) continue;
                stuck.clear(rank);
                changed = true;
            }
        }
        return stuck;
    }

    private static boolean awaitsOnly(BlockedCall call, BitSet ranks) {
        return !call.awaited().isEmpty() && call.awaited().stream().allMatch(ranks::get);
    }

    /**
     * Returns the sets of stuck ranks each of which can be reached from all others of its set, and leads out to none.
     */
    private List<BitSet> deadlocks(BitSet stuck) {
        List<BitSet> found = new ArrayList<>();
        BitSet left = (BitSet) stuck.clone();
        while (!left.isEmpty()) {
            BitSet smallest = reach(left.nextSetBit(0));
            for (int rank = smallest.nextSetBit(0); rank >= 0; rank = smallest.nextSetBit(rank + 1)) {
                BitSet reached = reach(rank);
                if (reached.cardinality() < smallest.cardinality()) smallest = reached;
            }
            found.add(smallest);
            left.andNot(leadingTo(smallest, left));
        }
        return found;
    }

    private BitSet leadingTo(BitSet set, BitSet among) {
        BitSet leading = new BitSet(size);
        for (int rank = among.nextSetBit(0); rank >= 0; rank = among.nextSetBit(rank + 1))
            if (reach(rank).intersects(set)) leading.set(rank);
        return leading;
    }

    /** Returns the ranks that a rank waits for, and those that they wait for, and so on. */
    private BitSet reach(int from) {
        BitSet reached = new BitSet(size);
        List<Integer> next = new ArrayList<>(List.of(from));
        while (!next.isEmpty()) {
            int rank = next.remove(next.size() - 1);
            for (BlockedCall call : calls.get(rank))
                for (int awaited : call.awaited())
                    if (!reached.get(awaited)) {
                        reached.set(awaited);
                        next.add(awaited);
                    }
        }
        return reached;
    }

    private boolean isCycle(BitSet deadlock) {
        return deadlock.stream()
                .mapToObj(calls::get)
                .allMatch(own -> own.size() == 1 && own.get(0).awaited().size() == 1);
    }

    private String cycle(int first) {
        StringBuilder text = new StringBuilder();
        int rank = first;
        do {
            BlockedCall call = calls.get(rank).get(0);
            text.append(place(call)).append(" waits for ");
            rank = call.awaited().get(0);
        } while (rank != first);
        return text.append("rank ").append(first).toString();
    }

    private String knot(BitSet deadlock) {
        return deadlock.stream()
                .mapToObj(calls::get)
                .flatMap(List::stream)
                .map(this::wait)
                .collect(Collectors.joining("; "));
    }

    private String wait(BlockedCall call) {
        BitSet awaited = set(call.awaited().stream().mapToInt(Integer::intValue));
        return place(call) + " waits for " + (awaited.cardinality() > 1 ? "any of " : "") + RankNames.of(awaited);
    }

    private static String place(BlockedCall call) {
        return "rank " + call.rank() + " in " + call.call();
    }

    /** Says which ranks that are in no call are waited for, and by whom. */
    private void reportAbsent(List<String> lines) {
        BitSet absent = new BitSet(size);
        List<BlockedCall> waiting = new ArrayList<>();
        for (List<BlockedCall> own : calls.values())
            for (BlockedCall call : own) {
                int[] missing = call.awaited().stream()
                        .mapToInt(Integer::intValue)
                        .filter(rank -> !calls.containsKey(rank))
                        .toArray();
                if (missing.length > 0) waiting.add(call);
                absent.or(set(IntStream.of(missing)));
            }
        if (absent.isEmpty()) return;
        String waits = waiting.stream().limit(MOST_CALLS).map(this::wait).collect(Collectors.joining("; "));
        int more = waiting.size() - MOST_CALLS;
        lines.add(names(absent, "is", "are") + " not in an MPI call; " + waits
                + (more > 0 ? "; and " + more + " more" : ""));
    }

    /** Says which collective operations of a communicator are not the same ones. */
    private void reportCollectives(List<String> lines) {
        Map<String, Map<String, BitSet>> operations = new TreeMap<>();
        for (List<BlockedCall> own : calls.values())
            for (BlockedCall call : own) {
                if (!call.collective() || call.awaited().isEmpty()) continue;
                int on = call.call().indexOf(" on ");
                operations
                        .computeIfAbsent(on < 0 ? "" : call.call().substring(on), comm -> new LinkedHashMap<>())
                        .computeIfAbsent(on < 0 ? call.call() : call.call().substring(0, on), name -> new BitSet())
                        .set(call.rank());
            }
        operations.forEach((comm, names) -> {
            if (names.size() < 2) return;
            String each = names.entrySet().stream()
                    .limit(MOST_CALLS)
                    .map(entry -> RankNames.of(entry.getValue()) + " in " + entry.getKey())
                    .collect(Collectors.joining("; "));
            lines.add("collective operations differ" + comm + ": " + each
                    + ": every rank must call the same ones in the same order; --check names the lines");
        });
    }

    private void reportNearest(List<String> lines) {
        calls.values().stream()
                .flatMap(List::stream)
                .filter(call -> !call.nearest().isEmpty())
                .limit(MOST_CALLS)
                .forEach(call -> lines.add("rank " + call.rank() + " " + call.nearest()));
    }

    private static BitSet set(IntStream ranks) {
        BitSet set = new BitSet();
        ranks.forEach(set::set);
        return set;
    }

    private static String names(BitSet ranks, String ofOne, String ofMany) {
        return RankNames.of(ranks) + " " + (ranks.cardinality() == 1 ? ofOne : ofMany);
    }
}
