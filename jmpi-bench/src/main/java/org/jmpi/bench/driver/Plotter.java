package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jmpi.bench.driver.Summary.Place;

/** Draws charts of a summary, with a line for each library. */
final class Plotter {
    private final Results results;
    private final Summary summary;

    Plotter(Results results, Summary summary) {
        this.results = results;
        this.summary = summary;
    }

    /** Returns a chart of one quantity in several places, or nothing if no line would have two points. */
    Optional<Chart> draw(String title, Across across, Quantity quantity, List<Place> places) {
        List<Line> lines = new ArrayList<>();
        for (Library library : results.libraries()) {
            Line line = line(library, across, quantity, places);
            if (!line.x().isEmpty()) lines.add(line);
        }
        if (lines.stream().allMatch(line -> line.x().size() < 2)) return Optional.empty();
        return Optional.of(new Chart(title, foot(), across.axis(), quantity.axis(), lines));
    }

    private Line line(Library library, Across across, Quantity quantity, List<Place> places) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (Place place : places)
            summary.cell(place, library.name()).ifPresent(cell -> {
                double value = quantity.of(cell.value(), place.bytes());
                if (!across.axis().shows(across.of(place)) || !quantity.axis().shows(value)) return;
                x.add(across.of(place));
                y.add(value);
            });
        int style = LineStyle.of(library.name(), results.libraries());
        return new Line(library.name(), style, !library.isOurs(), x, y);
    }

    private String foot() {
        return results.machine()
                + (summary.usualState() == States.State.STEADY ? "" : "; cores " + summary.usualState());
    }
}
