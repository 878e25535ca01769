package org.jmpi.comm.check;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.events.Exchange;

/**
 * A collective call of one rank, as the other ranks see it.
 *
 * @param name of the call
 * @param root the root's rank, or {@link Collective#NO_ROOT}
 * @param operator the operator's name, or nothing
 * @param type what the elements are; NONE if ranks may give different ones
 * @param amount bytes, or objects
 * @param callSite the line of the program
 */
record CheckedCollective(String name, int root, String operator, BasicType type, long amount, String callSite) {
    private static final int MESSAGE_BYTES = 512;

    static CheckedCollective of(String name, Collective operation) {
        return new CheckedCollective(
                name, operation.root(), operation.operator(), operation.type(), operation.amount(), CallSite.here());
    }

    /**
     * Compares the calls of all ranks.
     *
     * @throws CommException of class OTHER if they do not match, at every rank
     */
    void compare(Exchange ranks) {
        byte[][] calls = new byte[ranks.size()][MESSAGE_BYTES];
        byte[][] own = new byte[ranks.size()][];
        Arrays.fill(own, encode());
        ranks.exchange(own, calls);
        compare(calls, ranks.groupSize());
    }

    /**
     * Compares the calls of all ranks.
     *
     * @param encoded what {@link #encode} has returned at each rank, those of the own group first
     * @param groupSize the number of ranks in the own group
     * @throws CommException of class OTHER if they do not match
     */
    static void compare(byte[][] encoded, int groupSize) {
        List<CheckedCollective> all =
                Arrays.stream(encoded).map(CheckedCollective::decode).toList();
        List<CheckedCollective> own = all.subList(0, groupSize);
        List<CheckedCollective> remote = all.subList(groupSize, all.size());
        if (match(all) && (remote.isEmpty() || rootsMatch(own, remote))) return;
        throw new CommException(
                ErrorClass.OTHER,
                "collective calls do not match: " + text(own, "")
                        + (remote.isEmpty() ? "" : "; " + text(remote, " of the other group")));
    }

    private static boolean match(List<CheckedCollective> calls) {
        CheckedCollective first = calls.stream()
                .filter(call -> call.root != Collective.PROC_NULL)
                .findFirst()
                .orElse(calls.get(0));
        return calls.stream().allMatch(first::matches);
    }

    private static boolean rootsMatch(List<CheckedCollective> own, List<CheckedCollective> remote) {
        return own.get(0).root == Collective.NO_ROOT || haveRootFor(own, remote) || haveRootFor(remote, own);
    }

    /** Returns whether one rank of a group says that it is the root, and all of the other group name it. */
    private static boolean haveRootFor(List<CheckedCollective> group, List<CheckedCollective> other) {
        List<Integer> roots = IntStream.range(0, group.size())
                .filter(rank -> group.get(rank).root != Collective.PROC_NULL)
                .boxed()
                .toList();
        return roots.size() == 1
                && group.get(roots.get(0)).root == Collective.ROOT
                && other.stream().allMatch(call -> call.root == roots.get(0));
    }

    private static String text(List<CheckedCollective> calls, String ofGroup) {
        Map<CheckedCollective, BitSet> callers = new LinkedHashMap<>();
        for (int rank = 0; rank < calls.size(); rank++)
            callers.computeIfAbsent(calls.get(rank), call -> new BitSet()).set(rank);
        return callers.entrySet().stream()
                .map(each -> names(each.getValue()) + ofGroup + " in " + each.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String names(BitSet ranks) {
        String list = ranks.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return (ranks.cardinality() == 1 ? "rank " : "ranks ") + list;
    }

    /** Returns the call as a message. Cuts the call site if it is too long: it comes last. */
    byte[] encode() {
        String text = String.join("\n", name, "" + root, operator, type.name(), "" + amount, callSite, "");
        return Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), MESSAGE_BYTES);
    }

    private static CheckedCollective decode(byte[] message) {
        String[] words = new String(message, StandardCharsets.UTF_8).split("\n", 7);
        return new CheckedCollective(
                words[0],
                Integer.parseInt(words[1]),
                words[2],
                BasicType.valueOf(words[3]),
                Long.parseLong(words[4]),
                words[5]);
    }

    private boolean matches(CheckedCollective other) {
        if (!name.equals(other.name)) return false;
        // Takes no part.
        if (other.root == Collective.PROC_NULL) return true;
        boolean sameType = amount == 0 || type.matches(other.type);
        boolean sameRoot = root == other.root || root == Collective.ROOT || other.root == Collective.ROOT;
        return sameRoot && operator.equals(other.operator) && amount == other.amount && sameType;
    }

    @Override
    public String toString() {
        List<String> arguments = new ArrayList<>();
        if (root != Collective.NO_ROOT) arguments.add("root=" + Collective.rootName(root));
        if (!operator.isEmpty()) arguments.add(operator);
        if (type != BasicType.NONE) arguments.add(amount + (type.width() == 0 ? " " : " bytes of ") + type);
        return name + (arguments.isEmpty() ? "" : "(" + String.join(", ", arguments) + ")") + " at " + callSite;
    }
}
