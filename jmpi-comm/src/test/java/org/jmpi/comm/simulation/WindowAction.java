package org.jmpi.comm.simulation;

import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;

/**
 * A window, in which the ranks run a random program of its own. A rank that sees the loss of another revokes the
 * window: so all ranks that are left free it.
 */
final class WindowAction extends Action {
    private static final int ROUNDS = 2;

    private final long time;
    private final RandomWindow program;

    WindowAction(int number, CommModel comm, long time, long seed) {
        super(number, comm);
        this.time = time;
        this.program = new RandomWindow(seed, comm.group().length, ROUNDS);
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().members()) steps.accept(step(member, time, 0, "a window", this::run));
    }

    @Override
    boolean agrees() {
        return true;
    }

    private void run(RankRun rank) {
        Communicator comm = rank.communicator(comm());
        WindowRun run = new WindowRun(program, comm);
        boolean made = rank.makes("window of #" + number(), comm(), () -> run.make(null));
        if (made && rank.attemptRevocable(comm().members(), run::rounds)) rank.atEnd(run::checkAtEnd);
        else run.revoke();
        run.free();
    }

    @Override
    public String toString() {
        return "a window of " + comm() + ": " + program.text();
    }
}
