package org.jmpi.report;

import java.util.List;

/** Builds parts of a page; texts are escaped. */
final class Html {
    private final StringBuilder page = new StringBuilder();

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Adds markup. */
    Html raw(String markup) {
        page.append(markup);
        return this;
    }

    Html text(String text) {
        page.append(escape(text));
        return this;
    }

    /** Adds an element with a text. */
    Html element(String name, String text) {
        return element(name, "", text);
    }

    /** @param type the class of the element; empty if it has none */
    Html element(String name, String type, String text) {
        page.append('<').append(name);
        if (!type.isEmpty()) page.append(" class=\"").append(type).append('"');
        page.append('>').append(escape(text)).append("</").append(name).append('>');
        return this;
    }

    /** Begins a table; columns whose heading starts with a # are numbers, aligned to the right. */
    Html table(String... headings) {
        page.append("<div class=\"wide\"><table><thead><tr>");
        for (String heading : headings) {
            boolean number = heading.startsWith("#");
            element("th", number ? "n" : "", number ? heading.substring(1) : heading);
        }
        page.append("</tr></thead><tbody>\n");
        return this;
    }

    /** Adds a row; cells that start with a # are numbers. */
    Html row(List<String> cells) {
        page.append("<tr>");
        for (String cell : cells) {
            boolean number = cell.startsWith("#");
            element("td", number ? "n" : "", number ? cell.substring(1) : cell);
        }
        page.append("</tr>\n");
        return this;
    }

    Html endTable() {
        page.append("</tbody></table></div>\n");
        return this;
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
