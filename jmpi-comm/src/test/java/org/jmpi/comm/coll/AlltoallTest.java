package org.jmpi.comm.coll;

class AlltoallTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Alltoall.Algorithm.class;
    }

    @Override
    void call(RankView peers, Round round, String what) {
        int rank = peers.rank();
        int size = peers.size();
        Block.Equal send = Block.Equal.of(round, size, round.count(), Shape.of(round.type(), rank), -1);
        Block.Equal receive = Block.Equal.of(round, size, round.count(), Shape.of(round.type(), rank + 1), -2);
        for (int peer = 0; peer < size; peer++) {
            send.row().fill(send.of(peer), round.type(), Block.data(round, rank, peer, round.count()), 0);
            receive.row().expect(receive.of(peer), round.type(), Block.data(round, peer, rank, round.count()), 0);
        }
        Alltoall.run(peers, send.blocks(), receive.blocks());
        receive.row().check(what);
        send.row().check("what was sent: " + what);
    }
}
