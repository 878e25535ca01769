package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.BlockingHandshake;
import org.jmpi.comm.trust.Unproven;

/**
 * The connections that others have made. Each has to prove the job's secret, on the thread that RMI reads it by, within a
 * limited time and in a limited number ({@link Unproven}).
 */
final class Admission {
    /** "JMPIrmi2", of which the last character is the version of everything on the connection. */
    static final long MAGIC = 0x4a4d_5049_726d_6932L;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TransportSite site;
    private final IntConsumer onEnd;
    private final Unproven<AcceptedSocket> unproven;

    /** The others, and the rank of who made each. */
    private final Map<AcceptedSocket, Integer> proved = new LinkedHashMap<>();

    private boolean closed;
    private long refused;
    private String lastReason;

    /**
     * @param onEnd hears the rank whose connection has ended
     */
    Admission(TransportSite site, IntConsumer onEnd) {
        this.site = site;
        this.onEnd = onEnd;
        this.unproven = new Unproven<>(site.size());
    }

    /** Takes a new connection. */
    void accepted(AcceptedSocket socket) {
        AcceptedSocket victim;
        synchronized (this) {
            victim = closed ? socket : unproven.add(socket);
            if (victim != null) refused++;
        }
        if (victim != null) ServerSockets.hangUp(victim);
    }

    /**
     * Lets a connection prove the secret.
     *
     * @throws IOException if it does not
     */
    void admit(AcceptedSocket socket) throws IOException {
        try {
            long nanos = Math.min(LIMIT_NANOS, site.config().connectNanos());
            BlockingHandshake handshake = new BlockingHandshake(
                    socket, socket.bareInput(), socket.getOutputStream(), MAGIC, site.secret(), nanos);
            int connector = handshake.accept(site.rank());
            if (connector < 0 || connector >= site.size() || connector == site.rank())
                throw new IOException("no peer of rank " + site.rank() + ": rank=" + connector);
            proved(socket, connector);
            handshake.admit();
        } catch (IOException e) {
            refused(socket, e);
            throw e;
        }
    }

    private synchronized void proved(AcceptedSocket socket, int connector) throws IOException {
        if (closed || !unproven.remove(socket)) throw new IOException("dropped among too many connections");
        proved.put(socket, connector);
    }

    private synchronized void refused(AcceptedSocket socket, IOException cause) {
        if (!unproven.remove(socket)) return;
        refused++;
        lastReason = cause.getMessage();
    }

    void closed(AcceptedSocket socket) {
        Integer connector;
        synchronized (this) {
            unproven.remove(socket);
            connector = proved.remove(socket);
        }
        if (connector != null) onEnd.accept(connector);
    }

    /** Ends all connections. */
    void close() {
        List<AcceptedSocket> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(unproven.list());
            all.addAll(proved.keySet());
            proved.clear();
        }
        for (AcceptedSocket socket : all) ServerSockets.hangUp(socket);
    }

    synchronized String describe() {
        return unproven.count() + " connections unproved, " + refused + " refused"
                + (lastReason == null ? "" : ", the last because " + lastReason);
    }
}
