package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.comm.trust.JobSecret;

/** A process manager in memory, whose processes are threads of a test. */
public final class FakeJob {
    private final int[] counts;
    private final int size;
    private final JobSecret secret = JobSecret.create();
    private final Map<String, byte[]> values = new ConcurrentHashMap<>();
    private final CyclicBarrier fence;

    /** Whether the process manager says that it ends the job; it does not. */
    public volatile boolean canAbort;

    /** The calls of {@link WireUp#abort}, and of {@link WireUp#close} as {@code closed}. */
    public final Queue<String> ends = new ConcurrentLinkedQueue<>();

    /** @param counts the number of ranks of each process */
    public FakeJob(int... counts) {
        this.counts = counts;
        int ranks = 0;
        for (int count : counts) ranks += count;
        size = ranks;
        fence = new CyclicBarrier(counts.length);
    }

    /** Replaces a value that a rank has published. */
    public void forge(int rank, String key, byte[] value) {
        values.put(rank + " " + key, value);
    }

    public WireUp wireUp(int process) {
        int first = 0;
        for (int i = 0; i < process; i++) first += counts[i];
        return new FakeWireUp(first, counts[process]);
    }

    private final class FakeWireUp implements WireUp {
        private final int rank;
        private final int count;

        FakeWireUp(int rank, int count) {
            this.rank = rank;
            this.count = count;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public String job() {
            return "fake";
        }

        @Override
        public String transport() {
            return "stand-in";
        }

        @Override
        public JobSecret secret() {
            return secret;
        }

        @Override
        public void put(String key, byte[] value) throws IOException {
            if (key.length() > 16 || !key.matches("[a-zA-Z0-9.]+")) throw new IOException("bad key " + key);
            if (values.putIfAbsent(rank + " " + key, value) != null) throw new IOException("second put of " + key);
        }

        @Override
        public void fence(long nanos) throws IOException {
            try {
                fence.await(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IOException("not every process came", e);
            }
        }

        @Override
        public byte[] get(int first, String key) throws IOException {
            byte[] value = values.get(first + " " + key);
            if (value == null) throw new IOException("rank " + first + " has put no " + key);
            return value;
        }

        @Override
        public void abort(int code, String message) {
            ends.add(code + " " + message);
        }

        @Override
        public boolean canAbort() {
            return canAbort;
        }

        @Override
        public void close() {
            ends.add("closed");
        }
    }
}
