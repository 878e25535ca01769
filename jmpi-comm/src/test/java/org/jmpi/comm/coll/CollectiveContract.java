package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every collective operation keeps with every algorithm: the right elements at every rank, and nothing else
 * touched, for all numbers of ranks, roots, lengths and types, and however ranks describe the same elements.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
abstract class CollectiveContract {
    static final int[] RANKS = {1, 2, 3, 4, 5, 8, 13};

    /** One alone, a power of two, and one more. */
    private static final int[] FEW_RANKS = {1, 4, 5};

    static final int[] COUNTS = {0, 1, 7, 1000};

    /** So short that most messages take several of them, and the longer ones all of them several times. */
    static final int CELL = 256;

    /**
     * One call of the operation at every rank.
     *
     * @param root 0 if the operation has none
     * @param count how many elements a rank has, more or less
     */
    record Round(BasicType type, int root, int count) {
        /** Returns what the elements follow from that one rank has for another, or for all. */
        long seed(int from, int to) {
            return ((root * 31L + count) * 31 + from) * 31 + to;
        }

        /** Returns an even number between 0 and about the count, for a rank or a pair. */
        int varied(int from, int to) {
            int number = Math.floorMod(Long.hashCode(seed(from, to) * 0x9E3779B97F4A7C15L), 4);
            return (count * number + 5) / 6 * 2;
        }
    }

    abstract Class<? extends Enum<?>> algorithms();

    boolean isRooted() {
        return false;
    }

    /** Called before ranks start. */
    void begin() {}

    /** Calls the operation at one rank, and checks all arrays. */
    abstract void call(RankView peers, Round round, String what);

