package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.schedule.LostMessages;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.junit.jupiter.api.Test;

/** Operations that survive the loss of ranks: whatever is lost at whatever time, the others end with one result. */
class SurvivorsTest {
    private static final int RANKS = 5;
    private static final int MOST_LOST = 2;
    private static final int CALLS = 3;

    /** How many runs there are. */
    private static final int SEEDS = Integer.getInteger("jmpi.simulation.runs", 60);

    /** The longest time that a rank computes before a call, in ns. */
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;

    /** Longer than all others need to learn of a loss, in ns. */
    private static final long LONGEST_DETECTION_NANOS = 10_000_000_000L;

    private static final int MOST_SEAMS = 12;

    /**
     * Combines a bit of each rank by OR: all send what they know to all, once more than ranks may be lost (N. Lynch,
     * Distributed Algorithms, section 6.2). A rank that is found to be lost is left out from then on.
     */
    private static final class Flood {
        private final int rank;
        private final int items;
        private final int[] known;
        private final int[] told;
        private final boolean[] gone = new boolean[RANKS];
        private final ScheduleArguments arguments;
        private int rounds;

        Flood(int rank, int bits, int items) {
            this.rank = rank;
            this.items = items;
            this.known = new int[items];
            this.told = new int[RANKS * items];
            Arrays.fill(known, bits);
            this.arguments = new ScheduleArguments("Flood", 0, null)
                    .sends(buffer(known, 0))
                    .receives(new Buffer(told, 0, told.length, Layout.of(BasicType.INT)));
        }

        private Buffer buffer(int[] array, int block) {
            return new Buffer(array, block * items, items, Layout.of(BasicType.INT));
        }

        int run(Communicator world) {
            world.collectives().survive("Flood", round(), arguments);
            int result = known[0];
            for (int each : known) assertEquals(result, each);
            // A read from here on gets bits of no rank, and the assertions at the end see a write.
            Arrays.fill(known, -1);
            Arrays.fill(told, -1);
            return result;
        }

        void assertUntouched() {
            for (int each : known) assertEquals(-1, each, "written after the end");
            for (int each : told) assertEquals(-1, each, "received after the end");
        }

        private Schedule round() {
            ScheduleBuilder builder = new ScheduleBuilder(rank, RANKS, arguments);
            for (int peer = 0; peer < RANKS; peer++) {
                if (peer == rank || gone[peer]) continue;
                builder.receive(buffer(told, peer), peer);
                builder.send(buffer(known, 0), peer);
            }
            return builder.build(this::next);
        }

        private Schedule next(LostMessages lost) {
            for (int peer = 0; peer < RANKS; peer++) {
                if (peer == rank || gone[peer]) continue;
                if (lost.isFrom(peer)) gone[peer] = true;
                else for (int i = 0; i < items; i++) known[i] |= told[peer * items + i];
            }
            return ++rounds <= MOST_LOST ? round() : null;
        }
    }

    private static Simulation.Result run(long seed, int items, int[][] results) {
        SimulationRandom random = new SimulationRandom(~seed);
        int[] seams = new int[RANKS];
        Arrays.fill(seams, -1);
        for (int i = 0; i < MOST_LOST; i++) seams[random.below(RANKS)] = random.below(1 << random.below(MOST_SEAMS));
        long[] pauses = new long[RANKS * CALLS];
        for (int i = 0; i < pauses.length; i++) pauses[i] = random.between(0, random.oneOf(0, LONGEST_PAUSE_NANOS));
        return Simulation.run(seed, RANKS, Simulation.Options.SEEDED, (rank, world) -> {
            if (seams[rank] >= 0) Simulation.loseRankAfter(seams[rank]);
            Flood[] floods = new Flood[CALLS];
            for (int call = 0; call < CALLS; call++) {
                Simulation.compute(pauses[rank * CALLS + call]);
                floods[call] = new Flood(rank, 1 << rank, items);
                results[call][rank] = floods[call].run(world);
            }
            Simulation.compute(LONGEST_DETECTION_NANOS);
            for (Flood flood : floods) flood.assertUntouched();
            for (int call = 0; call < CALLS; call++) results[call][RANKS + rank] = 1;
        });
    }

    private static void assertOneResult(long seed, int items) {
        int[][] results = new int[CALLS][2 * RANKS];
        Simulation.Result run = run(seed, items, results);
        assertEquals(List.of(), run.findings(), run.line());
        for (int[] ofCall : results) {
            int survivors = 0;
            for (int rank = 0; rank < RANKS; rank++) survivors |= ofCall[RANKS + rank] << rank;
            assertTrue(Integer.bitCount(survivors) >= RANKS - MOST_LOST, run.line());
            int first = ofCall[Integer.numberOfTrailingZeros(survivors)];
            assertEquals(survivors, first & survivors, run.line());
            assertTrue(first >> RANKS == 0, run.line());
            for (int rank = 0; rank < RANKS; rank++)
                if ((survivors >> rank & 1) != 0)
                    assertEquals(first, ofCall[rank], () -> run.line() + ": " + Arrays.toString(ofCall));
        }
    }

    @Test
    void shortMessages() {
        for (long seed = 1; seed <= SEEDS; seed++) assertOneResult(seed, 1);
    }

    @Test
    void messagesInPieces() {
        for (long seed = 1; seed <= SEEDS / 2; seed++) assertOneResult(seed, 3000);
    }
}
