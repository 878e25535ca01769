package org.jmpi.comm.config;

/**
 * The settings of what observes a rank, beside the checks of the program.
 *
 * @param jfr whether the rank makes events of JDK Flight Recorder; they are seen in any recording of the JVM
 * @param record the folder in which each process records itself; null for no recording
 * @param recordSettings the configuration of that recording: a name such as {@code default} or {@code profile}, or a
 *     file
 * @param rate how many messages a rank records in a second, beyond which it leaves some out; 0 for any number
 * @param jmx whether the rank has an MXBean with counters
 * @param log whether the rank logs by {@link System.Logger}
 */
public record Observation(boolean jfr, String record, String recordSettings, int rate, boolean jmx, boolean log) {
    /** {@return whether anything observes the rank} */
    public boolean isOn() {
        return jfr || jmx || log;
    }
}
