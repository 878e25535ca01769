package org.jmpi.run.launcher;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * A channel by a TCP connection over which the secret of the job is proved.
 *
 * @param closed is called by {@link #close}
 */
record AgentSocket(Socket socket, InputStream in, OutputStream out, Consumer<AgentConnection> closed)
        implements AgentConnection {
    @Override
    public String trouble(long millis) {
        return "";
    }

    @Override
    public void close() {
        SocketCarrier.hangUp(socket);
        closed.accept(this);
    }
}
