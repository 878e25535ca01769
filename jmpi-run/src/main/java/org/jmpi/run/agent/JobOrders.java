package org.jmpi.run.agent;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.trust.JobSecret;
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
        long boundNanos) {

    void write(ControlWriter out) {
        out.writeText(job.name()).writeText(job.secret().toHex()).writeInt(job.size());
        out.writeInt(job.hosts()).writeText(job.transport());
        out.writeInts(firsts).writeTexts(variables).writeTexts(settings);
        out.writeTexts(folders).writeTexts(files).writeTexts(jars);
        out.writeInt(size.ranks())
                .writeInt(size.processes())
                .writeBoolean(size.hosted())
                .writeBoolean(size.java());
        out.writeInt(jvmsPerCore).writeLong(boundNanos);
    }

    static JobOrders read(ControlReader in) throws IOException {
        String name = in.readText();
        JobSecret secret = JobSecret.fromHex(in.readText());
        JobContext job = new JobContext(name, secret, in.readInt(), in.readInt(), in.readText());
        return new JobOrders(
                job,
                in.readInts(),
                in.readTextMap(),
                in.readTextMap(),
                in.readTexts(),
                in.readTexts(),
                in.readTexts(),
                new HostLimits.Size(in.readInt(), in.readInt(), in.readBoolean(), in.readBoolean()),
                in.readInt(),
                in.readLong());
    }
}
