package org.jmpi.comm.coll;

class ScatterTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Scatter.Algorithm.class;
    }

    @Override
    boolean isRooted() {
        return true;
    }

    @Override
    void call(RankView peers, Round round, String what) {
        int rank = peers.rank();
        int elements = round.count();
        Block.One own = Block.One.of(round, elements, Shape.of(round.type(), rank), rank);
        own.row().expect(own.buffer(), round.type(), Block.data(round, 0, rank, elements), 0);
        if (rank != round.root()) {
            Scatter.run(peers, null, own.buffer(), round.root());
        } else {
            Block.Equal all = Block.Equal.of(round, peers.size(), round.count(), Shape.of(round.type(), rank + 1), -1);
            for (int to = 0; to < peers.size(); to++)
                all.row().fill(all.of(to), round.type(), Block.data(round, 0, to, round.count()), 0);
            Scatter.run(peers, all.blocks(), own.buffer(), rank);
            all.row().check("what was sent: " + what);
        }
        own.row().check(what);
    }
}
