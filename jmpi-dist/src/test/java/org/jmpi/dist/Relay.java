package org.jmpi.dist;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A program that sits between two hosts: it passes what comes from one of them on to the other, at the same port. */
public final class Relay {
    /** What it says when it listens. */
    static final String READY = "the relay listens";

    /** The ports at which it listens. */
    static final String PORTS = "20000-20003";

    private static final int FIRST_PORT = 20000;
    private static final int LAST_PORT = 20003;

    /** The byte of each direction that {@link Mode#CHANGE} changes, behind all handshakes. */
    private static final int CHANGED = 100_000;

    private final Mode mode;
    private final InetAddress[] hosts;
    private final OutputStream seen;

    /** What the relay does. */
    enum Mode {
        /** Passes bytes on. */
        PASS,
        /** Passes bytes on, but one in each direction with another value. */
        CHANGE,
        /** Speaks TLS with both sides, with a certificate of its own. */
        TERMINATE
    }

    private Relay(Mode mode, InetAddress[] hosts, OutputStream seen) {
        this.mode = mode;
        this.hosts = hosts;
        this.seen = seen;
    }

    /**
     * Relays until its standard input ends.
     *
     * @param args the {@link Mode}, the file for all bytes that it can read, the two hosts
     */
    public static void main(String[] args) throws Exception {
        InetAddress[] hosts = {InetAddress.getByName(args[2]), InetAddress.getByName(args[3])};
        try (OutputStream seen = Files.newOutputStream(Path.of(args[1]))) {
            Relay relay = new Relay(Mode.valueOf(args[0]), hosts, seen);
            for (int port = FIRST_PORT; port <= LAST_PORT; port++) relay.listen(port);
            System.out.println(READY);
            while (System.in.read() >= 0) continue;
        }
        System.exit(0);
    }

    private void listen(int port) throws Exception {
        ServerSocket server = mode == Mode.TERMINATE ? tlsServer(port) : new ServerSocket(port);
        thread(() -> {
            while (true) {
                Socket accepted = server.accept();
                thread(() -> relay(accepted, port));
            }
        });
    }

    private static ServerSocket tlsServer(int port) throws Exception {
        SSLContext tls = Stranger.tls();
        SSLServerSocket server = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(port);
        server.setWantClientAuth(true);
        return server;
    }

    private void relay(Socket accepted, int port) throws Exception {
        InetAddress to = hosts[accepted.getInetAddress().equals(hosts[0]) ? 1 : 0];
        try (accepted;
                Socket other = connect(to, port)) {
            Thread there = thread(() -> pass(accepted, other));
            pass(other, accepted);
            there.join();
        }
    }

    private Socket connect(InetAddress to, int port) throws Exception {
        return mode == Mode.TERMINATE ? Stranger.tls().getSocketFactory().createSocket(to, port) : new Socket(to, port);
    }

    /** Passes one direction on; the end of one is the end of both. */
    private void pass(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] bytes = new byte[1 << 16];
            long passed = 0;
            while (true) {
                int n = in.read(bytes);
                if (n < 0) throw new EOFException("the end of a connection");
                synchronized (seen) {
                    seen.write(bytes, 0, n);
                    seen.flush();
                }
                long changed = CHANGED - passed;
                if (mode == Mode.CHANGE && changed >= 0 && changed < n) bytes[(int) changed] ^= 1;
                to.getOutputStream().write(Arrays.copyOf(bytes, n));
                passed += n;
            }
        }
    }

    /** The body of a thread, until something fails. */
    private interface Task {
        void run() throws Exception;
    }

    private static Thread thread(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                System.out.println("relay: " + e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
