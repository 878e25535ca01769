package org.jmpi.comm.trust;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The accepted connections of one port that have not proved the secret yet, in a limited number.
 *
 * <p>When there are too many, a new one takes the place of any of them, at random. So a flood of strangers keeps no
 * rank out: if {@code n} connections come while an honest one proves the secret, it stays with a probability of
 * {@code (1 - 1/most)^n}, and it tries again otherwise ({@link ConnectRetry}). If the oldest one had to go, it would
 * never stay from {@code n = most} on; if the new one had to go, strangers who hold their connections would keep all
 * others out.
 *
 * @param <C> a connection's class
 */
public final class Admission<C> {
    private static final int STRANGERS = 128;
    private static final String DROPPED = "dropped among too many connections";

    private final int most;
    private final Consumer<? super C> hangUp;
    private final List<C> unproven = new ArrayList<>();
    private boolean closed;
    private long refused;
    private String lastReason;

    /**
     * Opens the door.
     *
     * @param size the number of ranks, which may all connect at once
     * @param hangUp closes a connection; any number of times
     */
    public Admission(int size, Consumer<? super C> hangUp) {
        this.most = STRANGERS + size;
        this.hangUp = hangUp;
    }

    /** {@return how many connections there are at most} */
    public int most() {
        return most;
    }

    /**
     * Adds a connection, and hangs up another one if there are too many.
     *
     * @param connection a new one
     */
    public void add(C connection) {
        C victim = replace(connection);
        if (victim != null) hangUp.accept(victim);
    }

    private synchronized C replace(C connection) {
        if (closed) return connection;
        if (unproven.size() < most) {
            unproven.add(connection);
            return null;
        }
        refused++;
        lastReason = "it was " + DROPPED;
        return unproven.set(ThreadLocalRandom.current().nextInt(most), connection);
    }

    /**
     * Lets a connection in that has proved the secret. It is not dropped after that.
     *
     * @param connection that was added
     * @throws IOException if it was dropped before
     */
    public synchronized void admit(C connection) throws IOException {
        if (!unproven.remove(connection)) throw new IOException(DROPPED);
    }

    /**
     * Hangs up a connection that has not proved the secret.
     *
     * @param connection that was added
     * @param reason follows "because"
     */
    public void refuse(C connection, String reason) {
        synchronized (this) {
            if (unproven.remove(connection)) {
                refused++;
                lastReason = reason;
            }
        }
        hangUp.accept(connection);
    }

    /** Hangs up all connections that have not proved the secret, and those that are added later. */
    public void close() {
        List<C> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(unproven);
            unproven.clear();
        }
        all.forEach(hangUp);
    }

    /** {@return how many connections there are now} */
    public synchronized int count() {
        return unproven.size();
    }

    /** {@return one line about the connections that have not proved the secret} */
    public synchronized String describe() {
        return unproven.size() + " connections unproved, " + refused + " refused"
                + (lastReason == null ? "" : ", the last because " + lastReason);
    }
}
