package org.jmpi.run.job;

import org.jmpi.run.Jmpirun;

/** Runs jmpirun for as long as the JVM lives that has started it. */
final class JobMain {
    /** As of a process that SIGTERM has ended. */
    private static final int TERMINATED = 143;

    private JobMain() {}

    public static void main(String[] args) {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(TERMINATED)));
        Jmpirun.main(args);
    }
}
