package org.jmpi.comm.wireup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;

/**
 * The addresses of all ranks of the world.
 *
 * <pre>
 * | transport | host's name | host's id | location |     an address
 * </pre>
 *
 * <p>A string is a length (2) and that many bytes of modified UTF-8, as {@link DataOutput#writeUTF} writes it.
 */
public final class RankTable {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_ID = 512;
    private static final int LONGEST_LOCATION = 1024;

    private final List<PeerAddress> addresses;

    /**
     * Makes a table of the addresses of ranks 0, 1, 2, ...
     *
     * @param addresses one for each rank, in the order of ranks
     */
    public RankTable(List<PeerAddress> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    /** {@return the number of ranks} */
    public int size() {
        return addresses.size();
    }

    /**
     * {@return the address of a rank}
     *
     * @param rank in the world
     */
    public PeerAddress address(int rank) {
        return addresses.get(rank);
    }

    /** {@return the addresses of ranks 0, 1, 2, ...} */
    public List<PeerAddress> addresses() {
        return addresses;
    }

    /** {@return whether every rank runs on the same host} */
    public boolean allLocal() {
        return addresses.isEmpty() || ranksOn(addresses.get(0).host()) == size();
    }

    /**
     * {@return how many ranks run on a host}
     *
     * @param host as the ranks' addresses have it
     */
    public int ranksOn(Host host) {
        int count = 0;
        for (PeerAddress address : addresses) if (address.host().equals(host)) count++;
        return count;
    }

    /** {@return the hosts of ranks 0, 1, 2, ...} */
    public List<Host> hosts() {
        return addresses.stream().map(PeerAddress::host).toList();
    }

    /**
     * Writes an address as drawn above.
     *
     * @param out takes it
     * @param address of a rank
     * @throws IOException if a part of it is too long
     */
    public static void write(DataOutput out, PeerAddress address) throws IOException {
        out.writeUTF(checked("transport", address.transport(), LONGEST_NAME));
        out.writeUTF(checked("host", address.host().name(), LONGEST_NAME));
        out.writeUTF(checked("host id", address.host().id(), LONGEST_ID));
        out.writeUTF(checked("location", address.location(), LONGEST_LOCATION));
    }

    /**
     * {@return an address that {@link #write} wrote}
     *
     * @param in has it
     * @throws IOException if a part of it is too long, or missing
     */
    public static PeerAddress readAddress(DataInput in) throws IOException {
        return new PeerAddress(
                checked("transport", in.readUTF(), LONGEST_NAME),
                new Host(checked("host", in.readUTF(), LONGEST_NAME), checked("host id", in.readUTF(), LONGEST_ID)),
                checked("location", in.readUTF(), LONGEST_LOCATION));
    }

    private static String checked(String what, String text, int longest) throws IOException {
        if (text.length() <= longest) return text;
        throw new IOException(
                what + " of a rank's address is too long: " + text.length() + " characters, at most " + longest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankTable && addresses.equals(((RankTable) other).addresses);
    }

    @Override
    public int hashCode() {
        return addresses.hashCode();
    }

    @Override
    public String toString() {
        return addresses.toString();
    }
}
