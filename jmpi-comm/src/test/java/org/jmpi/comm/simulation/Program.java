package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jmpi.comm.communicator.Communicator;

/**
 * A program of some ranks: actions, of which each says what each rank does and what it gets. It is correct, however
 * messages travel, and stays so without any of its actions.
 */
final class Program implements Shrinkable<Program> {
    /** Sets the seed of what extends a program apart from others. */
    private static final long EXTENSIONS = 0x632BE59BD9B4E019L;

    private static final long SPAWNS = 0x1D8E4E27C47D124FL;

    /** The most processes that are spawned. */
    private static final int MOST_SPAWNED = 3;

    /** How many programs in a thousand spawn processes. */
    private static final int SPAWNING = 150;

    private static final int SPAWNED_ACTIONS = 6;

    private final long seed;
    private final CommModel world;
    private final int ranks;
    private final int length;
    private final List<Action> actions;
    private final List<List<Step>> steps = new ArrayList<>();

    /**
     * @param seed of the actions
     * @param world the communicator that the program begins with
     * @param ranks of the job
     * @param length the number of actions of the whole program
     * @param actions those that are left, in order
     */
    Program(long seed, CommModel world, int ranks, int length, List<Action> actions) {
        this.seed = seed;
        this.world = world;
        this.ranks = ranks;
        this.length = length;
        this.actions = actions;
        for (int rank = 0; rank < ranks + MOST_SPAWNED; rank++) steps.add(new ArrayList<>());
        for (Action action : actions)
            action.steps(step -> steps.get(step.rank()).add(step));
        for (List<Step> ofRank : steps) ofRank.sort(Step.ORDER);
    }

    /** Makes a program that depends on its arguments alone. */
    static Program random(long seed, int ranks, int length) {
        CommModel world = CommModel.world(ranks);
        return new Program(seed, world, ranks, length, new ProgramGenerator(seed, world, ranks).actions(length));
    }

    /** Makes a program in a communicator that a rank revokes when it sees the loss of another, or without need. */
    static Program revocable(long seed, CommModel world, int ranks, int length) {
        List<Action> actions = new ProgramGenerator(seed, world, ranks).actionsInOne(length);
        SimulationRandom random = new SimulationRandom(seed);
        if (random.below(3) == 0) actions.add(new Revocation(length, world, random));
        if (random.below(3) == 0)
            actions.add(new WindowAction(length + 1, world, random.between(0, Action.STRIDE * length), random.next()));
        return new Program(seed, world, ranks, length, actions);
    }

    /** Returns the program with the loss of up to half of the ranks, which the seed chooses. */
    Program losing() {
        List<Action> all = new ArrayList<>(actions);
        all.addAll(LostRank.of(seed, ranks, length));
        return new Program(seed, world, ranks, length, all);
    }

    /** Returns the program with windows, and communicators that are revoked and shrunk, which the seed chooses. */
    Program extended() {
        List<Action> all = new ArrayList<>(actions);
        // Those before are the losses.
        int number = length + ranks;
        SimulationRandom random = new SimulationRandom(seed * EXTENSIONS);
        for (int kind = random.below(4); kind > 0; kind--) {
            long time = random.between(0, Action.STRIDE * length);
            if (random.below(2) == 0) all.add(new WindowAction(number++, world, time, random.next()));
            else all.add(new Survival(number++, world, ranks, time));
        }
        return new Program(seed, world, ranks, length, all);
    }

    /** Returns the program with new processes, if the seed says so, of which one may be lost if it loses ranks. */
    Program spawning() {
        SimulationRandom random = new SimulationRandom(seed * SPAWNS);
        if (!random.chance(SPAWNING)) return this;
        List<Action> all = new ArrayList<>(actions);
        boolean losing = LostRank.isIn(seed, ranks);
        int[] seams = new int[1 + random.below(MOST_SPAWNED)];
        Arrays.fill(seams, -1);
        int victim = random.below(2 * seams.length);
        int after = random.below(1 << random.below(11));
        if (losing && victim < seams.length) seams[victim] = after;
        Spawn spawn = new Spawn(Action.ROW + random.below(length), world, random.below(ranks), ranks, seams);
        all.add(spawn);
        all.addAll(ofTwoWorlds(random, spawn, spawn.children(), spawn.both(), spawn.number() + 1));
        if (random.below(2) == 0) {
            int last = (int) (ProgramGenerator.lastStep(all.subList(actions.size(), all.size())) / Action.STRIDE);
            int number = Math.max(Action.ROW + last, all.get(all.size() - 1).number()) + 1;
            Connect connect = new Connect(number, spawn, random.below(ranks), ranks + random.below(seams.length));
            all.add(connect);
            all.addAll(ofTwoWorlds(random, spawn, connect.makes().get(0), null, number + 1));
        }
        if (losing && random.below(2) == 0)
            all.add(LostRank.of(all.get(all.size() - 1).number() + 1, spawn, random));
        return new Program(seed, world, ranks, length, all);
    }

