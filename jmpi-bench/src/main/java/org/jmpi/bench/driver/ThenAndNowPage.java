package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jmpi.bench.Grid;
import org.jmpi.bench.Palette;
import org.jmpi.bench.Picture;
import org.jmpi.bench.Region;
import org.jmpi.bench.paper.Figure;
import org.jmpi.bench.paper.Finding;
import org.jmpi.bench.paper.Paper;
import org.jmpi.bench.paper.Values;
import org.jmpi.bench.paper.Verdict;

/** A page about a paper: each of its tables and figures, published values beside today's, and what holds still. */
final class ThenAndNowPage {
    /** Of the picture of the Mandelbrot set: points of an edge, and iterations. */
    private static final int POINTS = 400;

    private static final int LIMIT = 1000;
    private static final String SEVERAL = "recorded on machines in several states";

    private final Paper paper;
    private final Results results;
    private final Values published;
    private final Values today;
    private final Path folder;

    private ThenAndNowPage(Results results, Paper paper, Values today, Path folder) {
        this.paper = paper;
        this.results = results;
        this.published = paper.published();
        this.today = today;
        this.folder = folder;
    }

    /** Returns the name of the page. */
    static String file(Paper paper) {
        return paper + "-then-and-now.md";
    }

    /**
     * Writes the page, its pictures, and today's values as CSV. If no pictures can be drawn, it says so on standard
     * error and leaves them out.
     */
    static void write(Results results, Paper paper, Values today, Path folder) throws IOException {
        ThenAndNowPage page = new ThenAndNowPage(results, paper, today, folder);
        Files.writeString(folder.resolve(file(paper)), page.text());
        today.write(paper, folder.resolve(paper + ".csv"));
    }

    private String text() throws IOException {
        Map<String, String> paragraphs = paper.paragraphs();
        Markdown page = Frame.begin("\"" + paper.title() + "\", then and now", results);
        page.paragraph("By " + paper.authors() + ".").paragraph(paragraphs.get(""));
        String obstacle = Chart.obstacle();
        if (!obstacle.isEmpty()) System.err.println("jmpirun figures: no charts: " + obstacle);
        for (Figure figure : paper.figures()) {
            page.heading(2, figure.title());
            if (obstacle.isEmpty() && draw(figure)) page.picture(figure.file());
            page.paragraph(caption(figure));
            List<List<String>> rows = rows(figure);
            if (!rows.isEmpty()) page.table(heading(figure), rows);
            if (paragraphs.containsKey(figure.id())) page.paragraph(paragraphs.get(figure.id()));
        }
        findings(page);
        Frame.end(page, results);
        return page.toString();
    }

    /** Returns what a figure shows: its axes and units, which values are published, and how today's were recorded. */
    private String caption(Figure figure) {
        if (figure.kind() == Figure.Kind.MANDELBROT)
            return "Points of the region " + Region.WHOLE_SET + " of the complex plane, computed for this page. Black:"
                    + " points that stay within 2 for " + LIMIT
                    + " iterations. The colour of others tells the number of"
                    + " iterations.";
        List<String> sentences = new ArrayList<>(List.of(capital(measure(figure)) + ", by " + figure.x() + "."));
        if (published.series(figure).isEmpty()) sentences.add("The paper prints no numbers.");
        else if (figure.kind() != Figure.Kind.TABLE)
            sentences.add("Published: columns in _italics_; in the picture, what the legend calls so.");
        else sentences.add("Published: columns in _italics_.");
        List<String> missing = missing(figure);
        if (!today.series(figure).isEmpty()) sentences.add("Today: " + conditions(figure) + ".");
        if (!missing.isEmpty()) sentences.add("Not recorded: " + String.join(", ", missing) + ".");
        else if (today.series(figure).isEmpty()) sentences.add("Today's values are not recorded.");
        return String.join(" ", sentences);
    }

    /** Returns what was not recorded: what the findings need, and places that only some lines have. */
    private List<String> missing(Figure figure) {
        Set<String> missing = new LinkedHashSet<>();
        for (Finding finding : paper.findings())
            if (finding.figure().equals(figure)) missing.addAll(finding.missingIn(today));
        if (Axis.Scale.valueOf(figure.scaleX().toUpperCase(Locale.ROOT)) == Axis.Scale.NAMES)
            return List.copyOf(missing);
        Map<List<String>, List<String>> gaps = new LinkedHashMap<>();
        for (String name : today.series(figure)) {
            List<String> places = new ArrayList<>(today.places(figure));
            places.removeIf(place -> today.at(figure, name, place).isPresent());
            if (!places.isEmpty())
                gaps.computeIfAbsent(places, key -> new ArrayList<>()).add(name);
        }
        gaps.forEach((places, names) ->
                missing.add(String.join(", ", names) + " (" + figure.x() + ": " + String.join(", ", places) + ")"));
        return List.copyOf(missing);
    }

