package org.jmpi.comm.observe;

import java.util.Map;

/**
 * Counts what one rank does. JMX clients find it as {@code org.jmpi:type=Rank,rank=N}, if the setting {@code jmpi.jmx}
 * is on.
 *
 * <p>Messages are all that the rank has exchanged, also for collective operations. Exchanges in shared memory are no
 * messages.
 */
public interface RankMXBean {
    /** {@return the rank in {@code MPI.COMM_WORLD}} */
    int getRank();

    /** {@return the number of ranks} */
    int getSize();

    /** {@return the name of the rank's host} */
    String getHost();

    /** {@return the name of the job} */
    String getJob();

    /** {@return the transport, as {@code jmpirun --transport} has it} */
    String getTransport();

    /** {@return whether the rank has passed {@code MPI.Finalize}} */
    boolean isFinalized();

    /** {@return the number of messages sent} */
    long getMessagesSent();

    /** {@return the bytes of the messages sent} */
    long getBytesSent();

    /** {@return the number of messages received} */
    long getMessagesReceived();

    /** {@return the bytes of the messages received} */
    long getBytesReceived();

    /** {@return the number of those messages sent that belong to collective operations} */
    long getCollectiveMessagesSent();

    /** {@return the bytes of those messages sent that belong to collective operations} */
    long getCollectiveBytesSent();

    /** {@return the number of those messages received that belong to collective operations} */
    long getCollectiveMessagesReceived();

    /** {@return the bytes of those messages received that belong to collective operations} */
    long getCollectiveBytesReceived();

    /** {@return the number of messages sent to each world rank} */
    long[] getMessagesSentTo();

    /** {@return the bytes of the messages sent to each world rank} */
    long[] getBytesSentTo();

    /** {@return the number of messages received from each world rank} */
    long[] getMessagesReceivedFrom();

    /** {@return the bytes of the messages received from each world rank} */
    long[] getBytesReceivedFrom();

    /** {@return the number of messages that came before their receives} */
    long getUnexpectedMessages();

    /** {@return the number of collective operations that have begun} */
    long getCollectives();

    /** {@return the number of accesses to windows that have begun} */
    long getAccesses();

    /** {@return the bytes of these accesses} */
    long getAccessedBytes();

    /** {@return how often the program has waited, each collective operation included} */
    long getWaits();

    /** {@return how long the program has waited, collective operations included, in ns} */
    long getWaitTime();

    /** {@return the statistics of each call that the program has made, by its name, such as {@code Recv}} */
    Map<String, CallStatistics> getCalls();

    /** {@return the calls in which threads of the program are blocked, such as {@code Recv(source=1, tag=7)}} */
    String[] getBlockedCalls();

    /** {@return the world ranks of which any can end the call that has been blocked longest} */
    int[] getAwaitedRanks();

    /** {@return how long the call that has been blocked longest has waited, in ns; 0 if none is} */
    long getBlockedTime();
}
