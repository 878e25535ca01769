package org.jmpi.comm.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.events.Access.Kind;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Test;

/** Conflicts between accesses of one memory. */
class WindowChecksTest {
    private static final int WINDOW = 6;
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final Predefined SUM = (Predefined) Predefined.SUM;
    private static final Predefined MAX = (Predefined) Predefined.MAX;

    private final List<String> lines = new ArrayList<>();
    private final WindowChecks checks = new WindowChecks(2, lines::add);
    private int line;

    private Access access(Kind kind, Predefined op, long start, long count, Layout layout) {
        return new Access(
                kind,
                kind.name(),
                op,
                start,
                start,
                layout.type().width(),
                count,
                layout,
                "A.main(A.java:" + ++line + ")");
    }

    private Access put(long start, long count) {
        return access(Kind.PUT, null, start, count, INT);
    }

    private Access get(long start, long count) {
        return access(Kind.GET, null, start, count, INT);
    }

    private Access accumulate(Predefined op) {
        return access(Kind.ACCUMULATE, op, 0, 4, INT);
    }

    private Access compareAndSwap() {
        return access(Kind.COMPARE_AND_SWAP, null, 0, 1, INT);
    }

    /** Returns how many conflicts two accesses of two ranks are, in one order and in the other. */
    private int conflicts(Access one, Access other) {
        return conflicts(0, one, 1, other);
    }

    private int conflicts(int origin, Access one, int second, Access other) {
        int before = lines.size();
        checks.accessed(WINDOW, origin, one, true);
        checks.accessed(WINDOW, second, other, true);
        checks.ended(WINDOW);
        checks.accessed(WINDOW, second, again(other), true);
        checks.accessed(WINDOW, origin, again(one), true);
        checks.ended(WINDOW);
        int found = lines.size() - before;
        assertTrue(found == 0 || found == 2, lines.toString());
        return found / 2;
    }

    /** Returns the same access at another line: a pair of lines is reported once. */
    private Access again(Access access) {
        return access(access.kind(), access.op(), access.start(), access.count(), access.layout());
    }

    @Test
    void accessesThatConflict() {
        assertEquals(1, conflicts(put(0, 2), put(4, 1)));
        assertEquals(1, conflicts(put(0, 2), get(4, 1)));
        assertEquals(1, conflicts(put(0, 1), accumulate(SUM)));
        assertEquals(1, conflicts(put(0, 1), accumulate(Predefined.NO_OP)));
        assertEquals(1, conflicts(get(0, 1), accumulate(SUM)));
        assertEquals(1, conflicts(accumulate(SUM), accumulate(MAX)));
        assertEquals(1, conflicts(accumulate(SUM), accumulate(Predefined.REPLACE)));
        assertEquals(1, conflicts(put(0, 1), compareAndSwap()));
        Access ofShorts = access(Kind.ACCUMULATE, SUM, 0, 1, Layout.of(BasicType.SHORT));
        assertEquals(1, conflicts(accumulate(SUM), ofShorts));
        assertEquals(1, conflicts(0, put(0, 1), 0, put(0, 1)));
        assertEquals(1, conflicts(0, put(0, 1), 0, get(0, 1)));
    }

    @Test
    void accessesThatDoNot() {
        assertEquals(0, conflicts(get(0, 2), get(0, 2)));
        assertEquals(0, conflicts(put(0, 2), put(8, 2)));
        assertEquals(0, conflicts(put(0, 2), get(8, 2)));
        assertEquals(0, conflicts(put(0, 0), put(0, 1)));
        assertEquals(0, conflicts(accumulate(SUM), accumulate(SUM)));
        assertEquals(0, conflicts(accumulate(SUM), accumulate(Predefined.NO_OP)));
        assertEquals(0, conflicts(accumulate(Predefined.REPLACE), accumulate(Predefined.NO_OP)));
        assertEquals(0, conflicts(get(0, 1), accumulate(Predefined.NO_OP)));
        assertEquals(0, conflicts(compareAndSwap(), compareAndSwap()));
        assertEquals(0, conflicts(compareAndSwap(), accumulate(Predefined.REPLACE)));
        assertEquals(0, conflicts(0, accumulate(SUM), 0, accumulate(MAX)));
    }

