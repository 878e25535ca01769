package org.jmpi.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The parts of the page that need no script. */
final class HtmlSections {
    private static final int FIRST = 3;
    private static final int MOST_ROWS = 100;
    private static final int MOST_PAIRS = 10;
    private static final int MOST_LATE = 32;

    /** The least share of a bar that has room for its name. */
    private static final double LEAST_NAMED = 0.1;

    private static final long SECOND = 1_000_000_000L;

    private final Report report;
    private final Trace trace;
    private final boolean hasTimeline;

    HtmlSections(Report report) {
        this(report, true);
    }

    private HtmlSections(Report report, boolean hasTimeline) {
        this.report = report;
        this.hasTimeline = hasTimeline;
        trace = report.trace();
    }

    /** Returns the sections for a page without a timeline. */
    static HtmlSections ofComparison(Report report) {
        return new HtmlSections(report, false);
    }

    /** Returns the program, or programs, without the names of folders. */
    String title() {
        String program = trace.job().getOrDefault(JobProperties.PROGRAM, "").replaceAll("[^ ]*[/\\\\]", "");
        return program.isBlank() ? "Recorded job" : program;
    }

    /** Returns the command line; empty if it is not known. */
    String command() {
        String arguments = trace.job().getOrDefault(JobProperties.ARGUMENTS, "");
        if (arguments.isEmpty()) return "";
        return new Html().element("p", "command", "jmpirun " + arguments).toString();
    }

    String summary() {
        List<String> facts = new ArrayList<>();
        facts.add(Units.count(trace.size(), "rank"));
        long hosts = trace.recordings().stream()
                .map(recording -> recording.host)
                .distinct()
                .count();
        if (hosts > 1) facts.add(Units.count(hosts, "host"));
        facts.add(Units.time(trace.duration()));
        facts.add(Units.count(trace.eventCount(), "event"));
        facts.add(Units.count(
                Matrix.of(trace).stream().mapToLong(Matrix.Cell::messages).sum(), "message"));
        Instant start = Instant.ofEpochSecond(0, trace.start());
        if (trace.start() > SECOND)
            facts.add(DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm:ss", Locale.ENGLISH)
                    .format(start.atZone(ZoneId.systemDefault())));
        Html html = new Html();
        for (String fact : facts) html.element("li", fact);
        return html.toString();
    }

    String notes() {
        List<String> notes = new ArrayList<>();
        String died = died();
        if (!died.isEmpty()) notes.add(died);
        notes.addAll(trace.notes());
        if (notes.isEmpty()) return "";
        Html html = new Html().raw("<ul class=\"notes\" role=\"alert\">\n");
        for (String note : notes) html.element("li", note).raw("\n");
        return html.raw("</ul>\n").toString();
    }

    /** Returns a sentence about how the job has ended, if that was not well. */
    private String died() {
        Map<String, String> job = trace.job();
        String code = job.getOrDefault(JobProperties.EXIT_CODE, "");
        String cause = job.getOrDefault(JobProperties.CAUSE, "");
        if (!code.isEmpty() && !code.equals("0"))
            return "The job failed with exit code " + code + (cause.isEmpty() ? "" : ": " + cause)
                    + ". The report shows it as far as it went.";
        if (code.isEmpty() && job.containsKey(JobProperties.START))
            return "The job did not end, or jmpirun was killed: the report shows it as far as the recordings go.";
        return "";
    }

    String findings() {
        List<Finding> all = report.findings();
        if (all.isEmpty()) return "<p>No rank loses time for a reason that this report knows.</p>\n";
        Html html = new Html().raw("<ol class=\"findings\">\n");
        for (int i = 0; i < Math.min(FIRST, all.size()); i++) card(html, i, all.get(i));
        return html.raw("</ol>\n").toString();
    }

    /** Returns the findings that have no card. */
    String more() {
        List<Finding> all = report.findings();
        if (all.size() <= FIRST) return "";
        Html html = new Html()
                .raw("<details><summary>" + Units.count(all.size() - FIRST, "more finding") + "</summary>\n")
                .table("cause", "#lost", "#times", "what");
        for (Finding finding : all.subList(FIRST, Math.min(all.size(), MOST_ROWS)))
            html.row(List.of(
                    finding.cause().title(),
                    some(finding.lostNanos()),
                    "#" + Units.count(finding.count()),
                    finding.text()));
        html.endTable();
        more(html, all.size(), MOST_ROWS, "finding");
        return html.raw("</details>\n").toString();
    }

