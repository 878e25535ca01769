package org.jmpi.transport.rmi;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.tls.Tls;

/** The connections that others have made. Each proves the job's secret on the thread by which RMI reads it. */
final class Acceptor {
    /** The name and version of everything on a connection. */
    static final String PROTOCOL = "JMPIrmi4";

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TransportSite site;

    /** Null for connections in clear. */
    private final Tls tls;

    private final IntFunction<RmiPeer> peers;
    private final Admission<AcceptedSocket> admission;

    /** All connections that are open. */
    private final Set<AcceptedSocket> open = ConcurrentHashMap.newKeySet();

    /**
     * @param tls null for connections in clear
     * @param peers by their ranks
     */
    Acceptor(TransportSite site, Tls tls, IntFunction<RmiPeer> peers) {
        this.site = site;
        this.tls = tls;
        this.peers = peers;
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
     * @return the rank of the peer
     * @throws IOException if it does not
     */
    int prove(AcceptedSocket socket) throws IOException {
        try {
            Handshake handshake = Handshake.acceptor(PROTOCOL, site.rank(), proof(socket));
            carry(handshake, socket);
            admission.admit(socket);
            handshake.decide(peers.apply(handshake.initiator()) != null ? Verdict.ADMITTED : Verdict.REFUSED);
            carry(handshake, socket);
            return handshake.initiator();
        } catch (IOException | RuntimeException e) {
            admission.refuse(socket, e.getMessage());
            throw e;
        }
    }

    private Proof proof(AcceptedSocket socket) throws IOException {
        if (tls == null) return site.proof(AddressPair.ofAcceptor(socket));
        return Proof.hmac(site.secret(), socket.encrypt(tls.connection(false), limit(site)));
    }

    private void carry(Handshake handshake, AcceptedSocket socket) throws IOException {
        SocketCarrier.carry(handshake, socket, socket.in(), socket.getOutputStream(), limit(site));
    }

    /** Returns a stream that lets a peer note what comes from it. */
    InputStream heard(InputStream in, int peer) {
        return peers.apply(peer).heard(in);
    }

    /** Returns the longest time in ns of a handshake. */
    static long limit(TransportSite site) {
        return Math.min(LIMIT_NANOS, site.config().connectNanos());
    }

    /**
     * Forgets a connection that is closed.
     *
     * @param peer the rank of the peer; negative if it has not proved the secret
     */
    void closed(AcceptedSocket socket, int peer) {
        if (!open.remove(socket)) return;
        if (peer >= 0) peers.apply(peer).disconnected();
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
