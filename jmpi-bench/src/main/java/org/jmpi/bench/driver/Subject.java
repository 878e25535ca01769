package org.jmpi.bench.driver;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An operation, as a report shows it.
 *
 * @param op its name in the samples
 * @param title of its charts
 * @param about what was timed, in a sentence
 * @param table what tables show
 * @param charts what there is a chart of
 */
record Subject(String op, String title, String about, Quantity table, List<Quantity> charts) {
    private static final List<Subject> KNOWN = List.of(
            new Subject(
                    "pingpong",
                    "Ping-pong: half a round trip",
                    "Half the time of a message from rank 0 to rank 1 and back; each rank sends what it has received.",
                    Quantity.MICROS,
                    List.of(Quantity.MICROS, Quantity.THROUGHPUT)),
            new Subject(
                    "stream",
                    "Stream: 64 messages at once",
                    "Time per message when rank 0 sends 64 at once and rank 1 answers the last.",
                    Quantity.MICROS,
                    List.of(Quantity.RATE, Quantity.THROUGHPUT)),
            new Subject(
                    "mandelbrot",
                    "Mandelbrot set",
                    "Time of a picture of 512 x 512 points, up to 1000 iterations each: rank 0 hands out tasks of 400 "
                            + "points,"
                            + " all others compute.",
                    Quantity.MILLIS,
                    List.of(Quantity.MILLIS)),
            new Subject(
                    "matrix",
                    "Product of matrices",
                    "Time of a product of two matrices: a task is one row and one column, which rank 0 hands to the "
                            + "others.",
                    Quantity.SECONDS,
                    List.of(Quantity.SECONDS)),
            new Subject(
                    "roundtrip",
                    "Round trip",
                    "Time of a message from rank 0 to rank 1 and back, each timed alone.",
                    Quantity.MICROS,
                    List.of(Quantity.MICROS, Quantity.MEGABITS)),
            new Subject(
                    "traffic",
                    "Traffic",
                    "Bytes that rank 0 hands to the system for a message.",
                    Quantity.BYTES,
                    List.of()),
            new Subject(
                    "allocation", "Allocation", "Heap that a JVM allocates for a message.", Quantity.BYTES, List.of()));

    /** Returns what is known about an operation: if nothing else, that it is a collective one. */
    static Subject of(String op) {
        Optional<Subject> known =
                KNOWN.stream().filter(subject -> subject.op.equals(op)).findFirst();
        return known.orElseGet(() -> new Subject(
                op,
                op.substring(0, 1).toUpperCase(Locale.ROOT) + op.substring(1),
                "Time of one call on the slowest rank, called back to back, with the root going round.",
                Quantity.MICROS,
                List.of(Quantity.MICROS)));
    }
}