    private void card(Html html, int number, Finding finding) {
        html.raw("<li class=\"card\" data-cause=\"" + finding.cause() + "\"><h3>")
                .text(finding.cause().title())
                .raw("</h3>");
        if (finding.lostNanos() > 0) {
            html.raw("<p class=\"figure\">").text(Units.time(finding.lostNanos()));
            html.element("small", " lost, " + share(finding.lostNanos()) + " of all ranks' time")
                    .raw("</p>");
        }
        html.element("p", finding.text());
        html.element("p", "remedy", finding.cause().remedy());
        if (hasTimeline && finding.worst() != null)
            html.raw("<button type=\"button\" data-finding=\"" + number + "\">Show the worst of ")
                    .text(Units.count(finding.count()))
                    .raw("</button>");
        html.raw("</li>\n");
    }

    private String share(long nanos) {
        return Units.percent(nanos / (double) Math.max(1, trace.rankTime()));
    }

    /** Returns how all ranks together have spent their time. */
    String shares() {
        long computing = 0;
        long mpi = 0;
        long lost = 0;
        long gc = 0;
        for (Balance rank : Balance.of(trace)) {
            computing += rank.computing();
            mpi += rank.mpi();
            lost += rank.lost();
            gc += rank.gc();
        }
        double whole = Math.max(1, computing + mpi + lost + gc);
        Html html = new Html().raw("<div class=\"shares\">");
        part(html, "computing", "computing", computing / whole);
        part(html, "gc", "stopped by the garbage collector", gc / whole);
        part(html, "mpi", "in MPI", mpi / whole);
        part(html, "lost", "lost in MPI", lost / whole);
        return html.raw("</div>\n").toString();
    }

    private static void part(Html html, String type, String name, double share) {
        if (share <= 0) return;
        String width = String.format(Locale.ROOT, "%.2f", share * 100);
        String text = name + " " + Units.percent(share);
        html.raw("<div class=\"" + type + "\" style=\"flex-grow:" + width + "\" title=\"" + text + "\">");
        if (share > LEAST_NAMED) html.element("span", text);
        html.raw("</div>");
    }

    String pairs() {
        List<Matrix.Cell> cells = new ArrayList<>(Matrix.of(trace));
        if (cells.isEmpty()) return "<p>No messages between ranks but those of collective operations.</p>\n";
        cells.sort(Comparator.comparingLong(Matrix.Cell::bytes).reversed());
        Html html = new Html().table("from", "to", "#messages", "#bytes", "#mean", "#lost");
        for (Matrix.Cell cell : cells.subList(0, Math.min(cells.size(), MOST_PAIRS)))
            html.row(List.of(
                    "rank " + cell.sender(),
                    "rank " + cell.receiver(),
                    "#" + Units.count(cell.messages()),
                    "#" + Units.bytes(cell.bytes()),
                    "#" + Units.bytes(cell.bytes() / cell.messages()),
                    some(cell.lost())));
        html.endTable();
        more(html, cells.size(), MOST_PAIRS, "pair");
        return html.toString();
    }

    private static String some(long nanos) {
        return nanos == 0 ? "#" : "#" + Units.time(nanos);
    }

    private static void more(Html html, int all, int shown, String noun) {
        if (all > shown) html.element("p", "hint", "The first " + shown + " of " + Units.count(all, noun) + ".");
    }

