package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site has all pages, and each of its links leads to a file of it and to an element there. */
class SiteTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("id=\"([^\"]*)\"");
    private static final Pattern ADDRESS =
            Pattern.compile("(?m)^\\[\"(?:[^\"\\\\]|\\\\.)*\",\"(?:[^\"\\\\]|\\\\.)*\",\"([^\"]*)\"");

    @TempDir
    static Path site;

    /** That of the version. */
    private static Path folder;

    @BeforeAll
    static void make() throws IOException {
        Path api = Files.createDirectories(site.resolve("javadoc"));
        Files.writeString(api.resolve("index.html"), "Javadoc");
        folder = Files.createDirectories(site.resolve("1.2.3"));
        Files.writeString(folder.resolve("page-of-an-earlier-build.html"), "");
        Site.main(ROOT.toString(), site.toString(), "1.2.3", api.toString());
    }

    private static List<Path> htmlFiles() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> lost = new ArrayList<>();
        for (Path page : htmlFiles())
            for (String link : found(LINK, Files.readString(page)))
                if (!link.matches("[a-z]+:.*") && !leadsSomewhere(page, link))
                    lost.add(folder.relativize(page) + ": " + link);
        for (String address : found(ADDRESS, Files.readString(folder.resolve("search-index.js"))))
            if (!leadsSomewhere(folder.resolve("index.html"), address)) lost.add("search-index.js: " + address);
        assertEquals(List.of(), lost);
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!file.startsWith(folder) || !Files.isRegularFile(file)) return false;
        return parts.length == 1 || found(ID, Files.readString(file)).contains(parts[1]);
    }

    /** The selector opens the same page of another version only if that has it. */
    @Test
    void aVersionListsItsPages() throws IOException {
        Set<String> pages = found(Pattern.compile("(?m)^\"([^\"]*)\""), Files.readString(folder.resolve("pages.js")));
        Set<String> files = new TreeSet<>();
        for (Path file : htmlFiles()) files.add(folder.relativize(file).toString());
        assertEquals(files, pages);
        assertTrue(pages.containsAll(Set.of("index.html", "docs/tutorial.html", "api/index.html")), "" + pages);
        assertFalse(pages.contains("page-of-an-earlier-build.html"));
    }

    @Test
    void noPageNeedsTheNetwork() throws IOException {
        Pattern loaded = Pattern.compile("(?:src|<link[^>]*href)=\"([a-z]+:[^\"]*|//[^\"]*)\"");
        for (Path page : htmlFiles()) assertEquals(Set.of(), found(loaded, Files.readString(page)), page.toString());
    }

    @Test
    void eachPageHasVersionTitleAndNavigation() throws IOException {
        for (Path page : htmlFiles()) {
            String text = Files.readString(page);
            if (text.equals("Javadoc")) continue;
            assertTrue(text.contains("<span class=\"version\">1.2.3</span>"), page + " has no version");
            assertTrue(text.contains(">MPI in Java in an hour</a>"), page + " has no navigation");
            assertTrue(text.contains("api/index.html"), page + " has no link to the Javadoc");
            assertEquals(Set.of(), found(Pattern.compile("(\\{\\{\\w+}})"), text), page + " has an open place");
        }
        assertTrue(Files.readString(folder.resolve("index.html")).contains("<title>JMPI - JMPI 1.2.3</title>"));
    }

    @Test
    void eachPageOfTheDocumentationIsInTheNavigation() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (Path page : htmlFiles()) {
            String text = Files.readString(page);
            if (text.contains("<nav")) text = text.substring(text.indexOf("<nav"), text.indexOf("</nav>"));
            for (MatchResult link : LINK.matcher(text).results().toList())
                listed.add(folder.relativize(page.resolveSibling(link.group(1)).normalize())
                        .toString());
        }
        List<String> missing = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.readAll(ROOT)) {
            String name = ROOT.relativize(page.file()).toString();
            String html = name.replaceAll("README\\.md$", "index.html").replaceAll("\\.md$", ".html");
            if (!listed.contains(html) && !name.equals("docs/README.md")) missing.add(name);
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void theSearchFindsASectionOfEachPage() throws IOException {
        Set<String> addresses = found(ADDRESS, Files.readString(folder.resolve("search-index.js")));
        Set<String> indexed =
                addresses.stream().map(address -> address.replaceAll("#.*", "")).collect(Collectors.toSet());
        for (MarkdownPage page : MarkdownPage.readAll(ROOT)) {
            String name = ROOT.relativize(page.file()).toString();
            String html = name.replaceAll("README\\.md$", "index.html").replaceAll("\\.md$", ".html");
            assertTrue(indexed.contains(html), name);
        }
        assertTrue(addresses.contains("docs/jmpirun.html#deadlocks"));
    }
}
