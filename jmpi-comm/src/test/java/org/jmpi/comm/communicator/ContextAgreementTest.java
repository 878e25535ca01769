package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.simulation.Simulation;
import org.jmpi.comm.simulation.Simulation.Options;
import org.junit.jupiter.api.Test;

/** Ranks that agree on a context where others have contexts that were given elsewhere, as in another job. */
class ContextAgreementTest {
    private static final int SEEDS = 16;
    private static final int RANKS = 4;
    private static final int LOSSES = 100;

    /** Takes contexts that the other ranks may propose. */
    private static List<Communicator> foreign(Communicator world, long seed) {
        Random random = new Random(seed * RANKS + world.rank());
        List<Communicator> foreign = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            int context = 2 * (2 * RANKS + random.nextInt(60));
            if (world.process().communicators().reserve(context))
                foreign.add(Communicator.intra(world.process(), Group.of(world.rank()), context));
        }
        return foreign;
    }

    private static void assertDistinct(Communicator made, List<Communicator> known) {
        made.collectives().run("the test's", Barrier::run);
        for (Communicator each : known)
            if (each.context() == made.context()) throw new AssertionError("context twice: " + made.context());
        known.add(made);
    }

    private static void assertNoFindings(int ranks, SeededBody body) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long fixed = seed;
            Simulation.Result result =
                    Simulation.run(seed, ranks, Options.SEEDED, (rank, world) -> body.run(fixed, world));
            assertEquals(List.of(), result.findings(), "seed " + seed);
        }
    }

    private interface SeededBody {
        void run(long seed, Communicator world);
    }

    @Test
    void allCallsFindAContextThatIsFreeAtEachRank() {
        assertNoFindings(RANKS, (seed, world) -> {
            List<Communicator> known = foreign(world, seed);
            known.add(world);
            int colour = world.rank() % 2;
            for (int i = 0; i < 3; i++) {
                Communicator clone = Communicators.dup(world);
                assertDistinct(clone, known);
                Communicator half = Communicators.split(world, colour, 0);
                assertDistinct(half, known);
                Communicator same = Communicators.create(world, half.group());
                assertDistinct(same, known);
                Communicator inter = Intercommunicators.create(half, 0, world, 1 - colour, 7);
                for (Communicator each : known) assertEquals(false, each.context() == inter.context());
                assertDistinct(Intercommunicators.merge(inter, colour == 0), known);
                Communicator twin = Communicators.dup(inter);
                twin.free();
                inter.free();
                known.remove(clone);
                clone.free();
            }
        });
    }

    /** One rank is lost while all make communicators; a rank that fails ends the calls of the others. */
    @Test
    void noContextIsKeptForACommunicatorThatIsNotMade() {
        for (long seed = 0; seed < LOSSES; seed++) {
            long fixed = seed;
            Simulation.Result result = Simulation.run(seed, RANKS, Options.SEEDED, (rank, world) -> {
                if (rank == fixed % RANKS) Simulation.loseRankAfter((int) (fixed / RANKS) * 3);
                Communicator half = null;
                Communicator inter = null;
                try {
                    half = Communicators.split(world, rank % 2, 0);
                    awaitDup(world);
                    inter = Intercommunicators.create(half, 0, world, 1 - rank % 2, 7);
                    awaitDup(inter);
                    Communicators.dup(inter);
                } catch (CommException e) {
                    for (Communicator each : new Communicator[] {world, half, inter}) if (each != null) each.revoke();
                }
                assertEquals(0, world.process().communicators().reserved());
            });
            assertEquals(List.of(), result.findings(), "seed " + seed);
        }
    }

    private static void awaitDup(Communicator comm) {
        RequestHandle dup = NonblockingDup.start(comm, new Info()).request();
        comm.process().await(dup.operation(), "Wait");
    }

    @Test
    void ranksThatAgreeOnTwoAtOnceWaitForNone() {
        assertNoFindings(2, (seed, world) -> {
            List<Communicator> known = foreign(world, seed);
            Communicator one = Communicators.dup(world);
            Communicator other = Communicators.dup(world);
            List<Communicator> made = new ArrayList<>();
            if (world.rank() == 0) {
                List<Communicator> ofOther = new ArrayList<>();
                Runnable join = Simulation.start(() -> {
                    for (int i = 0; i < 4; i++) ofOther.add(Communicators.dup(other));
                });
                for (int i = 0; i < 4; i++) made.add(Communicators.dup(one));
                join.run();
                made.addAll(ofOther);
            } else {
                for (int i = 0; i < 4; i++) made.add(Communicators.dup(seed % 2 == 0 ? one : other));
                for (int i = 0; i < 4; i++) made.add(Communicators.dup(seed % 2 == 0 ? other : one));
                if (seed % 2 != 0) {
                    made.addAll(List.copyOf(made.subList(0, 4)));
                    made.subList(0, 4).clear();
                }
            }
            for (Communicator each : made) assertDistinct(each, known);
        });
    }
}
