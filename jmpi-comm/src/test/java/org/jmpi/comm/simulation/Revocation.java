package org.jmpi.comm.simulation;

import java.util.function.Consumer;

/** The revocation of a program's communicator by a rank that has seen no failure. */
final class Revocation extends Action {
    private final int member;
    private final long time;

    Revocation(int number, CommModel comm, SimulationRandom random) {
        super(number, comm);
        this.member = comm.members()[random.below(comm.members().length)];
        this.time = random.between(0, STRIDE * number);
    }

    @Override
    void steps(Consumer<Step> steps) {
        steps.accept(step(member, time, 0, "revokes " + comm(), RankRun::breakUp));
    }

    @Override
    public String toString() {
        return "rank " + member + " revokes " + comm() + " at " + time;
    }
}
