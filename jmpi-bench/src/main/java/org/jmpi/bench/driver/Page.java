package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jmpi.bench.driver.Figures.Figure;
import org.jmpi.bench.driver.Summary.Cell;
import org.jmpi.bench.driver.Summary.Point;

/** The results as a page in Markdown: tables of medians with ratios, and the charts. */
final class Page {
    private final Results results;
    private final Summary summary;
    private final List<Figure> figures;
    private final Library base;
    private final Markdown page;

    private Page(Results results, Summary summary, List<Figure> figures) {
        this.results = results;
        this.summary = summary;
        this.figures = figures;
        page = Frame.begin("Benchmarks", results);
        base = results.base();
    }

    /**
     * Returns the page.
     *
     * @param figures the charts that lie beside it
     */
    static String of(Results results, Summary summary, List<Figure> figures) {
        return new Page(results, summary, figures).text();
    }

    private String text() {
        page.paragraph(
                "Each cell is the median of the medians of the repetitions. In brackets: its ratio to " + base.name()
                        + "; below 1 is faster."
                        + (summary.states().size() < 2
                                ? ""
                                : " Runs whose cores were near to each other and far from each other have rows and "
                                        + "charts"
                                        + " of their own."));
        pictures(Figures.RATIOS);
        for (String op : summary.ops()) section(Subject.of(op));
        Frame.end(page, results);
        return page.toString();
    }

    private void section(Subject subject) {
        page.heading(2, subject.op()).paragraph(subject.about());
        List<Point> points = summary.points().stream()
                .filter(point -> point.op().equals(subject.op()))
                .toList();
        Map<Boolean, List<Point>> bySize =
                points.stream().collect(Collectors.partitioningBy(point -> point.bytes() > 0));
        if (!bySize.get(false).isEmpty()) block("ranks", subject, bySize.get(false));
        for (int ranks : points.stream().map(Point::ranks).distinct().toList()) {
            List<Point> sized = bySize.get(true).stream()
                    .filter(point -> point.ranks() == ranks)
                    .toList();
            if (!sized.isEmpty()) block("bytes, " + ranks + " ranks", subject, sized);
        }
        pictures(subject.op());
    }

    private void pictures(String op) {
        figures.stream().filter(figure -> figure.op().equals(op)).forEach(figure -> page.picture(figure.file()));
    }

    private void block(String first, Subject subject, List<Point> points) {
        boolean states = summary.states().size() > 1;
        List<String> heading = new ArrayList<>(List.of(first));
        if (states) heading.add("cores");
        results.libraries().forEach(library -> heading.add(library.name()));
        page.paragraph(capital(subject.table().axis().title()) + ":");
        page.table(
                heading,
                points.stream().map(point -> row(point, subject, states)).toList());
    }

    private List<String> row(Point point, Subject subject, boolean states) {
        List<String> cells = new ArrayList<>();
        cells.add(Long.toString(point.bytes() > 0 ? point.bytes() : point.ranks()));
        if (states) cells.add(point.state().toString());
        Optional<Cell> reference = summary.cell(point, base.name());
        for (Library library : results.libraries())
            cells.add(summary.cell(point, library.name())
                    .map(cell ->
                            Markdown.number(subject.table().of(cell.value(), point.bytes())) + ratio(cell, reference))
                    .orElse(""));
        return cells;
    }

    private static String ratio(Cell cell, Optional<Cell> reference) {
        return reference
                .map(other -> " (" + Markdown.number(cell.value() / other.value()) + ")")
                .orElse("");
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
