package org.jmpi.bench.driver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jmpi.bench.driver.Summary.Cell;
import org.jmpi.bench.driver.Summary.Point;

/**
 * What a page about a paper says of the results; what was not measured is left out.
 *
 * @param libraries of whom it is said
 */
record Measured(List<Library> libraries, Summary summary) {
    /** The time of a message and its answer. */
    static final String ROUND_TRIP = "roundtrip";

    static final String MANDELBROT = "mandelbrot";
    static final String MATRIX = "matrix";
    static final String TRAFFIC = "traffic";
    static final String ALLOCATION = "allocation";

    /** Returns the mean, in microseconds or bytes. */
    OptionalDouble value(String op, int ranks, long bytes, String library) {
        Optional<Cell> cell = summary.cell(new Point(op, ranks, bytes, States.State.STEADY), library);
        return cell.map(found -> OptionalDouble.of(found.value())).orElse(OptionalDouble.empty());
    }

    /** Returns the names of the libraries. */
    List<String> names() {
        return libraries.stream().map(Library::name).toList();
    }

    /** Returns those sizes in bytes among some that were measured. */
    List<Long> sizes(String op, List<Long> among) {
        return among.stream()
                .filter(bytes -> names().stream()
                        .anyMatch(name -> value(op, 2, bytes, name).isPresent()))
                .toList();
    }

    /** Returns the numbers of ranks that were measured. */
    List<Integer> ranks(String op) {
        return summary.overRanks(op, States.State.STEADY).stream()
                .map(Point::ranks)
                .sorted()
                .toList();
    }

    /** Returns how many times as fast one library is as another. */
    OptionalDouble gain(String op, int ranks, long bytes, String base, String library) {
        OptionalDouble slow = value(op, ranks, bytes, base);
        OptionalDouble fast = value(op, ranks, bytes, library);
        return slow.isPresent() && fast.isPresent()
                ? OptionalDouble.of(slow.getAsDouble() / fast.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Returns such as {@code rmi 113, socket 24}: of each library that has it a value. */
    String list(Function<String, OptionalDouble> value, Function<Double, String> text) {
        return names().stream()
                .filter(name -> value.apply(name).isPresent())
                .map(name -> name + " " + text.apply(value.apply(name).getAsDouble()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the text of a value, empty if there is none. */
    static String cell(OptionalDouble value, Function<Double, String> text) {
        return value.isPresent() ? text.apply(value.getAsDouble()) : "";
    }
}
