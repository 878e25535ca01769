package org.jmpi.report;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report as one page that needs no other file: page.html with its style and scripts, the sections of {@link
 * HtmlSections}, and the data of the pictures. The scripts draw the timeline and the matrix; everything else can be
 * read without them.
 */
final class HtmlPage {
    static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

    private final Report report;
    private final Trace trace;
    private final long start;

    HtmlPage(Report report) {
        this.report = report;
        trace = report.trace();
        start = trace.start();
    }

    void write(Path file) throws IOException {
        EventColumns events = new EventColumns(trace);
        Map<String, String> parts = parts(events);
        String page = resource("page.html");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            int done = 0;
            for (MatchResult place : PLACE.matcher(page).results().toList()) {
                text(out, page.substring(done, place.start()));
                done = place.end();
                if (place.group(1).equals("events")) base64(out, events);
                else text(out, parts.get(place.group(1)));
            }
            text(out, page.substring(done));
        }
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void base64(OutputStream out, EventColumns events) throws IOException {
        OutputStream open = new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() {
                // The page goes on.
            }
        };
        try (OutputStream encoder = Base64.getEncoder().wrap(open)) {
            events.write(encoder);
        }
    }

    private Map<String, String> parts(EventColumns events) throws IOException {
        HtmlSections sections = new HtmlSections(report);
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", Html.escape(sections.title()));
        parts.put("style", resource("report.css"));
        parts.put("summary", sections.summary());
        parts.put("command", sections.command());
        parts.put("notes", sections.notes());
        parts.put("findings", sections.findings());
        parts.put("more", sections.more());
        parts.put("shares", sections.shares());
        parts.put("balance", new BalanceChart(report).svg());
        parts.put("pairs", sections.pairs());
        parts.put("late", sections.late());
        parts.put("calls", sections.calls());
        parts.put("sites", sections.sites());
        parts.put("collectives", sections.collectives());
        parts.put("pauses", sections.pauses());
        parts.put("clocks", sections.clocks());
        parts.put("shown", shown(events));
        parts.put("data", data(events));
        parts.put(
                "script",
                resource("data.js")
                        + resource("figures.js")
                        + resource("stretch.js")
                        + resource("timeline.js")
                        + resource("matrix.js")
                        + resource("report.js"));
        return parts;
    }

    private String shown(EventColumns events) {
        long all = trace.eventCount();
        if (events.count() == all) return "";
        return "The timeline has the longest " + Units.count(events.count()) + " of " + Units.count(all, "event")
                + "; all other figures count every event, but those of a stretch that you select.";
    }

    /** Returns the data of the pictures but for the events. */
    private String data(EventColumns events) throws IOException {
        StringBuilder text = new StringBuilder();
        new Json(text)
                .raw("unit", "" + events.unit())
                .raw("span", "" + trace.duration() / events.unit())
                .raw("counts", events.counts())
                .raw("lengths", events.lengths())
                .raw("labels", events.labels())
                .raw(
                        "ranks",
                        list(trace.ranks().stream()
                                .map(rank -> rank(rank, events.unit()))
                                .toList()))
                .raw(
                        "pauses",
                        list(trace.recordings().stream()
                                .map(some -> pauses(some, events.unit()))
                                .toList()))
                .raw(
                        "findings",
                        list(report.findings().stream()
                                .map(some -> worst(some, events.unit()))
                                .toList()))
                .raw("causes", causes(Cause::title))
                .raw("causeNames", causes(Cause::name))
                .raw("remedies", causes(Cause::remedy))
                .raw(
                        "awaited",
                        list(Stream.of(Cause.values()).map(HtmlPage::awaited).toList()))
                .raw("events", "" + trace.eventCount())
                .raw(
                        "matrix",
                        list(Matrix.of(trace).stream().map(HtmlPage::cell).toList()))
                .close();
        return text.toString();
    }

    private static String causes(Function<Cause, String> text) {
        return list(Stream.of(Cause.values()).map(text).map(Json::text).toList());
    }

    /** Returns the column of a cause in the table of late ranks, or -1. */
    private static String awaited(Cause cause) {
        return "" + (cause.awaited() == null ? -1 : cause.awaited().ordinal());
    }

    private static String list(List<String> items) {
        return items.stream().collect(Collectors.joining(",", "[", "]"));
    }

    private String rank(Rank rank, long unit) {
        int recording = trace.recordings().indexOf(rank.recording);
        String host = rank.isMissing() ? "" : rank.recording.host;
        return "[" + (rank.start - start) / unit + "," + (rank.end - start) / unit + "," + recording + ","
                + (rank.isFinalized() ? 1 : 0) + "," + Json.text(host) + "]";
    }

    private String pauses(Recording recording, long unit) {
        return list(recording
                .pausesSince(start)
                .map(pause -> "[" + (pause.start() - start) / unit + "," + pause.duration() / unit + ","
                        + (pause.gc() ? 1 : 0) + "," + Json.text(pause.name()) + "]")
                .toList());
    }

    private static String worst(Finding finding, long unit) {
        Finding.Worst worst = finding.worst();
        if (worst == null) return "null";
        return "[" + worst.rank() + "," + worst.startNanos() / unit + "," + worst.endNanos() / unit + "]";
    }

    private static String cell(Matrix.Cell cell) {
        return "[" + cell.sender() + "," + cell.receiver() + "," + cell.messages() + "," + cell.bytes() + ","
                + cell.lost() + "]";
    }

    static String resource(String name) throws IOException {
        try (InputStream input = HtmlPage.class.getResourceAsStream(name)) {
            if (input == null) throw new IllegalStateException("no resource " + name);
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
