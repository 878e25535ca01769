package org.jmpi.transport.rmi;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.jmpi.comm.trust.SocketCarrier;

/** The connections that others have made. Each proves the job's secret on the thread by which RMI reads it. */
final class Acceptor {
    /** The name and version of everything on a connection. */
    static final String PROTOCOL = "JMPIrmi4";

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TransportSite site;
    private final IntConsumer onEnd;
    private final Admission<AcceptedSocket> admission;

    /** All connections that are open. */
    private final Set<AcceptedSocket> open = ConcurrentHashMap.newKeySet();

    /**
     * @param onEnd is called with the rank of a peer whose connection has ended
     */
    Acceptor(TransportSite site, IntConsumer onEnd) {
        this.site = site;
        this.onEnd = onEnd;
        admission = new Admission<>(site.size(), ServerSockets::hangUp);
    }

    /** Takes a new connection. */
    void accepted(AcceptedSocket socket) {
        open.add(socket);
        admission.add(socket);
    }

    /**
     * Lets a connection prove the secret.
     *
     * @param in reads from the socket
     * @return the rank of the peer
     * @throws IOException if it does not
     */
    int prove(AcceptedSocket socket, InputStream in) throws IOException {
        Handshake handshake = Handshake.acceptor(PROTOCOL, site.rank(), site.proof(AddressPair.ofAcceptor(socket)));
        try {
            carry(handshake, socket, in);
            admission.admit(socket);
            handshake.decide(site.isPeer(handshake.initiator()) ? Verdict.ADMITTED : Verdict.REFUSED);
            carry(handshake, socket, in);
            return handshake.initiator();
        } catch (IOException e) {
            admission.refuse(socket, e.getMessage());
            throw e;
        }
    }

    private void carry(Handshake handshake, AcceptedSocket socket, InputStream in) throws IOException {
        long nanos = Math.min(LIMIT_NANOS, site.config().connectNanos());
        SocketCarrier.carry(handshake, socket, in, socket.getOutputStream(), nanos);
    }

    /**
     * Forgets a connection that is closed.
     *
     * @param peer the rank of the peer; negative if it has not proved the secret
     */
    void closed(AcceptedSocket socket, int peer) {
        if (!open.remove(socket)) return;
        if (peer >= 0) onEnd.accept(peer);
        else admission.refuse(socket, "it was closed");
    }

    /** Closes all connections. */
    void close() {
        admission.close();
        open.forEach(ServerSockets::hangUp);
    }

    String describe() {
        return admission.describe();
    }
}
