package org.jmpi.bench.driver;

import java.io.IOException;
import java.time.Duration;

/**
 * A library that is installed, but not so that it can run our programs. Each of its runs is a failure.
 *
 * @param reason in one line
 */
record UnusableLibrary(String name, String reason) implements Library {
    @Override
    public String version() {
        return "unusable";
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) throws IOException {
        throw new IOException(reason);
    }
}
