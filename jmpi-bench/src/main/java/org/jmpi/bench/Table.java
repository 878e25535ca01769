package org.jmpi.bench;

import java.util.Locale;

/** Lines of right-aligned columns, as wide as their headings, or wider if the heading is padded with blanks. */
public final class Table {
    private static final String GAP = "  ";

    private final String[] headings;

    /** Takes the headings; {@code "     bytes"} asks for a column of 10 characters. */
    public Table(String... headings) {
        this.headings = headings;
    }

    /** Returns the line of headings. */
    public String heading() {
        return String.join(GAP, headings);
    }

    /** Returns a line of cells, one for each heading; a cell that is too long pushes the others to the right. */
    public String row(String... cells) {
        if (cells.length != headings.length) {
            throw new IllegalArgumentException("cells: " + cells.length + ", columns: " + headings.length);
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            line.append(i == 0 ? "" : GAP);
            line.append(" ".repeat(Math.max(0, headings[i].length() - cells[i].length())));
            line.append(cells[i]);
        }
        return line.toString();
    }

    /** Formats a number with digits after the point. */
    public static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
