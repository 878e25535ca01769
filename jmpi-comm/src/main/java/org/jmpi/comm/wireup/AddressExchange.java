package org.jmpi.comm.wireup;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.control.KeyValues;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.PeerAddress;

/**
 * Publishes the addresses of the ranks of this process through a wire-up, and reads those of all ranks. Each rank has a
 * value of its own; its key is the number of the exchange and the rank's place in the process.
 *
 * <pre>
 * | JMPI (4) | version (4) | host (text) | ranks of the process (4) | address of the rank |
 * </pre>
 *
 * <p>The first three parts are the same in all versions of JMPI, so that a process can name one that it can't talk to.
 */
public final class AddressExchange {
    /**
     * The version of all that ranks send to each other: addresses, handshakes, frames. Each change of one counts it up.
     */
    static final int VERSION = 1;

    private static final int MAGIC = 'J' << 24 | 'M' << 16 | 'P' << 8 | 'I';
    private static final String KEY = "address.";

    private final WireUp wireUp;
    private final long nanos;
    private int exchanges;

    /**
     * Begins with the first exchange.
     *
     * @param wireUp finds the other processes
     * @param nanos the longest time to wait for them, in ns
     */
    public AddressExchange(WireUp wireUp, long nanos) {
        this.wireUp = wireUp;
        this.nanos = nanos;
    }

    /**
     * Publishes addresses and waits for those of all ranks. Every process calls this equally often.
     *
     * @param mine where each of this process's ranks is reached, in their order
     * @return where all ranks are reached
     * @throws CommException if not every rank came in time, or one runs another version of JMPI
     */
    public RankTable exchange(List<PeerAddress> mine) {
        String prefix = KEY + exchanges++ + ".";
        try {
            for (int i = 0; i < mine.size(); i++) wireUp.put(prefix + i, bytes(mine.size(), mine.get(i)));
            wireUp.fence(nanos);
            List<PeerAddress> all = new ArrayList<>();
            while (all.size() < wireUp.size()) addProcess(all, prefix, mine.get(0));
            return new RankTable(all);
        } catch (IOException e) {
            // The message says all: a network that fails at every rank would print the causes of each.
            throw new CommException(ErrorClass.OTHER, e.getMessage());
        }
    }

    private void addProcess(List<PeerAddress> all, String prefix, PeerAddress mine) throws IOException {
        int first = all.size();
        int count = 1;
        for (int i = 0; i < count; i++) {
            Published published = Published.read(first + i, wireUp.get(first, prefix + i));
            if (published.version != VERSION)
                throw new IOException(otherVersion(
                        first, published, wireUp.rank(), mine.host().name()));
            count = published.count;
            if (count > wireUp.size() - first)
                throw new IOException(
                        "rank " + first + " is the first of " + count + " in a world of " + wireUp.size());
            all.add(published.address);
        }
    }

    private static String otherVersion(int rank, Published theirs, int mine, String host) {
        return "rank " + rank + " on host " + theirs.host + " runs version " + theirs.version
                + " of JMPI's protocol, and rank " + mine + " on host " + host + " version " + VERSION
                + ": use the same JMPI on every host";
    }

    private static byte[] bytes(int count, PeerAddress address) throws IOException {
        ControlWriter bytes = new ControlWriter()
                .writeInt(MAGIC)
                .writeInt(VERSION)
                .writeText(address.host().name())
                .writeInt(count);
        RankTable.write(new DataOutputStream(bytes), address);
        return bytes.toByteArray();
    }

    /**
     * {@return the addresses among the values of a process, in the order of its ranks}
     *
     * @param first its first rank
     * @param values that it has published
     * @throws IOException if one is malformed
     */
    public static List<PeerAddress> addresses(int first, KeyValues values) throws IOException {
        List<PeerAddress> addresses = new ArrayList<>();
        for (String key : values.keys())
            if (key.startsWith(KEY)) addresses.add(Published.read(first, values.get(key)).address);
        return addresses;
    }

    /** @param address null if the version is another one */
    private record Published(int version, String host, int count, PeerAddress address) {
        static Published read(int rank, byte[] value) throws IOException {
            ControlReader in = new ControlReader(value, 0);
            if (in.readInt() != MAGIC) throw new IOException("rank " + rank + " has published no address of JMPI");
            int version = in.readInt();
            String host = in.readText();
            return version == VERSION
                    ? new Published(version, host, in.readInt(), RankTable.readAddress(in))
                    : new Published(version, host, 0, null);
        }
    }
}
