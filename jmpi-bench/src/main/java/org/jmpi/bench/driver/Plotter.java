package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jmpi.bench.driver.States.State;
import org.jmpi.bench.driver.Summary.Point;
import org.jmpi.bench.driver.Summary.Topic;

/** Draws charts of a summary, with a line for each library. */
final class Plotter {
    /** The highest bar, as a ratio. */
    private static final double BAR = 3;
    /** In bytes: few enough for bars of several libraries. */
    private static final Set<Long> BAR_SIZES = Set.of(8L, 4096L, 32768L, 262_144L, 1_048_576L);

    private final Results results;
    private final Summary summary;

    Plotter(Results results, Summary summary) {
        this.results = results;
        this.summary = summary;
    }

    /** Returns a chart of one quantity at several points, or nothing if no line would have two points. */
    Optional<Chart> draw(String title, Across across, Quantity quantity, List<Point> points) {
        List<Line> lines = new ArrayList<>();
        for (Library library : results.libraries()) {
            Line line = line(library, across, quantity, points);
            if (!line.x().isEmpty()) lines.add(line);
        }
        if (lines.stream().allMatch(line -> line.x().size() < 2)) return Optional.empty();
        return Optional.of(new Chart(title, foot(points.get(0).state()), across.axis(), quantity.axis(), lines));
    }

    /**
     * Returns a chart of the ratios to one library, operation by operation, or nothing if there is no other library.
     */
    Optional<Chart> ratios(Library base) {
        List<String> ops = summary.ops();
        List<Line> lines = new ArrayList<>();
        List<Library> baseFirst = new ArrayList<>(results.libraries());
        baseFirst.remove(base);
        baseFirst.add(0, base);
        for (Library library : baseFirst) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int i = 0; i < ops.size(); i++) {
                String op = ops.get(i);
                OptionalDouble ratio = summary.ratio(point -> point.op().equals(op), library, base);
                if (ratio.isEmpty()) continue;
                x.add((double) i);
                y.add(ratio.getAsDouble());
            }
            if (!x.isEmpty()) lines.add(new Line(library.name(), style(library), library.equals(base), x, y));
        }
        if (lines.size() < 2) return Optional.empty();
        Axis times = new Axis("time over that of " + base.name() + ", lower is better", Axis.Scale.DECADES);
        String title = "Times relative to " + base.name() + ", geometric mean over sizes and ranks";
        return Optional.of(new Chart(title, results.machine(), Axis.of("", ops), times, lines));
    }

    /**
     * Returns a chart with a bar for each library and size of a topic: its time over that of one library. Libraries
     * that take more than {@value #BAR} times as long at some size are left out.
     *
     * @return nothing if no other library is left
     */
    Optional<Chart> bars(Topic topic, Library base) {
        List<Line> lines = new ArrayList<>();
        for (Library library : results.libraries()) {
            Map<Long, Double> ratios = new TreeMap<>();
            for (long bytes : summary.sizes(topic))
                if (BAR_SIZES.contains(bytes))
                    summary.ratio(point -> point.topic().equals(topic) && point.bytes() == bytes, library, base)
                            .ifPresent(ratio -> ratios.put(bytes, ratio));
            if (ratios.isEmpty() || Collections.max(ratios.values()) > BAR) continue;
            List<Double> x = ratios.keySet().stream().map(Long::doubleValue).toList();
            lines.add(new Line(library.name(), style(library), false, x, List.copyOf(ratios.values())));
        }
        if (lines.size() < 2) return Optional.empty();
        String title = Subject.of(topic.op()).title() + ", " + topic.ranks() + " ranks, relative to " + base.name();
        Axis times = new Axis("time over that of " + base.name() + ", lower is better", Axis.Scale.LINEAR);
        return Optional.of(
                Chart.ofBars(title, results.machine(), new Axis("size in bytes", Axis.Scale.SIZES), times, lines));
    }

    private int style(Library library) {
        return LineStyle.of(library.name(), results.libraries());
    }

    private Line line(Library library, Across across, Quantity quantity, List<Point> points) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (Point point : points)
            summary.cell(point, library.name()).ifPresent(cell -> {
                double value = quantity.of(cell.value(), point.bytes());
                if (!across.axis().shows(across.of(point)) || !quantity.axis().shows(value)) return;
                x.add(across.of(point));
                y.add(value);
            });
        return new Line(library.name(), style(library), !library.isOurs(), x, y);
    }

    private String foot(State state) {
        return switch (state) {
            case NEAR -> results.machine() + "; the cores were near to each other";
            case FAR -> results.machine() + "; the cores were far from each other";
            default -> results.machine();
        };
    }
}
