package org.jmpi.comm.window;

import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.OpHandle;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.RequestPool;

/** The accesses of this rank to the memory of one window: checks what the program gives, and takes the path. */
final class Accesses {
    private final int flavor;
    private final Communicator comm;
    private final RequestPool<Segment> segments;
    private final WindowTarget[] targets;
    private final Epochs epochs;
    private volatile boolean freed;

    Accesses(int flavor, Communicator comm, WindowLayer layer, WindowTarget[] targets, Epochs epochs) {
        this.flavor = flavor;
        this.comm = comm;
        this.segments = layer.segments;
        this.targets = targets;
        this.epochs = epochs;
    }

    void free() {
        freed = true;
        endReads();
    }

    /** Has reads that are under way write nothing more if the window is revoked, or their target is gone. */
    void endReads() {
        for (WindowTarget target : targets) target.path().failure();
    }

    boolean isFreed() {
        return freed;
    }

    void put(UserBuffer origin, int rank, long disp, long count, TypeHandle type, WindowOperation request) {
        WindowTarget target = target(rank);
        TargetItems items = items(disp, count, type);
        if (target == null) return;
        Segment written = segments.take();
        try {
            written.set(origin);
            if (checkMatch(written, items)) target.path().put(written, items, request);
        } finally {
            give(written);
        }
    }

    void get(UserBuffer origin, int rank, long disp, long count, TypeHandle type, WindowOperation request) {
        WindowTarget target = target(rank);
        TargetItems items = items(disp, count, type);
        if (target == null) return;
        Segment read = segments.take();
        try {
            read.setWritten(origin);
            if (checkMatch(read, items)) target.path().get(read, items, request);
        } finally {
            give(read);
        }
    }

    void accumulate(
            UserBuffer origin, int rank, long disp, long count, TypeHandle type, OpHandle op, WindowOperation request) {
        WindowTarget target = target(rank);
        TargetItems items = items(disp, count, type);
        Predefined operator = operator(op, items);
        if (operator == Predefined.NO_OP) throw new CommException(ErrorClass.OP, "NO_OP is no operator of Accumulate");
        if (target == null) return;
        Segment operands = segments.take();
        try {
            operands.set(origin);
            if (checkMatch(operands, items)) target.path().accumulate(operands, items, operator, request);
        } finally {
            give(operands);
        }
    }

    void getAccumulate(
            UserBuffer origin,
            UserBuffer result,
            int rank,
            long disp,
            long count,
            TypeHandle type,
            OpHandle op,
            WindowOperation request) {
        WindowTarget target = target(rank);
        TargetItems items = items(disp, count, type);
        Predefined operator = operator(op, items);
        if (target == null) return;
        Segment before = segments.take();
        Segment operands = segments.take();
        try {
            before.setWritten(result);
            if (operator != Predefined.NO_OP) {
                operands.set(origin);
                checkMatch(operands, items);
            }
            if (checkMatch(before, items)) target.path().getAccumulate(operands, before, items, operator, request);
        } finally {
            give(before);
            give(operands);
        }
    }

    private void give(Segment used) {
        used.clear();
        segments.give(used);
    }

    RequestHandle request(int rank, Consumer<WindowOperation> access) {
        checkUsable();
        WindowOperation request = isTarget(rank)
                ? new WindowOperation(comm, targets[rank].worldRank(), targets[rank].path())
                : new WindowOperation(comm, RecvRequest.ANY_PEER, null);
        if (isTarget(rank)) epochs.checkLocked("a request", rank);
        access.accept(request);
        return new RequestHandle(comm, request.started());
    }

    /** Refuses a window that can't be used to communicate. */
    void checkNotRevoked() {
        checkUsable();
        if (comm.revocation() == null) return;
        endReads();
        comm.checkNotRevoked();
    }

    /** Returns the target of an access that the epoch allows; null for PROC_NULL. */
    private WindowTarget target(int rank) {
        checkNotRevoked();
        if (!isTarget(rank)) return null;
        epochs.access(rank);
        WindowTarget target = targets[rank];
        if (target.peer().isGone()) {
            target.path().failure();
            throw comm.process().engine().peers().missing(target.worldRank());
        }
        return target;
    }

