package org.jmpi.run.program;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The programs that come with JMPI and are started by name. */
public enum ShippedProgram {
    HELLO("org.jmpi.bench.Hello"),
    RING("org.jmpi.bench.Ring"),
    PINGPONG("org.jmpi.bench.PingPong"),
    MANDELBROT("org.jmpi.bench.Mandelbrot"),
    MATRIX("org.jmpi.bench.Matrix"),
    INIT("org.jmpi.bench.Init"),
    COLLECTIVES("org.jmpi.bench.Collectives"),
    OVERLAP("org.jmpi.bench.Overlap"),
    MATCHING("org.jmpi.bench.Matching"),
    RMA("org.jmpi.bench.Rma"),
    RPC("org.jmpi.bench.Rpc"),
    SPAWN("org.jmpi.bench.Spawn"),
    APPLICATIONS("org.jmpi.bench.application.Applications"),
    IBM("org.jmpi.ibm.Ibm");

    private final String mainClass;

    ShippedProgram(String mainClass) {
        this.mainClass = mainClass;
    }

    public String mainClass() {
        return mainClass;
    }

    public static Optional<ShippedProgram> named(String name) {
        for (ShippedProgram program : values()) if (program.toString().equals(name)) return Optional.of(program);
        return Optional.empty();
    }

    public static String names() {
        return Arrays.stream(values()).map(ShippedProgram::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
