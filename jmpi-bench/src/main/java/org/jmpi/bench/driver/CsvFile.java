package org.jmpi.bench.driver;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jmpi.bench.Series;

/**
 * All samples, a row for each series of a run, and one for each failure. Times are in microseconds; what is no time is
 * in bytes.
 */
final class CsvFile {
    private static final String HEADING =
            "library,op,ranks,bytes,repetition,state,core_to_core_before_ns,core_to_core_after_ns,median,"
                    + "samples,failure";

    private CsvFile() {}

    static void write(Results results, Path file) throws IOException {
        States states = States.of(results.runs());
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            line(out, HEADING);
            for (Run run : results.runs()) {
                for (Series series : run.series()) line(out, row(run, states.of(run), series));
                if (run.failed()) line(out, failure(run, states.of(run)));
            }
        }
    }

    private static void line(BufferedWriter out, String text) throws IOException {
        out.write(text);
        out.write('\n');
    }

    private static String row(Run run, States.State state, Series series) {
        String samples = series.values().stream()
                .map(value -> String.format(Locale.ROOT, "%.4f", value))
                .collect(Collectors.joining(" "));
        return start(run, state, series.op(), Long.toString(series.bytes()))
                + String.format(Locale.ROOT, ",%.4f,%s,", Average.MEDIAN.of(series.values()), samples);
    }

    private static String failure(Run run, States.State state) {
        String program = run.trial().experiment().program().toString();
        return start(run, state, program, "") + ",,,\"" + run.failure().replace("\"", "\"\"") + "\"";
    }

    private static String start(Run run, States.State state, String op, String bytes) {
        return String.join(
                ",",
                run.trial().library().name(),
                op,
                Integer.toString(run.trial().experiment().ranks()),
                bytes,
                Integer.toString(run.trial().repetition()),
                state.toString(),
                nanos(run.before()),
                nanos(run.after()));
    }

    private static String nanos(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.0f", value);
    }
}
