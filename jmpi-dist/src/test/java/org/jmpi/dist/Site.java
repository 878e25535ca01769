package org.jmpi.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes the site of the documentation: a folder of HTML files for each version, without any request to the network.
 * Each page keeps its path, with the name {@code index.html} for a README. A file that a page links to becomes a page
 * of its source; a picture stays as it is.
 */
final class Site {
    private static final Pattern PICTURE = Pattern.compile(".*\\.(png|svg|jpg|gif)");
    private static final Pattern ABSOLUTE = Pattern.compile("[a-z]+:.*");

    private final Path root;
    private final Path target;
    private final String template;
    private final String version;
    private final Map<Path, MarkdownPage> pages = new TreeMap<>();

    /** The links of each page as the page has them. */
    private final Map<Path, List<String>> links = new TreeMap<>();

    private final SiteNavigation navigation;
    private final SearchIndex index = new SearchIndex();

    /** Files and folders that pages link to, and that are no pages. */
    private final Set<Path> others = new LinkedHashSet<>();

    private Site(Path root, Path target, String version) throws IOException {
        this.root = root;
        this.target = target;
        this.version = version;
        template = Files.readString(resources().resolve("page.html"));
        for (MarkdownPage page : MarkdownPage.readAll(root)) {
            pages.put(page.file(), page);
            links.put(page.file(), page.links());
        }
        navigation = new SiteNavigation(this);
    }

    /**
     * Makes or replaces a version of the site.
     *
     * @param args the folder of the checkout, the folder of the site, the version, and optionally the folder of the
     *     Javadoc
     */
    public static void main(String... args) throws IOException {
        Path site = Path.of(args[1]);
        Path folder = site.resolve(args[2]);
        SiteVersions.delete(folder);
        if (args.length > 3) SiteVersions.copy(Path.of(args[3]), folder.resolve("api"));
        make(Path.of(args[0]), folder, args[2]);
        SiteVersions.of(site).write();
        System.out.println("the site: " + site.resolve("index.html"));
    }

    /** Makes a version of the site in a folder. If that has a folder {@code api}, the navigation leads to it. */
    static void make(Path root, Path target, String version) throws IOException {
        new Site(root.toAbsolutePath().normalize(), target.toAbsolutePath().normalize(), version).write();
    }

    private Path resources() {
        return root.resolve("jmpi-dist/src/site");
    }

    private void write() throws IOException {
        Files.createDirectories(target);
        for (MarkdownPage page : pages.values()) write(page);
        for (Path file : others) writeOther(file);
        Files.writeString(target.resolve("search-index.js"), index.script());
        for (String name : List.of("style.css", "script.js", "version.js"))
            Files.copy(resources().resolve(name), target.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        SiteVersions.writePages(target);
    }

    private void write(MarkdownPage page) throws IOException {
        Path html = htmlOf(page.file());
        index.add(page, target.relativize(html).toString());
        Map<?, String> anchors = page.anchors();
        page.forEach(Link.class, link -> link.setDestination(destination(page.file(), link.getDestination())));
        page.forEach(Image.class, image -> image.setDestination(destination(page.file(), image.getDestination())));
        String body = HtmlRenderer.builder()
                .extensions(MarkdownPage.EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String anchor = anchors.get(node);
                    if (anchor != null) attributes.put("id", anchor);
                })
                .build()
                .render(page.document())
                .replaceAll("(?s)<!--.*?-->", "")
                .replaceAll("(?s)(<table>.*?</table>)", "<div class=\"table\">$1</div>");
        write(page.file(), html, page.title(), body);
    }

    /** Writes a page of the site from its body. */
    private void write(Path file, Path html, String title, String body) throws IOException {
        Path home = html.getParent().relativize(target);
        String text = template.replace("{{title}}", escape(title))
                .replace("{{root}}", home.toString().isEmpty() ? "" : home + "/")
                .replace("{{version}}", escape(version))
                .replace("{{navigation}}", navigation.html(file))
                .replace("{{body}}", body);
        Files.createDirectories(html.getParent());
        Files.writeString(html, text);
    }

    /** Writes a picture, the source of a file, or a list of a folder's files. */
    private void writeOther(Path file) throws IOException {
        Path html = htmlOf(file);
        Files.createDirectories(html.getParent());
        String name = root.relativize(file).toString();
        if (PICTURE.matcher(name).matches()) {
            Files.copy(file, html, StandardCopyOption.REPLACE_EXISTING);
        } else if (Files.isDirectory(file)) {
            write(file, html, name, "<h1>" + escape(name) + "</h1>\n<ul>\n" + entries(file) + "</ul>\n");
        } else {
            String language = name.endsWith(".java") ? "java" : "";
            String code = "<pre><code class=\"language-" + language + "\">" + escape(Files.readString(file))
                    + "</code></pre>";
            write(file, html, name, "<h1>" + escape(name) + "</h1>\n" + code);
        }
    }

    private String entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted()
                    .map(file -> {
                        String name = escape(file.getFileName().toString());
                        boolean there = pages.containsKey(file) || others.contains(file);
                        String text = there ? "<a href=\"" + hrefOf(folder, file) + "\">" + name + "</a>" : name;
                        return "<li>" + text + "</li>\n";
                    })
                    .collect(Collectors.joining());
        }
    }

    /** Returns where a link of a file leads on the site. */
    private String destination(Path file, String link) {
        if (ABSOLUTE.matcher(link).matches() || link.startsWith("#")) return link;
        String[] parts = link.split("#", 2);
        Path to = file.resolveSibling(parts[0]).normalize();
        if (!pages.containsKey(pageOf(to))) others.add(to);
        return hrefOf(file, to) + (parts.length > 1 ? "#" + parts[1] : "");
    }

    /** Returns the README of a folder that has one, and any other file itself. */
    private Path pageOf(Path file) {
        Path readme = file.resolve("README.md");
        return pages.containsKey(readme) ? readme : file;
    }

    /** Returns the address of a file's page, relative to that of another file. */
    String hrefOf(Path from, Path to) {
        return htmlOf(from).getParent().relativize(htmlOf(to)).toString();
    }

    private Path htmlOf(Path file) {
        Path page = pageOf(file);
        String name = root.relativize(page).toString();
        if (pages.containsKey(page))
            name = name.replaceAll("README\\.md$", "index.html").replaceAll("\\.md$", ".html");
        else if (Files.isDirectory(page)) name += "/index.html";
        else if (!PICTURE.matcher(name).matches()) name += ".html";
        return target.resolve(name);
    }

    Path root() {
        return root;
    }

    Map<Path, MarkdownPage> pages() {
        return pages;
    }

    /** Returns the links of a page as the page has them. */
    List<String> linksOf(Path page) {
        return links.get(page);
    }

    boolean hasApi() {
        return Files.exists(target.resolve("api/index.html"));
    }

    /** Returns the address of the Javadoc, relative to the page of a file. */
    String apiHref(Path from) {
        return htmlOf(from)
                .getParent()
                .relativize(target.resolve("api/index.html"))
                .toString();
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
