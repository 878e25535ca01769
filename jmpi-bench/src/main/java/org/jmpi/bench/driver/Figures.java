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

    private final Plotter plotter;
    private final Summary summary;
    private final List<Figure> figures = new ArrayList<>();

    private Figures(Results results, Summary summary) {
        plotter = new Plotter(results, summary);
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
        String title = topic.op() + ", " + topic.ranks() + " ranks";
        String file = topic.op() + "-np" + topic.ranks();
        add(topic.op(), file, title, Across.POWERS_OF_TWO, quantity, summary.overSizes(topic));
    }

    private void overRanks(String op, Quantity quantity) {
        String file = op + "-" + OVER_RANKS;
        if (figures.stream().anyMatch(figure -> figure.file().startsWith(file))) return;
        add(op, file, op, Across.RANKS, quantity, summary.overRanks(op));
    }

    private void add(String op, String file, String title, Across across, Quantity quantity, List<Place> places) {
        String suffix = quantity == Quantity.MICROS || quantity == Quantity.MILLIS || quantity == Quantity.SECONDS
                ? ""
                : "-" + quantity.name().toLowerCase(Locale.ROOT);
        plotter.draw(title, across, quantity, places)
                .ifPresent(chart -> figures.add(new Figure(op, file + suffix + ".png", chart)));
    }
}
