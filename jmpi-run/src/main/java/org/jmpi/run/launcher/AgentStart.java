package org.jmpi.run.launcher;

import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;

/**
 * A request to start agents.
 *
 * @param hosts the names of the hosts
 * @param command the words that start an agent on a host; the agent speaks by its standard input and output
 * @param rshAgent the words that reach a host by ssh or what stands in for it; the name of the host follows
 * @param job the name of the job, which all its processes have in their environment
 * @param secret of the job
 * @param config the settings of the job
 * @param preload what is copied to each host before; null if nothing is
 * @param nanos the longest time in ns that an agent may take to start
 */
public record AgentStart(
        List<String> hosts,
        List<String> command,
        List<String> rshAgent,
        String job,
        JobSecret secret,
        JmpiConfig config,
        Preload preload,
        long nanos) {
    /** Returns the request for some of the hosts. */
    AgentStart with(List<String> some) {
        return new AgentStart(some, command, rshAgent, job, secret, config, preload, nanos);
    }
}