    @Test
    void gapsOfLayoutsDoNotCount() {
        Layout columns = Layout.vector(3, 1, 4, INT);
        Access first = access(Kind.PUT, null, 0, 1, columns);
        assertEquals(0, conflicts(first, access(Kind.PUT, null, 4, 1, columns)));
        assertEquals(1, conflicts(first, access(Kind.PUT, null, 16, 1, columns)));
        assertEquals(0, conflicts(first, put(20, 3)));
        assertEquals(1, conflicts(first, put(20, 4)));
        Layout bytes = Layout.vector(3, 1, 16, Layout.of(BasicType.BYTE));
        assertEquals(0, conflicts(first, access(Kind.PUT, null, 4, 1, bytes)));
        assertEquals(1, conflicts(first, access(Kind.PUT, null, 3, 1, bytes)));
    }

    @Test
    void theHintOfOneOperatorExcludesNoOp() {
        Info hints = new Info();
        hints.set("accumulate_ops", "same_op");
        checks.made(WINDOW, hints);
        assertEquals(1, conflicts(accumulate(SUM), accumulate(Predefined.NO_OP)));
        assertEquals(0, conflicts(accumulate(SUM), accumulate(SUM)));
    }

    @Test
    void accessesThatHaveEndedConflictWithNone() {
        checks.accessed(WINDOW, 0, put(0, 1), true);
        checks.accessed(WINDOW, 1, get(8, 1), false);
        checks.ended(WINDOW, 0);
        checks.accessed(WINDOW, 1, put(0, 1), true);
        checks.unlocked(WINDOW, 1);
        checks.accessed(WINDOW, 0, put(0, 1), true);
        checks.lost(0);
        checks.accessed(WINDOW, 1, put(8, 1), true);
        checks.accessed(WINDOW, 0, put(0, 1), false);
        checks.freed(WINDOW);
        checks.accessed(WINDOW, 0, put(8, 1), true);
        checks.accessed(WINDOW + 2, 1, put(8, 1), true);
        assertEquals(List.of(), lines);
    }

    @Test
    void aLineNamesBothPlaces() {
        checks.accessed(WINDOW, 0, put(0, 2), true);
        checks.accessed(WINDOW, 1, get(4, 1), true);
        checks.ended(WINDOW);
        line = 0;
        checks.accessed(WINDOW, 0, put(0, 2), true);
        checks.accessed(WINDOW, 1, get(4, 1), true);
        assertEquals(
                List.of("accesses to the memory of rank 2 in window 6 conflict: PUT(disp=0, 2 of INT) by rank 0 at"
                        + " A.main(A.java:1), and GET(disp=4, 1 of INT) by rank 1 at A.main(A.java:2): a flush or the"
                        + " end of an epoch has to come between them"),
                lines);
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < 3000; i++) checks.accessed(WINDOW, 0, put(4L * i, 1), true);
        checks.accessed(WINDOW, 1, put(0, 1), true);
        assertEquals(List.of(), lines);
        checks.accessed(WINDOW, 1, put(4 * 2999, 1), true);
        assertEquals(1, lines.size());
    }

    @Test
    void aLockOfMemoryThatIsExposed() {
        checks.exposed(WINDOW, "B:1");
        checks.locked(WINDOW, 0, "A:1");
        checks.unlocked(WINDOW, 0);
        checks.ended(WINDOW);
        checks.locked(WINDOW, 0, "A:2");
        checks.exposed(WINDOW, "B:2");
        checks.unlocked(WINDOW, 0);
        checks.ended(WINDOW);
        checks.locked(WINDOW, 0, "A:3");
        checks.unlocked(WINDOW, 0);
        checks.exposed(WINDOW, "B:3");
        String both = "memory of rank 2 in window 6 is locked and exposed at the same time: Lock by rank 0 at ";
        assertEquals(List.of(both + "A:1, and Post at B:1", both + "A:2, and Post at B:2"), lines);
    }
}
