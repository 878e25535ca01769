package org.jmpi.comm.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * How HotSpot is told to leave methods to its quick compiler (C1), in the form that is its fastest: without the counters and
 * profiles by which its optimizing one (C2) would be prepared.
 *
 * <p>There is no option that says so for single methods. But a method that C2 has given up goes to C1 in that form, and C2 gives
 * up at once what has more nodes than it may have. So that it tries early, all thresholds of these methods are low.
 */
public final class QuickCompilation {
    /** The fewest of which C2 can count that they are too many: its own reserve while it reads a method. */
    private static final String NODES = "2000";

    /** Times the thresholds: 250 calls where ranks have too few cores, 25 else. */
    private static final String SCALE = "0.005";

    private QuickCompilation() {}

    /**
     * {@return the options by which HotSpot is told}
     *
     * @param methods as class and method, {@code java.io.DataInputStream::readInt}; a star may stand at either end of both
     */
    public static List<String> options(List<String> methods) {
        return methods.stream()
                .flatMap(method -> Stream.of(
                        "-XX:CompileCommand=MaxNodeLimit," + method + "," + NODES,
                        "-XX:CompileCommand=CompileThresholdScaling," + method + "," + SCALE))
                .toList();
    }
}
