package org.jmpi.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;

/** Two reports side by side: a page without scripts. */
final class ComparisonPage {
    private static final int MOST_ROWS = 30;

    /** The figures of both jobs for one place: a row, with a column of ns for each job. */
    private record Pair(List<String> names, long now, long before) {
        long most() {
            return Math.max(now, before);
        }
    }

    private final Report now;
    private final Report before;

    ComparisonPage(Report now, Report before) {
        this.now = now;
        this.before = before;
    }

    void write(Path file) throws IOException {
        HtmlSections left = HtmlSections.ofComparison(now);
        HtmlSections right = HtmlSections.ofComparison(before);
        Map<String, String> parts = new TreeMap<>();
        parts.put("style", HtmlPage.resource("report.css"));
        parts.put("title", Html.escape(left.title()));
        side(parts, "now", left);
        side(parts, "before", right);
        parts.put("sums", sums());
        parts.put("causes", causes());
        parts.put("calls", calls());
        parts.put("collectives", collectives());
        Files.writeString(
                file,
                HtmlPage.PLACE
                        .matcher(HtmlPage.resource("comparison.html"))
                        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1)))));
    }

    private static void side(Map<String, String> parts, String side, HtmlSections sections) {
        parts.put(
                side,
                "<h2>" + Html.escape(Units.capital(side) + ": " + sections.title()) + "</h2>\n<ul class=\"facts\">"
                        + sections.summary() + "</ul>\n" + sections.command() + sections.notes() + sections.findings()
                        + sections.shares());
    }

    // ---- tables ----

    private static String ratio(long now, long before) {
        return now == 0 || before == 0 ? "#" : "#" + String.format(Locale.ROOT, "%.2f", now / (double) before);
    }

    private static List<String> row(Pair pair) {
        List<String> cells = new ArrayList<>(pair.names);
        for (long nanos : new long[] {pair.now, pair.before}) cells.add(nanos == 0 ? "#" : "#" + Units.time(nanos));
        cells.add(ratio(pair.now, pair.before));
        return cells;
    }

    /** Returns a table of the pairs that take most time. */
    private static String table(List<Pair> pairs, String... names) {
        if (pairs.isEmpty()) return "<p>Neither job has any.</p>\n";
        List<String> headings = new ArrayList<>(List.of(names));
        headings.addAll(List.of("#now", "#before", "#now / before"));
        Html html = new Html().table(headings.toArray(new String[0]));
        pairs.stream().limit(MOST_ROWS).forEach(pair -> html.row(row(pair)));
        html.endTable();
        if (pairs.size() > MOST_ROWS)
            html.element("p", "hint", "The first " + MOST_ROWS + " of " + Units.count(pairs.size(), "row") + ".");
        return html.toString();
    }

    private String sums() {
        List<Pair> pairs = new ArrayList<>();
        pairs.add(new Pair(
                List.of("from start to end"),
                now.trace().duration(),
                before.trace().duration()));
        pairs.add(sum("all ranks: computing", Balance::computing));
        pairs.add(sum("all ranks: stopped by the garbage collector", Balance::gc));
        pairs.add(sum("all ranks: in MPI, without what is lost", Balance::mpi));
        pairs.add(sum("all ranks: lost in MPI", Balance::lost));
        return table(pairs, "time");
    }

    private Pair sum(String name, ToLongFunction<Balance> part) {
        return new Pair(
                List.of(name),
                Balance.of(now.trace()).stream().mapToLong(part).sum(),
                Balance.of(before.trace()).stream().mapToLong(part).sum());
    }

    /** Lines move when a program changes, so calls are compared by their methods. */
    private static String method(String site) {
        return site.replaceFirst("\\(.*", "");
    }

    private String causes() {
        Map<List<String>, long[]> sums = new TreeMap<>(Comparator.comparing(List::toString));
        List<Report> both = List.of(now, before);
        for (int side = 0; side < 2; side++)
            for (Finding finding : both.get(side).findings())
                add(
                        sums,
                        side,
                        List.of(finding.cause().title(), finding.call(), method(finding.site())),
                        finding.lostNanos());
        return table(sorted(sums), "cause", "call", "in");
    }

    private String calls() {
        Map<List<String>, long[]> sums = new TreeMap<>(Comparator.comparing(List::toString));
        List<Report> both = List.of(now, before);
        for (int side = 0; side < 2; side++)
            for (CallTimes.Row row : CallTimes.bySite(both.get(side).trace()))
                add(sums, side, List.of(row.call(), method(row.site())), row.nanos());
        return table(sorted(sums), "call", "in");
    }

    private String collectives() {
        Map<List<String>, long[]> sums = new TreeMap<>(Comparator.comparing(List::toString));
        List<Report> both = List.of(now, before);
        for (int side = 0; side < 2; side++)
            for (CollectiveTimes.Row row : CollectiveTimes.of(both.get(side).collectives()))
                add(
                        sums,
                        side,
                        List.of(row.call(), row.algorithm(), "#" + row.ranks(), "#" + Units.bytes(row.bytes())),
                        row.median());
        return table(sorted(sums), "call", "algorithm", "#ranks", "#up to");
    }

    private static void add(Map<List<String>, long[]> sums, int side, List<String> names, long nanos) {
        sums.computeIfAbsent(names, any -> new long[2])[side] += nanos;
    }

    private static List<Pair> sorted(Map<List<String>, long[]> sums) {
        List<Pair> pairs = new ArrayList<>();
        sums.forEach((names, nanos) -> pairs.add(new Pair(names, nanos[0], nanos[1])));
        pairs.removeIf(pair -> pair.most() == 0);
        pairs.sort(Comparator.comparingLong(Pair::most).reversed());
        return pairs;
    }

    /** Returns sentences about both jobs as wholes. */
    static List<String> summary(Report now, Report before) {
        List<String> lines = new ArrayList<>();
        lines.add(
                line("from start to end", now.trace().duration(), before.trace().duration()));
        lines.add(line("lost in MPI by all ranks", lost(now), lost(before)));
        return lines;
    }

    private static long lost(Report report) {
        return Balance.of(report.trace()).stream().mapToLong(Balance::lost).sum();
    }

    private static String line(String name, long now, long before) {
        String ratio = ratio(now, before).substring(1);
        return name + ": " + Units.time(now) + ", before " + Units.time(before)
                + (ratio.isEmpty() ? "" : ", ratio " + ratio);
    }
}
