package org.jmpi.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command that makes a report.
 *
 * <pre>jmpirun report recording --trace recording/trace.json.gz</pre>
 */
@Command(
        name = "jmpirun report",
        description = "Makes a page from the recordings of a job: where its time went.",
        sortOptions = false,
        mixinStandardHelpOptions = false)
public final class ReportCommand implements Callable<Integer> {
    private static final int BAD_INPUT = 2;
    private static final int FIRST = 3;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "the folder of jmpirun --record DIR, or one recording")
    private Path recordings;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "the page (default: report.html in the folder, or beside the recording; comparison.html)")
    private Path output;

    @Option(
            names = "--compare",
            paramLabel = "DIR",
            description = "makes a page that compares the job with an earlier one, whose recordings are in DIR")
    private Path compare;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "also writes a trace for ui.perfetto.dev: JSON, compressed if FILE ends in .gz")
    private Path trace;

    @Option(names = "--csv", paramLabel = "FOLDER", description = "also writes tables for other programs (CSV)")
    private Path csv;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "prints this text")
    private boolean help;

    private ReportCommand() {}

    /**
     * Makes a report, and ends the JVM if that fails.
     *
     * @param args the words after {@code jmpirun report}
     */
    public static void main(String[] args) {
        int code = run(args);
        if (code != 0) System.exit(code);
    }

    /**
     * Makes a report.
     *
     * @param args the words after {@code jmpirun report}
     * @return 0, or 2 if there is no report; a line on standard error says why
     */
    public static int run(String... args) {
        return run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args);
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new ReportCommand())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(110)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((e, words) -> refuse(e.getCommandLine(), e.getMessage()))
                .setExecutionExceptionHandler((e, line, result) -> failed(e, line))
                .execute(args);
    }

    private static int failed(Exception e, CommandLine line) throws Exception {
        if (!(e instanceof IOException)) throw e;
        return refuse(line, text((IOException) e));
    }

    /** The message of some exceptions is the name of the file alone. */
    private static String text(IOException e) {
        boolean bare = e instanceof FileSystemException file
                && String.valueOf(file.getFile()).equals(e.getMessage());
        return bare ? e.getClass().getSimpleName() + ": " + e.getMessage() : e.getMessage();
    }

    private static int refuse(CommandLine line, String message) {
        line.getErr()
                .println("jmpirun report: " + String.join(" ", message.strip().split("\\s*\\R\\s*")));
        line.getErr().flush();
        return BAD_INPUT;
    }

    @Override
    public Integer call() throws IOException {
        recordings = recordings.normalize();
        try {
            write();
            return 0;
        } catch (OutOfMemoryError e) {
            throw new IOException(
                    recordings + ": the events need more memory than the heap of "
                            + Units.bytes(Runtime.getRuntime().maxMemory())
                            + ": set the variable JAVA_TOOL_OPTIONS, such as to -Xmx16g",
                    e);
        }
    }

    private void write() throws IOException {
        Report report = Report.of(recordings);
        Path page = output == null ? defaultPage() : output;
        Report before = compare == null ? null : Report.of(compare.normalize());
        if (before == null) report.writeHtml(page);
        else report.writeComparison(before, page);
        if (trace != null) report.writeTrace(trace);
        if (csv != null) report.writeCsv(csv);
        PrintWriter out = spec.commandLine().getOut();
        report.notes().forEach(note -> out.println("jmpirun report: " + note));
        if (before != null) ComparisonPage.summary(report, before).forEach(out::println);
        List<Finding> findings = before == null ? report.findings() : List.of();
        for (int i = 0; i < Math.min(FIRST, findings.size()); i++) out.println(i + 1 + ". " + findings.get(i));
        out.println("jmpirun report: " + page + ", " + Units.bytes(Files.size(page)));
        if (trace != null) out.println("jmpirun report: " + trace + " (open it in https://ui.perfetto.dev)");
        if (csv != null) out.println("jmpirun report: tables in " + csv);
        out.flush();
    }

    private Path defaultPage() {
        String name = compare == null ? "report.html" : "comparison.html";
        return Files.isDirectory(recordings) ? recordings.resolve(name) : recordings.resolveSibling(name);
    }
}
