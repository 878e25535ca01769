package org.jmpi.comm.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The accepted connections of one port that have not proved the secret yet, in a limited number.
 *
 * <p>When there are too many, a new one takes the place of any of them, at random. A flood of strangers so keeps nobody out: if
 * {@code n} connections come while an honest one proves the secret, it stays with a probability of {@code (1 - 1/most)^n},
 * and it tries again otherwise ({@link ConnectRetry}). If the oldest one had to go, it would never stay from {@code n = most}
 * on; if the new one had to go, strangers who hold their connections would keep all others out.
 *
 * @param <C> a connection's class
 */
public final class Unproven<C> {
    private static final int STRANGERS = 128;

    private final int most;
    private final List<C> connections = new ArrayList<>();

    /**
     * Creates the set.
     *
     * @param size the number of ranks, which may all connect at once
     */
    public Unproven(int size) {
        this.most = STRANGERS + size;
    }

    /** {@return how many connections there are at most} */
    public int most() {
        return most;
    }

    /**
     * Adds a connection.
     *
     * @param connection a new one
     * @return the connection that is not in the set any more and has to be closed; null if there was room
     */
    public synchronized C add(C connection) {
        if (connections.size() < most) {
            connections.add(connection);
            return null;
        }
        return connections.set(ThreadLocalRandom.current().nextInt(most), connection);
    }

    /**
     * Removes a connection.
     *
     * @param connection that has proved the secret, or has ended
     * @return whether it was in the set: whoever removes it decides what becomes of it
     */
    public synchronized boolean remove(C connection) {
        return connections.remove(connection);
    }

    /** {@return the connections that there are now} */
    public synchronized List<C> list() {
        return List.copyOf(connections);
    }

    /** {@return how many there are now} */
    public synchronized int count() {
        return connections.size();
    }
}
