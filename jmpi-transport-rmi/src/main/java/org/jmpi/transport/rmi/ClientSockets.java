package org.jmpi.transport.rmi;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;

/**
 * Connects to a peer for RMI. An exported object carries a factory without content. At the rank that looks it up, this
 * becomes the rank's own factory, which knows the secret and the peer's address and ignores RMI's host and port.
 */
final class ClientSockets implements RMIClientSocketFactory, Serializable {
    private static final long serialVersionUID = 1;

    /** Makes connections to one peer. */
    @FunctionalInterface
    interface Connector {
        /** {@return a new connection, on which the secret is proved} */
        Socket connect() throws IOException;
    }

    /** Looks something up. */
    @FunctionalInterface
    interface Lookup<T> {
        /** {@return what was found} */
        T find() throws IOException;
    }

    private static final ThreadLocal<ClientSockets> LOOKING_UP = new ThreadLocal<>();

    private final transient Connector connector;

    /**
     * @param connector null for a factory that is exported
     */
    ClientSockets(Connector connector) {
        this.connector = connector;
    }

    /** Looks up what will use these sockets. */
    <T> T lookUp(Lookup<T> lookup) throws IOException {
        LOOKING_UP.set(this);
        try {
            return lookup.find();
        } finally {
            LOOKING_UP.remove();
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        if (connector == null) throw new IOException("a rank connects to peers that it has looked up");
        return connector.connect();
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        if (connector != null) throw new NotSerializableException("connections of one rank are no other's");
        out.defaultWriteObject();
    }

    private Object readResolve() throws InvalidObjectException {
        ClientSockets own = LOOKING_UP.get();
        if (own == null) throw new InvalidObjectException("what a rank exports is looked up by its peers alone");
        return own;
    }
}
