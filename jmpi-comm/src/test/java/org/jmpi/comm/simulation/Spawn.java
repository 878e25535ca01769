package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.ErrorClass;

/**
 * New processes, which a group spawns. They have a world of their own, and an intercommunicator with the group. Both
 * are there for later actions if all processes that are not lost have got them.
 */
final class Spawn extends Action {
    private final int root;

    /** The world of the new processes. */
    private final CommModel children;

    private final CommModel both;

    /** For each new process how often its threads hand over before it is lost; -1 if it is not lost by that. */
    private final int[] seams;

    /**
     * @param root the process that has the others started
     * @param first the number of the first new process
     */
    Spawn(int number, CommModel parents, int root, int first, int[] seams) {
        super(number, parents);
        this.root = root;
        int[] processes = IntStream.range(first, first + seams.length).toArray();
        this.children = new CommModel("children" + number, number, processes, null);
        this.both = new CommModel("spawned" + number, number, parents.group(), processes);
        this.seams = seams;
    }

    /** Returns the world of the new processes. */
    CommModel children() {
        return children;
    }

    /** Returns the communicator of the new processes and of those that have spawned them. */
    CommModel both() {
        return both;
    }

    /** Returns whether a process is new. */
    boolean starts(int process) {
        return CommModel.indexOf(children.group(), process) >= 0;
    }

    /** Returns whether a new process is lost while it starts, perhaps. */
    boolean loses(int process) {
        return starts(process) && seams[children.rank(process)] >= 0;
    }

    @Override
    List<CommModel> makes() {
        return List.of(children, both);
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().group()) steps.accept(step(member, begin(), 0, "Spawn", this::spawn));
        for (int child : children.group())
            steps.accept(step(child, children, begin(), 0, "Get_parent", this::getParent));
    }

    private void spawn(RankRun rank) {
        Communicator[] made = new Communicator[1];
        boolean has = rank.attempt(both.members(), ErrorClass.SPAWN, () -> {
            made[0] = Simulation.spawn(rank.communicator(comm()), comm().rank(root), children.group()[0], seams);
            check(rank, made[0]);
        });
        // The root has started the others by then, if it ever does.
        if (rank.mayLose(both.members())) Simulation.agree("start of #" + number(), comm().members(), true);
        boolean all = rank.agree("#" + number(), startedOf(both.members()), has);
        if (all) rank.made(both, made[0]);
        else if (made[0] != null) made[0].free();
    }

    private static int[] startedOf(int[] processes) {
        return Arrays.stream(processes).filter(Simulation::isStarted).toArray();
    }

    private void getParent(RankRun rank) {
        Communicator parent = Simulation.dynamic().parent();
        if (parent != null) check(rank, parent);
        if (rank.agree("#" + number(), both.members(), parent != null)) {
            rank.made(both, parent);
            return;
        }
        // As the others do: its Finalize would wait for theirs.
        if (parent != null) parent.free();
        rank.forget(children);
    }

    private void check(RankRun rank, Communicator made) {
        both.check(made, rank.rank());
    }

    @Override
    public String toString() {
        return "Spawn of " + Arrays.toString(children.group()) + " by " + comm() + ", root " + root
                + (Arrays.stream(seams).allMatch(each -> each < 0) ? "" : ", lost after " + Arrays.toString(seams));
    }
}
