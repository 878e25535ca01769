package org.jmpi.comm.coll;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.events.Exchange;

/**
 * Exchanges the messages of an observer among the ranks of a collective operation: all at once.
 *
 * @param peers the ranks
 */
public record PeerExchange(Peers peers) implements Exchange {
    @Override
    public int rank() {
        return peers.rank();
    }

    @Override
    public int size() {
        return peers.size();
    }

    @Override
    public void exchange(byte[][] send, byte[][] receive) {
        List<Peers.Transfer> transfers = new ArrayList<>();
        int own = rank();
        for (int rank = 0; rank < size(); rank++)
            if (rank != own && receive[rank].length > 0)
                transfers.add(peers.startReceive(message(receive[rank]), rank));
        for (int rank = 0; rank < size(); rank++)
            if (rank != own && send[rank].length > 0) transfers.add(peers.startSend(message(send[rank]), rank));
        System.arraycopy(send[own], 0, receive[own], 0, send[own].length);
        transfers.forEach(Peers.Transfer::await);
    }

    private static Buffer message(byte[] bytes) {
        return new Buffer(bytes, 0, bytes.length, Layout.of(BasicType.BYTE));
    }
}