    /** Returns which ranks the others wait for. */
    String late() {
        Map<Integer, long[]> costs = new TreeMap<>();
        for (Finding finding : report.findings()) {
            AwaitedPart awaited = finding.cause().awaited();
            if (awaited == null) continue;
            for (Finding.RankTime rank : finding.culprits())
                costs.computeIfAbsent(rank.rank(), any -> new long[AwaitedPart.values().length])[awaited.ordinal()] +=
                        rank.nanos();
        }
        if (costs.isEmpty()) return "<p>No rank waits for another one.</p>\n";
        List<Balance> balance = Balance.of(trace);
        List<String> headings = new ArrayList<>(List.of("rank"));
        for (AwaitedPart awaited : AwaitedPart.values()) headings.add("#" + awaited.heading());
        headings.add("#it loses");
        Html html = new Html().table(headings.toArray(String[]::new));
        costs.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Integer, long[]> entry) ->
                                Arrays.stream(entry.getValue()).sum())
                        .reversed())
                .limit(MOST_LATE)
                .forEach(entry -> {
                    List<String> row = new ArrayList<>(List.of("rank " + entry.getKey()));
                    for (long cost : entry.getValue()) row.add(some(cost));
                    row.add(some(balance.get(entry.getKey()).lost()));
                    html.row(row);
                });
        html.endTable();
        more(html, costs.size(), MOST_LATE, "rank");
        return html.toString();
    }

    String calls() {
        return calls(CallTimes.byCall(trace), false);
    }

    String sites() {
        return calls(CallTimes.bySite(trace), true);
    }

    private String calls(List<CallTimes.Row> rows, boolean withSite) {
        Html html = withSite
                ? new Html()
                        .table(
                                "call",
                                "line",
                                "#calls",
                                "#ranks",
                                "#in MPI",
                                "#share",
                                "#first",
                                "#longest",
                                "#lost",
                                "#bytes")
                : new Html()
                        .table(
                                "call",
                                "#calls",
                                "#ranks",
                                "#in MPI",
                                "#share",
                                "#first",
                                "#longest",
                                "#lost",
                                "#bytes");
        for (CallTimes.Row row : rows.subList(0, Math.min(rows.size(), MOST_ROWS))) {
            List<String> cells = new ArrayList<>(List.of(row.call()));
            if (withSite) cells.add(row.site());
            cells.addAll(List.of(
                    "#" + Units.count(row.count()),
                    "#" + row.ranks(),
                    "#" + Units.time(row.nanos()),
                    "#" + share(row.nanos()),
                    some(row.first()),
                    some(row.longest()),
                    some(row.lost()),
                    row.bytes() == 0 ? "#" : "#" + Units.bytes(row.bytes())));
            html.row(cells);
        }
        html.endTable();
        more(html, rows.size(), MOST_ROWS, "line");
        return html.toString();
    }

    String collectives() {
        List<CollectiveTimes.Row> rows = CollectiveTimes.of(report.collectives());
        if (rows.isEmpty()) return "<p>No collective operations.</p>\n";
        Html html = new Html()
                .table(
                        "call",
                        "algorithm",
                        "#ranks",
                        "#up to",
                        "#times",
                        "#first",
                        "#median",
                        "#longest",
                        "#waited",
                        "#slow");
        for (CollectiveTimes.Row row : rows.subList(0, Math.min(rows.size(), MOST_ROWS)))
            html.row(List.of(
                    row.call(),
                    row.algorithm(),
                    "#" + row.ranks(),
                    "#" + Units.bytes(row.bytes()),
                    "#" + Units.count(row.count()),
                    some(row.first()),
                    some(row.median()),
                    some(row.longest()),
                    some(row.waited()),
                    some(row.slow())));
        html.endTable();
        more(html, rows.size(), MOST_ROWS, "row");
        return html.toString();
    }

    String pauses() {
        List<Recording> paused = trace.recordings().stream()
                .filter(recording -> !recording.pauses.isEmpty())
                .toList();
        if (paused.isEmpty()) return "<p>The recordings have no pauses of the JVMs.</p>\n";
        Html html = new Html()
                .table("JVM of", "host", "#collections", "#in all", "#longest", "#other safepoints", "#in all");
        for (Recording recording : paused.subList(0, Math.min(paused.size(), MOST_ROWS))) pauses(html, recording);
        html.endTable();
        more(html, paused.size(), MOST_ROWS, "JVM");
        return html.toString();
    }

    private void pauses(Html html, Recording recording) {
        List<Pause> gc = recording.pauses.stream().filter(Pause::gc).toList();
        List<Pause> others =
                recording.pauses.stream().filter(pause -> !pause.gc()).toList();
        List<Integer> ranks = trace.ranks().stream()
                .filter(rank -> rank.recording == recording)
                .map(rank -> rank.number)
                .toList();
        html.row(List.of(
                ranks.isEmpty() ? recording.file : Units.ranks(ranks),
                recording.host,
                "#" + gc.size(),
                "#" + Units.time(sum(gc)),
                "#" + Units.time(gc.stream().mapToLong(Pause::duration).max().orElse(0)),
                "#" + others.size(),
                "#" + Units.time(sum(others))));
    }

    private static long sum(List<Pause> pauses) {
        return pauses.stream().mapToLong(Pause::duration).sum();
    }

    /** Returns what is known about how far the recordings fit together. */
    String clocks() {
        Html html = new Html();
        MessageMatch messages = report.messages();
        if (messages.unreceived() + messages.unsent() > 0)
            html.element(
                    "p",
                    Units.count(messages.unreceived(), "send") + " without a receive and "
                            + Units.count(messages.unsent(), "receive") + " without a send in the recordings.");
        List<Recording> shifted = trace.recordings().stream()
                .filter(recording -> recording.shift != 0)
                .toList();
        if (shifted.isEmpty())
            return html.element("p", "No clock had to be shifted.").toString();
        html.element("p", "Clocks shifted so that no message arrives before it was sent:")
                .table("recording", "host", "#shifted by");
        for (Recording recording : shifted.subList(0, Math.min(shifted.size(), MOST_ROWS)))
            html.row(List.of(recording.file, recording.host, "#" + Units.time(recording.shift)));
        html.endTable();
        more(html, shifted.size(), MOST_ROWS, "recording");
        return html.toString();
    }
}
