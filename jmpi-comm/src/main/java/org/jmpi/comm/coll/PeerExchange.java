package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.events.Exchange;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * Exchanges the messages of an observer among the ranks of a collective operation: all at once.
 *
 * @param view of the ranks
 */
public record PeerExchange(RankView view) implements Exchange {
    private static final Layout BYTE = Layout.of(BasicType.BYTE);

    @Override
    public int rank() {
        return view.rank();
    }

    @Override
    public int size() {
        return view.size() + view.remoteSize();
    }

    @Override
    public int groupSize() {
        return view.size();
    }

    @Override
    public void exchange(byte[][] send, byte[][] receive) {
        Blocks sent = blocks(send);
        Blocks received = blocks(receive);
        for (int rank = 0, at = 0; rank < send.length; at += send[rank++].length)
            System.arraycopy(send[rank], 0, sent.array(), at, send[rank].length);
        view.execute(
                new ScheduleArguments("exchange of an observer", 0, null)
                        .sends(sent)
                        .receives(received),
                builder -> exchange(builder, sent, received));
        for (int rank = 0, at = 0; rank < receive.length; at += receive[rank++].length)
            System.arraycopy(received.array(), at, receive[rank], 0, receive[rank].length);
    }

    private void exchange(ScheduleBuilder builder, Blocks sent, Blocks received) {
        for (int k = 1; k < size(); k++) {
            int from = Math.floorMod(rank() - k, size());
            builder.receive(received.of(from), from);
        }
        for (int k = 1; k < size(); k++) {
            int to = (rank() + k) % size();
            builder.send(sent.of(to), to);
        }
        builder.copy(sent.of(rank()), received.of(rank()));
    }

    /** Returns room for messages, one after the other. */
    private static Blocks blocks(byte[][] messages) {
        int[] lengths = new int[messages.length];
        int[] starts = new int[messages.length];
        int length = 0;
        for (int rank = 0; rank < messages.length; rank++) {
            lengths[rank] = messages[rank].length;
            starts[rank] = length;
            length += lengths[rank];
        }
        return Blocks.varying(new Buffer(new byte[length], 0, length, BYTE), lengths, starts);
    }
}
