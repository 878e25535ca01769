package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.OpHandle;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * A random program of one window, which a seed makes, and a sequential model of it. Each rank has elements of its own
 * in the memory of each target, where the model knows each value, and all ranks share a few, to which they add.
 */
final class RandomWindow {
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

    /** Elements of each rank in each memory; more of them in some programs, whose accesses take several frames. */
    private static final int FEW = 40;

    private static final int MANY_BYTES = 64 << 10;

    /** How often an access to an element that all ranks share is repeated. */
    private static final int TIMES = 10;

    /** Elements that all ranks add to. */
    private static final int COMMON = 4;

    /** Elements before and after the memory, which nothing may change. */
    private static final int GUARD = 4;

    private static final long GUARD_VALUE = 1;
    private static final int ROUNDS = 6;

    private enum Kind {
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

    private enum Epoch {
        FENCE,
        START,
        LOCK,
        LOCK_ALL
    }

    /**
     * An access.
     *
     * @param elements the target's, in the order of their travel
     * @param operands in the same order
     * @param expected the elements before it, if it reads
     */
    private record Access(
            Kind kind,
            int target,
            int first,
            Layout layout,
            int[] elements,
            long[] operands,
            long compare,
            Reducer op,
            boolean request,
            boolean gaps,
            boolean flushBefore,
            long[] expected) {}

    /**
     * @param stores values that each rank stores to its own memory before the epoch: pairs of an element and a value
     */
    private record Round(Epoch epoch, List<List<long[]>> stores, List<List<Access>> accesses, long[][] after) {}

    private final long seed;
    private final Random random;
    final int ranks;
    private final BasicType type;
    private final int flavor;
    private final boolean bytes;
    private final int unit;

    /** Bytes by which the memory starts before the first element: elements are not aligned then. */
    private final int shift;

    private final int own;
    private final Layout[] layouts = new Layout[6];
    private final long[][] memory;
    private final List<Round> rounds = new ArrayList<>();

    /** Where each rank's memory begins: of a dynamic window its displacement. */
    private final long[] bases;

    RandomWindow(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.ranks = 1 + random.nextInt(4);
        this.type = TYPES[random.nextInt(TYPES.length)];
        this.flavor = 1 + random.nextInt(3);
        this.bytes = flavor == Window.FLAVOR_ALLOCATE || random.nextInt(4) == 0;
        this.unit = flavor == Window.FLAVOR_DYNAMIC ? 1 : (random.nextBoolean() ? 1 : 2) * (bytes ? type.width() : 1);
        this.shift = bytes && unit == 1 && flavor != Window.FLAVOR_ALLOCATE ? random.nextInt(type.width()) : 0;
        this.own = random.nextInt(5) == 0 ? MANY_BYTES / type.width() : FEW;
        Arrays.setAll(layouts, any -> newLayout());
        this.memory = new long[ranks][own * ranks + COMMON];
        this.bases = new long[ranks];
        while (rounds.size() < ROUNDS) rounds.add(round());
    }

    // ---- the model ----

    private Round round() {
        Epoch epoch = Epoch.values()[random.nextInt(4)];
        List<List<long[]>> stores = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) stores.add(stores(rank));
        List<List<Access>> all = new ArrayList<>();
        for (int origin = 0; origin < ranks; origin++) all.add(accesses(epoch, origin));
        long[][] after = new long[ranks][];
        for (int rank = 0; rank < ranks; rank++) after[rank] = memory[rank].clone();
        return new Round(epoch, stores, all, after);
    }

