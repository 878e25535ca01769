package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.window.Window;

/**
 * A random program of one window, which a seed makes, and a sequential model of it. Each rank has elements of its own
 * in the memory of each target, where the model knows each value, and all ranks share a few, to which they add. Rounds
 * and accesses may be left out: the model computes what the others see.
 */
public final class RandomWindow implements Shrinkable<RandomWindow> {
    private static final BasicType[] TYPES = {
        BasicType.BYTE, BasicType.CHAR, BasicType.SHORT, BasicType.BOOLEAN,
        BasicType.INT, BasicType.LONG, BasicType.FLOAT, BasicType.DOUBLE
    };
    private static final List<Reducer> REAL =
            List.of(Predefined.SUM, Predefined.MIN, Predefined.MAX, Predefined.REPLACE);
    private static final List<Reducer> LOGICAL = List.of(
            Predefined.LAND, Predefined.LOR, Predefined.LXOR, Predefined.BAND, Predefined.BXOR, Predefined.REPLACE);
    private static final List<Reducer> WHOLE = List.of(
            Predefined.SUM,
            Predefined.PROD,
            Predefined.MIN,
            Predefined.MAX,
            Predefined.BAND,
            Predefined.BOR,
            Predefined.BXOR,
            Predefined.REPLACE);

    /** How often an access to an element that all ranks share is repeated. */
    static final int TIMES = 10;

    /** Elements of each rank in each memory; more of them in some programs, whose accesses take several frames. */
    private static final int FEW = 40;

    private static final int MANY_BYTES = 64 << 10;

    /** Elements that all ranks add to. */
    private static final int COMMON = 4;

    static final int MOST_RANKS = 4;
    private static final int ROUNDS = 6;

    /** The number of a round is a multiple of this; those of its accesses follow. */
    private static final int STEP = 100;

    enum Kind {
        PUT,
        GET,
        ACCUMULATE,
        GET_ACCUMULATE,
        FETCH_AND_OP,
        COMPARE_AND_SWAP;

        boolean isAtomic() {
            return ordinal() >= ACCUMULATE.ordinal();
        }

        boolean reads() {
            return this != PUT && this != ACCUMULATE;
        }
    }

    enum Epoch {
        FENCE,
        START,
        LOCK,
        LOCK_ALL;

        boolean isLocked() {
            return this == LOCK || this == LOCK_ALL;
        }
    }

    enum Flush {
        NONE,
        TARGET,
        ALL,
        LOCAL,
        LOCAL_ALL
    }

    /** An access. */
    static final class Access {
        final int number;
        final Kind kind;
        final int target;

        /** The target's element that the first item begins at. */
        final int first;

        final int count;
        final Layout layout;

        /** The target's, in the order of their travel. */
        final int[] elements;

        /** In the same order. */
        final long[] operands;

        final Reducer op;

        /** Whether it is one of many of all ranks to one element; what it reads is not known. */
        final boolean common;

        boolean request;
        boolean gaps;
        Flush after = Flush.NONE;

        /** The flush that orders it after an access of its rank that conflicts with it, and whether there is one. */
        private Flush form;

        private boolean conflicts;

        /** Whether Compare_and_swap finds what it expects, and what it expects if not. */
        private boolean swaps;

        private long other;

        /** The operand of a comparison, and the elements before an access that reads: the model computes both. */
        long compare;

        final long[] expected;

        private Access(
                int number,
                Kind kind,
                int target,
                int first,
                int count,
                Layout layout,
                int[] elements,
                long[] operands,
                Reducer op,
                boolean common) {
            this.number = number;
            this.kind = kind;
            this.target = target;
            this.first = first;
            this.count = count;
            this.layout = layout;
            this.elements = elements;
            this.operands = operands;
            this.op = op;
            this.common = common;
            this.expected = new long[elements.length];
        }

        Flush before() {
            return conflicts ? form : Flush.NONE;
        }

        @Override
        public String toString() {
            return "#" + number + " " + kind + " by " + op.name() + " at rank " + target + ", " + count + " of "
                    + layout
                    + " from " + first + (common ? " of all" : "") + (request ? ", request" : "")
                    + (gaps ? ", gaps" : "") + ", flush before " + before() + ", after " + after;
        }
    }

