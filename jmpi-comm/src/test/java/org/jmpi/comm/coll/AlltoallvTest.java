package org.jmpi.comm.coll;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

class AlltoallvTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Alltoallv.Algorithm.class;
    }

    @Override
    void call(RankView peers, Round round, String what) {
        int rank = peers.rank();
        int size = peers.size();
        Block.Varying send = Block.Varying.of(
                round, lengths(size, peer -> round.varied(rank, peer)), Shape.of(round.type(), rank), -1);
        Block.Varying receive = Block.Varying.of(
                round, lengths(size, peer -> round.varied(peer, rank)), Shape.of(round.type(), rank + 1), -2);
        for (int peer = 0; peer < size; peer++) {
            send.row().fill(send.of(peer), round.type(), Block.data(round, rank, peer, round.varied(rank, peer)), 0);
            receive.row()
                    .expect(receive.of(peer), round.type(), Block.data(round, peer, rank, round.varied(peer, rank)), 0);
        }
        Alltoallv.run(peers, send.blocks(), receive.blocks());
        receive.row().check(what);
        send.row().check("what was sent: " + what);
    }

    private static int[] lengths(int size, IntUnaryOperator length) {
        return IntStream.range(0, size).map(length).toArray();
    }
}
