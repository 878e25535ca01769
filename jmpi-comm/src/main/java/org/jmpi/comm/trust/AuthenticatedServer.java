package org.jmpi.comm.trust;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Accepts connections whose initiators prove the job's secret, at any number of ports, and serves them.
 *
 * <p>One daemon thread per port accepts, and one per connection greets and then serves. A connection whose greeting
 * fails is dropped. So is any of too many that have not proved the secret ({@link Admission}); processes of the job
 * then try again. While twice as many threads greet, those of dropped connections included, no other connection is
 * accepted.
 *
 * @param <C> a greeted connection's class
 */
public final class AuthenticatedServer<C> implements AutoCloseable {
    private static final long ACCEPT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long CLOSE_MILLIS = 1000;

    /**
     * Proves the secret to the initiator of a connection.
     *
     * @param <C> a greeted connection's class
     */
    public interface Greeting<C> {
        /**
         * Admits a connection ({@link SocketCarrier#accept}). Parses nothing before that.
         *
         * @param socket connected
         * @param admission has the socket
         * @return what is to be served; null if the initiator is refused, and the socket closed
         * @throws IOException if the initiator does not know the secret, sends what makes no sense, or takes too long
         */
        C greet(Socket socket, Admission<Socket> admission) throws IOException;
    }

    private final String name;
    private final Greeting<C> greeting;
    private final Consumer<? super C> service;
    private final Admission<Socket> admission;

    /** Threads that may begin to greet. */
    private final Semaphore greeters;

    private final List<ServerSocket> listening = new CopyOnWriteArrayList<>();
    private final List<Thread> accepting = new CopyOnWriteArrayList<>();

    /**
     * Begins without a port.
     *
     * @param name begins the names of the threads
     * @param size the number of processes, which may all connect at once
     * @param greeting proves the secret, on the thread of the connection
     * @param service serves a greeted connection, on the same thread
     */
    public AuthenticatedServer(String name, int size, Greeting<C> greeting, Consumer<? super C> service) {
        this.name = name;
        this.greeting = greeting;
        this.service = service;
        admission = new Admission<>(size, SocketCarrier::hangUp);
        greeters = new Semaphore(2 * admission.most());
    }

    /** {@return how many connections wait at most for their greeting, a good backlog of a port} */
    public int most() {
        return admission.most();
    }

    /**
     * Accepts the connections of a port until this server is closed.
     *
     * @param port bound; it belongs to this server from now on
     */
    public void accept(ServerSocket port) {
        listening.add(port);
        Thread thread = daemon(() -> acceptAll(port), "-accept");
        accepting.add(thread);
        thread.start();
    }

    private Thread daemon(Runnable body, String suffix) {
        Thread thread = new Thread(body, name + suffix);
        thread.setDaemon(true);
        return thread;
    }

    private void acceptAll(ServerSocket port) {
        while (!port.isClosed()) {
            greeters.acquireUninterruptibly();
            Socket socket = null;
            try {
                socket = port.accept();
                admission.add(socket);
                Socket accepted = socket;
                daemon(() -> serve(accepted), "-connection").start();
            } catch (IOException | RuntimeException | Error e) {
                greeters.release();
                if (socket != null) admission.refuse(socket, e.toString());
                // Out of file descriptors, threads or memory: there may be some again in a moment.
                if (!port.isClosed()) LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
            }
        }
    }

    private void serve(Socket socket) {
        C connection = greet(socket);
        if (connection != null) service.accept(connection);
    }

    private C greet(Socket socket) {
        try {
            return greeting.greet(socket, admission);
        } catch (IOException | RuntimeException e) {
            // A stranger, or a process that ended meanwhile or tries again: neither concerns the job.
            admission.refuse(socket, e.toString());
            return null;
        } finally {
            greeters.release();
        }
    }

    /** Closes the ports, and the connections that have not proved the secret. Admitted ones stay. */
    @Override
    public void close() {
        listening.forEach(SocketCarrier::hangUp);
        admission.close();
        accepting.forEach(AuthenticatedServer::await);
    }

    // A port is free only when the thread that accepts has left its call.
    private static void await(Thread thread) {
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
