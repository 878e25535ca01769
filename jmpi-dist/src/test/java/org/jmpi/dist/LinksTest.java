package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each link of a page leads to a file, and to a heading of it. */
class LinksTest {
    @Test
    void inTheCheckout() throws IOException {
        assertEquals(List.of(), lost(Path.of("..").toAbsolutePath().normalize()));
    }

    @Test
    void inTheDistribution() throws IOException {
        assertEquals(List.of(), lost(Distribution.FOLDER));
    }

    private static List<String> lost(Path root) throws IOException {
        List<String> lost = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.readAll(root))
            for (String link : page.links())
                if (!link.matches("[a-z]+:.*") && !leadsSomewhere(root, page, link))
                    lost.add(root.relativize(page.file()) + ": " + link);
        return lost;
    }

    private static boolean leadsSomewhere(Path root, MarkdownPage page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        if (!file.startsWith(root) || !Files.exists(file)) return false;
        return parts.length == 1 || MarkdownPage.read(file).anchors().containsValue(parts[1]);
    }
}