    /** Returns the state of the machine, or if there are several, each with the places of its values. */
    private String conditions(Figure figure) {
        Map<String, List<String>> conditions = today.conditions(figure);
        if (today.series(figure).isEmpty()) return "published values alone";
        if (conditions.isEmpty()) return "unknown conditions";
        if (conditions.size() == 1) return conditions.keySet().iterator().next();
        return conditions.entrySet().stream()
                .map(each -> each.getKey() + " (" + figure.x() + ": " + String.join(", ", each.getValue()) + ")")
                .collect(Collectors.joining("; "));
    }

    private static String measure(Figure figure) {
        return figure.unit().isEmpty()
                ? figure.y()
                : figure.y() + " in " + figure.unit().replace("us", "µs");
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private List<String> heading(Figure figure) {
        List<String> cells = new ArrayList<>(List.of(figure.x()));
        published.series(figure).forEach(name -> cells.add("_" + name + "_"));
        cells.addAll(today.series(figure));
        return cells;
    }

    private List<List<String>> rows(Figure figure) {
        List<List<String>> rows = new ArrayList<>();
        for (String place : published.plus(today).places(figure)) {
            List<String> cells = new ArrayList<>(List.of(place));
            for (String name : published.series(figure)) cells.add(cell(published.at(figure, name, place)));
            for (String name : today.series(figure)) cells.add(cell(today.at(figure, name, place)));
            rows.add(cells);
        }
        return rows;
    }

    /** Returns three digits of a value, which may be of any size. */
    private static String cell(OptionalDouble value) {
        if (value.isEmpty()) return "";
        double number = value.getAsDouble();
        return number == 0 || Math.abs(number) >= 0.01
                ? Markdown.number(number)
                : String.format(Locale.ROOT, "%.2e", number);
    }

    private boolean draw(Figure figure) throws IOException {
        return switch (figure.kind()) {
            case TABLE -> false;
            case CHART, BARS -> drawChart(figure);
            case MANDELBROT -> {
                Grid grid = Grid.of(POINTS, POINTS * POINTS, Region.parse(Region.WHOLE_SET));
                Picture.of(grid, LIMIT).write(Palette.OCEAN, folder.resolve(figure.file()));
                yield true;
            }
        };
    }

    private boolean drawChart(Figure figure) throws IOException {
        List<String> places = published.plus(today).places(figure);
        Axis.Scale across = Axis.Scale.valueOf(figure.scaleX().toUpperCase(Locale.ROOT));
        Axis x = across == Axis.Scale.NAMES ? Axis.of(figure.x(), places) : new Axis(figure.x(), across);
        Axis y = new Axis(measure(figure), Axis.Scale.valueOf(figure.scaleY().toUpperCase(Locale.ROOT)));
        List<Line> lines = new ArrayList<>();
        lines(figure, published, true, places, x, y, lines);
        lines(figure, today, false, places, x, y, lines);
        if (lines.isEmpty()) return false;
        String foot = today.conditions(figure).size() > 1 ? SEVERAL : conditions(figure);
        Chart chart = figure.kind() == Figure.Kind.BARS
                ? Chart.ofBars(figure.title(), foot, x, y, lines)
                : new Chart(figure.title(), foot, x, y, lines);
        chart.write(folder.resolve(figure.file()));
        return true;
    }

    private static void lines(
            Figure figure, Values values, boolean isPublished, List<String> places, Axis x, Axis y, List<Line> lines) {
        for (String name : values.series(figure)) {
            List<Double> xs = new ArrayList<>();
            List<Double> ys = new ArrayList<>();
            for (String place : places)
                values.at(figure, name, place).ifPresent(value -> {
                    if (!y.shows(value)) return;
                    xs.add(x.scale() == Axis.Scale.NAMES ? places.indexOf(place) : Double.parseDouble(place));
                    ys.add(value);
                });
            String title = isPublished ? name + ", published" : name;
            if (!xs.isEmpty()) lines.add(new Line(title, lines.size(), isPublished, xs, ys));
        }
    }

    private void findings(Markdown page) {
        List<List<String>> rows = new ArrayList<>();
        for (Finding finding : paper.findings()) {
            OptionalDouble ratio = finding.in(today);
            rows.add(List.of(
                    finding.figure().title().replaceAll(":.*", ""),
                    finding.what(),
                    finding.published(),
                    cell(ratio)
                            + finding.largestIn(today)
                                    .map(most -> " with " + most)
                                    .orElse(""),
                    ratio.isEmpty()
                            ? "not recorded"
                            : finding.compare(ratio.getAsDouble()).toString()));
        }
        if (rows.isEmpty()) return;
        page.heading(2, "What the paper found")
                .paragraph(Verdict.RULE)
                .paragraph("_With_ stands before the largest number of ranks or workers for which both values exist.")
                .table(List.of("where", "ratio", "then", "today", ""), rows);
    }
}
