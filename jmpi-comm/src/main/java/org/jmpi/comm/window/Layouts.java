package org.jmpi.comm.window;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/**
 * The layouts that an origin has told a target, each once, by the number that the origin gives it from 0 on. A single
 * element has a negative number, which every rank knows.
 */
final class Layouts {
    private static final int PART = 32 << 10;
    private static final int HEADER = 5;

    /** Those that are known here by a number of this rank. */
    private final Map<Layout, Integer> numbers = new ConcurrentHashMap<>();

    private final AtomicInteger next = new AtomicInteger();

    /** Those that another rank has told. */
    private final Map<Integer, Layout> told = new ConcurrentHashMap<>();

    /** The first parts of one that it is telling. */
    private final Map<Integer, ByteArrayOutputStream> parts = new ConcurrentHashMap<>();

    // ---- at the origin ----

    /**
     * Returns the number of a layout. A thread that finds the number here sends its frames after those that tell the
     * layout, as the number is noted after these are sent.
     *
     * @param frames sends the payloads of frames to the target
     */
    int number(Layout layout, Consumer<ByteBuffer> frames) {
        if (layout == Layout.of(layout.type())) return -1 - layout.type().ordinal();
        Integer known = numbers.get(layout);
        if (known != null) return known;
        int number = next.getAndIncrement();
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        layout.encode(form);
        byte[] bytes = form.toByteArray();
        for (int at = 0; at < bytes.length; at += PART) {
            int end = Math.min(bytes.length, at + PART);
            ByteBuffer frame = ByteBuffer.allocate(HEADER + end - at).order(ByteOrder.LITTLE_ENDIAN);
            frame.putInt(number).put((byte) (end == bytes.length ? 1 : 0)).put(bytes, at, end - at);
            frames.accept(frame.flip());
        }
        numbers.put(layout, number);
        return number;
    }

    // ---- at the target ----

    /** Takes the payload of a frame that has a layout. */
    void take(ByteBuffer payload) {
        payload.order(ByteOrder.LITTLE_ENDIAN);
        int number = payload.getInt();
        boolean last = payload.get() == 1;
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
}
