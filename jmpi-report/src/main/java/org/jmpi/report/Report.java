package org.jmpi.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * The report of a recorded job: where its time went.
 *
 * <pre>{@code
 * Report report = Report.of(Path.of("recording"));        // the folder of jmpirun --record, or one file
 * report.findings().forEach(System.out::println);         // the worst first
 * report.writeHtml(Path.of("report.html"));
 * }</pre>
 */
public final class Report {
    private final Trace trace;
    private final MessageMatch messages;
    private final Collection<CollectiveInstance> collectives;
    private final List<Finding> findings;

    private Report(Trace trace) {
        this.trace = trace;
        messages = MessageMatch.of(trace);
        collectives = CollectiveInstance.of(trace);
        ClockAlignment.align(trace, collectives);
        FirstCalls firstCalls = new FirstCalls(trace, collectives);
        Losses.find(trace, collectives, firstCalls);
        findings = Findings.of(trace, collectives, firstCalls);
    }

    /**
     * Reads recordings: those in a folder and its subfolders, or a single one.
     *
     * @param recordings the folder that {@code jmpirun --record} has filled, or a file
     * @return the report, also of a job that has died or of recordings that are cut short: see {@link #notes}
     * @throws IOException if there is no recording with events of JMPI, with a message for people
     */
    public static Report of(Path recordings) throws IOException {
        return of(TraceReader.read(recordings));
    }

    static Report of(Trace trace) {
        return new Report(trace);
    }

    /**
     * Returns why ranks have lost time.
     *
     * @return the findings, the one that costs most first; before them {@link Cause#TOO_FEW_CORES}
     */
    public List<Finding> findings() {
        return findings;
    }

    /**
     * Returns what the report does not have, such as ranks without a recording.
     *
     * @return sentences; none if the recordings are complete
     */
    public List<String> notes() {
        return List.copyOf(trace.notes());
    }

    /**
     * Writes the report as one page that needs no other file.
     *
     * @param file is replaced if it exists
     * @throws IOException if the file cannot be written
     */
    public void writeHtml(Path file) throws IOException {
        new HtmlPage(this).write(file);
    }

    /**
     * Writes a page that shows this report beside another one, with the ratios of their times.
     *
     * @param before the other one, such as that of the program before it was changed
     * @param file is replaced if it exists
     * @throws IOException if the file cannot be written
     */
    public void writeComparison(Report before, Path file) throws IOException {
        new ComparisonPage(this, before).write(file);
    }

    /**
     * Writes the events as a trace for Perfetto and the tracing page of Chrome.
     *
     * @param file JSON, compressed by gzip if its name ends in {@code .gz}; is replaced if it exists
     * @throws IOException if the file cannot be written
     */
    public void writeTrace(Path file) throws IOException {
        new TraceJson(trace).write(file);
    }

    /**
     * Writes the tables {@code events.csv}, {@code messages.csv}, {@code calls.csv}, {@code collectives.csv} and {@code
     * findings.csv}.
     *
     * @param folder is made if it does not exist
     * @throws IOException if a file cannot be written
     */
    public void writeCsv(Path folder) throws IOException {
        new CsvFiles(this).write(folder);
    }

    Trace trace() {
        return trace;
    }

    MessageMatch messages() {
        return messages;
    }

    Collection<CollectiveInstance> collectives() {
        return collectives;
    }
}
