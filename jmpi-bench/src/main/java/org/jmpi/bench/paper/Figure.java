package org.jmpi.bench.paper;

import java.util.List;
import java.util.Locale;

/**
 * A table or figure of a paper.
 *
 * @param id such as {@code table-8}
 * @param x what the first column holds, or the axis to the right
 * @param scaleX how {@code x} lies on an axis: {@code names}, {@code count}, {@code sizes} or {@code linear}
 * @param y what is measured
 * @param unit of {@code y}
 * @param scaleY {@code linear} or {@code decades}
 * @param kind how the values are shown
 */
public record Figure(
        Paper paper,
        String id,
        String title,
        String x,
        String scaleX,
        String y,
        String unit,
        String scaleY,
        Kind kind) {
    /** A way in which a figure shows its values. */
    public enum Kind {
        /** A table alone. */
        TABLE,
        /** Lines, and their values as a table. */
        CHART,
        /** A bar for each value, and the values as a table. */
        BARS,
        /** The Mandelbrot set itself, which has no values. */
        MANDELBROT
    }

    static List<Figure> all() {
        return Resource.rows("figures.csv", "paper,figure,title,x,scale_x,y,unit,scale_y,kind").stream()
                .map(row -> new Figure(
                        Paper.valueOf(row[0].toUpperCase(Locale.ROOT)),
                        row[1],
                        row[2],
                        row[3],
                        row[4],
                        row[5],
                        row[6],
                        row[7],
                        Kind.valueOf(row[8].toUpperCase(Locale.ROOT))))
                .toList();
    }

    /** Returns whether the values are counts, which no noise changes, and not times. */
    boolean isCounted() {
        return y.equals("data");
    }

    /** Returns the file of the picture. */
    public String file() {
        return paper + "-" + id + ".png";
    }
}
