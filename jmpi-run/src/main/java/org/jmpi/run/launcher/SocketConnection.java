package org.jmpi.run.launcher;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;
import org.jmpi.comm.trust.SocketCarrier;

/** A channel by a TCP connection over which the secret of the job is proved. */
final class SocketConnection implements AgentConnection {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Consumer<AgentConnection> closed;

    /** @param closed is called by {@link #close} */
    SocketConnection(Socket socket, AgentStreams streams, Consumer<AgentConnection> closed) {
        this.socket = socket;
        in = streams.in();
        out = streams.out();
        this.closed = closed;
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public OutputStream out() {
        return out;
    }

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
