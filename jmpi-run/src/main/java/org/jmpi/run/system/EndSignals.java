package org.jmpi.run.system;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the signals that have reached this process and end it. HotSpot starts a thread for each of them. The thread has
 * the signal's name, and waits for the shutdown hooks.
 */
public final class EndSignals {
    private static final String THREAD = " handler";

    /** HotSpot runs the shutdown hooks at these. A handler of SIGUSR1 has a thread of its own, too. */
    private static final Set<Signal> ENDING = EnumSet.of(Signal.SIGHUP, Signal.SIGINT, Signal.SIGTERM);

    private EndSignals() {}

    /** Returns the signals that have come so far: none if something else ends the process. */
    public static List<Signal> pending() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .flatMap(name -> ofThread(name).stream())
                .toList();
    }

    static Optional<Signal> ofThread(String name) {
        return ENDING.stream().filter(signal -> name.equals(signal + THREAD)).findFirst();
    }
}
