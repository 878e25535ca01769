package org.jmpi.comm.bootstrap;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.WireUp;

/** The wire-up of the processes that jmpirun starts: by environment variables and the control link. */
public final class LauncherWireUp implements WireUp {
    private final LaunchEnvironment environment;
    private final LauncherLink link;
    private KeyValues pending = new KeyValues();

    /** By the first rank of each process. */
    private final Map<Integer, KeyValues> published = new TreeMap<>();

    /**
     * Begins with the first exchange.
     *
     * @param environment the variables that the launcher has set
     * @param link is closed with the wire-up
     */
    public LauncherWireUp(LaunchEnvironment environment, LauncherLink link) {
        this.environment = environment;
        this.link = link;
    }

    @Override
    public int rank() {
        return environment.rank();
    }

    @Override
    public int size() {
        return environment.size();
    }

    @Override
    public int count() {
        return environment.count();
    }

    @Override
    public String job() {
        return environment.job();
    }

    @Override
    public String transport() {
        return environment.transport();
    }

    @Override
    public boolean allLocal() {
        return environment.allLocal();
    }

    @Override
    public JobSecret secret() {
        return environment.secret();
    }

    @Override
    public void put(String key, byte[] value) {
        pending.put(key, value);
    }

    @Override
    public void fence(long nanos) throws IOException {
        KeyValues mine = pending;
        pending = new KeyValues();
        link.fence(mine, nanos)
                .forEach((first, values) -> published
                        .computeIfAbsent(first, none -> new KeyValues())
                        .putAll(values));
    }

    @Override
    public byte[] get(int rank, String key) throws IOException {
        KeyValues values = published.get(rank);
        byte[] value = values == null ? null : values.get(key);
        if (value == null) throw new IOException("rank " + rank + " has published no " + key);
        return value;
    }

    @Override
    public Optional<JobControl> control() {
        return Optional.of(link);
    }

    @Override
    public void close() {
        link.close();
    }
}
