package org.jmpi.bench.driver;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A picture that compares {@link Line}s, those of peers dashed. */
final class Chart {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;
    private static final int FOOT = 30;
    private static final int FOOT_MARGIN = 12;
    private static final String HEADLESS = "java.awt.headless";
    private static final float[] DASHES = {8, 5};

    /** Can be told apart by most colour-blind people, too. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7), new Color(0xE69F00),
        new Color(0x56B4E9), new Color(0x000000), new Color(0x8C6D31), new Color(0x7F7F7F), new Color(0x9B30FF),
        new Color(0x6B0F1A),
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

    private final XYChart chart;
    private final String foot;

    /**
     * Prepares a chart.
     *
     * @param foot a line below it, such as the name of the machine
     * @param lines at least one, each with at least one point
     */
    Chart(String title, String foot, Axis x, Axis y, List<Line> lines) {
        goHeadless();
        this.foot = foot;
        chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x.title())
                .yAxisTitle(y.title())
                .build();
        XYStyler styler = chart.getStyler();
        style(styler);
        DoubleSummaryStatistics xs = values(lines, Line::x);
        DoubleSummaryStatistics ys = values(lines, Line::y);
        styler.setXAxisMin(x.min(xs)).setXAxisMax(x.max(xs));
        styler.setYAxisMin(y.min(ys)).setYAxisMax(y.max(ys));
        styler.setYAxisLogarithmic(y.scale() == Axis.Scale.DECADES).setYAxisLogarithmicDecadeOnly(true);
        styler.setXAxisTickLabelsFormattingFunction(x::label);
        styler.setYAxisTickLabelsFormattingFunction(y::label);
        for (Line line : lines) add(line, x);
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

    private void add(Line line, Axis x) {
        List<Double> places =
                line.x().stream().map(value -> x.place().applyAsDouble(value)).toList();
        XYSeries series = chart.addSeries(line.name(), places, line.y());
        series.setMarker(MARKERS[line.style() % MARKERS.length]);
        series.setMarkerColor(COLOURS[line.style() % COLOURS.length]);
        series.setLineColor(COLOURS[line.style() % COLOURS.length]);
        series.setLineStyle(
                line.dashed()
                        ? new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                        : new BasicStroke(2.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    }

    private static void style(XYStyler styler) {
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
