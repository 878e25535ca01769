package org.jmpi.comm.coll;

class BcastTest extends CollectiveContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Bcast.Algorithm.class;
    }

    @Override
    boolean isRooted() {
        return true;
    }

    @Override
    void call(RankView peers, Round round, String what) {
        Object data = Block.data(round, round.root(), 0, round.count());
        Block.One block = Block.One.of(round, round.count(), Shape.of(round.type(), peers.rank()), peers.rank());
        if (peers.rank() == round.root()) block.row().fill(block.buffer(), round.type(), data, 0);
        else block.row().expect(block.buffer(), round.type(), data, 0);
        Bcast.run(peers, block.buffer(), round.root());
        block.row().check(what);
    }
}
