package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The loss of a rank, perhaps of several: at some time of the program, and a number of seams after that. The other
 * ranks go on. Operations of theirs fail if and only if they need the rank that is lost; those that were under way then
 * may be complete.
 */
final class LostRank extends Action {
    /** The most seams, as a power of two. */
    private static final int MOST_SEAMS = 12;

    /** How many seeds in a thousand lose a rank. */
    private static final int LOSSES = 250;

    private final int victim;
    private final long time;
    private final int seams;

    private LostRank(int number, CommModel world, SimulationRandom random) {
        super(number, world);
        this.victim = world.group()[random.below(world.group().length)];
        this.time = random.between(0, begin(number));
        this.seams = random.below(1 << random.below(MOST_SEAMS));
    }

    /** Returns whether the program of a seed loses a rank. */
    static boolean isIn(long seed, int ranks) {
        return ranks > 1 && random(seed).chance(LOSSES);
    }

    /**
     * Makes the losses, of up to half of the ranks, which follow the other actions of a program in their numbers.
     *
     * @param number of the first one
     */
    static List<LostRank> of(long seed, int ranks, int number) {
        SimulationRandom random = random(seed);
        random.next();
        List<LostRank> losses = new ArrayList<>();
        losses.add(new LostRank(number, CommModel.world(ranks), random));
        for (int more = random.below(Math.max(1, ranks / 2)); more > 0; more--) {
            LostRank loss = new LostRank(number + losses.size(), CommModel.world(ranks), random);
            if (losses.stream().noneMatch(other -> other.victim == loss.victim)) losses.add(loss);
        }
        return losses;
    }

    /** Makes the loss of a process that was spawned. */
    static LostRank of(int number, Spawn spawn, SimulationRandom random) {
        return new LostRank(number, spawn.children(), random);
    }

    private static SimulationRandom random(long seed) {
        return new SimulationRandom(~seed);
    }

    int victim() {
        return victim;
    }

    @Override
    void steps(Consumer<Step> steps) {
        steps.accept(
                step(victim, time, 0, "is lost after " + seams + " seams", rank -> Simulation.loseRankAfter(seams)));
    }

    @Override
    public String toString() {
        return "rank " + victim + " is lost at " + time + ", after " + seams + " seams";
    }
}
