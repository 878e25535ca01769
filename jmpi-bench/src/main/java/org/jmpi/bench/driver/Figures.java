package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jmpi.bench.driver.States.State;
import org.jmpi.bench.driver.Summary.Point;
import org.jmpi.bench.driver.Summary.Topic;

/**
 * The charts of a comparison: of each operation one over the sizes, or over the ranks if it has no size. A single point
 * is left to the table.
 */
final class Figures {
    /** A chart and where it belongs. */
    record Figure(String op, String file, Chart chart) {}

    /** The name under which the chart of ratios stands, instead of an operation. */
    static final String RATIOS = "";

    private static final Topic PINGPONG = new Topic("pingpong", 2);
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
        figures.plotter
                .ratios(results.base())
                .ifPresent(chart -> figures.figures.add(new Figure(RATIOS, "ratios.png", chart)));
        figures.plotter
                .bars(PINGPONG, results.base())
                .ifPresent(chart -> figures.figures.add(new Figure(PINGPONG.op(), "pingpong-ratios.png", chart)));
        for (Topic topic : summary.topics())
            for (State state : summary.states())
                for (Quantity quantity : Subject.of(topic.op()).charts()) figures.add(topic, state, quantity);
        return figures.figures;
    }

    private void add(Topic topic, State state, Quantity quantity) {
        if (hasSizes(topic)) overBytes(topic, state, quantity);
        else overRanks(topic.op(), state, quantity);
    }

    /** Draws and writes charts into a folder. */
    static void write(List<Figure> figures, Path folder) throws IOException {
        for (Figure figure : figures) figure.chart().write(folder.resolve(figure.file()));
    }

    private boolean hasSizes(Topic topic) {
        return summary.sizes(topic).stream().anyMatch(bytes -> bytes > 0);
    }

    private void overBytes(Topic topic, State state, Quantity quantity) {
        String title = Subject.of(topic.op()).title() + ", " + topic.ranks() + " ranks";
        String file = topic.op() + "-np" + topic.ranks() + suffix(state);
        add(topic.op(), file, title, Across.SIZES, quantity, summary.overSizes(topic, state));
    }

    private void overRanks(String op, State state, Quantity quantity) {
        String file = op + "-" + OVER_RANKS + suffix(state);
        if (figures.stream().anyMatch(figure -> figure.file().startsWith(file))) return;
        add(op, file, Subject.of(op).title(), Across.RANKS, quantity, summary.overRanks(op, state));
    }

    private static String suffix(State state) {
        return state == State.STEADY ? "" : "-" + state;
    }

    private void add(String op, String file, String title, Across across, Quantity quantity, List<Point> points) {
        String suffix = quantity == Quantity.MICROS || quantity == Quantity.MILLIS || quantity == Quantity.SECONDS
                ? ""
                : "-" + quantity.name().toLowerCase(Locale.ROOT);
        plotter.draw(title, across, quantity, points)
                .ifPresent(chart -> figures.add(new Figure(op, file + suffix + ".png", chart)));
    }
}
