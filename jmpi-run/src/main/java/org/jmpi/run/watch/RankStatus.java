package org.jmpi.run.watch;

import java.util.List;

/**
 * The state of a rank at one moment.
 *
 * @param rank the rank in the world
 * @param process the first rank of its process
 * @param host the name of its host
 * @param activity what it does
 * @param call the call in which it waits; empty if it does not wait
 * @param awaited the ranks of which any can end that wait
 * @param waitNanos how long it has waited, in ns
 * @param heapUsed bytes of the heap of its JVM that are taken; 0 if that is not known
 * @param heapMax bytes that this heap may have
 * @param traffic of the last second or so; {@link Traffic#NONE} if the rank does not count
 */
public record RankStatus(
        int rank,
        int process,
        String host,
        Activity activity,
        String call,
        List<Integer> awaited,
        long waitNanos,
        long heapUsed,
        long heapMax,
        Traffic traffic) {
    /** The activity of a rank. */
    public enum Activity {
        /** It has not passed MPI.Init. */
        STARTING("before MPI.Init"),
        /** It is in no call of MPI that waits. */
        COMPUTING("computing"),
        /** It waits in a call of MPI. */
        WAITING("waiting"),
        /** It has passed MPI.Finalize, and its process runs. */
        FINALIZED("after MPI.Finalize"),
        /** It has ended. */
        ENDED("ended"),
        /** Its process does not answer. */
        SILENT("does not answer");

        private final String text;

        Activity(String text) {
            this.text = text;
        }

        /** {@return the activity as text} */
        public String text() {
            return text;
        }
    }

    /**
     * The messages and bytes that a rank exchanges in a second.
     *
     * @param messagesSent messages
     * @param bytesSent bytes
     * @param messagesReceived messages
     * @param bytesReceived bytes
     */
    public record Traffic(long messagesSent, long bytesSent, long messagesReceived, long bytesReceived) {
        /** Of a rank that does not count. */
        public static final Traffic NONE = new Traffic(-1, -1, -1, -1);

        boolean isCounted() {
            return messagesSent >= 0;
        }

        Traffic plus(Traffic other) {
            if (!isCounted()) return other;
            if (!other.isCounted()) return this;
            return new Traffic(
                    messagesSent + other.messagesSent,
                    bytesSent + other.bytesSent,
                    messagesReceived + other.messagesReceived,
                    bytesReceived + other.bytesReceived);
        }
    }
}
