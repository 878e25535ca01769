package org.jmpi.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A process of the job, whose ranks share a clock and a recording. */
final class Recording {
    /** The file, as messages name it. */
    final String file;

    /** Empty if it is not known. */
    String host = "";

    long pid;

    final List<Pause> pauses = new ArrayList<>();

    /** The ns that {@link ClockAlignment} has added to the times of the recording. */
    long shift;

    Recording(String file) {
        this.file = file;
    }

    /** Moves the pauses by the shift of the clock. */
    void movePauses() {
        pauses.replaceAll(pause -> new Pause(pause.gc(), pause.name(), pause.start() + shift, pause.end() + shift));
    }

    /** Returns the pauses from a time on; one that has begun before begins then. */
    Stream<Pause> pausesSince(long time) {
        return pauses.stream()
                .filter(pause -> pause.end() > time)
                .map(pause -> new Pause(pause.gc(), pause.name(), Math.max(time, pause.start()), pause.end()));
    }

    @Override
    public String toString() {
        return file;
    }
}
