package org.jmpi.comm.operation;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/** The unit in which the elements of a message are counted (MPI-4.1 sections 3.2.5 and 5.1.11). */
public enum MessageKind {
    /** Elements of one byte. */
    BYTES(1),
    /** Elements of two bytes. */
    TWO_BYTES(2),
    /** Elements of four bytes. */
    FOUR_BYTES(4),
    /** Elements of eight bytes. */
    EIGHT_BYTES(8),
    /** Objects. */
    OBJECTS(0),
    /** Items that have no elements. */
    EMPTY_ITEMS(0),
    /** There is no message: the request was cancelled. */
    NONE(1);

    private final int width;

    MessageKind(int width) {
        this.width = width;
    }

    /**
     * {@return the kind of a request's message}
     *
     * @param done is complete
     */
    public static MessageKind of(MessageOperation done) {
        if (done.isCancelled()) return NONE;
        if (done.messageType() == BasicType.OBJECT) return OBJECTS;
        if (done.bytes() == 0 && done.objects() > 0) return EMPTY_ITEMS;
        return switch (done.elementType().width()) {
            case 2 -> TWO_BYTES;
            case 4 -> FOUR_BYTES;
            case 8 -> EIGHT_BYTES;
            default -> BYTES;
        };
    }

    /**
     * {@return the number of elements of a request's message; UNDEFINED if it exceeds an int}
     *
     * @param done is complete, and its message of this kind
     */
    public int elements(MessageOperation done) {
        return this == NONE || this == EMPTY_ITEMS ? 0 : done.elements();
    }

    /**
     * {@return how many items of its layout a receive has got, or the elements of a message found by a probe; UNDEFINED
     * if it is not a whole number}
     *
     * @param done is complete, and its message of this kind
     */
    public int items(MessageOperation done) {
        return this == NONE ? 0 : done.items(done.elements());
    }

    /**
     * {@return how many basic elements of a type the message has; UNDEFINED if it is not a whole number, or more than
     * an int can tell}
     *
     * @param elements how many of its own elements the message has, or UNDEFINED
     * @param type what to count
     */
    public int elements(int elements, BasicType type) {
        if (this == EMPTY_ITEMS) return type == BasicType.NONE ? Operation.UNDEFINED : 0;
        if (type.width() == 0 || this == OBJECTS)
            return this == OBJECTS && type == BasicType.OBJECT ? elements : elements == 0 ? 0 : Operation.UNDEFINED;
        if (elements == Operation.UNDEFINED) return Operation.UNDEFINED;
        long counted = type.elements((long) elements * width);
        return counted < 0 || counted > Integer.MAX_VALUE ? Operation.UNDEFINED : (int) counted;
    }

    /**
     * {@return how many items of a layout the message has; UNDEFINED if it is not a whole number}
     *
     * @param elements how many of its own elements the message has, or UNDEFINED
     * @param items how many items of the receive's layout it has
     * @param layout what to count
     */
    public int count(int elements, int items, Layout layout) {
        if (layout.size() == 0) return this == EMPTY_ITEMS ? items : elements == 0 ? 0 : Operation.UNDEFINED;
        int counted = elements(elements, layout.type());
        return counted == Operation.UNDEFINED || counted % layout.size() != 0
                ? Operation.UNDEFINED
                : counted / layout.size();
    }
}
