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
    private final long seed;
    private final int ranks;
    private final int length;
    private final List<Action> actions;
    private final List<List<Step>> steps = new ArrayList<>();

    /**
     * @param seed of the actions
     * @param ranks of the world
     * @param length the number of actions of the whole program
     * @param actions those that are left, in order
     */
    Program(long seed, int ranks, int length, List<Action> actions) {
        this.seed = seed;
        this.ranks = ranks;
        this.length = length;
        this.actions = actions;
        for (int rank = 0; rank < ranks; rank++) steps.add(new ArrayList<>());
        for (Action action : actions)
            action.steps(step -> steps.get(step.rank()).add(step));
        for (List<Step> ofRank : steps) ofRank.sort(Step.ORDER);
    }

    /** Makes a program that depends on its arguments alone. */
    static Program random(long seed, int ranks, int length) {
        return new Program(seed, ranks, length, new ProgramGenerator(seed, ranks).actions(length));
    }

    /** Returns the program with the loss of up to half of the ranks, which the seed chooses. */
    Program losing() {
        List<Action> all = new ArrayList<>(actions);
        all.addAll(LostRank.of(seed, ranks, length));
        return new Program(seed, ranks, length, all);
    }

    /** Makes the program that {@link #line} has returned. */
    static Program parse(String line) {
        String[] parts = line.trim().split("/");
        Program whole = random(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        if (parts.length == 3) return whole;
        return whole.losing()
                .keeping(Arrays.stream(parts[3].split(","))
                        .map(Integer::valueOf)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Returns one line that the program can be made from again. */
    String line() {
        String whole = seed + "/" + ranks + "/" + length;
        if (actions.size() == length) return whole;
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
        return new Program(seed, ranks, length, kept);
    }

    long seed() {
        return seed;
    }

    int ranks() {
        return ranks;
    }

    List<Action> actions() {
        return actions;
    }

    /** Returns whether one of some ranks may be lost. */
    boolean mayLose(int[] some) {
        return actions.stream()
                .anyMatch(action -> action instanceof LostRank loss && CommModel.indexOf(some, loss.victim()) >= 0);
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
        for (int rank = 0; rank < ranks; rank++) {
            text.append("rank ").append(rank).append(":\n");
            for (Step step : steps.get(rank)) text.append("  ").append(step).append("\n");
        }
        return text.toString();
    }
}
