package org.jmpi.pvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** What a message holds: items in the order in which they were packed. Any thread may call the methods. */
public final class Items {
    /** The order of bytes in messages: that of nearly all processors. */
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final List<Item> items;

    /** Begins without an item. */
    public Items() {
        this(new ArrayList<>());
    }

    private Items(List<Item> items) {
        this.items = items;
    }

    /**
     * Adds an item.
     *
     * @param item the last one from now on
     */
    public synchronized void add(Item item) {
        items.add(item);
    }

    /**
     * {@return an item; null if there are not so many}
     *
     * @param index from 0
     */
    public synchronized Item get(int index) {
        return index < items.size() ? items.get(index) : null;
    }

    /** {@return the same items, to which later ones are not added} */
    public synchronized Items copy() {
        return new Items(new ArrayList<>(items));
    }

    /**
     * {@return the items as bytes, behind some room}
     *
     * @param room the bytes before the items, which the caller fills
     * @throws PvmException if the message is too long
     */
    public synchronized ByteBuffer encode(int room) {
        long bytes = (long) room + Integer.BYTES;
        for (Item each : items) bytes += each.bytes();
        if (bytes > Integer.MAX_VALUE - 8)
            throw new PvmException("a message of " + bytes + " bytes is longer than 2 GiB: send it in parts");
        ByteBuffer out = ByteBuffer.allocate((int) bytes).order(ORDER).position(room);
        out.putInt(items.size());
        for (Item each : items) each.write(out);
        return out.position(0);
    }

    /**
     * {@return the items that {@link #encode} has written}
     *
     * @param bytes from the position on
     * @throws PvmException if they make no sense
     */
    public static Items decode(ByteBuffer bytes) {
        ByteBuffer in = bytes.duplicate().order(ORDER);
        Items read = new Items();
        for (int left = in.getInt(); left > 0; left--) read.add(Item.read(in));
        return read;
    }
}