    private List<long[]> stores(int rank) {
        List<long[]> all = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            int element = random.nextInt(memory[rank].length);
            memory[rank][element] = narrow(random.nextInt(100));
            all.add(new long[] {element, memory[rank][element]});
        }
        return all;
    }

    private List<Access> accesses(Epoch epoch, int origin) {
        List<Access> all = new ArrayList<>();
        // The kind of the last access to each element since the last flush, by target.
        Kind[][] since = new Kind[ranks][own * ranks + COMMON];
        for (int i = random.nextInt(8); i > 0; i--) {
            boolean common = random.nextInt(5) == 0 && type != BasicType.BOOLEAN;
            Access access = common ? common(epoch) : own(epoch, origin, since);
            if (access != null) all.add(access);
        }
        return all;
    }

    /** Returns an access that adds 1 to an element that all ranks share; what it reads is not known. */
    private Access common(Epoch epoch) {
        int target = random.nextInt(ranks);
        int element = own * ranks + unitElements() * random.nextInt(COMMON / unitElements());
        memory[target][element] = narrow(memory[target][element] + TIMES);
        Kind kind =
                List.of(Kind.ACCUMULATE, Kind.GET_ACCUMULATE, Kind.FETCH_AND_OP).get(random.nextInt(3));
        return new Access(
                kind,
                target,
                element,
                Layout.of(type),
                new int[] {element},
                new long[] {1},
                0,
                Predefined.SUM,
                isLocked(epoch) && random.nextBoolean(),
                random.nextBoolean(),
                false,
                null);
    }

    private int unitElements() {
        return bytes ? Math.max(1, unit / type.width()) : unit;
    }

    private static boolean isLocked(Epoch epoch) {
        return epoch == Epoch.LOCK || epoch == Epoch.LOCK_ALL;
    }

    private Access own(Epoch epoch, int origin, Kind[][] since) {
        int target = random.nextInt(ranks);
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        if (kind == Kind.COMPARE_AND_SWAP && (type == BasicType.FLOAT || type == BasicType.DOUBLE)) return null;
        boolean single = kind == Kind.FETCH_AND_OP || kind == Kind.COMPARE_AND_SWAP;
        Layout layout = single ? Layout.of(type) : layout();
        int[] within = elements(layout);
        int span = Arrays.stream(within).max().orElse(0) + 1;
        int first = origin * own + random.nextInt(own - span + 1);
        first -= first % unitElements();
        if (first < origin * own) return null;
        int[] elements = new int[within.length];
        for (int i = 0; i < within.length; i++) elements[i] = first + within[i];
        boolean conflicts = false;
        for (int element : elements) {
            Kind before = since[target][element];
            conflicts |= before != null
                    && !(before.isAtomic() && kind.isAtomic())
                    && !(before == Kind.GET && kind == Kind.GET);
        }
        if (conflicts && epoch != Epoch.LOCK_ALL && epoch != Epoch.LOCK) return null;
        if (conflicts) Arrays.fill(since[target], null);
        for (int element : elements) since[target][element] = kind;
        return apply(
                kind, target, first, layout, elements, isLocked(epoch) && !single && random.nextInt(3) == 0, conflicts);
    }

    private Access apply(
            Kind kind, int target, int first, Layout layout, int[] elements, boolean request, boolean flushBefore) {
        List<Reducer> ops = switch (type) {
            case FLOAT, DOUBLE -> REAL;
            case BOOLEAN -> LOGICAL;
            default -> WHOLE;
        };
        Reducer op = kind == Kind.PUT || kind == Kind.COMPARE_AND_SWAP
                ? Predefined.REPLACE
                : kind == Kind.GET || kind.reads() && random.nextInt(4) == 0
                        ? Predefined.NO_OP
                        : ops.get(random.nextInt(ops.size()));
        long[] operands =
                random.longs(elements.length, 0, 1000).map(this::narrow).toArray();
        long[] expected = new long[elements.length];
        long compare = random.nextBoolean() ? memory[target][elements[0]] : narrow(random.nextInt(3));
        for (int i = 0; i < elements.length; i++) {
            long before = memory[target][elements[i]];
            expected[i] = before;
            if (kind == Kind.COMPARE_AND_SWAP && before != compare) continue;
            memory[target][elements[i]] = Values.combine(op, type, before, operands[i]);
        }
        return new Access(
                kind,
                target,
                first,
                layout,
                elements,
                operands,
                compare,
                op,
                request,
                random.nextBoolean(),
                flushBefore,
                expected);
    }

    private long narrow(long value) {
        return Values.narrow(type, value);
    }

    /** Returns one that the target may know. */
    private Layout layout() {
        return layouts[random.nextInt(layouts.length)];
    }

    private Layout newLayout() {
        Layout element = Layout.of(type);
        if (random.nextBoolean()) return Layout.contiguous(1 + random.nextInt(own * 3 / 4), element);
        int length = 1 + random.nextInt(3);
        return Layout.vector(1 + random.nextInt(4), length, length + random.nextInt(4), element);
    }

    private static int[] elements(Layout layout) {
        int[] all = new int[layout.size()];
        int next = 0;
        for (int run = 0; run < layout.runs(); run++)
            for (int i = 0; i < layout.length(run); i++) all[next++] = layout.displacement(run) + i;
        return all;
    }

    // ---- the program ----

    /** Runs the program at one rank; fails if the model does not allow what it sees. */
    void run(Communicator comm, Info info) {
        int size = own * ranks + COMMON;
        Object array;
        Window win;
        int before = GUARD;
        if (flavor == Window.FLAVOR_ALLOCATE) {
            before = 0;
            win = Window.allocate((long) size * type.width(), unit, info, comm);
            array = win.base();
        } else {
            array = bytes ? bytes(size + 2 * GUARD) : type.newArray(size + 2 * GUARD);
            for (int i = 0; i < GUARD; i++) {
                Values.set(array, type, i, GUARD_VALUE);
                Values.set(array, type, GUARD + size + i, GUARD_VALUE);
            }
            int width = bytes ? type.width() : 1;
            UserBuffer base = new UserBuffer(array, (long) GUARD * width - shift, (long) size * width + shift, null);
            if (flavor == Window.FLAVOR_CREATE) win = Window.create(base, unit, info, comm);
            else {
                win = Window.createDynamic(info, comm);
                bases[comm.rank()] = win.attach(base);
            }
        }
        barrier(comm, win);
        for (int i = 0; i < rounds.size(); i++) {
            Round round = rounds.get(i);
            String where = this + ", round " + i + " " + round.epoch + ", rank " + comm.rank();
            // Fence and Post alone keep the accesses of others from what this rank does before them.
            boolean locked = isLocked(round.epoch);
            for (long[] store : round.stores.get(comm.rank()))
                Values.set(array, type, before + (int) store[0], store[1]);
            if (locked) barrier(comm, win);
            List<Runnable> checks = run(win, comm, round, where);
            if (locked) barrier(comm, win);
            checks.forEach(Runnable::run);
            check(array, before, round.after[comm.rank()], where);
            if (locked) barrier(comm, win);
        }
        barrier(comm, win);
        for (int i = 0; i < before; i++)
            if (Values.get(array, type, i) != GUARD_VALUE || Values.get(array, type, GUARD + size + i) != GUARD_VALUE)
                throw new AssertionError(this + ": an element outside of the memory has changed");
        if (flavor == Window.FLAVOR_DYNAMIC) win.detach(array);
        win.free();
    }

    private ByteBuffer bytes(int elements) {
        boolean big = seed % 2 == 0;
        return ByteBuffer.allocateDirect(elements * type.width())
                .order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private static void barrier(Communicator comm, Window win) {
        win.sync();
        comm.collectives().run("test", Barrier::run);
        win.sync();
    }

    private void check(Object array, int before, long[] after, String where) {
        for (int i = 0; i < after.length; i++) {
            long value = Values.get(array, type, before + i);
            if (value != after[i])
                throw new AssertionError(where + ": element " + i + " is " + value + ", not " + after[i]);
        }
    }

    private List<Runnable> run(Window win, Communicator comm, Round round, String where) {
        List<Runnable> checks = new ArrayList<>();
        List<Access> accesses = round.accesses.get(comm.rank());
        switch (round.epoch) {
            case FENCE -> {
                win.fence(Window.MODE_NOPRECEDE);
                for (Access each : accesses) checks.add(start(win, each, where));
                win.fence(Window.MODE_NOSUCCEED);
            }
            case START -> {
                win.post(comm.group(), 0);
                win.start(comm.group(), 0);
                for (Access each : accesses) checks.add(start(win, each, where));
                win.complete();
                win.await();
            }
            case LOCK -> {
                for (Access each : accesses) {
                    if (each.expected == null && each.gaps) {
                        addLocked(win, each);
                        continue;
                    }
                    win.lock(each.gaps ? Window.LOCK_SHARED : Window.LOCK_EXCLUSIVE, each.target, 0);
                    checks.add(start(win, each, where));
                    win.unlock(each.target);
                }
            }
            default -> {
                win.lockAll(0);
                for (Access each : accesses) {
                    if (each.flushBefore) win.flush(each.target);
                    checks.add(start(win, each, where));
                }
                win.unlockAll();
            }
        }
        return checks;
    }

    /** Adds to an element that all ranks share by reads and writes, under an exclusive lock. */
    private void addLocked(Window win, Access access) {
        TypeHandle one = committed(Layout.of(type));
        for (int i = 0; i < TIMES; i++) {
            Object element = type.newArray(1);
            UserBuffer buffer = new UserBuffer(element, 0, 1, one);
            win.lock(Window.LOCK_EXCLUSIVE, access.target, 0);
            win.get(buffer, access.target, disp(access), 1, one);
            win.flush(access.target);
            Values.set(element, type, 0, narrow(Values.get(element, type, 0) + 1));
            win.put(buffer, access.target, disp(access), 1, one);
            win.unlock(access.target);
        }
    }

    private long disp(Access access) {
        long first = shift + (long) access.first * (bytes ? type.width() : 1);
        return flavor == Window.FLAVOR_DYNAMIC ? bases[access.target] + first : first / unit;
    }

    /** Starts an access; returns the check of what it reads, for the end of the epoch. */
    private Runnable start(Window win, Access access, String where) {
        int step = access.gaps ? 2 : 1;
        int count = access.elements.length;
        Layout atOrigin =
                step == 1 ? Layout.contiguous(count, Layout.of(type)) : Layout.vector(count, 1, step, Layout.of(type));
        TypeHandle originType = committed(atOrigin);
        TypeHandle targetType = committed(access.layout);
        long[] spread = new long[count * step];
        for (int i = 0; i < count; i++) spread[i * step] = access.operands[i];
        UserBuffer operands = new UserBuffer(Values.array(type, spread), 0, 1, originType);
        Object read = type.newArray((long) count * step);
        UserBuffer result = new UserBuffer(read, 0, 1, originType);
        long disp = disp(access);
        for (int i = access.expected == null ? TIMES : 1; i > 0; i--) {
            RequestHandle request = issue(win, access, operands, result, disp, targetType);
            if (request != null) request.await(WindowFixture.BINDING);
        }
        return () -> {
            if (!access.kind.reads() || access.expected == null) return;
            for (int i = 0; i < count; i++) {
                long got = Values.get(read, type, i * step);
                if (got != access.expected[i])
                    throw new AssertionError(where + ": " + access.kind + " of element " + access.elements[i]
                            + " of rank " + access.target + " read " + got + ", not " + access.expected[i]);
            }
        };
    }

    private static TypeHandle committed(Layout layout) {
        TypeHandle type = TypeHandle.derived(layout);
        type.commit();
        return type;
    }

    private RequestHandle issue(
            Window win, Access access, UserBuffer operands, UserBuffer result, long disp, TypeHandle type) {
        int target = access.target;
        OpHandle op = OpHandle.predefined(access.op);
        switch (access.kind) {
            case PUT:
                if (access.request) return win.rput(operands, target, disp, 1, type);
                win.put(operands, target, disp, 1, type);
                return null;
            case GET:
                if (access.request) return win.rget(result, target, disp, 1, type);
                win.get(result, target, disp, 1, type);
                return null;
            case ACCUMULATE:
                if (access.request) return win.raccumulate(operands, target, disp, 1, type, op);
                win.accumulate(operands, target, disp, 1, type, op);
                return null;
            case GET_ACCUMULATE:
                if (access.request) return win.rgetAccumulate(operands, result, target, disp, 1, type, op);
                win.getAccumulate(operands, result, target, disp, 1, type, op);
                return null;
            case FETCH_AND_OP:
                win.fetchAndOp(operands, result, target, disp, op);
                return null;
            default:
                UserBuffer compare = new UserBuffer(Values.array(this.type, access.compare), 0, 1, type);
                win.compareAndSwap(operands, compare, result, target, disp);
                return null;
        }
    }

    @Override
    public String toString() {
        return "-Djmpi.windows.seed=" + seed + " (" + ranks + " ranks, " + type + ", flavor " + flavor
                + (bytes ? ", bytes" : "") + ", unit " + unit + ")";
    }
}
