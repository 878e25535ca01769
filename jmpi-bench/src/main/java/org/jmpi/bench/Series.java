package org.jmpi.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The times of one operation on messages of one size, in the order in which they were taken, or how many bytes it
 * costs.
 *
 * <p>As text, which programs in any language can print, a series is one line. Its last column holds values per
 * operation, one for each batch:
 *
 * <pre>sample,pingpong,2,4096,0.6512 0.6498 0.6603</pre>
 *
 * @param op what was timed
 * @param ranks size of the world
 * @param bytes payload of one message, or of one rank's part in a collective operation; 0 if there is none
 * @param values of each batch, per operation: times in microseconds, or what else is counted in bytes
 */
public record Series(String op, int ranks, long bytes, List<Double> values) {
    private static final String LINE = "sample,[a-z_-]+,\\d{1,6},\\d{1,12},\\d+\\.\\d+( \\d+\\.\\d+)*";

    /** Copies the values. */
    public Series {
        values = List.copyOf(values);
    }

    /** Returns a series of values in an array. */
    public static Series of(String op, int ranks, long bytes, double... values) {
        return new Series(op, ranks, bytes, Arrays.stream(values).boxed().toList());
    }

    /** Returns the series that a line of output holds, if it holds one. */
    public static Optional<Series> parse(String line) {
        if (!line.matches(LINE)) return Optional.empty();
        String[] cells = line.split(",");
        List<Double> values =
                Arrays.stream(cells[4].split(" ")).map(Double::valueOf).toList();
        return Optional.of(new Series(cells[1], Integer.parseInt(cells[2]), Long.parseLong(cells[3]), values));
    }

    /** Returns the line of output that holds the series. */
    public String line() {
        String columns = values.stream()
                .map(value -> String.format(Locale.ROOT, "%.4f", value))
                .collect(Collectors.joining(" "));
        return String.join(",", "sample", op, Integer.toString(ranks), Long.toString(bytes), columns);
    }

    Sample summary() {
        return Sample.of(
                op,
                ranks,
                bytes,
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
