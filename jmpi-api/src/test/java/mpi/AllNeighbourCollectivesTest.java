package mpi;

import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import mpi.NeighbourCollective.Part;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every collective operation among neighbours, over topologies, counts and datatypes. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class AllNeighbourCollectivesTest {
    private static final Kind[] KINDS = {Kind.BYTE, Kind.BOOLEAN, Kind.INT, Kind.DOUBLE, Kind.OBJECT};

    static Stream<Arguments> operationsInEveryForm() {
        return Arrays.stream(NeighbourCollective.values())
                .flatMap(
                        operation -> Arrays.stream(CollectiveForm.values()).map(form -> Arguments.of(operation, form)));
    }

    /** The work of every rank with its part of a topology. */
    private interface Body {
        void run(PersistentNeighbourCollectives comm, Part part);
    }

    private static void onAllTopologies(int[] sizes, Body body) {
        for (int ranks : sizes) {
            Jmpi.run(ranks, () -> {
                for (NeighbourTopology topology : NeighbourTopology.all(ranks)) {
                    PersistentNeighbourCollectives comm = topology.make().get();
                    body.run(comm, new Part(topology, Talk.rank()));
                    comm.Free();
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void everyBlockArrivesWhereItBelongs(NeighbourCollective operation, CollectiveForm form) {
        checkBlocks(operation, form, 1, 2, 4);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void soItDoesAmongOtherNumbersOfRanks(NeighbourCollective operation, CollectiveForm form) {
        checkBlocks(operation, form, 3, 5, 6);
    }

    private static void checkBlocks(NeighbourCollective operation, CollectiveForm form, int... sizes) {
        onAllTopologies(sizes, (comm, part) -> {
            for (int count : new int[] {0, 1, 7}) operation.check(form, comm, part, Items.of(Kind.INT), count);
            operation.check(form, comm, part, Items.of(Kind.OBJECT), 3);
        });
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void everyTypeArrivesInShortAndInLongBlocks(NeighbourCollective operation, CollectiveForm form) {
        for (int ranks : new int[] {1, 2, 5})
            Jmpi.run(ranks, () -> {
                for (NeighbourTopology topology : NeighbourTopology.all(ranks).subList(1, 12)) {
                    PersistentNeighbourCollectives comm = topology.make().get();
                    Part part = new Part(topology, Talk.rank());
                    for (Kind kind : Kind.values()) operation.check(form, comm, part, Items.of(kind), 5);
                    operation.check(form, comm, part, Items.of(Kind.LONG), 5000);
                    operation.check(form, comm, part, Items.of(Kind.OBJECT), 300);
                    comm.Free();
                }
            });
    }

    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void buffersTakeAndGiveTheBlocks(NeighbourCollective operation, CollectiveForm form) {
        for (int ranks : new int[] {1, 2, 5})
            Jmpi.run(ranks, () -> {
                for (NeighbourTopology topology : NeighbourTopology.all(ranks).subList(1, 12)) {
                    PersistentNeighbourCollectives comm = topology.make().get();
                    for (Kind kind : new Kind[] {Kind.BYTE, Kind.INT, Kind.DOUBLE})
                        operation.check(form, comm, Part.ofBuffers(topology, Talk.rank()), Items.of(kind), 5);
                    comm.Free();
                }
            });
    }

    /** Ranks describe the same elements differently. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("operationsInEveryForm")
    void derivedTypesLeaveTheElementsBetweenTheirsAlone(NeighbourCollective operation, CollectiveForm form) {
        for (int ranks : new int[] {1, 2, 4})
            Jmpi.run(ranks, () -> {
                for (NeighbourTopology topology : NeighbourTopology.all(ranks).subList(1, 12)) {
                    PersistentNeighbourCollectives comm = topology.make().get();
                    Part part = new Part(topology, Talk.rank());
                    for (Kind kind : KINDS) {
                        Items[] items = {Items.strided(kind), Items.reversed(kind), Items.adjacent(kind)};
                        for (int i = 0; i < items.length; i++)
                            operation.check(form, comm, part, items[(i + Talk.rank()) % items.length], 4);
                    }
                    comm.Free();
                }
            });
    }

    /** A rank that is through with one operation may be in one of the next while others are not. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void anySequenceOfOperationsKeepsThemApart(int ranks) {
        Jmpi.run(ranks, () -> {
            Random random = new Random(3_141 + ranks);
            for (NeighbourTopology topology : NeighbourTopology.all(ranks)) {
                PersistentNeighbourCollectives comm = topology.make().get();
                for (int i = 0; i < 10; i++) {
                    CollectiveForm form = CollectiveForm.values()[random.nextInt(CollectiveForm.values().length)];
                    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                    if (random.nextBoolean())
                        NeighbourCollective.values()[random.nextInt(NeighbourCollective.values().length)].check(
                                form, comm, new Part(topology, Talk.rank()), Items.of(kind), random.nextInt(40));
                    else
                        Collective.values()[random.nextInt(Collective.values().length)].check(
                                form.of(comm), kind, random.nextInt(40), random.nextInt(ranks));
                }
                comm.Free();
            }
        });
    }
}
