package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.function.Consumer;

/** A connection that this rank has made. */
final class ConnectedSocket extends CallSocket {
    private final Consumer<ConnectedSocket> onClose;

    ConnectedSocket(boolean brief, Consumer<ConnectedSocket> onClose) {
        super(brief);
        this.onClose = onClose;
    }

    @Override
    public void close() throws IOException {
        super.close();
        onClose.accept(this);
    }
}
