package org.jmpi.ibm.beyond;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jmpi.ibm.Check;

/** Room for ints to be received, with guards on both sides. */
public final class Room {
    private static final int GUARDS = 3;
    private static final int FILL = -77;

    private final int[] array;

    public Room(int count) {
        array = new int[count + 2 * GUARDS];
        Arrays.fill(array, FILL);
    }

    public int[] array() {
        return array;
    }

    /** Returns the index of the first element. */
    public int offset() {
        return GUARDS;
    }

    /** Checks that these ints came first, and nothing behind them. */
    public void check(Object expected, String what) {
        int[] all = new int[array.length];
        Arrays.fill(all, FILL);
        System.arraycopy(expected, 0, all, GUARDS, Array.getLength(expected));
        Check.equal(all, array, what);
    }
}
