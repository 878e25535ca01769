package org.jmpi.comm.coll;

import java.util.stream.IntStream;
import org.jmpi.comm.datatype.Buffer;

class ReduceScatterTest extends ReductionContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return ReduceScatter.Algorithm.class;
    }

    @Override
    void call(RankView peers, Reduction reduction, String what) {
        int rank = peers.rank();
        int[] counts = IntStream.range(0, peers.size())
                .map(to -> reduction.round().varied(0, to) / 4)
                .toArray();
        int before = IntStream.of(counts).limit(rank).sum();
        int total = IntStream.of(counts).sum();
        Block.One own = reduction.operand(rank, total);
        Block.One result = reduction.result(counts[rank]);
        Object all = reduction.combined(peers.size() - 1, total);
        int first = before * reduction.layout().size();
        result.row().expect(result.buffer(), reduction.round().type(), all, first);
        ReduceScatter.run(peers, uncounted(own.buffer()), uncounted(result.buffer()), counts, reduction.op());
        result.row().check(what);
        own.row().check("what was sent: " + what);
    }

    private static Buffer uncounted(Buffer buffer) {
        return new Buffer(buffer.array(), buffer.offset(), 0, buffer.layout());
    }
}
