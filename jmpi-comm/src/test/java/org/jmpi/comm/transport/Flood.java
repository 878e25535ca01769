package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Strangers that connect to ports as fast as they can: they drop some connections at once, reset some, send garbage on
 * some, and hold some.
 */
public final class Flood implements AutoCloseable {
    /** Connections that are held at a time, more than an acceptor holds. */
    private static final int HELD = 300;

    private static final int ENOUGH = 1000;
    private static final byte[] GARBAGE = Bytes.pattern(100, 7);

    private final List<InetSocketAddress> ports;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong opened = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    /** Begins, and returns when the crowd is there. */
    public Flood(List<InetSocketAddress> ports) {
        this.ports = ports;
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(this::run, "flood-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        while (opened.get() < ENOUGH) Thread.onSpinWait();
    }

    /** Returns how many connections there have been. */
    public long opened() {
        return opened.get();
    }

    private void run() {
        Deque<Socket> held = new ArrayDeque<>();
        for (int i = 0; !over.get(); i++) connect(ports.get(i % ports.size()), i, held);
        held.forEach(Flood::close);
    }

    private void connect(InetSocketAddress port, int manner, Deque<Socket> held) {
        Socket socket = new Socket();
        try {
            socket.connect(port, 1000);
            opened.incrementAndGet();
            if (manner % 7 == 0) socket.setSoLinger(true, 0); // closing resets
            if (manner % 5 == 0) socket.getOutputStream().write(GARBAGE);
            if (manner % 3 == 0) {
                held.add(socket);
                if (held.size() <= HELD) return;
                socket = held.remove();
            }
        } catch (IOException e) {
            // dropped, or no room in the queue: the next one
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        over.set(true);
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while a flood ends", e);
        }
    }
}
