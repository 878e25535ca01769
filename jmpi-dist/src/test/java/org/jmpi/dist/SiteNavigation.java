package org.jmpi.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The navigation of the site. docs/README.md decides it: each heading is a group, and each link an entry. Below an
 * entry that is a README are the pages of its folder while one of them is open.
 */
final class SiteNavigation {
    private final Site site;
    private final Map<String, List<Entry>> groups = new LinkedHashMap<>();

    private record Entry(String title, Path file) {}

    SiteNavigation(Site site) {
        this.site = site;
        MarkdownPage contents = site.pages().get(site.root().resolve("docs/README.md"));
        groups.put(
                "Start", new ArrayList<>(List.of(new Entry("JMPI", site.root().resolve("README.md")))));
        String[] group = {"Start"};
        contents.forEach(Node.class, node -> {
            if (node instanceof Heading heading && heading.getLevel() == 2) {
                group[0] = MarkdownPage.text(heading);
            } else if (node instanceof Link link) {
                Path file =
                        contents.file().resolveSibling(link.getDestination()).normalize();
                groups.computeIfAbsent(group[0], name -> new ArrayList<>())
                        .add(new Entry(MarkdownPage.text(link), file));
            }
        });
    }

    /** Returns the navigation of a page. */
    String html(Path current) {
        StringBuilder html = new StringBuilder();
        groups.forEach((name, entries) -> {
            html.append("<h2>").append(Site.escape(name)).append("</h2>\n<ul>\n");
            for (Entry entry : entries) append(html, current, entry);
            if (name.equals("Start") && site.hasApi())
                html.append("<li><a href=\"").append(site.apiHref(current)).append("\">Javadoc</a></li>\n");
            html.append("</ul>\n");
        });
        return html.toString();
    }

    private void append(StringBuilder html, Path current, Entry entry) {
        html.append("<li>").append(link(current, entry));
        Path folder = entry.file().getParent();
        boolean open = entry.file().endsWith("README.md") && !folder.equals(site.root()) && current.startsWith(folder);
        if (open && !isUnderAnother(current, folder)) {
            html.append("\n<ul>\n");
            for (Entry page : pagesOf(entry.file()))
                html.append("<li>").append(link(current, page)).append("</li>\n");
            html.append("</ul>\n");
        }
        html.append("</li>\n");
    }

    /** Returns whether a folder below this one has an entry, too, and the page belongs to that. */
    private boolean isUnderAnother(Path current, Path folder) {
        return groups.values().stream().flatMap(List::stream).anyMatch(other -> {
            Path its = other.file().getParent();
            return other.file().endsWith("README.md")
                    && !its.equals(folder)
                    && its.startsWith(folder)
                    && current.startsWith(its);
        });
    }

    /** Returns the pages of a README's folder, in the order of its links. */
    private List<Entry> pagesOf(Path readme) {
        Set<Path> files = new LinkedHashSet<>();
        for (String link : site.linksOf(readme)) {
            Path file = readme.resolveSibling(link.replaceAll("#.*", "")).normalize();
            boolean inside = file.startsWith(readme.getParent()) && !file.equals(readme);
            if (inside && site.pages().containsKey(file)) files.add(file);
        }
        return files.stream()
                .map(file -> new Entry(site.pages().get(file).title(), file))
                .toList();
    }

    private String link(Path current, Entry entry) {
        String here = current.equals(entry.file()) ? " aria-current=\"page\"" : "";
        return "<a href=\"" + site.hrefOf(current, entry.file()) + "\"" + here + ">" + Site.escape(entry.title())
                + "</a>";
    }
}
