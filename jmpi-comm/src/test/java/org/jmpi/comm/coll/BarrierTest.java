package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jmpi.comm.datatype.BasicType;

class BarrierTest extends CollectiveContract {
    private static final int ROUNDS = 50;

    private AtomicIntegerArray come;

    @Override
    Class<? extends Enum<?>> algorithms() {
        return Barrier.Algorithm.class;
    }

    @Override
    List<Round> rounds(int ranks) {
        return List.of(new Round(BasicType.BYTE, 0, ROUNDS));
    }

    @Override
    void begin() {
        come = new AtomicIntegerArray(ROUNDS);
    }

    @Override
    void call(RankView peers, Round round, String what) {
        Random random = new Random(peers.rank());
        for (int i = 0; i < ROUNDS; i++) {
            for (int k = random.nextInt(10); k > 0; k--) Thread.yield();
            come.incrementAndGet(i);
            Barrier.run(peers);
            assertEquals(peers.size(), come.get(i), "ranks that have come to barrier " + i + ": " + what);
        }
    }
}
