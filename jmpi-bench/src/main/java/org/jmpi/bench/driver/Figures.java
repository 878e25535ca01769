package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jmpi.bench.driver.Summary.Place;
import org.jmpi.bench.driver.Summary.Topic;

/**
 * The charts of a comparison: of each operation one over the sizes, or over the ranks if it has no size. A single point is
 * left to the table.
 */
final class Figures {
    /** A chart and where it belongs. */
    record Figure(String op, String file, Chart chart) {}

    private static final String OVER_RANKS = "ranks";
    private static final Axis BYTES = new Axis("size in bytes", Axis.Scale.BINARY);
    private static final Axis RANKS = new Axis("ranks", Axis.Scale.COUNT);

    private final Results results;
    private final Summary summary;
    private final List<Figure> figures = new ArrayList<>();

    private Figures(Results results, Summary summary) {
        this.results = results;
        this.summary = summary;
    }

    static List<Figure> of(Results results, Summary summary) {
        Figures figures = new Figures(results, summary);
        for (Topic topic : summary.topics()) {
            for (Quantity quantity : Subject.of(topic.op()).charts()) {
                if (figures.hasSizes(topic)) figures.overBytes(topic, quantity);
                else figures.overRanks(topic.op(), quantity);
            }
        }
        return figures.figures;
    }

    /** Draws and writes charts into a folder. */
    static void write(List<Figure> figures, Path folder) throws IOException {
        for (Figure figure : figures) figure.chart().write(folder.resolve(figure.file()));
    }

    private boolean hasSizes(Topic topic) {
        return summary.sizes(topic).stream().anyMatch(bytes -> bytes > 0);
    }

    private void overBytes(Topic topic, Quantity quantity) {
        List<Place> places = summary.sizes(topic).stream()
                .map(bytes -> new Place(topic.op(), topic.ranks(), bytes, summary.usualState()))
                .toList();
        String title = topic.op() + ", " + topic.ranks() + " ranks";
        add(topic.op(), topic.op() + "-np" + topic.ranks(), title, BYTES, quantity, places);
    }

    private void overRanks(String op, Quantity quantity) {
        String file = op + "-" + OVER_RANKS;
        if (figures.stream().anyMatch(figure -> figure.file().startsWith(file))) return;
        List<Place> places = summary.topics().stream()
                .filter(topic -> topic.op().equals(op))
                .map(topic -> new Place(op, topic.ranks(), 0, summary.usualState()))
                .toList();
        add(op, file, op, RANKS, quantity, places);
    }

    private void add(String op, String file, String title, Axis axis, Quantity quantity, List<Place> places) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < results.libraries().size(); i++) {
            Line line = line(i, axis, quantity, places);
            if (!line.x().isEmpty()) lines.add(line);
        }
        if (lines.stream().allMatch(line -> line.x().size() < 2)) return;
        String suffix = quantity == Quantity.MICROS || quantity == Quantity.MILLIS
                ? ""
                : "-" + quantity.name().toLowerCase(Locale.ROOT);
        Chart chart = new Chart(title, foot(), axis, quantity.axis(), lines);
        figures.add(new Figure(op, file + suffix + ".png", chart));
    }

    private Line line(int library, Axis axis, Quantity quantity, List<Place> places) {
        String name = results.libraries().get(library).name();
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (Place place : places)
            summary.cell(place, name).ifPresent(cell -> {
                x.add((double) (axis == BYTES ? place.bytes() : place.ranks()));
                y.add(quantity.of(cell.median(), place.bytes()));
            });
        return new Line(name, library, !results.libraries().get(library).isOurs(), x, y);
    }

    private String foot() {
        return results.machine()
                + (summary.usualState() == States.State.STEADY ? "" : "; cores " + summary.usualState());
    }
}
