package org.jmpi.transport.rmi;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;

/** A connection that this rank has made. */
final class ConnectedSocket extends Socket {
    private final Consumer<ConnectedSocket> onClose;

    ConnectedSocket(Consumer<ConnectedSocket> onClose) {
        this.onClose = onClose;
    }

    @Override
    public void close() throws IOException {
        super.close();
        onClose.accept(this);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new BufferedOutputStream(super.getOutputStream(), ServerSockets.BUFFER_BYTES);
    }
}
