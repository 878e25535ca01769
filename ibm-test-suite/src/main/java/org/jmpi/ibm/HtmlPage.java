package org.jmpi.ibm;

import java.util.List;
import java.util.Map;

/** The results as one page: a grid of programs by transports and numbers of ranks, and below it what failures wrote. */
final class HtmlPage {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <title>JMPI validation suite</title>
            <style>
            body { font: 14px/1.4 sans-serif; margin: 2em; color: #222; }
            table { border-collapse: collapse; }
            th, td { padding: 1px 8px; border: 1px solid #ddd; text-align: right; }
            th:first-child { text-align: left; font-weight: normal; }
            thead th { position: sticky; top: 0; background: #fff; }
            .ok { background: #dff3df; }
            .FAILED { background: #f6c8c4; }
            .HUNG { background: #f3d9a4; }
            pre { background: #f4f4f4; padding: 1em; overflow: auto; max-height: 40em; }
            dt { float: left; clear: left; width: 6em; color: #666; }
            </style>
            </head>
            <body>
            """;

    private final Results results;
    private final StringBuilder page = new StringBuilder(HEAD);

    private HtmlPage(Results results) {
        this.results = results;
    }

    static String of(Results results) {
        return new HtmlPage(results).text();
    }

    private String text() {
        page.append("<h1>JMPI validation suite: ").append(results.score()).append(" passed</h1>\n<dl>\n");
        results.notes().forEach(this::note);
        note("took", Outcome.seconds(results.nanos()) + " s");
        page.append("</dl>\n<p>A cell: one program with so many ranks, and how many seconds it took.</p>\n");
        grid();
        List<Outcome> failures = results.failures();
        for (int i = 0; i < failures.size(); i++) failure(i, failures.get(i));
        return page.append("</body>\n</html>\n").toString();
    }

    private void note(String name, String value) {
        page.append("<dt>").append(escape(name)).append("</dt><dd>");
        page.append(escape(value)).append("</dd>\n");
    }

    private void grid() {
        List<Results.Column> columns = results.columns();
        page.append("<table>\n<thead><tr><th>program</th>");
        for (Results.Column column : columns)
            page.append("<th>")
                    .append(escape(column.transport()))
                    .append("<br>np ")
                    .append(column.ranks())
                    .append("</th>");
        page.append("</tr></thead>\n<tbody>\n");
        results.byProgram().forEach((program, outcomes) -> row(program, outcomes, columns));
        page.append("</tbody>\n</table>\n");
    }

    private void row(String program, List<Outcome> outcomes, List<Results.Column> columns) {
        Map<Results.Column, List<Outcome>> cells = Results.grouped(outcomes, Results.Column::of);
        page.append("<tr><th>").append(escape(program)).append("</th>");
        for (Results.Column column : columns) page.append(cell(cells.getOrDefault(column, List.of())));
        page.append("</tr>\n");
    }

    /** Returns the cell of a trial and its repetitions: the worst state, the mean time. */
    private String cell(List<Outcome> outcomes) {
        if (outcomes.isEmpty()) return "<td></td>";
        Outcome worst = outcomes.stream()
                .filter(outcome -> !outcome.passed())
                .findFirst()
                .orElse(outcomes.get(0));
        String text = Outcome.seconds(
                outcomes.stream().mapToLong(Outcome::nanos).average().orElse(0));
        if (outcomes.size() > 1) text += " (" + Results.Score.of(outcomes) + ")";
        if (!worst.passed())
            text = "<a href=\"#failure-" + results.failures().indexOf(worst) + "\">" + worst.state() + "</a> " + text;
        return "<td class=\"" + worst.state() + "\">" + text + "</td>";
    }

    private void failure(int number, Outcome outcome) {
        page.append("<h2 id=\"failure-").append(number).append("\">").append(escape(outcome.trial() + ": "));
        page.append(escape(outcome.reason())).append("</h2>\n<pre>");
        page.append(escape(outcome.output())).append("</pre>\n");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
