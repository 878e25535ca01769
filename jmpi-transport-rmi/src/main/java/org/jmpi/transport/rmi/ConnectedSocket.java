package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.function.Consumer;
import org.jmpi.comm.request.WaitStrategy;

/** A connection that this rank has made. */
final class ConnectedSocket extends CallSocket {
    private final Consumer<ConnectedSocket> onClose;

    ConnectedSocket(WaitStrategy waiting, Consumer<ConnectedSocket> onClose) {
        super(waiting);
        this.onClose = onClose;
    }

    @Override
    public void close() throws IOException {
        super.close();
        onClose.accept(this);
    }
}
