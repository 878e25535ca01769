package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.PendingCommunicator;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Test;

/** Ranks agree and shrink their communicator, while up to half of them are lost at any moment. */
class ShrinkTest {
    private static final int MOST_RANKS = 6;
    private static final int CALLS = 3;

    /** How many runs there are. */
    private static final int SEEDS = Integer.getInteger("jmpi.simulation.runs", 100);

    /** The longest time that a rank computes before a call, in ns. */
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;

    /** Longer than all others need to learn of a loss, in ns. */
    private static final long LONGEST_DETECTION_NANOS = 10_000_000_000L;

    private static final int MOST_SEAMS = 12;

    /** The results of one rank, a line for each; the last one if it is not lost. */
    private static final class Log {
        final List<String> lines = new ArrayList<>();
        boolean isComplete;
    }

    /** Runs a call; returns its result, or the class of the failure that the loss of a rank has brought about. */
    private static String outcome(Runnable call) {
        try {
            call.run();
            return "done";
        } catch (CommException e) {
            assertEquals(ErrorClass.PROC_FAILED, e.errorClass(), e.getMessage());
            return "failed";
        }
    }

    private static void sum(Communicator comm, int[] sum) {
        int[] one = {1};
        comm.collectives().run("Sum", view -> Allreduce.run(view, Buffer.of(one), Buffer.of(sum), Predefined.SUM));
    }

    private static void run(long seed) {
        SimulationRandom random = new SimulationRandom(~seed);
        int ranks = 2 + random.below(MOST_RANKS - 1);
        int[] seams = new int[ranks];
        Arrays.fill(seams, -1);
        for (int i = 0; i < ranks / 2; i++) seams[random.below(ranks)] = random.below(1 << random.below(MOST_SEAMS));
        boolean acknowledges = random.below(2) == 0;
        long[] pauses = new long[ranks * CALLS];
        for (int i = 0; i < pauses.length; i++) pauses[i] = random.between(0, random.oneOf(0, LONGEST_PAUSE_NANOS));
        Log[] logs = new Log[ranks];
        Arrays.setAll(logs, rank -> new Log());
        Simulation.Result result = Simulation.run(seed, ranks, Simulation.Options.SEEDED, (rank, world) -> {
            if (seams[rank] >= 0) Simulation.loseRankAfter(seams[rank]);
            Communicator comm = world;
            for (int call = 0; call < CALLS; call++) {
                Simulation.compute(pauses[rank * CALLS + call]);
                comm = agreeAndShrink(comm, rank, acknowledges, logs[rank].lines);
            }
            Simulation.compute(LONGEST_DETECTION_NANOS);
            logs[rank].isComplete = true;
        });
        assertEquals(List.of(), result.findings(), result.line());
        List<String> first = null;
        for (int rank = 0; rank < ranks; rank++) {
            if (!logs[rank].isComplete) assertTrue(seams[rank] >= 0, result.line());
            else if (first == null) first = logs[rank].lines;
            else assertEquals(first, logs[rank].lines, result.line());
        }
    }

    private static Communicator agreeAndShrink(Communicator comm, int rank, boolean acknowledges, List<String> log) {
        if (acknowledges) comm.survivors().acknowledge(comm.survivors().failed().size());
        int[] flag = {~(1 << rank)};
        String outcome = outcome(() -> comm.survivors().agree("Agree", flag).await(Status.BINDING));
        log.add("agree " + Integer.toHexString(flag[0]) + " " + outcome);
        PendingCommunicator pending = comm.survivors().shrink("Shrink");
        pending.request().await(Status.BINDING);
        Communicator made = pending.made();
        int[] sum = {made.size()};
        String ended = outcome(() -> sum(made, sum));
        if (ended.equals("done")) assertEquals(made.size(), sum[0]);
        log.add("shrink to " + Arrays.toString(made.group().worldRanks()));
        return made;
    }

    @Test
    void allRanksThatAreLeftHaveTheSame() {
        for (long seed = 1; seed <= SEEDS; seed++) run(seed);
    }
}
