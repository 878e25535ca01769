package org.jmpi.pvm;

import java.nio.ByteBuffer;

/** A message at its receiver. The thread that receives it decodes its items. */
public final class Parcel {
    private final TaskAddress source;
    private final int tag;
    private final Object buffer;
    private final Items items;
    private final ByteBuffer bytes;

    private Parcel(TaskAddress source, int tag, Object buffer, Items items, ByteBuffer bytes) {
        this.source = source;
        this.tag = tag;
        this.buffer = buffer;
        this.items = items;
        this.bytes = bytes;
    }

    /** Returns one of this process. */
    static Parcel local(TaskAddress source, int tag, Object buffer, Items items) {
        return new Parcel(source, tag, buffer, items, null);
    }

    /** Returns one of another process. */
    static Parcel remote(TaskAddress source, int tag, ByteBuffer bytes) {
        return new Parcel(source, tag, null, null, bytes);
    }

    /** {@return the task that has sent it} */
    public TaskAddress source() {
        return source;
    }

    /** {@return its tag} */
    public int tag() {
        return tag;
    }

    /** {@return the buffer that a task has sent to itself; null for other messages} */
    public Object buffer() {
        return buffer;
    }

    /** {@return what it holds} */
    public Items items() {
        return items != null ? items : Items.decode(bytes);
    }

    /** Returns whether it is one that a call asks for. */
    boolean isFrom(TaskAddress from, int wanted) {
        return (from == null || from.equals(source)) && (wanted == EndPoint.ANY_TAG || wanted == tag);
    }
}
