package org.jmpi.comm.coll;

class ScanTest extends ReductionContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Scan.Algorithm.class;
    }

    @Override
    void call(RankView peers, Reduction reduction, String what) {
        int count = reduction.round().count();
        Block.One own = reduction.operand(peers.rank(), count);
        Block.One result = reduction.result(count);
        result.row().expect(result.buffer(), reduction.round().type(), reduction.combined(peers.rank(), count), 0);
        Scan.run(peers, own.buffer(), result.buffer(), reduction.op());
        result.row().check(what);
        own.row().check("what was sent: " + what);
    }
}