    /** Returns false for PROC_NULL. */
    boolean isTarget(int rank) {
        checkNotRevoked();
        if (rank == Communicator.PROC_NULL) return false;
        checkRank(rank);
        return true;
    }

    void compareAndSwap(UserBuffer origin, UserBuffer compare, UserBuffer result, int rank, long disp) {
        WindowTarget target = target(rank);
        Segment replacement = segments.take();
        Segment expected = segments.take();
        Segment before = segments.take();
        try {
            replacement.set(origin);
            expected.set(compare);
            before.setWritten(result);
            checkCompared(replacement);
            TargetItems items = new TargetItems(disp, 1, replacement.layout());
            checkMatch(expected, items);
            checkMatch(before, items);
            if (target != null) target.path().compareAndSwap(replacement, expected, before, items);
        } finally {
            give(replacement);
            give(expected);
            give(before);
        }
    }

    // ---- checks ----

    void checkUsable() {
        if (freed) throw new CommException(ErrorClass.WIN, "window has been freed");
        if (comm.isOver()) throw new CommException(ErrorClass.WIN, "window was made before MPI.Finalize");
    }

    void checkRank(int rank) {
        if (rank < 0 || rank >= targets.length)
            throw new CommException(ErrorClass.RANK, "target out of range: rank=" + rank + ", size=" + targets.length);
    }

    private static TargetItems items(long disp, long count, TypeHandle type) {
        Layout layout = TypeHandle.committed(type);
        if (count < 0) throw new CommException(ErrorClass.COUNT, "target count is negative: " + count);
        if (!layout.canCount(count, 1))
            throw new CommException(ErrorClass.COUNT, "target count too large: " + count + " of " + layout);
        return new TargetItems(disp, count, layout);
    }

    /** Refuses items that are no copy of the others; returns whether there are any. */
    private static boolean checkMatch(Segment origin, TargetItems items) {
        if (origin.elements() != items.elements())
            throw new CommException(
                    ErrorClass.COUNT,
                    "origin and target differ: elements at the origin=" + origin.elements() + ", at the target="
                            + items.elements());
        if (items.elements() == 0) return false;
        BasicType type = items.layout().type();
        if (origin.type() != type || type.width() == 0)
            throw new CommException(
                    ErrorClass.TYPE,
                    "origin and target need elements of one primitive type: at the origin " + origin.type()
                            + ", at the target " + type);
        return true;
    }

    private static void checkCompared(Segment element) {
        boolean isInteger =
                element.type().width() > 0 && element.type() != BasicType.FLOAT && element.type() != BasicType.DOUBLE;
        if (!isInteger || element.elements() != 1)
            throw new CommException(
                    ErrorClass.TYPE,
                    "Compare_and_swap takes one element of BYTE, CHAR, SHORT, BOOLEAN, INT or LONG: got "
                            + element.elements() + " of " + element.type());
    }

    private static Predefined operator(OpHandle op, TargetItems items) {
        if (op == null) throw new CommException(ErrorClass.OP, "operator is null");
        if (!(op.predefined() instanceof Predefined known))
            throw new CommException(ErrorClass.OP, "a window has no operators of the program");
        if (known != Predefined.REPLACE && known != Predefined.NO_OP && items.elements() > 0)
            known.check(items.layout());
        return known;
    }

    int lowestWithMemory() {
        for (int rank = 0; rank < targets.length; rank++)
            if (targets[rank].extent().size() > 0) return rank;
        return comm.rank();
    }

    void checkFlavor(String call, int needed) {
        checkUsable();
        if (flavor != needed)
            throw new CommException(
                    ErrorClass.RMA_FLAVOR, call + " is for another flavor: flavor=" + flavor + ", needed=" + needed);
    }

    void checkAllocated() {
        checkUsable();
        if (flavor != Window.FLAVOR_ALLOCATE && flavor != Window.FLAVOR_SHARED)
            throw new CommException(
                    ErrorClass.RMA_FLAVOR, "the memory of the window is the program's: flavor=" + flavor);
    }

    void checkAssertion(int assertion, int allowed) {
        checkNotRevoked();
        if ((assertion & ~allowed) != 0)
            throw new CommException(
                    ErrorClass.ASSERT, "assertion out of range: assertion=" + assertion + ", some of " + allowed);
    }
}
