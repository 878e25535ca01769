package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.KeyValues;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.comm.control.RankState;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.trust.JobSecret;

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

    /**
     * Connects to the launcher.
     *
     * @param environment who this process is, and where the launcher listens
     * @param config how long to wait for the launcher, and where shared files are
     * @param state reports what this process's ranks wait for, when the launcher asks for it
     * @return the connection
     * @throws CommException if the launcher is not there or does not know the job's secret
     */
    public static LauncherLink connect(LaunchEnvironment environment, JmpiConfig config, RankState state) {
        return LauncherLink.connect(
                environment, config.connectNanos(), state, () -> Providers.removeRemains(environment.secret(), config));
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
        return Optional.of(new LauncherControl(link));
    }

    @Override
    public void close() {
        link.close();
    }
}
