package org.jmpi.bench.driver;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.internal.series.MarkerSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A picture that compares {@link Line}s, those of peers dashed. */
final class Chart {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;
    private static final int ROTATION = 60;
    /** Pixels: small enough for a label at each category. */
    private static final int TICK_HINT = 10;

    /** The share of a category's width that its bars take. */
    private static final double FILLED = 0.8;

    private static final int FOOT = 30;
    private static final int FOOT_MARGIN = 12;
    private static final String HEADLESS = "java.awt.headless";
    private static final float[] DASHES = {8, 5};

    /** Can be told apart by most colour-blind people, too. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7), new Color(0xE69F00),
        new Color(0x56B4E9), new Color(0x000000), new Color(0x8C6D31), new Color(0x7F7F7F), new Color(0x9B30FF),
        new Color(0x6B0F1A), new Color(0x56A000),
    };

    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.SQUARE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.TRIANGLE_DOWN,
        SeriesMarkers.CROSS,
        SeriesMarkers.PLUS,
    };

    private final AxesChart<? extends AxesChartStyler, ?> chart;
    private final String foot;

    /**
     * Prepares a chart with points.
     *
     * @param foot a line below it, such as the name of the machine
     * @param lines at least one, each with at least one point
     */
    Chart(String title, String foot, Axis x, Axis y, List<Line> lines) {
        this(title, foot, x.hasCategories() ? ofCategories(x, lines) : ofNumbers(x, lines), x, y, lines);
    }

    /**
     * Prepares a chart with a bar for each point.
     *
     * @param x an axis of categories
     */
    static Chart ofBars(String title, String foot, Axis x, Axis y, List<Line> lines) {
        CategoryChart bars = ofCategories(x, lines);
        bars.getStyler().setOverlapped(false).setAvailableSpaceFill(FILLED);
        for (CategorySeries series : bars.getSeriesCollection()) {
            series.setChartCategorySeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Bar);
            series.setFillColor(series.getMarkerColor());
        }
        return new Chart(title, foot, bars, x, y, lines);
    }

    private Chart(
            String title,
            String foot,
            AxesChart<? extends AxesChartStyler, ?> chart,
            Axis x,
            Axis y,
            List<Line> lines) {
        this.chart = chart;
        this.foot = foot;
        chart.setTitle(title);
        chart.setXAxisTitle(x.title());
        chart.setYAxisTitle(y.title());
        AxesChartStyler styler = chart.getStyler();
        style(styler);
        DoubleSummaryStatistics values = values(lines, Line::y);
        styler.setYAxisMin(y.min(values)).setYAxisMax(y.max(values));
        styler.setYAxisLogarithmic(y.scale() == Axis.Scale.DECADES).setYAxisLogarithmicDecadeOnly(true);
        styler.setYAxisTickLabelsFormattingFunction(y::label);
    }

    private static XYChart ofNumbers(Axis x, List<Line> lines) {
        goHeadless();
        XYChart numbers = new XYChartBuilder().width(WIDTH).height(HEIGHT).build();
        DoubleSummaryStatistics values = values(lines, Line::x);
        numbers.getStyler().setXAxisMin(x.min(values)).setXAxisMax(x.max(values));
        numbers.getStyler().setXAxisTickLabelsFormattingFunction(x::label);
        for (Line line : lines) style(numbers.addSeries(line.name(), line.x(), line.y()), line);
        return numbers;
    }

    /** Each value that was measured is a category with a label; a line has gaps where it has no point. */
    private static CategoryChart ofCategories(Axis x, List<Line> lines) {
        goHeadless();
        CategoryChart categories =
                new CategoryChartBuilder().width(WIDTH).height(HEIGHT).build();
        categories.getStyler().setOverlapped(true).setXAxisTickMarkSpacingHint(TICK_HINT);
        if (x.scale() == Axis.Scale.NAMES) categories.getStyler().setXAxisLabelRotation(ROTATION);
        List<Double> all = lines.stream()
                .flatMap(line -> line.x().stream())
                .distinct()
                .sorted()
                .toList();
        List<String> labels = all.stream().map(x::label).toList();
        for (Line line : lines) {
            List<Double> values = new ArrayList<>();
            for (Double value : all) {
                int point = line.x().indexOf(value);
                values.add(point < 0 ? null : line.y().get(point));
            }
            CategorySeries series = categories.addSeries(line.name(), labels, values);
            boolean connected = x.scale() != Axis.Scale.NAMES || line.dashed();
            series.setChartCategorySeriesRenderStyle(
                    connected
                            ? CategorySeries.CategorySeriesRenderStyle.Line
                            : CategorySeries.CategorySeriesRenderStyle.Scatter);
            style(series, line);
        }
        return categories;
    }

    /** Returns why no chart can be drawn here, or an empty text: without fonts a JVM cannot even measure a title. */
    static String obstacle() {
        goHeadless();
        try {
            BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
            image.createGraphics().drawString("0", 0, 0);
            return "";
        } catch (RuntimeException | InternalError | LinkageError e) {
            Throwable cause = e;
            while (cause.getCause() != null) cause = cause.getCause();
            return "this JVM has no fonts (" + cause.getMessage() + "); install fontconfig and a font such as DejaVu";
        }
    }

    /** Lets AWT work without a display. */
    private static void goHeadless() {
        if (System.getProperty(HEADLESS) == null) System.setProperty(HEADLESS, "true");
        ImageIO.setUseCache(false);
    }

    private static DoubleSummaryStatistics values(List<Line> lines, Function<Line, List<Double>> values) {
        return lines.stream()
                .flatMap(line -> values.apply(line).stream())
                .collect(Collectors.summarizingDouble(Double::doubleValue));
    }

    private static void style(MarkerSeries series, Line line) {
        series.setMarker(MARKERS[line.style() % MARKERS.length]);
        series.setMarkerColor(COLOURS[line.style() % COLOURS.length]);
        series.setLineColor(COLOURS[line.style() % COLOURS.length]);
        series.setLineStyle(
                line.dashed()
                        ? new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                        : new BasicStroke(2.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    }

    private static void style(AxesChartStyler styler) {
        styler.setChartTitleFont(font(Font.BOLD, 18));
        styler.setAxisTitleFont(font(Font.PLAIN, 15));
        styler.setAxisTickLabelsFont(font(Font.PLAIN, 14));
        styler.setLegendFont(font(Font.PLAIN, 14));
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xDDDDDD));
        styler.setMarkerSize(8);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    /** Writes the picture as PNG. */
    void write(Path file) throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT + FOOT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT + FOOT);
        chart.paint(graphics, WIDTH, HEIGHT);
        graphics.setColor(Color.GRAY);
        graphics.setFont(font(Font.PLAIN, 13));
        graphics.drawString(foot, FOOT_MARGIN, HEIGHT + FOOT - FOOT_MARGIN);
        graphics.dispose();
        if (!ImageIO.write(image, "png", file.toFile())) throw new IOException("this JDK cannot write PNG: " + file);
    }
}
