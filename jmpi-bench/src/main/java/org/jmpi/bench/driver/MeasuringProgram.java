package org.jmpi.bench.driver;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import org.jmpi.bench.Collectives;
import org.jmpi.bench.Mandelbrot;
import org.jmpi.bench.PingPong;

/** The programs that measure. Each exists in Java and, with the same name, options and output, in C. */
enum MeasuringProgram {
    PINGPONG(PingPong.class),
    COLLECTIVES(Collectives.class),
    MANDELBROT(Mandelbrot.class);

    private final Class<?> mainClass;

    MeasuringProgram(Class<?> mainClass) {
        this.mainClass = mainClass;
    }

    Class<?> mainClass() {
        return mainClass;
    }

    /** Returns where the classes are, as part of a class path. */
    static String place() {
        try {
            return Path.of(PingPong.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to the programs", e);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
