package org.jmpi.comm.simulation;

import java.util.function.Consumer;

/** A communicator of two worlds that is disconnected, when nothing is under way between them. */
final class Disconnect extends Action {
    private final long time;

    /** @param time after all steps of the two worlds */
    Disconnect(int number, CommModel comm, long time) {
        super(number, comm);
        this.time = time;
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().members()) steps.accept(step(member, time, 0, "Disconnect of " + comm(), this::run));
    }

    private void run(RankRun rank) {
        // One that sees the loss of another leaves at once: those that it has not told of that may need it.
        rank.agree("end of #" + number(), comm().members(), true);
        Simulation.dynamic().disconnect(rank.communicator(comm()));
    }

    @Override
    public String toString() {
        return "Disconnect of " + comm() + " at " + time;
    }
}
