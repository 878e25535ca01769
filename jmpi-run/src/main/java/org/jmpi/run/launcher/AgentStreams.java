package org.jmpi.run.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.tls.Tls;
import org.jmpi.tls.TlsStreams;

/**
 * The streams of a TCP connection between jmpirun and an agent, in clear or encrypted.
 *
 * @param in what the other side writes
 * @param out what the other side reads
 * @param proof how this side proves the secret of the job over them
 */
record AgentStreams(InputStream in, OutputStream out, Proof proof) {
    /**
     * The protection of a job's connections. TLS always has the certificate of the job here: an agent does not know the
     * user's key store yet.
     *
     * @param secret of the job
     * @param nat whether something may translate addresses between the hosts; without effect with TLS
     * @param tls whether the streams are encrypted
     */
    record Protection(JobSecret secret, boolean nat, boolean tls) {
        Tls open() throws IOException {
            return tls ? Tls.ofJob(secret) : null;
        }
    }

    /**
     * Opens the streams of the side that has made a connection.
     *
     * @param tls null for streams in clear
     * @param nanos the longest time, in ns
     */
    static AgentStreams ofInitiator(Socket socket, Protection protection, Tls tls, long nanos) throws IOException {
        AddressPair seen = protection.nat() ? AddressPair.NONE : AddressPair.ofInitiator(socket);
        return open(socket, protection.secret(), seen, tls, true, nanos);
    }

    /**
     * Opens the streams of the side that has accepted a connection.
     *
     * @param tls null for streams in clear
     * @param nanos the longest time, in ns
     */
    static AgentStreams ofAcceptor(Socket socket, Protection protection, Tls tls, long nanos) throws IOException {
        AddressPair seen = protection.nat() ? AddressPair.NONE : AddressPair.ofAcceptor(socket);
        return open(socket, protection.secret(), seen, tls, false, nanos);
    }

    private static AgentStreams open(
            Socket socket, JobSecret secret, AddressPair seen, Tls tls, boolean initiator, long nanos)
            throws IOException {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        if (tls == null) return new AgentStreams(in, out, Proof.hmac(secret, seen));
        TlsStreams encrypted = TlsStreams.open(tls.connection(initiator), socket, in, out, nanos);
        return new AgentStreams(encrypted.input(), encrypted.output(), Proof.hmac(secret, encrypted.binding()));
    }
}
