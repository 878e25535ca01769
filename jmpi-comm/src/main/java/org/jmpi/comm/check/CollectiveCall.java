package org.jmpi.comm.check;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
record CollectiveCall(String name, int root, String operator, BasicType type, long amount, String callSite) {
    private static final int MESSAGE_BYTES = 512;

    static CollectiveCall of(String name, Collective operation) {
        return new CollectiveCall(
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
        compare(calls);
    }

    /**
     * Compares the calls of all ranks.
     *
     * @param encoded what {@link #encode} has returned at each rank
     * @throws CommException of class OTHER if they do not match
     */
    static void compare(byte[][] encoded) {
        List<CollectiveCall> calls =
                Arrays.stream(encoded).map(CollectiveCall::decode).toList();
        if (calls.stream().allMatch(calls.get(0)::matches)) return;
        Map<CollectiveCall, BitSet> callers = new LinkedHashMap<>();
        for (int rank = 0; rank < calls.size(); rank++)
            callers.computeIfAbsent(calls.get(rank), call -> new BitSet()).set(rank);
        throw new CommException(
                ErrorClass.OTHER,
                "collective calls do not match: "
                        + callers.entrySet().stream()
                                .map(each -> names(each.getValue()) + " in " + each.getKey())
                                .collect(Collectors.joining("; ")));
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

    private static CollectiveCall decode(byte[] message) {
        String[] words = new String(message, StandardCharsets.UTF_8).split("\n", 7);
        return new CollectiveCall(
                words[0],
                Integer.parseInt(words[1]),
                words[2],
                BasicType.valueOf(words[3]),
                Long.parseLong(words[4]),
                words[5]);
    }

    private boolean matches(CollectiveCall other) {
        boolean sameType = amount == 0 || type.matches(other.type);
        return name.equals(other.name)
                && root == other.root
                && operator.equals(other.operator)
                && amount == other.amount
                && sameType;
    }

    @Override
    public String toString() {
        List<String> arguments = new ArrayList<>();
        if (root != Collective.NO_ROOT) arguments.add("root=" + root);
        if (!operator.isEmpty()) arguments.add(operator);
        if (type != BasicType.NONE) arguments.add(amount + (type.width() == 0 ? " " : " bytes of ") + type);
        return name + (arguments.isEmpty() ? "" : "(" + String.join(", ", arguments) + ")") + " at " + callSite;
    }
}
