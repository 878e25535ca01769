package org.jmpi.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A CSV file of what was measured. Its first line says which kind it is: values of figures, {@code jmpirun applications
 * --csv}, or the {@code results.csv} of {@code jmpirun bench} and {@code jmpirun figures}.
 */
public final class Recording {
    private static final String RESULTS = "library,op,ranks,bytes,";
    private static final int MEDIAN = 8;
    private static final int COLUMNS = 10;

    private Recording() {}

    /** A file is not a recording. */
    public static final class Invalid extends IOException {
        private static final long serialVersionUID = 1;

        private Invalid(Path file, int line, String what) {
            super(file + ", line " + line + ": " + what);
        }
    }

    /**
     * Reads a file. A heading may occur again, as in files that were put together.
     *
     * @throws Invalid if its first line is no known heading, or if another line has no row
     */
    public static Values read(Path file) throws IOException {
        List<Value> values = new ArrayList<>();
        List<Measurement> measured = new ArrayList<>();
        Function<String, Boolean> reader = null;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.equals(Value.HEADING)) reader = row -> values.add(value(row));
            else if (line.startsWith(Solved.HEADING)) reader = row -> measured.addAll(Solved.measurements("", row));
            else if (line.startsWith(RESULTS)) reader = row -> addResult(row, measured);
            else if (reader == null) throw new Invalid(file, number, "no heading of a recording: " + line);
            else if (!line.isBlank()) parse(file, number, line, reader);
        }
        return new Values(values).plus(of(measured));
    }

    /** Converts measurements; those of which no figure of a paper tells are left out. */
    public static Values of(List<Measurement> measured) {
        return Conversion.of(measured);
    }

    private static void parse(Path file, int number, String line, Function<String, Boolean> reader) throws Invalid {
        try {
            reader.apply(line);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new Invalid(file, number, line);
        }
    }

    private static Value value(String row) {
        String[] cells = Resource.cells(row);
        return new Value(
                Paper.valueOf(cells[0].toUpperCase(Locale.ROOT)),
                cells[1],
                cells[2],
                cells[3],
                Double.parseDouble(cells[4]),
                cells[5]);
    }

    /** Adds the row of a run; one that has failed has no median. */
    private static boolean addResult(String row, List<Measurement> measured) {
        String[] cells = row.split(",", COLUMNS);
        if (cells[MEDIAN].isEmpty()) return false;
        return measured.add(new Measurement(
                cells[0],
                cells[1],
                Integer.parseInt(cells[2]),
                Long.parseLong(cells[3]),
                Double.parseDouble(cells[MEDIAN])));
    }
}
