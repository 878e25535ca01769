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

    /** The way of a message to a transport, and from it; not what copies elements, nor collective operations. */
    static final List<String> TO_TRANSPORT = List.of(
            "mpi.*::*",
            "org.jmpi.comm.context.*::*",
            "org.jmpi.comm.match.*::*",
            "org.jmpi.comm.progress.*::*",
            "org.jmpi.comm.request.*::*",
            "org.jmpi.comm.transport.*::*",
            "org.jmpi.comm.wire.*::*");

    private QuickCompilation() {}

    /**
     * {@return the options by which HotSpot is told} They are none if there are no methods; else the way through comm is left to
     * the quick compiler, too, since it is short beside that of the transport.
     *
     * @param methods as class and method, {@code java.io.DataInputStream::readInt}; a star may stand at either end of both
     */
    public static List<String> options(List<String> methods) {
        if (methods.isEmpty()) return List.of();
        return Stream.concat(TO_TRANSPORT.stream(), methods.stream())
                .flatMap(method -> Stream.of(
                        "-XX:CompileCommand=MaxNodeLimit," + method + "," + NODES,
                        "-XX:CompileCommand=CompileThresholdScaling," + method + "," + SCALE))
                .toList();
    }
}
