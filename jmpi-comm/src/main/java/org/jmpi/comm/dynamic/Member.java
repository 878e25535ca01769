package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.communicator.ProcessNames;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.transport.Host;

/**
 * What a process of one of two groups tells the others before they connect.
 *
 * @param name its name
 * @param host its host
 * @param transport the transport of its job
 * @param bridges the ids of its open bridges: two processes with a common one reach each other
 * @param nonce counts at the roots: the secret of the new bridge follows from both
 */
record Member(ProcessNames.Name name, Host host, String transport, List<Long> bridges, byte[] nonce) {
    ControlWriter write() {
        ControlWriter out = new ControlWriter()
                .writeLong(name.world())
                .writeInt(name.rank())
                .writeText(host.name())
                .writeText(host.id())
                .writeText(transport)
                .writeInt(bridges.size());
        bridges.forEach(out::writeLong);
        return out.writeBlock(nonce);
    }

    static Member read(byte[] bytes) throws IOException {
        ControlReader in = new ControlReader(bytes, 0);
        ProcessNames.Name name = new ProcessNames.Name(in.readLong(), in.readInt());
        Host host = new Host(in.readText(), in.readText());
        String transport = in.readText();
        List<Long> bridges = new ArrayList<>();
        for (int left = in.readCount("bridges", Long.BYTES); left > 0; left--) bridges.add(in.readLong());
        Member member = new Member(name, host, transport, bridges, in.readBlock());
        in.end("a member");
        return member;
    }

    /** Returns whether this process and another one reach each other already. */
    boolean reaches(Member other) {
        if (name.world() == other.name.world()) return true;
        Set<Long> common = new HashSet<>(bridges);
        common.retainAll(other.bridges);
        return !common.isEmpty();
    }
}
