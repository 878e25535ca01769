package org.jmpi.comm.schedule;

/**
 * What follows a schedule that survives the loss of ranks. It sees which messages were lost, and names the steps to
 * take next, such as other ranks to ask instead.
 */
@FunctionalInterface
public interface Sequel {
    /**
     * {@return the schedule that follows, which may survive losses, too; null if the operation is over}
     *
     * <p>Called on a thread that moves messages, which must not block, when each message of the schedule has been sent,
     * received or lost. It may read and write the operation's arrays.
     *
     * @param losses the messages that were lost
     */
    Schedule next(LostMessages losses);
}
