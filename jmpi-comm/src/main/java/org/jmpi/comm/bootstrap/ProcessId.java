package org.jmpi.comm.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The number by which the host knows this process. */
final class ProcessId {
    private static final Path SELF = Path.of("/proc/self");

    private ProcessId() {}

    /** Returns it; Linux tells without the pool of threads that a ProcessHandle comes with, which takes a rank 5 ms to make. */
    static long current() {
        try {
            return Long.parseLong(Files.readSymbolicLink(SELF).toString());
        } catch (IOException | NumberFormatException e) {
            return ProcessHandle.current().pid();
        }
    }
}
