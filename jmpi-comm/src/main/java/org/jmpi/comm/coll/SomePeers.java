package org.jmpi.comm.coll;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;

/** Some ranks of a communicator, in ascending order of hosts or ranks, that take a step of an operation of all. */
final class SomePeers implements Peers {
    private final Peers all;
    private final int[] ranks;
    private final int rank;
    private final Supplier<Pinboard> pinboard;

    /**
     * @param ranks which of them, this rank among them
     * @param pinboard what {@link #pinboard} is
     */
    SomePeers(Peers all, int[] ranks, Supplier<Pinboard> pinboard) {
        this.all = all;
        this.ranks = ranks;
        this.rank = Arrays.stream(ranks).boxed().toList().indexOf(all.rank());
        this.pinboard = pinboard;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return ranks.length;
    }

    @Override
    public Pinboard pinboard() {
        return pinboard.get();
    }

    @Override
    public void note(CommException mismatch) {
        all.note(mismatch);
    }

    @Override
    public void mismatch(ErrorClass errorClass, int from, String gave, String awaits) {
        all.mismatch(errorClass, ranks[from], gave, awaits);
    }

    @Override
    public CommException left(int from) {
        return all.left(ranks[from]);
    }

    @Override
    public void noteObjects(CommException failure) {
        all.noteObjects(failure);
    }

    @Override
    public ObjectCodec codec() {
        return all.codec();
    }

    @Override
    public ByteChunks encode(Segment segment) {
        return all.encode(segment);
    }

    @Override
    public Tuning tuning() {
        return all.tuning();
    }

    @Override
    public void enter(String operation, int root, Reducer op, BasicType type, long amount) {
        // A step of an operation that all have entered.
    }

    @Override
    public void send(Buffer buffer, int to) {
        all.send(buffer, ranks[to]);
    }

    @Override
    public void receive(Buffer buffer, int from) {
        all.receive(buffer, ranks[from]);
    }

    @Override
    public void exchange(Buffer send, int to, Buffer receive, int from) {
        all.exchange(send, ranks[to], receive, ranks[from]);
    }

    @Override
    public void copy(Buffer from, Buffer to) {
        all.copy(from, to);
    }

    @Override
    public Transfer startSend(Buffer buffer, int to) {
        return all.startSend(buffer, ranks[to]);
    }

    @Override
    public Transfer startReceive(Buffer buffer, int from) {
        return all.startReceive(buffer, ranks[from]);
    }
}
