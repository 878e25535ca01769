package org.jmpi.comm.schedule;

import java.util.Objects;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Reducer;

/**
 * The arguments that a schedule is built for and executed with.
 *
 * @param operation the name of the operation
 * @param root the root's rank; of no matter if there is none
 * @param send the array that the program sends from; null if there is none
 * @param sendOffset the index of the first element sent, to which a schedule's offsets are added
 * @param sendShape what is sent
 * @param receive the array that the program receives into; null if there is none
 * @param receiveOffset the index of the first element received
 * @param receiveShape what is received
 * @param op what combines items; null if nothing is combined
 * @param neighbours the ranks that blocks are exchanged with, equal where the steps are; null if that is all ranks
 */
public record ScheduleArguments(
        String operation,
        int root,
        Object send,
        int sendOffset,
        Shape sendShape,
        Object receive,
        int receiveOffset,
        Shape receiveShape,
        Reducer op,
        Object neighbours) {
    /** Equal for all arguments that one schedule serves. */
    record Key(
            String operation,
            int root,
            boolean commutes,
            Shape send,
            Shape receive,
            boolean inOneArray,
            int distance,
            Object neighbours) {
        // Those that the compiler makes would tie this class loader to the JVM: on JDK 17 a method handle of
        // ObjectMethods keeps the class of the latest component.

        @Override
        public int hashCode() {
            int numbers = (root * 31 + distance) * 4 + (commutes ? 2 : 0) + (inOneArray ? 1 : 0);
            int shapes = send.hashCode() * 31 + receive.hashCode();
            return ((operation.hashCode() * 31 + numbers) * 31 + shapes) * 31 + Objects.hashCode(neighbours);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && operation.equals(key.operation)
                    && root == key.root
                    && commutes == key.commutes
                    && send.equals(key.send)
                    && receive.equals(key.receive)
                    && inOneArray == key.inOneArray
                    && distance == key.distance
                    && Objects.equals(neighbours, key.neighbours);
        }

        /** Returns a key that the program can't change. */
        Key copy() {
            return new Key(operation, root, commutes, send.copy(), receive.copy(), inOneArray, distance, neighbours);
        }
    }

    /**
     * {@return the arguments of an operation with one buffer on each side}
     *
     * @param operation the name of the operation
     * @param root the root's rank; of no matter if there is none
     * @param send what the program sends; null if nothing is sent
     * @param receive what the program receives into; null if there is nothing
     * @param op what combines items; null if nothing is combined
     */
    public static ScheduleArguments of(String operation, int root, Buffer send, Buffer receive, Reducer op) {
        return new ScheduleArguments(
                operation,
                root,
                send == null ? null : send.array(),
                send == null ? 0 : send.offset(),
                send == null ? Shape.NONE : Shape.of(send),
                receive == null ? null : receive.array(),
                receive == null ? 0 : receive.offset(),
                receive == null ? Shape.NONE : Shape.of(receive),
                op,
                null);
    }

    /**
     * {@return the same arguments, of an operation among neighbours}
     *
     * @param ranks the neighbours, equal where the steps are
     */
    public ScheduleArguments among(Object ranks) {
        return new ScheduleArguments(
                operation, root, send, sendOffset, sendShape, receive, receiveOffset, receiveShape, op, ranks);
    }

    Key key() {
        boolean inOneArray = send == receive;
        return new Key(
                operation,
                root,
                op == null || op.isCommutative(),
                sendShape,
                receiveShape,
                inOneArray,
                inOneArray ? receiveOffset - sendOffset : 0,
                neighbours);
    }
}
