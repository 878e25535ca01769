package typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.jmpi.MpiFuture;
import org.jmpi.Operator;
import org.jmpi.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collective operations by the typed calls, blocking and with futures. */
class CollectivesTest {
    private static final int ROOT = 1;

    record Best(double cost, int rank) implements Serializable {}

    /** Calls an operation in one of its two forms. */
    private static <T> T result(boolean async, Supplier<T> now, Supplier<MpiFuture<T>> later) {
        return async ? later.get().join() : now.get();
    }

    private static void complete(boolean async, Runnable now, Supplier<MpiFuture<Void>> later) {
        if (async) later.get().join();
        else now.run();
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "r" + i).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesMove(boolean async) {
        Talk.between(3, world -> {
            int rank = world.rank();
            boolean isRoot = rank == ROOT;
            String own = "r" + rank;
            complete(async, world::barrier, world::barrierAsync);
            String sent = isRoot ? "all" : null;
            assertEquals(
                    "all", result(async, () -> world.broadcast(sent, ROOT), () -> world.broadcastAsync(sent, ROOT)));
            List<String> parts = isRoot ? names(3) : null;
            assertEquals(own, result(async, () -> world.scatter(parts, ROOT), () -> world.scatterAsync(parts, ROOT)));
            assertEquals(
                    isRoot ? names(3) : List.of(),
                    result(async, () -> world.gather(own, ROOT), () -> world.gatherAsync(own, ROOT)));
            assertEquals(names(3), result(async, () -> world.allGather(own), () -> world.allGatherAsync(own)));
            List<String> to = names(3).stream().map(name -> own + " to " + name).toList();
            assertEquals(
                    names(3).stream().map(name -> name + " to " + own).toList(),
                    result(async, () -> world.allToAll(to), () -> world.allToAllAsync(to)));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void arraysMove(boolean async) {
        Talk.between(3, world -> {
            int rank = world.rank();
            boolean isRoot = rank == ROOT;
            double[] copied = isRoot ? new double[] {1.5, 2.5} : new double[2];
            complete(async, () -> world.broadcastInto(copied, ROOT), () -> world.broadcastIntoAsync(copied, ROOT));
            assertArrayEquals(new double[] {1.5, 2.5}, copied);
            int[] all = isRoot ? new int[] {0, 1, 10, 11, 20, 21} : null;
            int[] own = new int[2];
            complete(async, () -> world.scatterInto(all, own, ROOT), () -> world.scatterIntoAsync(all, own, ROOT));
            assertArrayEquals(new int[] {10 * rank, 10 * rank + 1}, own);
            int[] back = isRoot ? new int[6] : null;
            complete(async, () -> world.gatherInto(own, back, ROOT), () -> world.gatherIntoAsync(own, back, ROOT));
            assertArrayEquals(all, back);
            int[] everywhere = new int[6];
            complete(
                    async, () -> world.allGatherInto(own, everywhere), () -> world.allGatherIntoAsync(own, everywhere));
            assertArrayEquals(new int[] {0, 1, 10, 11, 20, 21}, everywhere);
            byte[] blocks = {(byte) (10 * rank), (byte) (10 * rank + 1), (byte) (10 * rank + 2)};
            byte[] received = new byte[3];
            complete(
                    async, () -> world.allToAllInto(blocks, received), () -> world.allToAllIntoAsync(blocks, received));
            assertArrayEquals(new byte[] {(byte) rank, (byte) (10 + rank), (byte) (20 + rank)}, received);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void numbersAreCombined(boolean async) {
        Talk.between(4, world -> {
            int rank = world.rank();
            int[] pair = {rank, 1};
            assertEquals(
                    rank == ROOT ? Optional.of(6) : Optional.empty(),
                    result(
                            async,
                            () -> world.reduce(rank, Operator.SUM, ROOT),
                            () -> world.reduceAsync(rank, Operator.SUM, ROOT)));
            assertArrayEquals(
                    new int[] {6, 4},
                    result(
                            async,
                            () -> world.allReduce(pair, Operator.SUM),
                            () -> world.allReduceAsync(pair, Operator.SUM)));
            assertEquals(
                    rank * (rank + 1) / 2,
                    result(async, () -> world.scan(rank, Operator.SUM), () -> world.scanAsync(rank, Operator.SUM)));
            assertEquals(
                    rank == 0 ? Optional.empty() : Optional.of(rank * (rank - 1) / 2),
                    result(
                            async,
                            () -> world.exclusiveScan(rank, Operator.SUM),
                            () -> world.exclusiveScanAsync(rank, Operator.SUM)));
            assertArrayEquals(new int[] {rank, 1}, pair);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void objectsAreCombinedInTheOrderOfRanks(boolean async) {
        Talk.between(4, world -> {
            String own = "r" + world.rank();
            String upTo = String.join("", names(world.rank() + 1));
            BinaryOperator<String> concat = String::concat;
            assertEquals(
                    world.rank() == ROOT ? Optional.of("r0r1r2r3") : Optional.empty(),
                    result(async, () -> world.reduce(own, concat, ROOT), () -> world.reduceAsync(own, concat, ROOT)));
            assertEquals(
                    "r0r1r2r3",
                    result(async, () -> world.allReduce(own, concat), () -> world.allReduceAsync(own, concat)));
            assertEquals(upTo, result(async, () -> world.scan(own, concat), () -> world.scanAsync(own, concat)));
            assertEquals(
                    world.rank() == 0 ? Optional.empty() : Optional.of(String.join("", names(world.rank()))),
                    result(async, () -> world.exclusiveScan(own, concat), () -> world.exclusiveScanAsync(own, concat)));
        });
    }

    @Test
    void lambdasAndMethodReferencesFit() {
        Talk.between(3, world -> {
            int rank = world.rank();
            int sum = world.allReduce(rank, Integer::sum);
            int product = world.allReduce(rank + 1, (a, b) -> a * b);
            long most = world.allReduce((long) rank, Math::max);
            double half = world.allReduce(0.5, Double::sum);
            assertEquals(List.of(3, 6, 2L, 1.5), List.of(sum, product, most, half));
            Best best = world.allReduce(
                    new Best(Math.abs(rank - 1.2), rank), BinaryOperator.minBy(Comparator.comparing(Best::cost)));
            assertEquals(1, best.rank());
        });
    }

    @Test
    void eachPredefinedOperatorHasItsKernel() {
        Talk.between(2, world -> {
            int own = world.rank() == 0 ? 6 : 3;
            List<Integer> results = Stream.of(
                            Operator.SUM,
                            Operator.PROD,
                            Operator.MAX,
                            Operator.MIN,
                            Operator.BAND,
                            Operator.BOR,
                            Operator.BXOR)
                    .map(op -> world.allReduce(own, op))
                    .toList();
            assertEquals(List.of(9, 18, 6, 3, 2, 7, 5), results);
            boolean[] flags = {world.rank() == 0, true};
            assertArrayEquals(new boolean[] {false, true}, world.allReduce(flags, Operator.LAND));
            assertArrayEquals(new boolean[] {true, true}, world.allReduce(flags, Operator.LOR));
            assertArrayEquals(new boolean[] {true, false}, world.allReduce(flags, Operator.LXOR));
        });
    }

    @Test
    void functionsCombineArraysElementByElement() {
        Talk.between(4, world -> {
            int rank = world.rank();
            int[] first = world.allReduce(new int[] {rank + 1, -rank}, Operator.ofInts((a, b) -> a));
            assertArrayEquals(new int[] {1, 0}, first);
            int[] last = world.allReduce(new int[] {rank + 1, -rank}, Operator.ofInts((a, b) -> b));
            assertArrayEquals(new int[] {4, -3}, last);
            long[] longs = world.allReduce(
                    new long[] {rank}, Operator.ofLongs(Math::max).commutative());
            assertArrayEquals(new long[] {3}, longs);
            double[] doubles = world.scan(new double[] {rank}, Operator.ofDoubles((a, b) -> a + b + 1));
            assertEquals(new double[] {0, 2, 5, 9}[rank], doubles[0]);
            double[] inPlace = {rank, -rank};
            world.allReduceInto(inPlace, Operator.MAX);
            assertArrayEquals(new double[] {3, 0}, inPlace);
        });
    }

    @Test
    void packageMpiTakesPart() {
        Talk.between(2, world -> {
            int[] sum = {-1};
            if (world.rank() == 0) sum[0] = world.allReduce(5, Operator.SUM);
            else MPI.COMM_WORLD.Allreduce(new int[] {6}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(11, sum[0]);
            Object[] box = {"all"};
            if (world.rank() == 0) MPI.COMM_WORLD.Bcast(box, 0, 1, MPI.OBJECT, 0);
            else box[0] = world.broadcast(null, 0);
            assertEquals("all", box[0]);
        });
    }

    // ---- errors ----

    static Stream<Talk.Fault> faults() {
        return Stream.of(
                new Talk.Fault(MPI.ERR_ROOT, "root", world -> world.broadcast("text", 9)),
                new Talk.Fault(
                        MPI.ERR_ARG,
                        "list has 3 values, and there are 2 ranks: pass one value for each",
                        world -> world.allToAll(List.of(1, 2, 3))),
                new Talk.Fault(
                        MPI.ERR_ARG,
                        "list is null, and there are 2 ranks: pass one value for each",
                        world -> world.scatter(null, world.rank())),
                new Talk.Fault(
                        MPI.ERR_COUNT,
                        "array or buffer of all blocks has another length than all blocks together: length=3, ranks=2,"
                                + " elements of a block=2",
                        world -> world.allGatherInto(new int[2], new int[3])),
                new Talk.Fault(
                        MPI.ERR_COUNT,
                        "length=3, ranks=2, elements of a block=1",
                        world -> world.allToAllInto(new int[3], new int[2])),
                new Talk.Fault(
                        MPI.ERR_BUFFER,
                        "array of all blocks is null: pass an array or a buffer",
                        world -> world.gatherInto(new int[2], null, world.rank())),
                new Talk.Fault(
                        MPI.ERR_OP,
                        "operator SUM is not defined for datatype OBJECT",
                        world -> world.allReduce("text", Operator.SUM)),
                new Talk.Fault(
                        MPI.ERR_OP,
                        "operator is null: pass Operator.SUM or a function",
                        world -> world.allReduce(1, (BinaryOperator<Integer>) null)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aWrongArgumentIsNamed(Talk.Fault fault) {
        Talk.between(2, fault::assertOn);
    }

    @Test
    void whatAFunctionThrowsIsThrown() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(2, () -> {
                    try (World world = Jmpi.world()) {
                        world.allReduce(world.rank(), (a, b) -> {
                            throw new IllegalStateException("no sum");
                        });
                    }
                }));
        assertTrue(thrown.getMessage().contains("no sum"), thrown.getMessage());
    }

    /** Rank 1 combines nothing, so rank 0 has nothing to send on to rank 2. */
    @Test
    void aFunctionIsNotCalledWithoutValues() {
        Talk.between(3, world -> {
            RuntimeException unprintable = new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException();
                }
            };
            BinaryOperator<String> join = (a, b) -> {
                if (world.rank() == 1) throw unprintable;
                return a.concat(b);
            };
            RuntimeException thrown =
                    assertThrows(RuntimeException.class, () -> world.allReduce("rank" + world.rank(), join));
            if (world.rank() == 1) assertSame(unprintable, thrown);
            else assertTrue(thrown.getMessage().contains("no objects from rank 1: "), thrown.getMessage());
        });
    }
}