    /**
     * @param epochs of each rank; they differ only where all of them lock
     * @param starts the targets of each origin, in an epoch of Start
     * @param stores values that each rank stores to its own memory before the epoch: pairs of an element and a value
     * @param accesses of each rank
     * @param after the memory of each rank: the model computes it
     */
    record Round(
            int number,
            Epoch[] epochs,
            int assertion,
            boolean[][] starts,
            List<List<long[]>> stores,
            List<List<Access>> accesses,
            long[][] after) {
        boolean isLocked() {
            return epochs[0].isLocked();
        }

        int[] targets(int origin) {
            return of(target -> starts[origin][target]);
        }

        int[] origins(int target) {
            return of(origin -> starts[origin][target]);
        }

        private int[] of(IntPredicate isIn) {
            return IntStream.range(0, starts.length).filter(isIn).toArray();
        }
    }

    final int ranks;
    final BasicType type;
    final int flavor;

    /** Whether the memory is a buffer of bytes, and no array. */
    final boolean bytes;

    final boolean bigEndian;
    final int unit;

    /** Bytes by which the memory starts before the first element: elements are not aligned then. */
    final int shift;

    /** The elements of each memory. */
    final int size;

    final List<Round> rounds;
    private final long seed;
    private final Random random;
    private final boolean whole;
    private final int own;
    private final Layout[] layouts = new Layout[6];
    private final int length;
    private int lastNumber;

    /** The parts of the whole program. */
    private int parts;

    /** A program of one to four ranks. */
    public RandomWindow(long seed) {
        this(seed, 1 + (int) Math.floorMod(SimulationRandom.mix(seed), (long) MOST_RANKS), ROUNDS, number -> true);
    }

    /** A program of some ranks, whose accesses have one frame each. */
    RandomWindow(long seed, int ranks, int rounds) {
        this(seed, ranks, rounds, number -> true);
    }

    private RandomWindow(long seed, int ranks, int rounds, IntPredicate isKept) {
        this.seed = seed;
        this.length = rounds;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.ranks = ranks;
        this.type = TYPES[random.nextInt(TYPES.length)];
        this.flavor = 1 + random.nextInt(4);
        boolean allocated = flavor == Window.FLAVOR_ALLOCATE || flavor == Window.FLAVOR_SHARED;
        this.bytes = allocated || random.nextBoolean();
        this.bigEndian = random.nextBoolean();
        this.unit = flavor == Window.FLAVOR_DYNAMIC ? 1 : (random.nextBoolean() ? 1 : 2) * (bytes ? type.width() : 1);
        this.shift = bytes && unit == 1 && !allocated ? random.nextInt(type.width()) : 0;
        boolean many = random.nextInt(5) == 0 && rounds == ROUNDS;
        this.own = many ? MANY_BYTES / type.width() : FEW;
        this.size = own * ranks + COMMON;
        Arrays.setAll(layouts, any -> newLayout());
        List<Round> drawn = new ArrayList<>();
        while (drawn.size() < rounds) drawn.add(round());
        this.rounds = drawn.stream()
                .filter(round -> isKept.test(round.number))
                .map(round -> keeping(round, isKept))
                .toList();
        this.whole = numbers().size() == parts;
        long[][] memory = new long[ranks][size];
        for (Round round : this.rounds) apply(round, memory);
    }

