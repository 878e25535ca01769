package org.jmpi.comm.dynamic;

import java.io.IOException;
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
 * @param nonce counts at the roots: the secret of the new bridge follows from both
 * @param awaits whether MPI.Finalize is to wait for the processes of the other group
 */
record Member(ProcessNames.Name name, Host host, String transport, byte[] nonce, boolean awaits) {
    ControlWriter write() {
        return new ControlWriter()
                .writeLong(name.world())
                .writeInt(name.rank())
                .writeText(host.name())
                .writeText(host.id())
                .writeText(transport)
                .writeBlock(nonce)
                .writeBoolean(awaits);
    }

    static Member read(byte[] bytes) throws IOException {
        ControlReader in = new ControlReader(bytes, 0);
        ProcessNames.Name name = new ProcessNames.Name(in.readLong(), in.readInt());
        Host host = new Host(in.readText(), in.readText());
        Member member = new Member(name, host, in.readText(), in.readBlock(), in.readBoolean());
        in.end("a member");
        return member;
    }
}
