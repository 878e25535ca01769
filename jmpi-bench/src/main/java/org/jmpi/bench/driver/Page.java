package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jmpi.bench.driver.Figures.Figure;
import org.jmpi.bench.driver.Summary.Cell;
import org.jmpi.bench.driver.Summary.Place;
import org.jmpi.bench.driver.Summary.Topic;

/** The results as a page in Markdown: tables of medians with ratios, and the charts. */
final class Page {
    private final Results results;
    private final Summary summary;
    private final List<Figure> figures;
    private final Library base;
    private final StringBuilder text = new StringBuilder();

    private Page(Results results, Summary summary, List<Figure> figures) {
        this.results = results;
        this.summary = summary;
        this.figures = figures;
        base = results.libraries().stream()
                .filter(library -> !library.isOurs())
                .findFirst()
                .orElse(results.libraries().get(0));
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
        text.append("# Benchmarks\n\nMade by\n\n```\n")
                .append(results.command())
                .append("\n```\n\n");
        text.append("which makes it again; do not edit.\n\n");
        table(List.of("what", "on this machine"), notes());
        text.append('\n');
        table(List.of("library", "is"), libraries());
        text.append(
                "\nA cell is the median over the repetitions, each of which counts with its own median. In brackets: that"
                        + " time over the time of ");
        text.append(base.name()).append(" in the same place; below 1 is faster.");
        text.append(
                summary.states().size() < 2
                        ? "\n"
                        : " Where the cores were near to each other or far is told apart; charts show \""
                                + summary.usualState() + "\".\n");
        for (String op : summary.topics().stream().map(Topic::op).distinct().toList()) section(Subject.of(op));
        failures();
        return text.toString();
    }

    private List<List<String>> notes() {
        return results.notes().entrySet().stream()
                .map(note -> List.of(note.getKey(), note.getValue()))
                .toList();
    }

    private List<List<String>> libraries() {
        return results.libraries().stream()
                .map(library -> List.of(library.name(), library.version()))
                .toList();
    }

    private void section(Subject subject) {
        text.append("\n## ")
                .append(subject.op())
                .append("\n\n")
                .append(subject.about())
                .append('\n');
        List<Place> places = summary.places().stream()
                .filter(place -> place.op().equals(subject.op()))
                .toList();
        Map<Boolean, List<Place>> bySize =
                places.stream().collect(Collectors.partitioningBy(place -> place.bytes() > 0));
        if (!bySize.get(false).isEmpty()) block("ranks", subject, bySize.get(false));
        for (int ranks : places.stream().map(Place::ranks).distinct().toList()) {
            List<Place> sized = bySize.get(true).stream()
                    .filter(place -> place.ranks() == ranks)
                    .toList();
            if (!sized.isEmpty()) block("bytes, " + ranks + " ranks", subject, sized);
        }
        figures.stream().filter(figure -> figure.op().equals(subject.op())).forEach(this::figure);
    }

    private void figure(Figure figure) {
        text.append("\n![")
                .append(figure.file().replace(".png", ""))
                .append("](")
                .append(figure.file())
                .append(")\n");
    }

    private void block(String first, Subject subject, List<Place> places) {
        boolean states = summary.states().size() > 1;
        List<String> heading = new ArrayList<>(List.of(first));
        if (states) heading.add("cores");
        results.libraries().forEach(library -> heading.add(library.name()));
        text.append("\n").append(capital(subject.table().axis().title())).append(":\n\n");
        table(heading, places.stream().map(place -> row(place, subject, states)).toList());
    }

    private List<String> row(Place place, Subject subject, boolean states) {
        List<String> cells = new ArrayList<>();
        cells.add(Long.toString(place.bytes() > 0 ? place.bytes() : place.ranks()));
        if (states) cells.add(place.state().toString());
        Optional<Cell> reference = summary.cell(place, base.name());
        for (Library library : results.libraries())
            cells.add(summary.cell(place, library.name())
                    .map(cell -> number(subject.table().of(cell.median(), place.bytes())) + ratio(cell, reference))
                    .orElse(""));
        return cells;
    }

    private static String ratio(Cell cell, Optional<Cell> reference) {
        return reference
                .map(other -> " (" + number(cell.median() / other.median()) + ")")
                .orElse("");
    }

    /** Returns a number with three digits, or more if it is large. */
    static String number(double value) {
        int decimals = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private void failures() {
        if (results.failures().isEmpty()) return;
        text.append("\n## Failures\n\n");
        table(
                List.of("trial", "what happened"),
                results.failures().stream()
                        .map(run -> List.of(run.trial().toString(), run.failure()))
                        .toList());
    }

    private void table(List<String> heading, Collection<List<String>> rows) {
        row(heading);
        row(heading.stream().map(cell -> "---").toList());
        rows.forEach(this::row);
    }

    private void row(List<String> cells) {
        text.append("| ");
        text.append(cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ")));
        text.append(" |\n");
    }
}
