package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;

class ReduceTest extends ReductionContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Reduce.Algorithm.class;
    }

    @Override
    boolean isRooted() {
        return true;
    }

    @Override
    void call(RankView peers, Reduction reduction, String what) {
        int count = reduction.round().count();
        int root = reduction.round().root();
        Block.One own = reduction.operand(peers.rank(), count);
        Block.One result = reduction.result(count);
        if (peers.rank() == root) {
            Object all = reduction.combined(peers.size() - 1, count);
            result.row().expect(result.buffer(), reduction.round().type(), all, 0);
            Reduce.run(peers, own.buffer(), result.buffer(), reduction.op(), root);
        } else {
            Buffer receive = peers.rank() % 2 == 0 ? result.buffer() : new Buffer(null, -1, -1, null);
            Reduce.run(peers, own.buffer(), receive, reduction.op(), root);
        }
        result.row().check(what);
        own.row().check("what was sent: " + what);
    }
}
