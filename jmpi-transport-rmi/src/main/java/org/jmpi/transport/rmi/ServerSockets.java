package org.jmpi.transport.rmi;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.rmi.server.RMIServerSocketFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.transport.DaemonThread;

/**
 * Gives RMI the one socket that a rank's registry and its exported object listen on. Behind it are as many sockets as
 * the rank has addresses; for all but the first a thread accepts.
 */
final class ServerSockets implements RMIServerSocketFactory, Closeable {
    private static final int BACKLOG = 1024;

    /** The buffers of both sides: those of RMI take eight times as many system calls for a long batch. */
    static final int BUFFER_BYTES = 64 << 10;

    /** How long to wait if the process has no file descriptor or no memory left. */
    private static final long PAUSE_NANOS = 20_000_000;

    private final List<Integer> ports = new ArrayList<>();

    /** Null after the end: RMI keeps its factories for ever, and what they hold. */
    private List<Listener> listeners;

    private ServerSockets(List<Listener> listeners) {
        this.listeners = listeners;
        for (Listener listener : listeners) ports.add(listener.getLocalPort());
    }

    /**
     * Listens.
     *
     * @param acceptor takes each new connection
     * @param ports one of them for each address
     * @param rank this rank, whose turn it is
     * @param addresses of this host; one that is null stands for all
     * @throws IOException if no port is free; the message names them
     */
    static ServerSockets listen(Acceptor acceptor, PortRange ports, int rank, List<InetAddress> addresses)
            throws IOException {
        List<Listener> opened = new ArrayList<>();
        try {
            for (InetAddress address : addresses)
                opened.add(ports.bind(rank, port -> listen(acceptor, new InetSocketAddress(address, port))));
            if (opened.size() > 1) gather(opened);
            return new ServerSockets(opened);
        } catch (IOException | IllegalArgumentException e) {
            for (Listener listener : opened) listener.close();
            throw new IOException("cannot listen for peers: " + e.getMessage(), e);
        }
    }

    private static Listener listen(Acceptor acceptor, InetSocketAddress address) throws IOException {
        Listener listener = new Listener(acceptor);
        try {
            listener.bind(address, BACKLOG);
            return listener;
        } catch (IOException | IllegalArgumentException e) {
            listener.close();
            if (e instanceof BindException inUse) throw inUse;
            throw new IOException("address " + address + ": " + e.getMessage(), e);
        }
    }

    /** Lets the first of several sockets return what each of them accepts. */
    private static void gather(List<Listener> all) {
        BlockingQueue<AcceptedSocket> accepted = new LinkedBlockingQueue<>();
        for (Listener listener : all) new DaemonThread(() -> listener.acceptInto(accepted), "jmpi-rmi-accept").start();
        all.get(0).accepted = accepted;
    }

    synchronized int port() {
        return ports.get(0);
    }

    /** Returns the port of each address. */
    List<Integer> ports() {
        return ports;
    }

    @Override
    public synchronized ServerSocket createServerSocket(int port) throws IOException {
        if (listeners == null || port() != port) throw new IOException("port " + port + " is not for this");
        return listeners.get(0);
    }

    @Override
    public synchronized void close() throws IOException {
        List<Listener> opened = listeners;
        listeners = null;
        if (opened == null) return;
        for (Listener listener : opened) listener.close();
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

        /** The connections that this socket and others have accepted; null if there is no other. */
        private volatile BlockingQueue<AcceptedSocket> accepted;

        Listener(Acceptor acceptor) throws IOException {
            this.acceptor = acceptor;
        }

        /** Fails only when it is closed: RMI would pause for 10 s after some failures. */
        @Override
        public Socket accept() throws IOException {
            BlockingQueue<AcceptedSocket> all = accepted;
            if (all == null) return acceptNext();
            AcceptedSocket next;
            try {
                next = all.take();
            } catch (InterruptedException e) {
                throw new SocketException("interrupted");
            }
            if (!isClosed()) return next;
            hangUp(next);
            throw new SocketException("closed");
        }

        void acceptInto(BlockingQueue<AcceptedSocket> all) {
            try {
                while (true) all.add(acceptNext());
            } catch (IOException e) {
                return; // it is closed
            }
        }

        private AcceptedSocket acceptNext() throws IOException {
            while (true) {
                try {
                    AcceptedSocket socket = new AcceptedSocket(acceptor);
                    acceptOnce(socket);
                    acceptor.accepted(socket);
                    return socket;
                } catch (IOException | RuntimeException | Error e) {
                    if (isClosed()) throw new IOException("closed", e);
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
            BlockingQueue<AcceptedSocket> all = accepted;
            if (all != null) all.add(new AcceptedSocket(acceptor)); // ends an accept that waits
        }
    }
}
