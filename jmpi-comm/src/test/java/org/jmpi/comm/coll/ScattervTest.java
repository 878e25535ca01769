package org.jmpi.comm.coll;

import java.util.stream.IntStream;

class ScattervTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Scatterv.Algorithm.class;
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
        own.row().expect(own.buffer(), round.type(), Block.data(round, 0, rank, elements), 0);
        if (rank != round.root()) {
            Scatterv.run(peers, null, own.buffer(), round.root());
        } else {
            Block.Varying all = Block.Varying.of(round, lengths(peers, round), Shape.of(round.type(), rank + 1), -1);
            for (int to = 0; to < peers.size(); to++)
                all.row().fill(all.of(to), round.type(), Block.data(round, 0, to, round.varied(to, 0)), 0);
            Scatterv.run(peers, all.blocks(), own.buffer(), rank);
            all.row().check("what was sent: " + what);
        }
        own.row().check(what);
    }

    private static int[] lengths(RankView peers, Round round) {
        return IntStream.range(0, peers.size())
                .map(rank -> round.varied(rank, 0))
                .toArray();
    }
}
