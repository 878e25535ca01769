package org.jmpi.comm.coll;

import java.util.stream.IntStream;

class GathervTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Gatherv.Algorithm.class;
    }

    @Override
    boolean isRooted() {
        return true;
    }

    @Override
    void call(RankView peers, Round round, String what) {
        int rank = peers.rank();
        int elements = round.varied(rank, 0);
        Block.One own = Block.One.of(round, elements, Shape.of(round.type(), rank), rank);
        own.row().fill(own.buffer(), round.type(), Block.data(round, rank, 0, elements), 0);
        if (rank != round.root()) {
            Gatherv.run(peers, own.buffer(), null, round.root());
        } else {
            Block.Varying all = Block.Varying.of(round, lengths(peers, round), Shape.of(round.type(), rank + 1), -1);
            for (int from = 0; from < peers.size(); from++)
                all.row().expect(all.of(from), round.type(), Block.data(round, from, 0, round.varied(from, 0)), 0);
            Gatherv.run(peers, own.buffer(), all.blocks(), rank);
            all.row().check(what);
        }
        own.row().check("what was sent: " + what);
    }

    private static int[] lengths(RankView peers, Round round) {
        return IntStream.range(0, peers.size())
                .map(rank -> round.varied(rank, 0))
                .toArray();
    }
}
