package org.jmpi.comm.datatype;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The layouts that this rank and a peer have told each other. A layout travels once: later references are a number. The
 * numbers go round, and a new layout takes the place of the oldest at both ends.
 *
 * <p>References arrive in the order in which they were written. One thread at a time uses each direction.
 */
public final class LayoutCache {
    /** How many layouts each direction keeps. */
    private static final int MOST = 256;

    private final int mostRuns;
    private final Map<Layout, Integer> numbers = new IdentityHashMap<>();
    private final Layout[] told = new Layout[MOST];
    private final Layout[] heard = new Layout[MOST];
    private int next;

    /**
     * Makes a cache without layouts.
     *
     * @param mostRuns of a layout that is accepted from the peer
     */
    public LayoutCache(int mostRuns) {
        this.mostRuns = mostRuns;
    }

    /**
     * {@return the form of a layout that is to be sent to the peer}
     *
     * @param layout any
     */
    public byte[] refer(Layout layout) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Integer known = numbers.get(layout);
        if (known != null) {
            LayoutForm.writeNumber(2L * known, out);
            return out.toByteArray();
        }
        int number = next;
        next = (next + 1) % MOST;
        numbers.remove(told[number]);
        numbers.put(layout, number);
        told[number] = layout;
        LayoutForm.writeNumber(2L * number + 1, out);
        layout.encode(out);
        return out.toByteArray();
    }

    /**
     * {@return the layout that the peer means}
     *
     * @param reference the position is behind it afterwards
     * @throws IllegalArgumentException if the peer has sent what is no reference
     */
    public Layout resolve(ByteBuffer reference) {
        long head = readHead(reference);
        if (head >= 2 * MOST) throw LayoutForm.malformed("number " + head / 2);
        int number = (int) head / 2;
        if (head % 2 == 1) heard[number] = Layout.decode(reference, mostRuns);
        if (heard[number] == null) throw LayoutForm.malformed("number " + number + " of no layout");
        return heard[number];
    }

    private static long readHead(ByteBuffer reference) {
        try {
            return LayoutForm.readNumber(reference);
        } catch (BufferUnderflowException e) {
            throw LayoutForm.malformed("no reference");
        }
    }
}