    private List<Action> ofTwoWorlds(SimulationRandom random, Spawn spawn, CommModel kept, CommModel other, int first) {
        return ProgramGenerator.ofTwoWorlds(
                random.next(),
                kept,
                other,
                spawn.children(),
                first,
                ranks + spawn.children().group().length,
                1 + random.below(SPAWNED_ACTIONS));
    }

    /** Makes the program that {@link #line} has returned. */
    static Program parse(String line) {
        String[] parts = line.trim().split("/");
        Program whole = random(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        if (parts.length == 3) return whole;
        return whole.losing()
                .extended()
                .spawning()
                .keeping(Arrays.stream(parts[3].split(","))
                        .map(Integer::valueOf)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Returns one line that the program can be made from again. */
    String line() {
        String whole = seed + "/" + ranks + "/" + length;
        if (actions.size() == length && actions.stream().allMatch(action -> action.number() < length)) return whole;
        return whole + "/"
                + actions.stream()
                        .map(action -> String.valueOf(action.number()))
                        .collect(Collectors.joining(","));
    }

    @Override
    public List<Integer> numbers() {
        return actions.stream().map(Action::number).toList();
    }

    @Override
    public Program keeping(Set<Integer> numbers) {
        List<Action> kept = new ArrayList<>();
        Set<Integer> makers = new HashSet<>(Set.of(-1));
        for (Action action : actions)
            if (numbers.contains(action.number())
                    && makers.contains(action.comm().maker())) {
                kept.add(action);
                makers.add(action.number());
            }
        return new Program(seed, world, ranks, length, kept);
    }

    long seed() {
        return seed;
    }

    int ranks() {
        return ranks;
    }

    /** Returns the communicator that the program begins with. */
    CommModel world() {
        return world;
    }

    /** Returns the communicator that a process begins with. */
    CommModel worldOf(int process) {
        for (Action action : actions)
            if (action instanceof Spawn spawn && spawn.starts(process)) return spawn.children();
        return world;
    }

    /** Returns whether a rank revokes the communicator without need. */
    boolean revokes() {
        return actions.stream().anyMatch(Revocation.class::isInstance);
    }

    List<Action> actions() {
        return actions;
    }

    /** Returns whether one of some ranks may be lost. */
    boolean mayLose(int[] some) {
        return actions.stream()
                .anyMatch(action -> action instanceof LostRank loss && CommModel.indexOf(some, loss.victim()) >= 0
                        || action instanceof Spawn spawn && Arrays.stream(some).anyMatch(spawn::loses));
    }

    List<Step> steps(int rank) {
        return steps.get(rank);
    }

    long bufferedBytes(int rank) {
        return actions.stream().mapToLong(action -> action.bufferedBytes(rank)).sum();
    }

    /**
     * Runs the program at one rank.
     *
     * @return the run, which has ended
     * @throws AssertionError if the rank sees what MPI does not allow
     */
    RankRun run(int rank, Communicator world) {
        RankRun run = new RankRun(this, rank, world);
        run.run();
        return run;
    }

    /** Returns the program for a person to read. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("program " + line() + "\n");
        for (Action action : actions)
            text.append("#").append(action.number()).append(" ").append(action).append("\n");
        for (int rank = 0; rank < steps.size(); rank++) {
            if (rank >= ranks && steps.get(rank).isEmpty()) continue;
            text.append("rank ").append(rank).append(":\n");
            for (Step step : steps.get(rank)) text.append("  ").append(step).append("\n");
        }
        return text.toString();
    }
}
