package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.BlockingHandshake;

/**
 * The connections that others have made. Each has to prove the job's secret, on the thread that RMI reads it by, within a
 * limited time; when too many have not, the oldest goes, since an honest one is through within milliseconds.
 */
final class Admission {
    /** "JMPIrmi1", of which the last character is the version of everything on the connection. */
    static final long MAGIC = 0x4a4d_5049_726d_6931L;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int STRANGERS = 64;

    private final TransportSite site;
    private final IntConsumer onEnd;
    private final Set<AcceptedSocket> unproved = new LinkedHashSet<>();

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
    }

    /** Takes a new connection. */
    void accepted(AcceptedSocket socket) {
        AcceptedSocket oldest = null;
        synchronized (this) {
            if (closed) oldest = socket;
            else if (unproved.size() >= STRANGERS + site.size()) oldest = takeOldest();
            if (!closed) unproved.add(socket);
        }
        if (oldest != null) oldest.hangUp();
    }

    private AcceptedSocket takeOldest() {
        Iterator<AcceptedSocket> sockets = unproved.iterator();
        AcceptedSocket oldest = sockets.next();
        sockets.remove();
        refused++;
        return oldest;
    }

    /**
     * Lets a connection prove the secret.
     *
     * @throws IOException if it does not
     */
    void admit(AcceptedSocket socket) throws IOException {
        try {
            long nanos = Math.min(LIMIT_NANOS, site.config().connectNanos());
            int connector = new BlockingHandshake(
                            socket, socket.bareInput(), socket.bareOutput(), MAGIC, site.secret(), nanos)
                    .accept(site.rank());
            if (connector < 0 || connector >= site.size() || connector == site.rank())
                throw new IOException("no peer of rank " + site.rank() + ": rank=" + connector);
            proved(socket, connector);
        } catch (IOException e) {
            refused(socket, e);
            throw e;
        }
    }

    private synchronized void proved(AcceptedSocket socket, int connector) throws IOException {
        if (closed || !unproved.remove(socket)) throw new IOException("closed meanwhile");
        proved.put(socket, connector);
    }

    private synchronized void refused(AcceptedSocket socket, IOException cause) {
        if (!unproved.remove(socket)) return;
        refused++;
        lastReason = cause.getMessage();
    }

    void closed(AcceptedSocket socket) {
        Integer connector;
        synchronized (this) {
            unproved.remove(socket);
            connector = proved.remove(socket);
        }
        if (connector != null) onEnd.accept(connector);
    }

    /** Ends all connections. */
    void close() {
        List<AcceptedSocket> all;
        synchronized (this) {
            closed = true;
            unproved.addAll(proved.keySet());
            proved.clear();
            all = List.copyOf(unproved);
        }
        for (AcceptedSocket socket : all) socket.hangUp();
    }

    synchronized String describe() {
        return unproved.size() + " connections unproved, " + refused + " refused"
                + (lastReason == null ? "" : ", the last because " + lastReason);
    }
}
