package org.jmpi.run.agent;

import java.util.List;
import java.util.Map;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.local.JobContext;

/**
 * The part of a job that an agent carries out.
 *
 * @param firsts the first rank of each process that the agent is to start
 * @param variables of the environment of each process
 * @param settings of the ranks, as system properties
 * @param folders in which processes start
 * @param files that they need
 * @param jars of the transports, which remove what killed processes have left
 * @param size how large the part is
 * @param jvmsPerCore how many JVMs may share a core; {@link HostLimits#NO_LIMIT} if no limit of the host counts
 * @param boundNanos how long the other side of a channel may be silent, in ns
 */
public record JobOrders(
        JobContext job,
        List<Integer> firsts,
        Map<String, String> variables,
        Map<String, String> settings,
        List<String> folders,
        List<String> files,
        List<String> jars,
        HostLimits.Size size,
        int jvmsPerCore,
        long boundNanos) {}
