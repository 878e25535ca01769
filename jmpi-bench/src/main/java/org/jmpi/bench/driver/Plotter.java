package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jmpi.bench.driver.States.State;
import org.jmpi.bench.driver.Summary.Point;

/** Draws charts of a summary, with a line for each library. */
final class Plotter {
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
                OptionalDouble ratio = summary.ratio(ops.get(i), library.name(), base.name());
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
