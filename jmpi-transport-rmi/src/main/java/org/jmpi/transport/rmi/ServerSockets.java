package org.jmpi.transport.rmi;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.function.Supplier;

/** Gives RMI the one socket that a rank's registry and its exported object listen on. */
final class ServerSockets implements RMIServerSocketFactory {
    private static final int BACKLOG = 256;

    private final Admission admission;
    private final Supplier<AcceptedSocket> sockets;
    private ServerSocket listener;

    private ServerSockets(Admission admission, int port, InetAddress address, Supplier<AcceptedSocket> sockets)
            throws IOException {
        this.admission = admission;
        this.sockets = sockets;
        this.listener = new Listener(port, address);
    }

    /**
     * Listens.
     *
     * @param port 0 for any that is free
     * @param address null for all of this host
     * @param sockets makes what a connection becomes
     * @throws IOException if the port is not free; the message names it
     */
    static ServerSockets listen(Admission admission, int port, InetAddress address, Supplier<AcceptedSocket> sockets)
            throws IOException {
        try {
            return new ServerSockets(admission, port, address, sockets);
        } catch (BindException | IllegalArgumentException e) {
            throw new IOException(
                    "cannot listen for peers on port " + port + ": " + e.getMessage()
                            + "; jmpi.rmi.port is the port of rank 0, and each rank after it takes the next one",
                    e);
        }
    }

    synchronized int port() {
        return listener.getLocalPort();
    }

    @Override
    public synchronized ServerSocket createServerSocket(int port) throws IOException {
        // RMI keeps its factories for ever: what they hold stays.
        ServerSocket opened = listener;
        listener = null;
        if (opened == null || opened.getLocalPort() != port) throw new IOException("port " + port + " is not for this");
        return opened;
    }

    private final class Listener extends ServerSocket {
        Listener(int port, InetAddress address) throws IOException {
            super(port, BACKLOG, address);
        }

        @Override
        public Socket accept() throws IOException {
            AcceptedSocket socket = sockets.get();
            implAccept(socket);
            socket.setTcpNoDelay(true);
            admission.accepted(socket);
            return socket;
        }
    }
}
