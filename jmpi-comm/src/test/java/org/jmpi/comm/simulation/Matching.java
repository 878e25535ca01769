package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.simulation.Batch.Message;
import org.jmpi.comm.simulation.Batch.Receive;

/**
 * Which message each receive may get (MPI-4.1 section 3.5): of two messages of one sender that both fit a receive, the
 * first does not come after the second.
 *
 * @param messages those of one sender in its order
 * @param receives in the order in which they are posted
 */
record Matching(List<Message> messages, List<Receive> receives) {
    /** Stands for the receive of a message that was lost. */
    private static final int NONE = -1;

    static boolean fits(Message message, Receive receive) {
        return (receive.from() == Communicator.ANY_SOURCE || receive.from() == message.from())
                && (receive.tag() == Communicator.ANY_TAG || receive.tag() == message.tag());
    }

    /**
     * Returns what is wrong with a matching, or null.
     *
     * @param matched the message that each receive has got; negative for none
     */
    String violation(int[] matched) {
        int[] receiveOf = new int[messages.size()];
        Arrays.fill(receiveOf, NONE);
        for (int r = 0; r < matched.length; r++) {
            if (matched[r] < 0) continue;
            if (!fits(messages.get(matched[r]), receives.get(r)))
                return "receive " + r + " has got message " + matched[r] + ", which does not fit";
            receiveOf[matched[r]] = r;
        }
        for (int second = 0; second < messages.size(); second++)
            for (int first = 0; first < second && receiveOf[second] != NONE; first++) {
                Message earlier = messages.get(first);
                int r = receiveOf[second];
                if (earlier.from() == messages.get(second).from()
                        && fits(earlier, receives.get(r))
                        && receiveOf[first] > r)
                    return "receive " + r + " has got message " + second + ", which overtook message " + first;
            }
        return null;
    }
}
