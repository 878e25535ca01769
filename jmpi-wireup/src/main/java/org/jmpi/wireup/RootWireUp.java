package org.jmpi.wireup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.WireUp;

/**
 * The wire-up where a process manager numbers the ranks and offers no exchange: rank 0 collects the values of all, and
 * hands them out. A {@link RootLocator} leads the others to it.
 */
final class RootWireUp implements WireUp {
    /**
     * The rank of this process in its job, as the process manager has given it.
     *
     * @param allLocal whether every rank runs on this host
     */
    record Membership(int rank, int size, String job, String transport, boolean allLocal) {}

    private record Key(int rank, String name) {}

    private final Membership membership;
    private final ValueExchange exchange;
    private final List<ValueExchange.Value> unsent = new ArrayList<>();
    private final Map<Key, byte[]> values = new HashMap<>();

    private RootWireUp(Membership membership, ValueExchange exchange) {
        this.membership = membership;
        this.exchange = exchange;
    }

    /**
     * Joins the job.
     *
     * @param locator closed when no rank needs it any more
     * @param config says how long to look for rank 0
     */
    static RootWireUp open(Membership membership, RootLocator locator, JmpiConfig config) throws IOException {
        if (membership.size() == 1) return new RootWireUp(membership, ValueExchange.alone());
        try {
            return new RootWireUp(membership, exchange(membership, locator, config));
        } catch (IOException | RuntimeException e) {
            locator.close();
            throw e;
        }
    }

    private static ValueExchange exchange(Membership membership, RootLocator locator, JmpiConfig config)
            throws IOException {
        return membership.rank() == 0
                ? RootServer.open(membership, locator, config)
                : RootClient.open(membership, locator, config);
    }

    @Override
    public int rank() {
        return membership.rank();
    }

    @Override
    public int size() {
        return membership.size();
    }

    @Override
    public String job() {
        return Variables.jobName(membership.job());
    }

    @Override
    public String transport() {
        return membership.transport();
    }

    @Override
    public boolean allLocal() {
        return membership.allLocal();
    }

    @Override
    public JobSecret secret() {
        return exchange.secret();
    }

    @Override
    public void put(String key, byte[] value) {
        unsent.add(new ValueExchange.Value(rank(), key, value));
    }

    @Override
    public void fence(long nanos) throws IOException {
        List<ValueExchange.Value> mine = List.copyOf(unsent);
        unsent.clear();
        for (ValueExchange.Value value : exchange.allgather(mine, nanos))
            values.put(new Key(value.rank(), value.key()), value.bytes());
    }

    @Override
    public byte[] get(int rank, String key) throws IOException {
        byte[] value = values.get(new Key(rank, key));
        if (value == null) throw new IOException("rank " + rank + " has not published " + key);
        return value;
    }

    @Override
    public void close() {
        exchange.close();
    }
}
