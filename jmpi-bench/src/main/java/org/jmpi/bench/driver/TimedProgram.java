package org.jmpi.bench.driver;

import java.util.stream.Stream;
import org.jmpi.bench.Series;

/** A program that prints times; its {@code toString} is the name by which it is called. */
interface TimedProgram {
    Class<?> mainClass();

    /** Returns what a line of output says. */
    default Stream<Series> series(String line) {
        return Series.parse(line).stream();
    }
}
