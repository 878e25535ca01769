package org.jmpi.comm.coll.select;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jmpi.comm.coll.shared.SharedSegment;

/**
 * The settings that the {@link Selector} obeys: limits, and algorithms that are forced.
 *
 * <p>Setting {@code jmpi.coll.bcast} forces the algorithm of Bcast, one of the constants of its enumeration,
 * and so on for every operation. Where that one is not possible, the selector selects as usual and one line says why.
 * Setting {@code jmpi.coll.bcast.large} sets {@link Limit#BCAST_LARGE}, and so on. All ranks must have the same
 * settings.
 */
public final class Tuning {
    /** The settings' common beginning. */
    public static final String PREFIX = "jmpi.coll.";

    /** The limits from which one algorithm is better than another. */
    public enum Limit {
        /** Ranks from which on a short longest way counts for more than little work in all. */
        MANY_RANKS(16),
        /** Ranks up to which those of one host use shared memory; 0 for never. */
        SHARED_RANKS(16),
        /** Operations of a communicator before its ranks take shared memory: many a communicator has but few. */
        SHARED_AFTER(3),
        /** Bytes of a slot, the part of a message that goes through shared memory at once. */
        SHARED_SLOT(128 << 10),
        /** Bytes of a block or an operand from which on ranks of one JVM read it in each other's arrays. */
        SHARED_PUBLISHED(64 << 10),
        /** Bytes of the operands of a rank from which on each rank combines but a part of all in shared memory. */
        SHARED_PARTS(4 << 10),
        /** Bytes of the buffer from which on Bcast cuts it into parts. */
        BCAST_LARGE(128 << 10),
        /** Bytes of a part in a chain. */
        BCAST_SEGMENT(64 << 10),
        /** Bytes of a block up to which Gather sends several in one message. */
        GATHER_SMALL(2 << 10),
        /** Bytes of a block up to which Scatter sends several in one message. */
        SCATTER_SMALL(2 << 10),
        /** Bytes of all blocks from which on Allgather and Allgatherv send one block at a time. */
        ALLGATHER_LARGE(64 << 10),
        /** Ranks from which on Allgather and Allgatherv collect short blocks by Bruck's algorithm. */
        ALLGATHER_RANKS(8),
        /** Bytes of a block up to which Alltoall sends several in one message. */
        ALLTOALL_SMALL(256),
        /** Bytes of a block from which on Alltoall has but one on its way. */
        ALLTOALL_LARGE(128 << 10),
        /** Ranks from which on Alltoallv has but one block on its way. */
        ALLTOALLV_RANKS(64),
        /** Bytes of the operand from which on Reduce cuts it into parts. */
        REDUCE_LARGE(64 << 10),
        /** Bytes of the operand from which on Allreduce cuts it into parts. */
        ALLREDUCE_LARGE(32 << 10),
        /** Bytes of a part from which on Allreduce sends parts round the ring. */
        ALLREDUCE_PART(16 << 10),
        /** Bytes of all blocks from which on ReduceScatter sends each straight to its rank. */
        REDUCESCATTER_LARGE(16 << 10);

        private final long defaultValue;

        Limit(long defaultValue) {
            this.defaultValue = defaultValue;
        }

        /** {@return the setting of the limit} */
        public String setting() {
            return PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '.');
        }
    }

    private final long[] limits = new long[Limit.values().length];
    private final Map<AlgorithmList<?>, Enum<?>> forced = new HashMap<>();

    /** Whether an algorithm is forced that depends on which ranks share memory. */
    private boolean forcesNodes;

    private Tuning() {
        for (Limit limit : Limit.values()) limits[limit.ordinal()] = limit.defaultValue;
    }

    /**
     * Reads settings.
     *
     * @param operations the algorithms of each operation
     * @param settings values by names, which start with {@link #PREFIX}
     * @return what they ask for
     * @throws IllegalArgumentException if there is no such setting, algorithm or number; the message names the setting,
     *     its value and the possible ones
     */
    public static Tuning of(List<AlgorithmList<?>> operations, Map<String, String> settings) {
        Tuning tuning = new Tuning();
        settings.forEach((name, value) -> tuning.set(operations, name, value));
        return tuning;
    }

    private void set(List<AlgorithmList<?>> operations, String name, String value) {
        for (Limit limit : Limit.values())
            if (limit.setting().equals(name)) {
                limits[limit.ordinal()] = number(name, value);
                return;
            }
        for (AlgorithmList<?> list : operations)
            if (list.setting().equals(name)) {
                CollectiveAlgorithm algorithm = list.named(value);
                forced.put(list, (Enum<?>) algorithm);
                forcesNodes |= algorithm.rule().dependsOnNodes();
                return;
            }
        throw new IllegalArgumentException(
                "no such setting: " + name + "=" + value + ", but there are " + names(operations));
    }

    private static TreeSet<String> names(List<AlgorithmList<?>> operations) {
        TreeSet<String> names = new TreeSet<>();
        for (Limit limit : Limit.values()) names.add(limit.setting());
        for (AlgorithmList<?> list : operations) names.add(list.setting());
        return names;
    }

    private static long number(String name, String value) {
        long number;
        try {
            number = Long.parseLong(value.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting " + name + " is not a whole number: " + value, e);
        }
        if (number < 0)
            throw new IllegalArgumentException(
                    "setting " + name + " is out of range: " + value + ", from 0 to " + Long.MAX_VALUE);
        return number;
    }

    /**
     * {@return the algorithm of an operation that a setting forces; null if none does}
     *
     * @param list the operation's algorithms
     * @param <A> names the algorithms
     */
    public <A extends Enum<A> & CollectiveAlgorithm> A forced(AlgorithmList<A> list) {
        return forced.isEmpty() ? null : list.cast(forced.get(list));
    }

    /**
     * {@return whether ranks find out which of them share memory}
     *
     * @param operation the operation's number in its communicator
     */
    public boolean looksForMemory(long operation) {
        return forcesNodes || operation > at(Limit.SHARED_AFTER);
    }

    /**
     * {@return whether ranks that share memory use it}
     *
     * @param ranks how many there are
     */
    public boolean sharesMemory(int ranks) {
        return ranks > 1 && ranks <= Math.min(at(Limit.SHARED_RANKS), SharedSegment.MOST_RANKS);
    }

    /** {@return how many bytes a slot of shared memory is to hold} */
    public long slot() {
        return at(Limit.SHARED_SLOT);
    }

    /**
     * {@return the value of a limit}
     *
     * @param limit the limit
     */
    public long at(Limit limit) {
        return limits[limit.ordinal()];
    }
}
