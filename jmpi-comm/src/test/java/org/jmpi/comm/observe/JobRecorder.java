package org.jmpi.comm.observe;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** Records jobs that run in this JVM, with the events of their ranks. */
public final class JobRecorder {
    private static final String EVENTS = "jmpi.jfr";

    private JobRecorder() {}

    /**
     * Runs jobs and writes the recording of them.
     *
     * @param file that the recording is written to
     */
    public static void record(Path file, Runnable jobs) throws IOException {
        System.setProperty(EVENTS, "true");
        try (Recording recording = new Recording()) {
            recording.start();
            jobs.run();
            recording.stop();
            recording.dump(file);
        } finally {
            System.clearProperty(EVENTS);
        }
    }
}
