package org.jmpi.comm.window;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/**
 * The layouts that an origin has told a target, by the number that the origin gives each from 0 on. A single element
 * has a negative number, which every rank knows. The target forgets the oldest ones when they have too many runs.
 */
final class Layouts {
    /** The most runs of the layouts that a target keeps of one origin, in 2 MiB; more only for those in use. */
    static final int MOST_RUNS = 1 << 18;

    /** The runs that take as much memory as the other parts of a layout. */
    private static final int OVERHEAD = 64;

    private static final int PART = 32 << 10;
    private static final int HEADER = 5;

    /** A layout that the target knows. */
    static final class Known {
        private final Layout layout;
        private final int number;

        /** The accesses that are being sent with it; guarded by the table. */
        private int users = 1;

        private Known(Layout layout, int number) {
            this.layout = layout;
            this.number = number;
        }

        int number() {
            return number;
        }

        private int weight() {
            return OVERHEAD + layout.runs();
        }
    }

    /** Single elements, by the ordinal of the type. */
    private static final Known[] SINGLE = Arrays.stream(BasicType.values())
            .map(type -> new Known(Layout.of(type), -1 - type.ordinal()))
            .toArray(Known[]::new);

    /** Those that the target knows by a number of this rank; guarded by this. */
    private final Map<Layout, Known> known = new HashMap<>();

    /** The same, the oldest first. Two threads may have told one layout. */
    private final Queue<Known> inOrder = new ArrayDeque<>();

    private int next;
    private long runs;

    /** Those that another rank has told. */
    private final Map<Integer, Layout> told = new ConcurrentHashMap<>();

    /** The first parts of one that it is telling. */
    private final Map<Integer, ByteArrayOutputStream> parts = new ConcurrentHashMap<>();

    // ---- at the origin ----

    /**
     * Returns a layout that the target knows until {@link #release}. A thread that finds it here sends its frames after
     * those that tell the layout, as it is noted after these are sent; and before the one that has the target forget
     * the layout, as that is sent when no access uses it.
     *
     * @param frames sends the payloads of frames to the target
     */
    Known acquire(Layout layout, Consumer<ByteBuffer> frames) {
        if (layout == Layout.of(layout.type())) return SINGLE[layout.type().ordinal()];
        Known added;
        List<Known> forgotten;
        synchronized (this) {
            Known found = known.get(layout);
            if (found != null) {
                found.users++;
                return found;
            }
            added = new Known(layout, next++);
            forgotten = makeRoom(added.weight());
        }
        for (Known each : forgotten) frames.accept(frame(each.number, true, new byte[0], 0, 0));
        tell(added, frames);
        synchronized (this) {
            known.put(layout, added);
            inOrder.add(added);
            runs += added.weight();
        }
        return added;
    }

    private List<Known> makeRoom(int needed) {
        List<Known> forgotten = new ArrayList<>();
        for (Iterator<Known> each = inOrder.iterator(); runs + needed > MOST_RUNS && each.hasNext(); ) {
            Known oldest = each.next();
            if (oldest.users > 0) continue;
            each.remove();
            known.remove(oldest.layout, oldest);
            runs -= oldest.weight();
            forgotten.add(oldest);
        }
        return forgotten;
    }

    private static void tell(Known added, Consumer<ByteBuffer> frames) {
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        added.layout.encode(form);
        byte[] bytes = form.toByteArray();
        for (int at = 0; at < bytes.length; at += PART) {
            int end = Math.min(bytes.length, at + PART);
            frames.accept(frame(added.number, end == bytes.length, bytes, at, end));
        }
    }

    private static ByteBuffer frame(int number, boolean last, byte[] form, int from, int end) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + end - from).order(ByteOrder.LITTLE_ENDIAN);
        return frame.putInt(number)
                .put((byte) (last ? 1 : 0))
                .put(form, from, end - from)
                .flip();
    }

    /** Notes that the frames of an access are sent. */
    void release(Known used) {
        if (used.number < 0) return;
        synchronized (this) {
            used.users--;
        }
    }

    // ---- at the target ----

    /** Takes the payload of a frame that has a part of a layout; has the layout forgotten if the frame has nothing. */
    void take(ByteBuffer payload) {
        payload.order(ByteOrder.LITTLE_ENDIAN);
        int number = payload.getInt();
        boolean last = payload.get() == 1;
        if (!payload.hasRemaining()) {
            told.remove(number);
            return;
        }
        ByteArrayOutputStream form = parts.computeIfAbsent(number, any -> new ByteArrayOutputStream());
        form.write(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
        if (!last) return;
        parts.remove(number);
        // A group of equal runs takes a few bytes of the form, whatever its number.
        told.put(number, Layout.decode(ByteBuffer.wrap(form.toByteArray()), Integer.MAX_VALUE));
    }

    /** Returns the layout of a number. */
    Layout get(int number) {
        if (number < 0) return Layout.of(BasicType.values()[-1 - number]);
        return told.get(number);
    }

    /** Returns how many layouts the other rank has told and not had forgotten. */
    int toldCount() {
        return told.size();
    }
}
