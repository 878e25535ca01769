package org.jmpi.bench.driver;

import java.util.Locale;
import org.jmpi.bench.Collectives;
import org.jmpi.bench.Mandelbrot;
import org.jmpi.bench.Matrix;
import org.jmpi.bench.PingPong;
import org.jmpi.bench.Rma;
import org.jmpi.bench.Spawn;

/** The programs that measure. Each exists in Java and, with the same name, options and output, in C. */
enum MeasuringProgram implements TimedProgram {
    PINGPONG(PingPong.class),
    COLLECTIVES(Collectives.class),
    MANDELBROT(Mandelbrot.class),
    MATRIX(Matrix.class),
    RMA(Rma.class),
    SPAWN(Spawn.class);

    private final Class<?> mainClass;

    MeasuringProgram(Class<?> mainClass) {
        this.mainClass = mainClass;
    }

    @Override
    public Class<?> mainClass() {
        return mainClass;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
