package org.jmpi.comm.schedule;

/**
 * A step of a schedule.
 *
 * @param kind what is done
 * @param source what is sent, copied or combined; null for a receive
 * @param target what is received, copied or combined into; null for a send
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
        COMBINE
    }
}
