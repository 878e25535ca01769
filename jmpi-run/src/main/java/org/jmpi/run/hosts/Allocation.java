package org.jmpi.run.hosts;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jmpi.run.launcher.Launcher.AllocatedHost;
import org.jmpi.run.launcher.SrunLauncher;
import org.jmpi.run.system.BadInputException;

/** The hosts that a batch system has set aside for this job. */
public final class Allocation {
    private static final String NAME = "allocation of Slurm";

    private final Map<String, String> environment;
    private List<AllocatedHost> hosts;

    /** @param environment the variables of this process */
    public Allocation(Map<String, String> environment) {
        this.environment = environment;
    }

    /** @throws BadInputException if the batch system's variables make no sense */
    private List<AllocatedHost> allocated() {
        try {
            if (hosts == null) hosts = new SrunLauncher().allocation(environment);
            return hosts;
        } catch (IOException e) {
            throw new BadInputException(e.getMessage(), e);
        }
    }

    public boolean isThere() {
        return !allocated().isEmpty();
    }

    public HostList hosts() {
        return HostList.parse(
                NAME,
                allocated().stream()
                        .map(host -> host.name() + ":" + host.slots())
                        .collect(Collectors.joining(",")));
    }

    /** Returns whether each other host of a job is one of these. */
    public boolean hasAll(HostList list) {
        List<String> names = allocated().stream().map(AllocatedHost::name).toList();
        return list.hosts().stream().allMatch(host -> host.here() || names.contains(host.name()));
    }
}
