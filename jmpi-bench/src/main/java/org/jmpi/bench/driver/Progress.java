package org.jmpi.bench.driver;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jmpi.bench.Series;
import org.jmpi.bench.jobs.NumberedLines;

/** Prints a line for each run when it is over. */
final class Progress {
    private static final int SHOWN = 3;

    private final NumberedLines lines;

    Progress(int total, PrintStream out) {
        lines = new NumberedLines(total, out);
    }

    void tell(Run run) {
        lines.tell(run.trial() + ": " + result(run));
    }

    private static String result(Run run) {
        if (run.failed()) return "FAILED, " + run.failure();
        List<Series> series = run.series();
        return series.stream().limit(SHOWN).map(Progress::brief).collect(Collectors.joining(", "))
                + (series.size() > SHOWN ? ", ..." : "");
    }

    private static String brief(Series series) {
        Quantity shown = Subject.of(series.op()).table();
        return String.format(
                Locale.ROOT,
                "%s%s %s %s",
                series.op(),
                series.bytes() > 0 ? " " + series.bytes() + " B" : "",
                Markdown.number(shown.of(Average.MEDIAN.of(series.values()), series.bytes())),
                shown.unit());
    }
}
