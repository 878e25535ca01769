package org.jmpi.comm.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.Predefined;

/**
 * Finds accesses to this rank's memory that conflict (MPI-4.1 section 12.7), and locks of memory that is exposed.
 *
 * <p>Of two accesses that conflict neither may begin before the other one is complete. An access is known here only
 * while it is under way at its origin, so two that are known at the same time are in no order.
 */
final class WindowChecks {
    /** So many accesses of a window are known at most, the latest ones. */
    private static final int MOST_ACCESSES = 1000;

    private static final int MOST_REPORTS = 1000;
    private static final String OPERATORS = "accumulate_ops";
    private static final String SAME_OP = "same_op";

    private final int rank;
    private final Consumer<String> warnings;
    private final Map<Integer, Memory> memories = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    /** An access of a rank. */
    private record Begun(int origin, Access access) {
        @Override
        public String toString() {
            return access + " by rank " + origin + " at " + access.callSite();
        }
    }

    /** This rank's memory in a window. */
    private static final class Memory {
        final Deque<Begun> accesses = new ArrayDeque<>();

        /** Whether accumulates of NO_OP count as another operator. */
        boolean sameOperator;

        /** The lines at which ranks have locked it, and which they have not unlocked. */
        final Map<Integer, String> locks = new HashMap<>();

        /** The line that has exposed it; null if it is not exposed. */
        String exposed;
    }

    /** @param warnings takes a line for each finding */
    WindowChecks(int rank, Consumer<String> warnings) {
        this.rank = rank;
        this.warnings = warnings;
    }

    private Memory memory(int window) {
        return memories.computeIfAbsent(window, any -> new Memory());
    }

    synchronized void made(int window, Info hints) {
        memory(window).sameOperator = SAME_OP.equals(hints.get(OPERATORS));
    }

    synchronized void freed(int window) {
        memories.remove(window);
    }

    synchronized void lost(int peer) {
        for (Memory each : memories.values()) {
            each.accesses.removeIf(access -> access.origin == peer);
            // Those that wait for the lock of a lost rank fail.
            each.locks.clear();
        }
    }

    // ---- accesses ----

    synchronized void accessed(int window, int origin, Access access, boolean lasts) {
        Memory memory = memory(window);
        Begun begun = new Begun(origin, access);
        for (Begun other : memory.accesses)
            if (conflict(other, begun, memory.sameOperator))
                report(
                        other.access.callSite(),
                        access.callSite(),
                        "accesses to the memory of rank " + rank + " in window " + window + " conflict: " + other
                                + ", and " + begun + ": a flush or the end of an epoch has to come between them");
        if (!lasts) return;
        if (memory.accesses.size() == MOST_ACCESSES) memory.accesses.removeFirst();
        memory.accesses.addLast(begun);
    }

    private static boolean conflict(Begun one, Begun other, boolean sameOperator) {
        if (!one.access.updates() && !other.access.updates()) return false;
        return !isAtomic(one, other, sameOperator) && one.access.overlaps(other.access);
    }

    /** Returns whether each element is accessed in some order. */
    private static boolean isAtomic(Begun one, Begun other, boolean sameOperator) {
        if (!one.access.kind().isAtomic() || !other.access.kind().isAtomic()) return false;
        // Those of one origin are in order (MPI-4.1 section 12.7.2).
        if (one.origin == other.origin) return true;
        if (one.access.layout().type() != other.access.layout().type()) return false;
        Predefined op = one.access.op();
        Predefined second = other.access.op();
        if (op == null || second == null || op == second) return true;
        return !sameOperator && (op == Predefined.NO_OP || second == Predefined.NO_OP);
    }

    synchronized void ended(int window, int origin) {
        memory(window).accesses.removeIf(access -> access.origin == origin);
    }

    synchronized void ended(int window) {
        memory(window).accesses.clear();
        memory(window).exposed = null;
    }

    // ---- locks and exposure (MPI-4.1 section 12.5) ----

    synchronized void locked(int window, int origin, String callSite) {
        Memory memory = memory(window);
        memory.locks.put(origin, callSite);
        if (memory.exposed != null) report(window, origin, memory);
    }

    synchronized void unlocked(int window, int origin) {
        ended(window, origin);
        memory(window).locks.remove(origin);
    }

    synchronized void exposed(int window, String callSite) {
        Memory memory = memory(window);
        memory.exposed = callSite;
        for (int origin : memory.locks.keySet()) report(window, origin, memory);
    }

    private void report(int window, int origin, Memory memory) {
        String lock = memory.locks.get(origin);
        report(
                lock,
                memory.exposed,
                "memory of rank " + rank + " in window " + window + " is locked and exposed at the same time: Lock by"
                        + " rank " + origin + " at " + lock + ", and Post at " + memory.exposed);
    }

    /** Gives a warning, once for each pair of lines. */
    private void report(String one, String other, String line) {
        String both = one.compareTo(other) <= 0 ? one + "\n" + other : other + "\n" + one;
        if (reported.size() < MOST_REPORTS && reported.add(both)) warnings.accept(line);
    }
}
