package org.jmpi.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A CSV file of what was measured. A heading says which kind of rows follow: values of figures, those of {@code jmpirun
 * applications --csv}, or those of the {@code results.csv} of {@code jmpirun bench} and {@code jmpirun figures}. A line
 * that begins with {@code # } says under which conditions the rows below it were measured.
 */
public final class Recording {
    private static final String RESULTS = "library,op,ranks,bytes,";
    private static final int MEDIAN = 8;
    private static final int COLUMNS = 10;

    private final List<Value> values = new ArrayList<>();
    private final List<Measurement> measured = new ArrayList<>();
    private String conditions = "";
    private Consumer<String> reader;

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
     * @throws Invalid if rows have no known heading, or if a line has no row
     */
    public static Values read(Path file) throws IOException {
        Recording recording = new Recording();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            recording.add(file, number, line);
        }
        recording.convert();
        return new Values(recording.values);
    }

    private void add(Path file, int number, String line) throws Invalid {
        if (line.startsWith(Values.CONDITIONS)) {
            convert();
            conditions = line.substring(Values.CONDITIONS.length()).strip();
        } else if (line.equals(Value.HEADING)) reader = row -> values.add(value(row));
        else if (line.startsWith(Solved.HEADING)) reader = row -> measured.addAll(Solved.measurements("", row));
        else if (line.startsWith(RESULTS)) reader = this::addResult;
        else if (reader == null) throw new Invalid(file, number, "no heading of a recording: " + line);
        else if (!line.isBlank()) parse(file, number, line);
    }

    private void convert() {
        values.addAll(of(measured, conditions, false).all());
        measured.clear();
    }

    /**
     * Converts measurements; those of which no figure of a paper tells are left out.
     *
     * @param conditions the machine and its state when they were taken
     * @param betweenHosts whether messages went from host to host
     */
    public static Values of(List<Measurement> measured, String conditions, boolean betweenHosts) {
        return Conversion.of(measured, conditions, betweenHosts);
    }

    private void parse(Path file, int number, String line) throws Invalid {
        try {
            reader.accept(line);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new Invalid(file, number, line);
        }
    }

    private Value value(String row) {
        String[] cells = Resource.cells(row);
        return new Value(
                Paper.valueOf(cells[0].toUpperCase(Locale.ROOT)),
                cells[1],
                cells[2],
                cells[3],
                Double.parseDouble(cells[4]),
                cells[5],
                conditions);
    }

    /** Adds the row of a run; one that has failed has no median. */
    private void addResult(String row) {
        String[] cells = row.split(",", COLUMNS);
        if (cells[MEDIAN].isEmpty()) return;
        measured.add(new Measurement(
                cells[0],
                cells[1],
                Integer.parseInt(cells[2]),
                Long.parseLong(cells[3]),
                Double.parseDouble(cells[MEDIAN])));
    }
}
