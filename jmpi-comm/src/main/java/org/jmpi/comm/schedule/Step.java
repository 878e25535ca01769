package org.jmpi.comm.schedule;

/**
 * A step of a schedule.
 *
 * @param kind what is done
 * @param source what is sent, copied, combined or compared; null if there is nothing
 * @param target what is received, copied, combined or described into; null if there is nothing
 * @param peer the other rank of a message
 */
record Step(Kind kind, Slice source, Slice target, int peer) {
    enum Kind {
        /** Starts to receive a message. */
        RECEIVE,
        /** Starts to send a message. */
        SEND,
        /** Copies elements of one type. */
        COPY,
        /** Combines items by the operator: {@code target = source op target}. */
        COMBINE,
        /** Describes the call, for an observer that compares those of all ranks. */
        DESCRIBE,
        /** Compares the descriptions of all ranks. */
        COMPARE
    }

    boolean isMessage() {
        return kind == Kind.SEND || kind == Kind.RECEIVE;
    }
}