    /** Makes the program that {@link #line} has returned. */
    public static RandomWindow parse(String line) {
        String[] parts = line.split("/");
        RandomWindow all = new RandomWindow(Long.parseLong(parts[0]));
        if (parts.length == 1) return all;
        return all.keeping(
                Stream.of(parts[1].split(",")).map(Integer::valueOf).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Returns one line that the program can be made from again. */
    String line() {
        if (whole) return "" + seed;
        return seed + "/" + numbers().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public List<Integer> numbers() {
        List<Integer> all = new ArrayList<>();
        for (Round round : rounds) {
            all.add(round.number);
            for (List<Access> accesses : round.accesses) for (Access each : accesses) all.add(each.number);
        }
        return all;
    }

    @Override
    public RandomWindow keeping(Set<Integer> kept) {
        return new RandomWindow(seed, ranks, length, kept::contains);
    }

    private static Round keeping(Round round, IntPredicate isKept) {
        List<List<Access>> accesses = new ArrayList<>();
        for (List<Access> all : round.accesses)
            accesses.add(all.stream().filter(each -> isKept.test(each.number)).toList());
        return new Round(
                round.number, round.epochs, round.assertion, round.starts, round.stores, accesses, round.after);
    }

    /** Returns how far the ranks of a job are turned of which the program has some. */
    int turn() {
        return (int) Math.floorMod(seed, (long) MOST_RANKS);
    }

    // ---- the model ----

    private void apply(Round round, long[][] memory) {
        for (int rank = 0; rank < ranks; rank++)
            for (long[] store : round.stores.get(rank)) memory[rank][(int) store[0]] = store[1];
        for (List<Access> accesses : round.accesses) apply(round.isLocked(), accesses, memory);
        for (int rank = 0; rank < ranks; rank++) round.after[rank] = memory[rank].clone();
    }

    private void apply(boolean locked, List<Access> accesses, long[][] memory) {
        // The kind of the last access to each element since the last flush, by target.
        Kind[][] since = new Kind[ranks][size];
        for (Access each : accesses) {
            Kind[] ofTarget = since[each.target];
            each.conflicts = !each.common && locked && conflicts(ofTarget, each.kind, each.elements);
            if (each.conflicts) Arrays.fill(ofTarget, null);
            if (!each.common) for (int element : each.elements) ofTarget[element] = each.kind;
            apply(each, memory[each.target]);
        }
    }

    private void apply(Access access, long[] memory) {
        if (access.kind == Kind.COMPARE_AND_SWAP)
            access.compare = access.swaps ? memory[access.elements[0]] : access.other;
        for (int i = 0; i < access.elements.length; i++) {
            long before = memory[access.elements[i]];
            access.expected[i] = before;
            if (access.kind == Kind.COMPARE_AND_SWAP && before != access.compare) continue;
            long operand = access.operands[i] * (access.common ? TIMES : 1);
            memory[access.elements[i]] = Values.combine(access.op, type, before, operand);
        }
    }

    // ---- the generator ----

    private Round round() {
        lastNumber += STEP - lastNumber % STEP;
        int number = lastNumber;
        parts++;
        Epoch epoch = Epoch.values()[random.nextInt(4)];
        int assertion = random.nextInt(4) * Window.MODE_NOPRECEDE;
        boolean[][] starts = new boolean[ranks][ranks];
        for (boolean[] targets : starts)
            for (int target = 0; target < ranks; target++)
                targets[target] = epoch != Epoch.START || random.nextInt(4) > 0;
        Epoch[] epochs = new Epoch[ranks];
        Arrays.setAll(epochs, rank -> !epoch.isLocked() || random.nextBoolean() ? epoch : Epoch.LOCK);
        List<List<long[]>> stores = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) stores.add(stores());
        List<List<Access>> all = new ArrayList<>();
        for (int origin = 0; origin < ranks; origin++) all.add(accesses(epochs[origin], origin, starts[origin]));
        return new Round(number, epochs, assertion, starts, stores, all, new long[ranks][]);
    }

    private List<long[]> stores() {
        List<long[]> all = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--)
            all.add(new long[] {random.nextInt(size), narrow(random.nextInt(100))});
        return all;
    }

    private List<Access> accesses(Epoch epoch, int origin, boolean[] targets) {
        List<Access> all = new ArrayList<>();
        Kind[][] since = new Kind[ranks][size];
        for (int i = random.nextInt(8); i > 0; i--) {
            boolean common = random.nextInt(epoch.isLocked() ? 2 : 5) == 0 && type != BasicType.BOOLEAN;
            Access access = common ? common() : own(epoch, origin, since);
            if (access == null || !targets[access.target]) continue;
            access.gaps = random.nextBoolean();
            boolean single = access.kind == Kind.FETCH_AND_OP || access.kind == Kind.COMPARE_AND_SWAP;
            access.request = epoch.isLocked() && !single && random.nextInt(3) == 0;
            if (epoch.isLocked() && random.nextInt(3) == 0)
                access.after = Flush.values()[random.nextInt(Flush.values().length)];
            all.add(access);
            parts++;
        }
        return all;
    }

    /** Returns an access that adds 1 to an element that all ranks share. */
    private Access common() {
        int target = random.nextBoolean() ? 0 : random.nextInt(ranks);
        int element = own * ranks + unitElements() * random.nextInt(COMMON / unitElements());
        Kind kind =
                List.of(Kind.ACCUMULATE, Kind.GET_ACCUMULATE, Kind.FETCH_AND_OP).get(random.nextInt(3));
        int[] elements = {element};
        long[] one = {1};
        return new Access(++lastNumber, kind, target, element, 1, Layout.of(type), elements, one, Predefined.SUM, true);
    }

    private int unitElements() {
        return bytes ? Math.max(1, unit / type.width()) : unit;
    }

    private Access own(Epoch epoch, int origin, Kind[][] since) {
        int target = random.nextInt(ranks);
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        if (kind == Kind.COMPARE_AND_SWAP && (type == BasicType.FLOAT || type == BasicType.DOUBLE)) return null;
        boolean single = kind == Kind.FETCH_AND_OP || kind == Kind.COMPARE_AND_SWAP;
        Layout layout = single ? Layout.of(type) : layouts[random.nextInt(layouts.length)];
        int count = single ? 1 : 1 + random.nextInt(3);
        if (layout.high(count) > own) count = 1;
        int[] within = elements(layout, count);
        int span = Arrays.stream(within).max().orElse(0) + 1;
        int first = origin * own + random.nextInt(own - span + 1);
        first -= first % unitElements();
        if (first < origin * own) return null;
        int[] elements = new int[within.length];
        for (int i = 0; i < within.length; i++) elements[i] = first + within[i];
        if (!epoch.isLocked() && conflicts(since[target], kind, elements)) return null;
        for (int element : elements) since[target][element] = kind;
        long[] operands =
                random.longs(elements.length, 0, 1000).map(this::narrow).toArray();
        Access access =
                new Access(++lastNumber, kind, target, first, count, layout, elements, operands, operator(kind), false);
        access.swaps = random.nextBoolean();
        access.other = narrow(random.nextInt(3));
        access.form = random.nextBoolean() ? Flush.TARGET : Flush.ALL;
        return access;
    }

    /** Returns whether an access of a rank to some elements has no order after its last ones without a flush. */
    private static boolean conflicts(Kind[] since, Kind kind, int[] elements) {
        for (int element : elements) {
            Kind last = since[element];
            boolean ordered = last == null || last.isAtomic() && kind.isAtomic() || last == Kind.GET && kind == last;
            if (!ordered) return true;
        }
        return false;
    }

    private Reducer operator(Kind kind) {
        List<Reducer> ops = switch (type) {
            case FLOAT, DOUBLE -> REAL;
            case BOOLEAN -> LOGICAL;
            default -> WHOLE;
        };
        if (kind == Kind.PUT || kind == Kind.COMPARE_AND_SWAP) return Predefined.REPLACE;
        boolean only = kind == Kind.GET || kind.reads() && random.nextInt(4) == 0;
        return only ? Predefined.NO_OP : ops.get(random.nextInt(ops.size()));
    }

    private long narrow(long value) {
        return Values.narrow(type, value);
    }

    private Layout newLayout() {
        Layout element = Layout.of(type);
        int length = 1 + random.nextInt(3);
        return switch (random.nextInt(4)) {
            case 0, 1 -> Layout.contiguous(1 + random.nextInt(own * 3 / 4), element);
            case 2 -> Layout.vector(1 + random.nextInt(4), length, length + random.nextInt(4), element);
            default -> indexed(element);
        };
    }

    /** Returns blocks in any order. */
    private Layout indexed(Layout element) {
        int blocks = 1 + random.nextInt(4);
        int[] lengths = new int[blocks];
        int[] displacements = new int[blocks];
        int next = random.nextInt(3);
        for (int i = 0; i < blocks; i++) {
            lengths[i] = random.nextInt(4);
            displacements[i] = next;
            next += lengths[i] + random.nextInt(4);
        }
        for (int i = blocks - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            swap(lengths, i, other);
            swap(displacements, i, other);
        }
        return Layout.indexed(lengths, displacements, element);
    }

    private static void swap(int[] values, int one, int other) {
        int value = values[one];
        values[one] = values[other];
        values[other] = value;
    }

    private static int[] elements(Layout layout, int count) {
        int[] all = new int[layout.size() * count];
        int next = 0;
        for (int item = 0; item < count; item++)
            for (int run = 0; run < layout.runs(); run++)
                for (int i = 0; i < layout.length(run); i++)
                    all[next++] = item * layout.extent() + layout.displacement(run) + i;
        return all;
    }

    /** Returns the rounds and accesses for a person. */
    String text() {
        StringBuilder text = new StringBuilder(toString());
        for (Round round : rounds) {
            text.append("\n#").append(round.number).append(' ').append(Arrays.toString(round.epochs));
            for (int rank = 0; rank < ranks; rank++) {
                for (long[] store : round.stores.get(rank))
                    text.append("\n  rank ").append(rank).append(" stores ").append(Arrays.toString(store));
                for (Access each : round.accesses.get(rank))
                    text.append("\n  rank ").append(rank).append(": ").append(each);
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return "-Djmpi.windows.program=" + line() + " (" + ranks + " ranks, " + type + ", flavor " + flavor
                + (bytes ? ", bytes" : "") + ", unit " + unit + ")";
    }
}
