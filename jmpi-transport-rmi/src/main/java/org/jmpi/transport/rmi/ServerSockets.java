package org.jmpi.transport.rmi;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Gives RMI the one socket that a rank's registry and its exported object listen on. */
final class ServerSockets implements RMIServerSocketFactory, Closeable {
    private static final int BACKLOG = 1024;

    /** The buffers of both sides: those of RMI take eight times as many system calls for a long batch. */
    static final int BUFFER_BYTES = 64 << 10;

    /** How long to wait if the process has no file descriptor left. */
    private static final long PAUSE_NANOS = 20_000_000;

    /** Null after the end: RMI keeps its factories for ever, and what they hold. */
    private ServerSocket listener;

    private ServerSockets(ServerSocket listener) {
        this.listener = listener;
    }

    /**
     * Listens.
     *
     * @param acceptor takes each new connection
     * @param port 0 for any that is free
     * @param address null for all of this host
     * @throws IOException if the port is not free; the message names it
     */
    static ServerSockets listen(Acceptor acceptor, int port, InetAddress address) throws IOException {
        Listener listener = new Listener(acceptor);
        try {
            listener.bind(new InetSocketAddress(address, port), BACKLOG);
            return new ServerSockets(listener);
        } catch (IOException | IllegalArgumentException e) {
            listener.close();
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
        if (listener == null || listener.getLocalPort() != port)
            throw new IOException("port " + port + " is not for this");
        return listener;
    }

    @Override
    public synchronized void close() throws IOException {
        ServerSocket opened = listener;
        listener = null;
        if (opened != null) opened.close();
    }

    /** Closes a connection that another thread may use. */
    static void hangUp(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a connection did not close", e);
        }
    }

    private static final class Listener extends ServerSocket {
        private final Acceptor acceptor;
        private final Lock accepting = new ReentrantLock();

        Listener(Acceptor acceptor) throws IOException {
            this.acceptor = acceptor;
        }

        /** Fails only when it is closed: RMI would pause for 10 s after some failures. */
        @Override
        public Socket accept() throws IOException {
            while (true) {
                try {
                    AcceptedSocket socket = new AcceptedSocket(acceptor);
                    acceptOnce(socket);
                    acceptor.accepted(socket);
                    return socket;
                } catch (IOException e) {
                    if (isClosed()) throw e;
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }

        private void acceptOnce(AcceptedSocket socket) throws IOException {
            accepting.lock();
            try {
                implAccept(socket);
            } finally {
                accepting.unlock();
            }
            try {
                socket.setTcpNoDelay(true);
            } catch (IOException e) {
                // gone already: it is found to have ended by who reads it
                hangUp(socket);
            }
        }

        /** The host lets connections in until the thread that accepts has noticed the end. */
        @Override
        public void close() throws IOException {
            super.close();
            accepting.lock();
            accepting.unlock();
        }
    }
}
