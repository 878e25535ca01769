package org.jmpi.comm.observe;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jmpi.comm.control.BlockedCall;

/** Shows the counters of a rank to JMX clients. */
final class RankBean implements RankMXBean {
    private final int rank;
    private final int size;
    private final Counters counters;
    private final Supplier<List<BlockedCall>> blocked;
    private final BooleanSupplier finalized;

    /**
     * @param blocked returns the calls in which threads of the rank wait
     * @param finalized returns whether the rank has passed MPI.Finalize
     */
    RankBean(int rank, int size, Counters counters, Supplier<List<BlockedCall>> blocked, BooleanSupplier finalized) {
        this.rank = rank;
        this.size = size;
        this.counters = counters;
        this.blocked = blocked;
        this.finalized = finalized;
    }

    @Override
    public int getRank() {
        return rank;
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public String getHost() {
        return counters.host();
    }

    @Override
    public String getJob() {
        return counters.job();
    }

    @Override
    public String getTransport() {
        return counters.transport();
    }

    @Override
    public boolean isFinalized() {
        return finalized.getAsBoolean();
    }

    @Override
    public long getMessagesSent() {
        return LongStream.of(getMessagesSentTo()).sum();
    }

    @Override
    public long getBytesSent() {
        return LongStream.of(getBytesSentTo()).sum();
    }

    @Override
    public long getMessagesReceived() {
        return LongStream.of(getMessagesReceivedFrom()).sum();
    }

    @Override
    public long getBytesReceived() {
        return LongStream.of(getBytesReceivedFrom()).sum();
    }

    @Override
    public long getCollectiveMessagesSent() {
        return counters.messagesSent().collectiveMessages();
    }

    @Override
    public long getCollectiveBytesSent() {
        return counters.messagesSent().collectiveBytes();
    }

    @Override
    public long getCollectiveMessagesReceived() {
        return counters.messagesReceived().collectiveMessages();
    }

    @Override
    public long getCollectiveBytesReceived() {
        return counters.messagesReceived().collectiveBytes();
    }

    @Override
    public long[] getMessagesSentTo() {
        return counters.messagesSent().messages();
    }

    @Override
    public long[] getBytesSentTo() {
        return counters.messagesSent().bytes();
    }

    @Override
    public long[] getMessagesReceivedFrom() {
        return counters.messagesReceived().messages();
    }

    @Override
    public long[] getBytesReceivedFrom() {
        return counters.messagesReceived().bytes();
    }

    @Override
    public long getUnexpectedMessages() {
        return counters.unexpectedMessages();
    }

    @Override
    public long getCollectives() {
        return counters.collectives();
    }

    @Override
    public long getAccesses() {
        return counters.accesses();
    }

    @Override
    public long getAccessedBytes() {
        return counters.accessedBytes();
    }

    @Override
    public long getWaits() {
        return counters.calls().values().stream()
                .mapToLong(CallStatistics::getWaits)
                .sum();
    }

    @Override
    public long getWaitTime() {
        return counters.calls().values().stream()
                .mapToLong(CallStatistics::getWaitTime)
                .sum();
    }

    @Override
    public Map<String, CallStatistics> getCalls() {
        return counters.calls();
    }

    @Override
    public String[] getBlockedCalls() {
        return byTime().stream().map(BlockedCall::call).toArray(String[]::new);
    }

    @Override
    public int[] getAwaitedRanks() {
        return byTime().stream()
                .limit(1)
                .flatMapToInt(call -> call.awaited().stream().mapToInt(Integer::intValue))
                .toArray();
    }

    @Override
    public long getBlockedTime() {
        return byTime().stream().mapToLong(BlockedCall::nanos).findFirst().orElse(0);
    }

    /** Returns the calls that wait, the one that has waited longest first. */
    private List<BlockedCall> byTime() {
        return blocked.get().stream()
                .filter(call -> call.rank() == rank)
                .sorted(Comparator.comparingLong(BlockedCall::nanos).reversed())
                .toList();
    }
}
