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
     * The place of this process in the job, as the process manager has given it.
     *
     * @param allLocal whether every rank runs on this host
     */
    record Place(int rank, int size, String job, String transport, boolean allLocal) {}

    private record Key(int rank, String name) {}

    private final Place place;
    private final Exchange exchange;
    private final List<Exchange.Value> unsent = new ArrayList<>();
    private final Map<Key, byte[]> values = new HashMap<>();

    private RootWireUp(Place place, Exchange exchange) {
        this.place = place;
        this.exchange = exchange;
    }

    /**
     * Joins the job.
     *
     * @param locator closed when no rank needs it any more
     * @param config says how long to look for rank 0
     */
    static RootWireUp open(Place place, RootLocator locator, JmpiConfig config) throws IOException {
        if (place.size() == 1) return new RootWireUp(place, Exchange.alone());
        try {
            return new RootWireUp(place, exchange(place, locator, config));
        } catch (IOException | RuntimeException e) {
            locator.close();
            throw e;
        }
    }

    private static Exchange exchange(Place place, RootLocator locator, JmpiConfig config) throws IOException {
        return place.rank() == 0 ? RootServer.open(place, locator, config) : RootClient.open(place, locator, config);
    }

    @Override
    public int rank() {
        return place.rank();
    }

    @Override
    public int size() {
        return place.size();
    }

    @Override
    public String job() {
        return Variables.jobName(place.job());
    }

    @Override
    public String transport() {
        return place.transport();
    }

    @Override
    public boolean allLocal() {
        return place.allLocal();
    }

    @Override
    public JobSecret secret() {
        return exchange.secret();
    }

    @Override
    public void put(String key, byte[] value) {
        unsent.add(new Exchange.Value(rank(), key, value));
    }

    @Override
    public void fence(long nanos) throws IOException {
        List<Exchange.Value> mine = List.copyOf(unsent);
        unsent.clear();
        for (Exchange.Value value : exchange.allgather(mine, nanos))
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
