package org.jmpi.comm.coll;

class AllgatherTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Allgather.Algorithm.class;
    }

    @Override
    void call(RankView peers, Round round, String what) {
        int rank = peers.rank();
        int elements = round.count();
        Block.One own = Block.One.of(round, elements, Shape.of(round.type(), rank), rank);
        own.row().fill(own.buffer(), round.type(), Block.data(round, rank, 0, elements), 0);
        Block.Equal all = Block.Equal.of(round, peers.size(), round.count(), Shape.of(round.type(), rank + 1), -1);
        for (int from = 0; from < peers.size(); from++)
            all.row().expect(all.of(from), round.type(), Block.data(round, from, 0, round.count()), 0);
        Allgather.run(peers, own.buffer(), all.blocks());
        all.row().check(what);
        own.row().check("what was sent: " + what);
    }
}
