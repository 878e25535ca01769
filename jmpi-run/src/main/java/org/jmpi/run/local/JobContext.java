package org.jmpi.run.local;

import java.net.InetSocketAddress;
import java.util.Map;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.trust.JobSecret;

/**
 * The values that all processes of a job share.
 *
 * @param name of the job, which no other job on its hosts has
 * @param size the number of ranks
 * @param hosts how many hosts have ranks
 */
public record JobContext(String name, JobSecret secret, int size, int hosts, String transport) {
    /** Returns the setting that every process of the job has in its environment, as {@code NAME=value}. */
    String mark() {
        return LaunchEnvironment.JOB + "=" + name;
    }

    /** Returns the variables that tell a process its place in the job. */
    Map<String, String> variables(ProcessStart start, InetSocketAddress launcher) {
        return new LaunchEnvironment(start.firstRank(), start.ranks(), size, hosts, name, secret, launcher, transport)
                .toEnvironment();
    }
}
