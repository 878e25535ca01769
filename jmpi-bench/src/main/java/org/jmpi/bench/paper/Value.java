package org.jmpi.bench.paper;

import java.util.Locale;

/**
 * A point of a figure, or a cell of a table.
 *
 * @param figure the {@link Figure#id}
 * @param series the line of the figure, or the column of the table
 * @param x where it is on the line, or the row of the table
 * @param unit of {@code y}
 * @param conditions the machine and its state when the value was recorded, in a line; empty if they are not known
 */
public record Value(Paper paper, String figure, String series, String x, double y, String unit, String conditions) {
    static final String HEADING = "paper,figure,series,x,y,unit";

    /** Returns the row of a CSV file. */
    String csv() {
        return String.join(",", paper.toString(), figure, series, x, String.format(Locale.ROOT, "%.6g", y), unit);
    }
}
