package org.jmpi.comm.trust;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The addresses of both ends of a TCP connection as one side sees them. Both sides see the same ones unless something
 * between them takes the connection and makes another one: a relay, or a router that translates addresses (NAT).
 *
 * <pre>
 * byte 0                    16     18                   34     36
 *      +--------------------+------+--------------------+------+
 *      | initiator, IPv6    | port | acceptor, IPv6     | port |   numbers are big-endian
 *      +--------------------+------+--------------------+------+
 * </pre>
 *
 * <p>An IPv4 address is written as an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2).
 */
public final class AddressPair {
    /** No addresses: the proof does not depend on them. */
    public static final AddressPair NONE = new AddressPair(new byte[AddressPair.BYTES]);

    /** The length in bytes. */
    static final int BYTES = 36;

    private static final int ADDRESS_BYTES = 16;
    private static final int MAPPED = 10;

    private final byte[] bytes;

    private AddressPair(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * {@return the addresses of a connection; {@link #NONE} of one by the loopback device, where nothing translates
     * them}
     *
     * @param initiator the end that has made the connection; resolved
     * @param acceptor the end that has accepted it; resolved
     */
    public static AddressPair of(InetSocketAddress initiator, InetSocketAddress acceptor) {
        if (initiator.getAddress().isLoopbackAddress() || acceptor.getAddress().isLoopbackAddress()) return NONE;
        ByteBuffer pair = ByteBuffer.allocate(BYTES);
        put(pair, initiator);
        put(pair, acceptor);
        return new AddressPair(pair.array());
    }

    /**
     * {@return the addresses that this side sees as the one that has made a connection}
     *
     * @param socket connected
     */
    public static AddressPair ofInitiator(Socket socket) {
        return of((InetSocketAddress) socket.getLocalSocketAddress(), (InetSocketAddress)
                socket.getRemoteSocketAddress());
    }

    /**
     * {@return the addresses that this side sees as the one that has accepted a connection}
     *
     * @param socket connected
     */
    public static AddressPair ofAcceptor(Socket socket) {
        return of((InetSocketAddress) socket.getRemoteSocketAddress(), (InetSocketAddress)
                socket.getLocalSocketAddress());
    }

    /** Reads a pair, which may be of any content. */
    static AddressPair read(byte[] from, int at) {
        return new AddressPair(Arrays.copyOfRange(from, at, at + BYTES));
    }

    private static void put(ByteBuffer pair, InetSocketAddress end) {
        byte[] address = end.getAddress().getAddress();
        if (address.length < ADDRESS_BYTES)
            pair.put(new byte[MAPPED]).put((byte) -1).put((byte) -1);
        pair.put(address).putShort((short) end.getPort());
    }

    /** {@return a copy of the bytes} */
    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressPair && Arrays.equals(bytes, ((AddressPair) other).bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** {@return for instance {@code from 10.0.0.5:40000 to 10.0.0.7:40123}} */
    @Override
    public String toString() {
        if (equals(NONE)) return "without its addresses";
        return "from " + end(0) + " to " + end(ADDRESS_BYTES + Short.BYTES);
    }

    private String end(int at) {
        String name;
        try {
            name = InetAddress.getByAddress(Arrays.copyOfRange(bytes, at, at + ADDRESS_BYTES))
                    .getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + ADDRESS_BYTES + " bytes", e);
        }
        int port = Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(at + ADDRESS_BYTES));
        return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port;
    }
}
