package org.jmpi.comm.simulation;

/** Ends a thread of a simulation that is over. */
final class SimulationEnded extends Error {
    private static final long serialVersionUID = 1L;

    SimulationEnded() {
        super("the simulation is over", null, false, false);
    }
}