    String setting() {
        return Tuning.PREFIX + algorithms().getEnclosingClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private Stream<Arguments> algorithmsAnd(int[] ranks, boolean... wait) {
        List<Arguments> cases = new ArrayList<>();
        for (Enum<?> algorithm : algorithms().getEnumConstants())
            for (int number : ranks) for (boolean w : wait) cases.add(Arguments.of(algorithm.name(), number, w));
        return cases.stream();
    }

    Stream<Arguments> fewRanks() {
        return algorithmsAnd(FEW_RANKS, true);
    }

    Stream<Arguments> manyRanks() {
        return algorithmsAnd(RANKS, false, true);
    }

    @Tag("full")
    @ParameterizedTest(name = "{0}, {1} ranks, sends wait: {2}")
    @MethodSource("manyRanks")
    void everyAlgorithmKeepsTheContractWithAnyNumberOfRanks(String algorithm, int ranks, boolean sendsWait)
            throws Exception {
        everyAlgorithmKeepsTheContract(algorithm, ranks, sendsWait);
    }

    @ParameterizedTest(name = "{0}, {1} ranks, sends wait: {2}")
    @MethodSource("fewRanks")
    void everyAlgorithmKeepsTheContract(String algorithm, int ranks, boolean sendsWait) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of(
                setting(),
                algorithm,
                "jmpi.coll.bcast.segment",
                "64",
                "jmpi.coll.shared.slot",
                Integer.toString(CELL)));
        begin();
        try (FakeWorld world = world(algorithm, ranks, sendsWait)) {
            world.run(tuning, peers -> callAll(peers, algorithm));
            // Every algorithm is possible on 4 ranks.
            assertTrue(ranks != 4 || world.selected().contains(algorithm), () -> "ran by " + world.selected());
        }
    }

    /** Returns ranks that the algorithm is possible for. */
    private static FakeWorld world(String algorithm, int ranks, boolean sendsWait) {
        return switch (algorithm) {
            case "SHARED" -> new FakeWorld(ranks, sendsWait, CELL);
            case "HIERARCHICAL" -> new FakeWorld(ranks, sendsWait, CELL, Arrangement.BY_THREES);
            default -> new FakeWorld(ranks, sendsWait);
        };
    }

    @Tag("full")
    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 4, 8, 13})
    void blocksThatAnyNumberOfRanksExposeKeepTheContract(int ranks) throws Exception {
        blocksThatRanksExposeKeepTheContract(ranks);
    }

    /** Some are posted in cells, and most of the others are too long for one. */
    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = 5)
    void blocksThatRanksExposeKeepTheContract(int ranks) throws Exception {
        Tuning tuning = Algorithms.tuning(
                Map.of("jmpi.coll.shared.slot", Integer.toString(CELL), "jmpi.coll.shared.published", "40"));
        begin();
        try (FakeWorld world = new FakeWorld(ranks, true, CELL)) {
            world.run(tuning, peers -> callAll(peers, "published blocks"));
        }
    }

    @Tag("full")
    @ParameterizedTest(name = "{0} ranks, limits at {1} bytes and ranks, cells of {2} bytes")
    @MethodSource("ranksAndLimits")
    void theChosenAlgorithmKeepsTheContract(int ranks, int limit, int cell) throws Exception {
        Map<String, String> settings = new HashMap<>();
        if (limit > 0)
            for (Tuning.Limit each : Tuning.Limit.values()) settings.put(each.setting(), Integer.toString(limit));
        settings.put("jmpi.coll.shared.slot", Integer.toString(cell));
        Tuning tuning = Algorithms.tuning(settings);
        begin();
        try (FakeWorld world = new FakeWorld(ranks, ranks % 2 == 0, cell)) {
            world.run(tuning, peers -> callAll(peers, "the chosen one, limits at " + limit));
        }
    }

    Stream<Arguments> ranksAndLimits() {
        return IntStream.rangeClosed(1, 13)
                .boxed()
                .flatMap(ranks -> Stream.of(0, 3, 1000)
                        .flatMap(limit -> Stream.of(0, 4096).map(cell -> Arguments.of(ranks, limit, cell))));
    }

    /** Which ranks are on one host: by the first one of each rank's. */
    private enum Arrangement implements IntUnaryOperator {
        BY_THREES {
            @Override
            public int applyAsInt(int rank) {
                return rank / 3 * 3;
            }
        },
        ALL_BUT_THE_FIRST {
            @Override
            public int applyAsInt(int rank) {
                return Math.min(rank, 1);
            }
        },
        ROUND_ROBIN {
            @Override
            public int applyAsInt(int rank) {
                return rank % 3;
            }
        }
    }

    Stream<Arguments> arrangements() {
        return Stream.of(Arrangement.values())
                .flatMap(hosts -> IntStream.of(3, 4, 8, 13)
                        .boxed()
                        .flatMap(ranks -> Stream.of(0, CELL).map(cell -> Arguments.of(hosts, ranks, cell))));
    }

    @Tag("full")
    @ParameterizedTest(name = "hosts {0}, {1} ranks, cells of {2} bytes")
    @MethodSource("arrangements")
    void ranksOfAnyHostsKeepTheContract(Arrangement hosts, int ranks, int cell) throws Exception {
        ranksOfSeveralHostsKeepTheContract(hosts, ranks, cell);
    }

    @ParameterizedTest(name = "hosts {0}, {1} ranks, cells of {2} bytes")
    @CsvSource("BY_THREES, 8, " + CELL)
    void ranksOfSeveralHostsKeepTheContract(Arrangement hosts, int ranks, int cell) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of("jmpi.coll.shared.slot", Integer.toString(CELL)));
        begin();
        try (FakeWorld world = new FakeWorld(ranks, ranks % 2 == 0, cell, hosts)) {
            world.run(tuning, peers -> callAll(peers, "hosts " + hosts));
        }
    }

    private void callAll(RankView peers, String algorithm) {
        for (Round round : rounds(peers.size())) {
            String what = round + " by " + algorithm + " at rank " + peers.rank() + " of " + peers.size();
            call(peers, round, what);
        }
    }

    List<Round> rounds(int ranks) {
        List<Round> rounds = new ArrayList<>();
        for (int root : roots(ranks)) for (int count : COUNTS) rounds.add(new Round(BasicType.INT, root, count));
        for (BasicType type : BasicType.values()) rounds.add(new Round(type, ranks / 2, 11));
        return rounds;
    }

    private int[] roots(int ranks) {
        if (!isRooted()) return new int[] {0};
        if (ranks > 8) return new int[] {0, 1, ranks - 1};
        int[] all = new int[ranks];
        for (int root = 0; root < ranks; root++) all[root] = root;
        return all;
    }
}
