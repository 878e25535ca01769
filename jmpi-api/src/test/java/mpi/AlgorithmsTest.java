package mpi;

import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm of every collective operation, which a setting chooses whatever the size of the message. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class AlgorithmsTest {
    /** Makes a chain of several parts also of a short message. */
    private static final String SEGMENT = "jmpi.coll.bcast.segment";

    private static final Kind[] KINDS = {Kind.BYTE, Kind.INT, Kind.DOUBLE, Kind.OBJECT};

    static Stream<Arguments> algorithms() {
        return Stream.of(Collective.values())
                .flatMap(operation -> Stream.of(algorithms(operation)).map(name -> Arguments.of(operation, name)));
    }

    /** Returns the constants of an enumeration that its package keeps to itself. */
    private static String[] algorithms(Collective operation) {
        try {
            Class<?> algorithms = Class.forName("org.jmpi.comm.coll." + nameInCore(operation) + "$Algorithm");
            return Arrays.stream(algorithms.getEnumConstants())
                    .map(Object::toString)
                    .toArray(String[]::new);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static String nameInCore(Collective operation) {
        if (operation == Collective.ALLTOALLW) return "Alltoallv";
        if (operation == Collective.REDUCE_SCATTER_BLOCK) return "ReduceScatter";
        StringBuilder name = new StringBuilder();
        for (String word : operation.name().split("_"))
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        return name.toString();
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("algorithms")
    void everyAlgorithmDoesTheSame(Collective operation, String algorithm) {
        String setting = "jmpi.coll." + nameInCore(operation).toLowerCase(Locale.ROOT);
        System.setProperty(setting, algorithm);
        System.setProperty(SEGMENT, "40");
        try {
            for (int ranks : new int[] {1, 2, 3, 4, 5}) {
                int roots = operation.rooted ? ranks : 1;
                Jmpi.run(ranks, () -> {
                    for (int root = 0; root < roots; root++)
                        for (int count : new int[] {0, 1, 7, 100}) checkAll(operation, count, root);
                });
            }
        } finally {
            System.clearProperty(setting);
            System.clearProperty(SEGMENT);
        }
    }

    /** Ranks describe the same elements differently, but for reductions. */
    private static void checkAll(Collective operation, int count, int root) {
        for (Kind kind : KINDS) {
            operation.check(MPI.COMM_WORLD, kind, count, root);
            if (kind == Kind.OBJECT && operation.reduces()) continue;
            boolean odd = (operation.reduces() ? count : Talk.rank()) % 2 == 1;
            Items items = odd ? Items.strided(kind) : Items.reversed(kind);
            operation.check(MPI.COMM_WORLD, items, count, root);
        }
    }
}
