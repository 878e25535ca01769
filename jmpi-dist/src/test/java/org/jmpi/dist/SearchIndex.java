package org.jmpi.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;

/** The sections of all pages, with their text, for the search in the browser. */
final class SearchIndex {
    private final List<String> sections = new ArrayList<>();

    /**
     * Adds the sections of a page.
     *
     * @param address its address on the site
     */
    void add(MarkdownPage page, String address) {
        Map<Node, String> anchors = page.anchors();
        String title = page.title();
        String heading = title;
        String anchor = "";
        StringBuilder text = new StringBuilder();
        for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next) {
                add(title, heading, address + anchor, text);
                heading = MarkdownPage.text(next);
                anchor = next.getLevel() == 1 ? "" : "#" + anchors.get(next);
            } else if (!(node instanceof HtmlBlock)) {
                text.append(MarkdownPage.text(node)).append(' ');
            }
        }
        add(title, heading, address + anchor, text);
    }

    private void add(String title, String heading, String address, StringBuilder text) {
        String content = text.toString().replaceAll("\\s+", " ").strip();
        text.setLength(0);
        if (!content.isEmpty())
            sections.add(
                    "[" + quoted(title) + "," + quoted(heading) + "," + quoted(address) + "," + quoted(content) + "]");
    }

    /** Returns a script that sets the variable {@code searchIndex}. */
    String script() {
        return "window.searchIndex = [\n" + String.join(",\n", sections) + "\n];\n";
    }

    /** Returns a text as a literal of JavaScript. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ' || c == '\u2028' || c == '\u2029') quoted.append("\\u%04x".formatted((int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }
}
