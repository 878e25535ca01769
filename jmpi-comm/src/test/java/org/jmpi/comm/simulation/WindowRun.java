package org.jmpi.comm.simulation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.OpHandle;
import org.jmpi.comm.simulation.RandomWindow.Access;
import org.jmpi.comm.simulation.RandomWindow.Flush;
import org.jmpi.comm.simulation.RandomWindow.Round;
import org.jmpi.comm.window.Window;

/** Runs a program of one window at one rank. It fails if the model does not allow what the rank sees. */
final class WindowRun {
    /** Elements before and after the memory, which nothing may change. */
    private static final int GUARD = 4;

    private static final long GUARD_VALUE = 1;

    private final RandomWindow program;
    private final Communicator comm;
    private final BasicType type;
    private final int rank;
    private final List<Runnable> checks = new ArrayList<>();
    private Window win;
    private Object array;

    /** Elements of the array before the memory. */
    private int before = GUARD;

    /** Where each rank's memory begins in a dynamic window. */
    private long[] bases;

    /** What the rank does, for a person. */
    private String where = "makes the window";

    WindowRun(RandomWindow program, Communicator comm) {
        this.program = program;
        this.comm = comm;
        this.type = program.type;
        this.rank = comm.rank();
    }

    /**
     * Runs a program at one rank, from the making of the window to its end.
     *
     * @throws AssertionError if the rank sees what the model does not allow, or a call fails
     */
    static void run(RandomWindow program, Communicator comm, Info info) {
        WindowRun run = new WindowRun(program, comm);
        try {
            run.make(info);
            run.rounds();
            run.free();
        } catch (RuntimeException e) {
            throw run.wrong("failed", e);
        }
    }

    /** Makes the window. Each rank calls this. */
    void make(Info info) {
        long bytes = (long) program.size * type.width();
        switch (program.flavor) {
            case Window.FLAVOR_ALLOCATE -> allocated(Window.allocate(bytes, program.unit, info, comm));
            case Window.FLAVOR_SHARED -> allocated(shared(bytes, info));
            case Window.FLAVOR_CREATE -> win = Window.create(guarded(), program.unit, info, comm);
            default -> {
                win = Window.createDynamic(info, comm);
            }
        }
    }

