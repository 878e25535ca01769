package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Map;
import java.util.Random;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllreduceTest extends ReductionContract {
    @Override
    Class<? extends Enum<?>> algorithms() {
        return Allreduce.Algorithm.class;
    }

    @Override
    void call(RankView peers, Reduction reduction, String what) {
        int count = reduction.round().count();
        Block.One own = reduction.operand(peers.rank(), count);
        Block.One result = reduction.result(count);
        result.row().expect(result.buffer(), reduction.round().type(), reduction.combined(peers.size() - 1, count), 0);
        Allreduce.run(peers, own.buffer(), result.buffer(), reduction.op());
        result.row().check(what);
        own.row().check("what was sent: " + what);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyRankGetsTheSameBitsOfARoundedSum(String algorithm) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of(setting(), algorithm));
        int count = 50;
        Layout layout = Layout.of(BasicType.DOUBLE);
        for (int size : RANKS) {
            double[][] results = new double[size][count];
            try (FakeWorld world = new FakeWorld(size, true)) {
                world.run(tuning, peers -> {
                    double[] mine =
                            new Random(peers.rank()).doubles(count, -1e10, 1e10).toArray();
                    Buffer result = new Buffer(results[peers.rank()], 0, count, layout);
                    Allreduce.run(peers, new Buffer(mine, 0, count, layout), result, Predefined.SUM);
                });
            }
            for (double[] result : results) assertArrayEquals(results[0], result, size + " ranks");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void whatIsSentMayBeWhatIsReceived(String algorithm) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of(setting(), algorithm));
        Layout layout = Layout.of(BasicType.INT);
        for (int size : RANKS) {
            try (FakeWorld world = new FakeWorld(size, true)) {
                world.run(tuning, peers -> {
                    int[] array = {peers.rank(), 10 * peers.rank(), 0};
                    Buffer buffer = new Buffer(array, 0, 2, layout);
                    Allreduce.run(peers, buffer, buffer, Predefined.SUM);
                    int sum = size * (size - 1) / 2;
                    assertArrayEquals(new int[] {sum, 10 * sum, 0}, array);
                });
            }
        }
    }
}
