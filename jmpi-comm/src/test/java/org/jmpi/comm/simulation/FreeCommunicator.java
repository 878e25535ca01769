package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.function.Consumer;

/** A communicator that is freed: nothing is started in it after, but something may be under way. */
final class FreeCommunicator extends Action {
    private final long[] times;

    /** @param times when each rank of the world frees it, after its last start */
    FreeCommunicator(int number, CommModel comm, long[] times) {
        super(number, comm);
        this.times = times;
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().members())
            steps.accept(step(
                    member,
                    times[member],
                    0,
                    "Free of " + comm(),
                    rank -> rank.communicator(comm()).free()));
    }

    @Override
    public String toString() {
        return "Free of " + comm() + " at " + Arrays.toString(times);
    }
}
