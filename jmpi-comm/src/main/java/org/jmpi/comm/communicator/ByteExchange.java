package org.jmpi.comm.communicator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.schedule.Blocks;

/**
 * Exchanges bytes of any number among the ranks of a communicator, as parts of another call.
 *
 * @param comm of one group
 * @param call the call's name
 */
public record ByteExchange(Communicator comm, String call) {
    private static final Layout BYTE = Layout.of(BasicType.BYTE);

    /**
     * {@return the bytes that each rank gives, in the order of ranks}
     *
     * @param own this rank's
     */
    public List<byte[]> allgather(byte[] own) {
        int[] lengths = Communicators.allgather(call, comm, new int[] {own.length});
        int longest = Arrays.stream(lengths).max().orElseThrow();
        byte[] padded = Arrays.copyOf(own, longest);
        byte[] all = new byte[longest * lengths.length];
        comm.collectives()
                .run(
                        call,
                        peers -> Allgather.run(
                                peers, buffer(padded), Blocks.equal(buffer(all).items(0, longest))));
        List<byte[]> parts = new ArrayList<>();
        for (int rank = 0; rank < lengths.length; rank++)
            parts.add(Arrays.copyOfRange(all, rank * longest, rank * longest + lengths[rank]));
        return parts;
    }

    /**
     * {@return the bytes that one rank gives}
     *
     * @param bytes count at that rank only
     * @param root the rank
     */
    public byte[] bcast(byte[] bytes, int root) {
        int[] length = {comm.rank() == root ? bytes.length : 0};
        comm.collectives().run(call, peers -> Bcast.run(peers, Buffer.of(length), root));
        byte[] all = comm.rank() == root ? bytes : new byte[length[0]];
        comm.collectives().run(call, peers -> Bcast.run(peers, buffer(all), root));
        return all;
    }

    private static Buffer buffer(byte[] bytes) {
        return new Buffer(bytes, 0, bytes.length, BYTE);
    }
}
