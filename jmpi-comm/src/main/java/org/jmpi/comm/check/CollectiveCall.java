package org.jmpi.comm.check;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A collective call of one rank, as the others hear of it.
 *
 * @param name of the call
 * @param root the root's rank, or {@link Signature#NO_ROOT}
 * @param operator the operator's name, or nothing
 * @param type what the elements are; NONE if ranks may give different ones
 * @param amount bytes, or objects
 * @param place the line of the program
 */
record CollectiveCall(String name, int root, String operator, BasicType type, long amount, String place) {
    private static final int MESSAGE_BYTES = 512;

    static CollectiveCall of(String name, Signature signature) {
        return new CollectiveCall(
                name, signature.root(), signature.operator(), signature.type(), signature.amount(), Place.here());
    }

    /**
     * Tells all ranks of this rank's call and hears of theirs.
     *
     * @throws CommException of class OTHER if they do not match, at every rank
     */
    void compare(Peers peers) {
        List<CollectiveCall> calls = exchange(peers);
        if (calls.stream().allMatch(calls.get(0)::matches)) return;
        Map<CollectiveCall, BitSet> ranks = new LinkedHashMap<>();
        for (int rank = 0; rank < calls.size(); rank++)
            ranks.computeIfAbsent(calls.get(rank), call -> new BitSet()).set(rank);
        throw new CommException(
                ErrorClass.OTHER,
                "collective calls do not match: "
                        + ranks.entrySet().stream()
                                .map(each -> names(each.getValue()) + " in " + each.getKey())
                                .collect(Collectors.joining("; ")));
    }

    private static String names(BitSet ranks) {
        String list = ranks.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return (ranks.cardinality() == 1 ? "rank " : "ranks ") + list;
    }

    private List<CollectiveCall> exchange(Peers peers) {
        byte[] own = encode();
        byte[][] messages = new byte[peers.size()][];
        List<Peers.Transfer> transfers = new ArrayList<>();
        for (int rank = 0; rank < peers.size(); rank++) {
            messages[rank] = rank == peers.rank() ? own : new byte[MESSAGE_BYTES];
            if (rank != peers.rank()) transfers.add(peers.startReceive(message(messages[rank]), rank));
        }
        for (int rank = 0; rank < peers.size(); rank++)
            if (rank != peers.rank()) transfers.add(peers.startSend(message(own), rank));
        transfers.forEach(Peers.Transfer::await);
        return Arrays.stream(messages).map(CollectiveCall::decode).toList();
    }

    private static Buffer message(byte[] bytes) {
        return new Buffer(bytes, 0, bytes.length, Layout.of(BasicType.BYTE));
    }

    /** Cuts the place if it is too long: it comes last. */
    private byte[] encode() {
        String text = String.join("\n", name, "" + root, operator, type.name(), "" + amount, place, "");
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
        if (root != Signature.NO_ROOT) arguments.add("root=" + root);
        if (!operator.isEmpty()) arguments.add(operator);
        if (type != BasicType.NONE) arguments.add(amount + (type.width() == 0 ? " " : " bytes of ") + type);
        return name + (arguments.isEmpty() ? "" : "(" + String.join(", ", arguments) + ")") + " at " + place;
    }
}
