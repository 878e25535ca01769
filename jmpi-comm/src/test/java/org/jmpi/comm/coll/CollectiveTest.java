package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Barrier, Bcast and Gather over ranks, roots, counts and types; guard elements lie around every buffer. */
@Timeout(60)
class CollectiveTest {
    static final int[] COUNTS = {0, 1, 7, 1000};

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"1,true", "2,true", "3,false", "4,true", "5,true", "8,false", "8,true", "13,true"})
    void nobodyLeavesABarrierBeforeEverybodyHasCome(int size, boolean sendsWait) throws Exception {
        int rounds = 50;
        AtomicInteger[] come = new AtomicInteger[rounds];
        for (int i = 0; i < rounds; i++) come[i] = new AtomicInteger();
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            world.run(peers -> {
                Random random = new Random(peers.rank());
                for (int round = 0; round < rounds; round++) {
                    for (int i = random.nextInt(10); i > 0; i--) Thread.yield();
                    come[round].incrementAndGet();
                    Barrier.run(peers);
                    assertEquals(size, come[round].get(), "ranks that have come in round " + round);
                }
            });
        }
    }

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"1,true", "2,true", "3,true", "4,false", "5,true", "8,true", "13,false", "13,true"})
    void aBroadcastFillsEveryBufferFromTheRoots(int size, boolean sendsWait) throws Exception {
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            for (BasicType type : BasicType.values())
                for (int count : COUNTS)
                    for (int root = 0; root < size; root++) broadcast(world, Layout.contiguous(type, 1), count, root);
            broadcast(world, Layout.contiguous(BasicType.INT, 3), 7, size - 1);
        }
    }

    private static void broadcast(FakeWorld world, Layout layout, int count, int root) throws Exception {
        BasicType type = layout.type();
        int elements = count * layout.size();
        Object data = Elements.random(type, elements, 1);
        world.run(peers -> {
            int offset = 2 + peers.rank();
            Object buf = Elements.random(type, offset + elements + 3, peers.rank());
            if (peers.rank() == root) System.arraycopy(data, 0, buf, offset, elements);
            Object expected = Elements.copy(buf);
            System.arraycopy(data, 0, expected, offset, elements);
            Bcast.run(peers, buf, offset, count, layout, root);
            Elements.assertSame(type, expected, buf, type + " x " + count + " from " + root + " at " + peers.rank());
        });
    }

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"1,true", "2,true", "3,true", "4,false", "5,true", "8,true", "13,false", "13,true"})
    void aGatherCollectsTheBlocksInTheOrderOfRanks(int size, boolean sendsWait) throws Exception {
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            for (BasicType type : BasicType.values()) {
                Layout layout = Layout.contiguous(type, 1);
                for (int count : COUNTS)
                    for (int root = 0; root < size; root++) gather(world, layout, count, layout, count, root);
                gather(world, layout, 6, Layout.contiguous(type, 3), 2, size / 2);
                gather(world, Layout.contiguous(type, 2), 6, layout, 12, 0);
            }
        }
    }

    private static void gather(FakeWorld world, Layout sent, int sendcount, Layout received, int recvcount, int root)
            throws Exception {
        BasicType type = sent.type();
        int block = sendcount * sent.size();
        int size = world.size();
        world.run(peers -> {
            int rank = peers.rank();
            Object sendbuf = Elements.random(type, rank + block + 2, 100 + rank);
            Object sendBefore = Elements.copy(sendbuf);
            if (rank != root) {
                Gather.run(peers, sendbuf, rank, sendcount, sent, null, -1, -1, null, root);
            } else {
                Object recvbuf = Elements.random(type, 3 + size * block + 4, 5);
                Object expected = Elements.copy(recvbuf);
                for (int from = 0; from < size; from++) {
                    Object theirs = Elements.random(type, from + block + 2, 100 + from);
                    System.arraycopy(theirs, from, expected, 3 + from * block, block);
                }
                Gather.run(peers, sendbuf, rank, sendcount, sent, recvbuf, 3, recvcount, received, root);
                Elements.assertSame(type, expected, recvbuf, type + " x " + sendcount + " at " + root);
            }
            Elements.assertSame(type, sendBefore, sendbuf, "what was sent");
        });
    }

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"2,false", "3,true", "5,false", "8,true", "13,false"})
    void operationsThatFollowEachOtherDoNotMix(int size, boolean sendsWait) throws Exception {
        Layout layout = Layout.contiguous(BasicType.INT, 1);
        List<String> kinds = List.of("bcast", "gather", "reduce", "allreduce", "barrier");
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            world.run(peers -> {
                Random random = new Random(7);
                for (int round = 0; round < 200; round++) {
                    String kind = kinds.get(random.nextInt(kinds.size()));
                    int root = random.nextInt(size);
                    int[] mine = {round * 100 + peers.rank()};
                    if (kind.equals("barrier")) Barrier.run(peers);
                    else assertRound(peers, kind, root, round, mine, layout);
                }
            });
        }
    }

    private static void assertRound(Peers peers, String kind, int root, int round, int[] mine, Layout layout) {
        int size = peers.size();
        int sum = size * round * 100 + size * (size - 1) / 2;
        int[] got = new int[size];
        switch (kind) {
            case "bcast" -> {
                Bcast.run(peers, mine, 0, 1, layout, root);
                assertEquals(round * 100 + root, mine[0]);
            }
            case "gather" -> {
                Gather.run(peers, mine, 0, 1, layout, got, 0, 1, layout, root);
                for (int i = 0; peers.rank() == root && i < size; i++) assertEquals(round * 100 + i, got[i]);
            }
            case "reduce" -> {
                Reduce.run(peers, mine, 0, got, 0, 1, layout, Predefined.SUM, root);
                assertEquals(peers.rank() == root ? sum : 0, got[0]);
            }
            default -> {
                Allreduce.run(peers, mine, 0, got, 0, 1, layout, Predefined.SUM);
                assertEquals(sum, got[0]);
            }
        }
    }
}
