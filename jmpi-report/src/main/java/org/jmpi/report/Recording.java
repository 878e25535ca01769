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

    /**
     * A measurement of the processor, as shares of all cores of the host.
     *
     * @param time its end
     * @param jvm what the JVM takes
     * @param machine what all processes take
     */
    record Load(long time, double jvm, double machine) {}

    /** Of the host, or those that its container may use; 0 if they are not known. */
    int cores;

    /** In their order. */
    final List<Load> loads = new ArrayList<>();

    final List<Pause> pauses = new ArrayList<>();

    /** The ns that {@link ClockAlignment} has added to the times of the recording. */
    long shift;

    Recording(String file) {
        this.file = file;
    }

    /** Moves what does not belong to a rank by the shift of the clock. */
    void moveOwn() {
        loads.replaceAll(load -> new Load(load.time() + shift, load.jvm(), load.machine()));
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
