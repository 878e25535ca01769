package org.jmpi.run;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.trust.JobSecret;

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
 * @param jvmsPerCore how many JVMs may share a core; {@link JobPlan#NO_LIMIT} if no limit of the host counts
 * @param boundNanos how long the other side of a channel may be silent, in ns
 */
record JobOrders(
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

    void write(DataOutputStream out) throws IOException {
        Wire.writeText(out, job.name());
        Wire.writeText(out, job.secret().toHex());
        out.writeInt(job.size());
        out.writeInt(job.hosts());
        Wire.writeText(out, job.transport());
        Wire.writeInts(out, firsts);
        Wire.writeTextMap(out, variables);
        Wire.writeTextMap(out, settings);
        Wire.writeTexts(out, folders);
        Wire.writeTexts(out, files);
        Wire.writeTexts(out, jars);
        out.writeInt(size.ranks());
        out.writeInt(size.processes());
        out.writeBoolean(size.hosted());
        out.writeBoolean(size.java());
        out.writeInt(jvmsPerCore);
        out.writeLong(boundNanos);
    }

    static JobOrders read(DataInputStream in) throws IOException {
        String name = Wire.readText(in);
        JobSecret secret = JobSecret.fromHex(Wire.readText(in));
        JobContext job = new JobContext(name, secret, in.readInt(), in.readInt(), Wire.readText(in));
        return new JobOrders(
                job,
                Wire.readInts(in),
                Wire.readTextMap(in),
                Wire.readTextMap(in),
                Wire.readTexts(in),
                Wire.readTexts(in),
                Wire.readTexts(in),
                new HostLimits.Size(in.readInt(), in.readInt(), in.readBoolean(), in.readBoolean()),
                in.readInt(),
                in.readLong());
    }
}
