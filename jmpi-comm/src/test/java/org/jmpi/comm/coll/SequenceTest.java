package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.stream.IntStream;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.schedule.Blocks;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations that follow each other do not mix, though some ranks leave them before others. */
@Timeout(60)
class SequenceTest {
    private static final Layout INT = Layout.of(BasicType.INT);

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}, cells of {2} bytes")
    @CsvSource({
        "2,false,0",
        "3,true,0",
        "5,false,0",
        "8,true,0",
        "13,false,0",
        "2,false,4096",
        "3,true,4096",
        "5,false,4096",
        "8,true,4096",
        "13,false,4096"
    })
    void operationsThatFollowEachOtherDoNotMix(int size, boolean sendsWait, int cell) throws Exception {
        try (FakeWorld world = new FakeWorld(size, sendsWait, cell)) {
            world.run(peers -> {
                Random random = new Random(7);
                for (int round = 0; round < 300; round++) call(peers, random.nextInt(9), random.nextInt(size), round);
            });
        }
    }

    private static void call(RankView peers, int kind, int root, int round) {
        int size = peers.size();
        int[] all = IntStream.range(0, size).map(rank -> 100 * round + rank).toArray();
        int[] own = {all[peers.rank()]};
        int[] one = new int[1];
        int[] many = new int[size];
        Blocks blocks = Blocks.equal(new Buffer(many, 0, 1, INT));
        switch (kind) {
            case 0 -> {
                Bcast.run(peers, Buffer.of(own), root);
                assertEquals(all[root], own[0]);
            }
            case 1 -> {
                Gather.run(peers, Buffer.of(own), blocks, root);
                assertArrayEquals(peers.rank() == root ? all : new int[size], many);
            }
            case 2 -> {
                Scatter.run(peers, Blocks.equal(new Buffer(all, 0, 1, INT)), Buffer.of(one), root);
                assertArrayEquals(own, one);
            }
            case 3 -> {
                Allgather.run(peers, Buffer.of(own), blocks);
                assertArrayEquals(all, many);
            }
            case 4 -> {
                Alltoall.run(peers, Blocks.equal(new Buffer(all, 0, 1, INT)), blocks);
                assertArrayEquals(IntStream.range(0, size).map(i -> own[0]).toArray(), many);
            }
            case 5 -> {
                Reduce.run(peers, Buffer.of(own), Buffer.of(one), Predefined.SUM, root);
                assertEquals(peers.rank() == root ? IntStream.of(all).sum() : 0, one[0]);
            }
            case 6 -> {
                Allreduce.run(peers, Buffer.of(own), Buffer.of(one), Predefined.MAX);
                assertEquals(all[size - 1], one[0]);
            }
            case 7 -> {
                Scan.run(peers, Buffer.of(own), Buffer.of(one), Predefined.SUM);
                assertEquals(IntStream.of(all).limit(peers.rank() + 1L).sum(), one[0]);
            }
            default -> Barrier.run(peers);
        }
    }
}
