package org.jmpi.comm.schedule;

/**
 * What follows a schedule. The sequel of one that survives the loss of ranks sees which messages were lost, and names
 * the steps to take next, such as other ranks to ask instead.
 */
@FunctionalInterface
public interface Sequel {
    /**
     * {@return the schedule that follows, which may have a sequel, too; null if the operation is over}
     *
     * <p>Called on a thread that moves messages, which must not block, when each message of the schedule has been sent,
     * received or lost. It may read and write the operation's arrays.
     *
     * @param losses the messages that were lost; none if the schedule does not survive that
     */
    Schedule next(LostMessages losses);
}
