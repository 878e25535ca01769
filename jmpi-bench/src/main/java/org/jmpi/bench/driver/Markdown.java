package org.jmpi.bench.driver;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A page in Markdown, piece by piece; an empty line stands before each. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    /** Adds a heading; 1 is the title of the page. */
    Markdown heading(int level, String title) {
        return paragraph("#".repeat(level) + " " + title);
    }

    /** Adds a paragraph. */
    Markdown paragraph(String sentences) {
        if (!text.isEmpty()) text.append('\n');
        text.append(sentences).append('\n');
        return this;
    }

    /** Adds lines as they are typed. */
    Markdown code(String lines) {
        return paragraph("```\n" + lines + "\n```");
    }

    /** Adds a picture that lies beside the page. */
    Markdown picture(String file) {
        return paragraph("![" + file.replace(".png", "") + "](" + file + ")");
    }

    /** Adds a table; each row has as many cells as the heading. */
    Markdown table(List<String> heading, Collection<List<String>> rows) {
        if (!text.isEmpty()) text.append('\n');
        row(heading);
        row(heading.stream().map(cell -> "---").toList());
        rows.forEach(this::row);
        return this;
    }

    private void row(List<String> cells) {
        text.append("| ");
        text.append(cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ")));
        text.append(" |\n");
    }

    /** Returns a number with three digits, or more if it is large. */
    static String number(double value) {
        double size = Math.abs(value);
        int decimals = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Returns a number without digits after the point. */
    static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
