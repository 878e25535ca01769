package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Scanner;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.Hmac;
import org.jmpi.comm.trust.JobSecret;

/**
 * Sends and takes heart-beats as datagrams of UDP. They overtake what waits in a connection. On a wire that loses
 * packets they do not pause for longer and longer, as TCP does.
 *
 * <pre>
 * 0              8         16                    48
 * | subscription | number  | HMAC of the 16 bytes |
 * </pre>
 *
 * <p>Who observes a peer sends it a {@link Subscription} by their connection. The key of the HMAC follows from the
 * job's secret and a random part of the subscription, and the numbers of a peer's heart-beats rise: neither what a
 * stranger makes nor what he sends again counts. Where a firewall drops datagrams, none come, and the connection alone
 * shows signs of life.
 */
public final class HeartbeatSocket implements AutoCloseable {
    private static final int SIGNED_BYTES = 2 * Long.BYTES;
    private static final int BYTES = SIGNED_BYTES + Hmac.BYTES;
    private static final int NONCE_BYTES = 16;

    /** The most datagrams that one look takes from one address: a flood of a stranger's does not keep the thread. */
    private static final int MOST_AT_ONCE = 1000;

    private final Hmac keys;
    private final List<DatagramChannel> bound = new ArrayList<>();
    private final DatagramChannel sender;
    private final List<InetSocketAddress> published;
    private final Map<Long, Subscribed> subscribed = new HashMap<>();
    private final ByteBuffer datagram = ByteBuffer.allocate(BYTES + 1);
    private long subscriptions;
    private long sent;

    /**
     * The address at which heart-beats arrive, as a peer gets it.
     *
     * @param id of the subscription, among those of one socket
     * @param nonce random bytes, for this subscription alone
     * @param addresses any of which may be reached
     */
    public record Subscription(long id, byte[] nonce, List<InetSocketAddress> addresses) {
        /** {@return the subscription as text, in one line} */
        public String text() {
            return id + " " + HexFormat.of().formatHex(nonce) + " " + SocketAddresses.text(addresses);
        }

        /**
         * {@return the subscription that a text stands for}
         *
         * @param text what {@link #text} wrote
         * @throws IllegalArgumentException if it is none
         */
        public static Subscription parse(String text) {
            try (Scanner parts = new Scanner(text)) {
                return new Subscription(
                        parts.nextLong(),
                        HexFormat.of().parseHex(parts.next()),
                        SocketAddresses.parseAll(parts.next()));
            } catch (IOException | NoSuchElementException | IllegalArgumentException e) {
                throw new IllegalArgumentException("a malformed subscription to send heart-beats: " + text, e);
            }
        }
    }

    /** A peer that has been asked for heart-beats. */
    private static final class Subscribed {
        private final Hmac hmac;
        private final Runnable heard;
        private long last;

        Subscribed(Hmac hmac, Runnable heard) {
            this.hmac = hmac;
            this.heard = heard;
        }
    }

    private HeartbeatSocket(ListenAddresses where, JmpiConfig config, JobSecret secret, int rank) throws IOException {
        keys = new Hmac(secret.derive("heart-beats"));
        sender = unblocked();
        try {
            List<Integer> ports = new ArrayList<>();
            for (InetAddress each : where.bound()) {
                DatagramChannel channel = unblocked();
                bound.add(channel);
                config.ports().bind(rank, port -> channel.bind(new InetSocketAddress(each, port)));
                ports.add(channel.socket().getLocalPort());
            }
            published = where.published(ports);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static DatagramChannel unblocked() throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        return channel;
    }

    /**
     * {@return a socket on the chosen interfaces and ports of this host}
     *
     * @param config names the interfaces ({@code jmpi.iface}) and the ports ({@code jmpi.ports})
     * @param secret that the peers know
     * @param rank that listens: it begins with this one of the ports
     * @throws IOException if there is no such interface, or no such port is free
     */
    public static HeartbeatSocket open(JmpiConfig config, JobSecret secret, int rank) throws IOException {
        return new HeartbeatSocket(ListenAddresses.of(false, config, LocalAddresses.ofHost()), config, secret, rank);
    }

    /**
     * Awaits heart-beats of a peer.
     *
     * @param heard is run by {@link #take} for each of them
     * @return the subscription for the peer
     */
    public synchronized Subscription subscribe(Runnable heard) {
        Subscription subscription = new Subscription(++subscriptions, JobSecret.random(NONCE_BYTES), published);
        subscribed.put(subscription.id, new Subscribed(hmac(subscription), heard));
        return subscription;
    }

    private Hmac hmac(Subscription subscription) {
        return new Hmac(keys.of(subscription.nonce));
    }

    /**
     * Awaits the heart-beats of a peer no longer.
     *
     * @param subscription which the peer has
     */
    public synchronized void withdraw(Subscription subscription) {
        subscribed.remove(subscription.id);
    }

    /** Takes the heart-beats that have come; returns at once. */
    public synchronized void take() {
        for (DatagramChannel channel : bound) {
            try {
                for (int i = 0; i < MOST_AT_ONCE && takeOne(channel); i++) datagram.clear();
            } catch (IOException e) {
                // The connection shows signs of life, too.
                datagram.clear();
            }
        }
    }

    private boolean takeOne(DatagramChannel channel) throws IOException {
        SocketAddress from = channel.receive(datagram.clear());
        if (from == null) return false;
        datagram.flip();
        if (datagram.remaining() != BYTES) return true;
        byte[] signed = new byte[SIGNED_BYTES];
        byte[] hmac = new byte[Hmac.BYTES];
        datagram.get(signed).get(hmac);
        Subscribed peer = subscribed.get(datagram.getLong(0));
        if (peer == null || !MessageDigest.isEqual(peer.hmac.of(signed), hmac)) return true;
        long number = datagram.getLong(Long.BYTES);
        if (number <= peer.last) return true;
        peer.last = number;
        peer.heard.run();
        return true;
    }

    /**
     * Sends a heart-beat; returns at once.
     *
     * @param subscription of the peer that awaits it
     */
    public synchronized void send(Subscription subscription) {
        byte[] signed = ByteBuffer.allocate(SIGNED_BYTES)
                .putLong(subscription.id)
                .putLong(++sent)
                .array();
        byte[] all = Arrays.copyOf(signed, BYTES);
        System.arraycopy(hmac(subscription).of(signed), 0, all, SIGNED_BYTES, Hmac.BYTES);
        for (InetSocketAddress address : subscription.addresses) {
            try {
                sender.send(ByteBuffer.wrap(all), address);
            } catch (IOException | UnsupportedAddressTypeException e) {
                continue; // No way leads there from this host: another address is reached, or the connection alone.
            }
        }
    }

    /** Sends and takes no heart-beat from now on. */
    @Override
    public synchronized void close() {
        try {
            sender.close();
            for (DatagramChannel channel : bound) channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket without a connection closes", e);
        }
    }
}
