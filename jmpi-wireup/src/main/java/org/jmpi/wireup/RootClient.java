package org.jmpi.wireup;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.SocketCarrier;

/** A rank's side of the exchange, connected to rank 0. */
final class RootClient implements ValueExchange {
    /** The time in ms by which a rank waits longer than rank 0, so that rank 0 can name the missing ranks to it. */
    private static final long GRACE_MILLIS = 5_000;

    /** An attempt that has begun in time has this time, in ns. */
    private static final long LEAST_ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MOST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final WireUpConnection connection;
    private final JobSecret secret;

    private RootClient(WireUpConnection connection, JobSecret secret) {
        this.connection = connection;
        this.secret = secret;
    }

    /** Looks for rank 0 until it is there, or the time is over. */
    static RootClient open(RootWireUp.Membership membership, RootLocator locator, JmpiConfig config)
            throws IOException {
        long nanos = config.connectNanos();
        long deadline = System.nanoTime() + nanos;
        Attempt attempt = new Attempt(membership, config.nat(), deadline);
        while (true) {
            RootLocator.Root root = attempt.locate(locator);
            Socket socket = root == null ? null : attempt.connect(root);
            if (socket != null) return join(socket, root.key(), membership.size(), deadline);
            if (deadline - System.nanoTime() <= 0)
                throw new IOException("rank 0 is not found within " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s: "
                        + attempt.failure);
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LEAST_PAUSE_NANOS, MOST_PAUSE_NANOS));
        }
    }

    /** The attempts to find rank 0, and why the latest has failed. */
    private static final class Attempt {
        private final RootWireUp.Membership membership;
        private final boolean nat;
        private final long deadline;
        private String failure;

        Attempt(RootWireUp.Membership membership, boolean nat, long deadline) {
            this.membership = membership;
            this.nat = nat;
            this.deadline = deadline;
        }

        RootLocator.Root locate(RootLocator locator) throws IOException {
            try {
                return locator.locate();
            } catch (RefusedException e) {
                throw e;
            } catch (IOException e) {
                failure = e.getMessage();
                return null;
            }
        }

        private List<InetSocketAddress> ordered(List<InetSocketAddress> addresses) throws IOException {
            return membership.allLocal() ? addresses : LocalAddresses.ofHost().order(addresses);
        }

        private Handshake handshake(byte[] key, Socket socket) {
            Proof proof = WireUpConnection.proof(key, AddressPair.ofInitiator(socket), nat);
            return Handshake.initiator(WireUpConnection.PROTOCOL, membership.rank(), 0, proof);
        }

        /** Returns null if no address leads to rank 0: what was published may be of an earlier run. */
        Socket connect(RootLocator.Root root) throws IOException {
            StringBuilder failures = new StringBuilder();
            for (InetSocketAddress address : ordered(root.addresses())) {
                try {
                    long left = Math.max(LEAST_ATTEMPT_NANOS, deadline - System.nanoTime());
                    return SocketCarrier.connect(
                            new Socket(Proxy.NO_PROXY), address, socket -> handshake(root.key(), socket), left);
                } catch (IOException e) {
                    if (failures.length() > 0) failures.append("; ");
                    failures.append(SocketAddresses.text(address)).append(": ").append(e.getMessage());
                }
            }
            failure = failures.toString();
            return null;
        }
    }

    private static RootClient join(Socket socket, byte[] key, int size, long deadline) throws IOException {
        WireUpConnection connection = new WireUpConnection(socket);
        try {
            connection.send(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
            byte[] nonce = connection.awaitAnswer(millisUntil(deadline));
            return new RootClient(connection, WireUpConnection.secret(key, nonce));
        } catch (IOException e) {
            connection.close();
            throw new IOException("rank 0 does not let this rank join: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof SocketTimeoutException) return "it does not answer";
        return e instanceof EOFException || e instanceof SocketException ? "it has ended" : e.getMessage();
    }

    private static int millisUntil(long deadline) {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + GRACE_MILLIS;
        return (int) Math.max(1, Math.min(millis, Integer.MAX_VALUE));
    }

    @Override
    public JobSecret secret() {
        return secret;
    }

    @Override
    public List<Value> allgather(List<Value> mine, long nanos) throws IOException {
        try {
            connection.send(ValueExchange.encode(mine));
            return ValueExchange.decode(connection.awaitAnswer(millisUntil(System.nanoTime() + nanos)));
        } catch (SocketTimeoutException | EOFException | SocketException e) {
            throw new IOException("rank 0: " + reason(e), e);
        }
    }

    @Override
    public void close() {
        SocketCarrier.hangUp(connection);
    }
}