    /** Returns a window of another flavor if the ranks share no memory. */
    private Window shared(long bytes, Info info) {
        try {
            return Window.allocateShared(bytes, program.unit, info, comm);
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.RMA_SHARED) throw e;
            return Window.allocate(bytes, program.unit, info, comm);
        }
    }

    private void allocated(Window made) {
        win = made;
        array = made.base();
        before = 0;
    }

    /** Makes the program's memory, with guards around it. */
    private UserBuffer guarded() {
        int size = program.size;
        array = program.bytes ? bytes(size + 2 * GUARD) : type.newArray((long) size + 2 * GUARD);
        for (int i = 0; i < GUARD; i++) {
            Values.set(array, type, i, GUARD_VALUE);
            Values.set(array, type, GUARD + size + i, GUARD_VALUE);
        }
        int width = program.bytes ? type.width() : 1;
        return new UserBuffer(array, (long) GUARD * width - program.shift, (long) size * width + program.shift, null);
    }

    private ByteBuffer bytes(int elements) {
        return ByteBuffer.allocateDirect(elements * type.width())
                .order(program.bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private boolean isDynamic() {
        return program.flavor == Window.FLAVOR_DYNAMIC;
    }

    /** Runs all rounds. */
    void rounds() {
        where = "attaches";
        if (isDynamic()) attach();
        barrier();
        for (Round round : program.rounds) run(round);
        where = "detaches";
        barrier();
        checkGuards();
        if (isDynamic()) win.detach(array);
    }

    /** Revokes the window, if this rank has it. */
    void revoke() {
        if (win != null) win.revoke();
    }

    /** Frees the window, if this rank has it. */
    void free() {
        if (win != null) win.free();
    }

    /** Fails if the memory is not as the last round has left it. */
    void checkAtEnd() {
        where = "has ended";
        if (before > 0 && !program.rounds.isEmpty()) check(program.rounds.get(program.rounds.size() - 1));
        checkGuards();
    }

    private void attach() {
        long[] own = {win.attach(guarded())};
        bases = new long[program.ranks];
        UserBuffer all = new UserBuffer(bases, 0, 1, TypeHandle.predefined(Layout.of(BasicType.LONG)));
        UserBuffer one = new UserBuffer(own, 0, 1, TypeHandle.predefined(Layout.of(BasicType.LONG)));
        win.communicator()
                .collectives()
                .run(new CollectiveOperation(CollectiveKind.ALLGATHER).send(one).receive(all));
    }

    private void run(Round round) {
        where = "round " + round.number() + " " + round.epochs()[rank];
        // Fence and Post alone keep the accesses of others from what this rank does before them.
        boolean locked = round.isLocked();
        for (long[] store : round.stores().get(rank)) Values.set(array, type, before + (int) store[0], store[1]);
        if (locked) barrier();
        checks.clear();
        access(round);
        if (locked) barrier();
        checks.forEach(Runnable::run);
        check(round);
        checkShared(round);
        if (locked) barrier();
    }

    private void barrier() {
        win.sync();
        win.communicator().collectives().run("test", Barrier::run);
        win.sync();
    }

    private AssertionError wrong(String what) {
        return wrong(what, null);
    }

    private AssertionError wrong(String what, Throwable cause) {
        return new AssertionError(program + ", rank " + rank + ", " + where + ": " + what, cause);
    }

    private void check(Round round) {
        long[] after = round.after()[rank];
        for (int i = 0; i < after.length; i++) {
            long value = Values.get(array, type, before + i);
            if (value != after[i]) throw wrong("element " + i + " is " + value + ", not " + after[i]);
        }
    }

    /** Looks at the memory of all ranks, if they share it. */
    private void checkShared(Round round) {
        boolean isShared =
                Integer.valueOf(Window.FLAVOR_SHARED).equals(win.attributes().get(Window.CREATE_FLAVOR_KEY));
        if (!isShared) return;
        barrier();
        for (int other = 0; other < program.ranks; other++) {
            ByteBuffer memory = win.sharedQuery(other).base();
            long[] after = round.after()[other];
            for (int i = 0; i < after.length; i++) {
                long value = Values.get(memory, type, i);
                if (value != after[i])
                    throw wrong("element " + i + " of rank " + other + " is " + value + ", not " + after[i]);
            }
        }
        barrier();
    }

    private void checkGuards() {
        for (int i = 0; i < before; i++)
            if (Values.get(array, type, i) != GUARD_VALUE
                    || Values.get(array, type, GUARD + program.size + i) != GUARD_VALUE)
                throw wrong("an element outside of the memory has changed");
    }

    // ---- epochs ----

    private void access(Round round) {
        List<Access> accesses = round.accesses().get(rank);
        switch (round.epochs()[rank]) {
            case FENCE -> {
                win.fence(round.assertion() & Window.MODE_NOPRECEDE);
                accesses.forEach(this::start);
                win.fence(round.assertion() & Window.MODE_NOSUCCEED);
            }
            case START -> {
                win.post(group(round.origins(rank)), 0);
                win.start(group(round.targets(rank)), 0);
                accesses.forEach(this::start);
                win.complete();
                boolean tests = round.assertion() > 0;
                for (int tries = 0; tests && tries < 50; tries++) if (win.test()) return;
                win.await();
            }
            case LOCK -> lockEach(accesses);
            default -> {
                win.lockAll(0);
                for (Access each : accesses) startLocked(each);
                win.unlockAll();
            }
        }
    }

    private Group group(int[] ranks) {
        return comm.group().incl(ranks);
    }

    /** Locks the target of each access, unless it is that of the access before. */
    private void lockEach(List<Access> accesses) {
        Access holder = null;
        for (Access each : accesses) {
            boolean adds = each.common && each.gaps;
            if (holder != null && (adds || holder.target != each.target)) {
                win.unlock(holder.target);
                holder = null;
            }
            if (adds) {
                addLocked(each);
                continue;
            }
            if (holder == null) {
                win.lock(each.gaps ? Window.LOCK_SHARED : Window.LOCK_EXCLUSIVE, each.target, 0);
                holder = each;
            }
            startLocked(each);
        }
        if (holder != null) win.unlock(holder.target);
    }

    private void startLocked(Access access) {
        flush(access.before(), access.target);
        Runnable check = start(access);
        flush(access.after, access.target);
        if (access.after != Flush.NONE) check.run();
    }

    private void flush(Flush form, int target) {
        switch (form) {
            case TARGET -> win.flush(target);
            case ALL -> win.flushAll();
            case LOCAL -> win.flushLocal(target);
            case LOCAL_ALL -> win.flushLocalAll();
            case NONE -> {}
        }
    }

    /** Adds to an element that all ranks share by reads and writes, under an exclusive lock. */
    private void addLocked(Access access) {
        TypeHandle one = committed(Layout.of(type));
        for (int i = 0; i < RandomWindow.TIMES; i++) {
            Object element = type.newArray(1);
            UserBuffer buffer = new UserBuffer(element, 0, 1, one);
            win.lock(Window.LOCK_EXCLUSIVE, access.target, 0);
            win.get(buffer, access.target, disp(access), 1, one);
            win.flush(access.target);
            Values.set(element, type, 0, Values.narrow(type, Values.get(element, type, 0) + 1));
            win.put(buffer, access.target, disp(access), 1, one);
            win.unlock(access.target);
        }
    }

    // ---- accesses ----

    private long disp(Access access) {
        long first = program.shift + (long) access.first * (program.bytes ? type.width() : 1);
        return isDynamic() ? bases[access.target] + first : first / program.unit;
    }

    /** Starts an access; returns the check of what it reads, for the end of the epoch. */
    private Runnable start(Access access) {
        int step = access.gaps ? 2 : 1;
        int count = access.elements.length;
        Layout atOrigin =
                step == 1 ? Layout.contiguous(count, Layout.of(type)) : Layout.vector(count, 1, step, Layout.of(type));
        TypeHandle originType = committed(atOrigin);
        TypeHandle targetType = committed(access.layout);
        long[] spread = new long[count * step];
        for (int i = 0; i < count; i++) spread[i * step] = access.operands[i];
        Object given = Values.array(type, spread);
        UserBuffer operands = new UserBuffer(given, 0, 1, originType);
        Object read = type.newArray((long) count * step);
        UserBuffer result = new UserBuffer(read, 0, 1, originType);
        for (int i = access.common ? RandomWindow.TIMES : 1; i > 0; i--) {
            RequestHandle request = issue(access, operands, result, targetType);
            if (request != null) request.await(Status.BINDING);
        }
        // What is written may change when the call has returned, or its request is complete.
        if (!access.kind.reads()) for (int i = 0; i < spread.length; i++) Values.set(given, type, i, 1 - spread[i] % 2);
        Runnable check = () -> checkRead(access, read, step);
        checks.add(check);
        return check;
    }

    private void checkRead(Access access, Object read, int step) {
        if (!access.kind.reads() || access.common) return;
        for (int i = 0; i < access.elements.length; i++) {
            long got = Values.get(read, type, i * step);
            if (got != access.expected[i])
                throw wrong("#" + access.number + " " + access.kind + " of element " + access.elements[i] + " of rank "
                        + access.target + " read " + got + ", not " + access.expected[i]);
        }
    }

    private static TypeHandle committed(Layout layout) {
        TypeHandle type = TypeHandle.derived(layout);
        type.commit();
        return type;
    }

    private RequestHandle issue(Access access, UserBuffer operands, UserBuffer result, TypeHandle items) {
        int target = access.target;
        int count = access.count;
        long disp = disp(access);
        OpHandle op = OpHandle.predefined(access.op);
        switch (access.kind) {
            case PUT:
                if (access.request) return win.rput(operands, target, disp, count, items);
                win.put(operands, target, disp, count, items);
                return null;
            case GET:
                if (access.request) return win.rget(result, target, disp, count, items);
                win.get(result, target, disp, count, items);
                return null;
            case ACCUMULATE:
                if (access.request) return win.raccumulate(operands, target, disp, count, items, op);
                win.accumulate(operands, target, disp, count, items, op);
                return null;
            case GET_ACCUMULATE:
                if (access.request) return win.rgetAccumulate(operands, result, target, disp, count, items, op);
                win.getAccumulate(operands, result, target, disp, count, items, op);
                return null;
            case FETCH_AND_OP:
                win.fetchAndOp(operands, result, target, disp, op);
                return null;
            default:
                UserBuffer compare = new UserBuffer(Values.array(type, access.compare), 0, 1, items);
                win.compareAndSwap(operands, compare, result, target, disp);
                return null;
        }
    }
}
