package org.jmpi.dist;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The versions of the documentation in the folder of the site. Each has a folder with its name, and the newest release
 * is there once more as {@code latest}. Pages make their selector from the script {@code versions.js}. A script, unlike
 * any other file, can be read by a page that was opened from a disk.
 */
final class SiteVersions {
    static final String LATEST = "latest";

    /** The script that lists the pages of a version. A folder with it is a version. */
    private static final String PAGES = "pages.js";

    private final Path site;

    /** The highest first. */
    private final List<String> versions;

    private SiteVersions(Path site, List<String> versions) {
        this.site = site;
        this.versions = versions;
    }

    /** Returns the versions that have a folder. */
    static SiteVersions of(Path site) throws IOException {
        try (Stream<Path> folders = Files.list(site)) {
            return new SiteVersions(
                    site,
                    folders.filter(folder -> Files.exists(folder.resolve(PAGES)))
                            .map(folder -> folder.getFileName().toString())
                            .filter(name -> !name.equals(LATEST))
                            .sorted(Comparator.comparing(Version::parse).reversed())
                            .toList());
        }
    }

    /** Lists the pages of a version, those of the Javadoc included. */
    static void writePages(Path version) throws IOException {
        String pages = filesOf(version).stream()
                .map(file -> version.relativize(file).toString().replace('\\', '/'))
                .filter(name -> name.endsWith(".html"))
                .sorted()
                .map(SearchIndex::quoted)
                .collect(Collectors.joining(",\n"));
        Files.writeString(version.resolve(PAGES), "window.pages = [\n" + pages + "\n];\n");
    }

    /** Writes the list of versions, the copy of the newest one, and a front page that leads there. */
    void write() throws IOException {
        String all = versions.stream().map(SearchIndex::quoted).collect(Collectors.joining(", "));
        Files.writeString(
                site.resolve("versions.js"),
                "window.versions = { newest: " + SearchIndex.quoted(newest()) + ", all: [" + all + "] };\n");
        delete(site.resolve(LATEST));
        copy(site.resolve(newest()), site.resolve(LATEST));
        Files.writeString(site.resolve("index.html"), """
                <!DOCTYPE html>
                <html lang="en">
                <meta charset="utf-8">
                <meta http-equiv="refresh" content="0; url=latest/index.html">
                <title>JMPI</title>
                <a href="latest/index.html">JMPI</a>
                </html>
                """);
    }

    /** Returns the highest version that is a release, or the highest one if none is. */
    String newest() {
        return versions.stream()
                .filter(version -> !version.contains("-"))
                .findFirst()
                .orElseGet(() -> versions.get(0));
    }

    List<String> all() {
        return versions;
    }

    /** Deletes a folder, if it is there. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.collect(Collectors.toCollection(ArrayList::new));
        }
        Collections.reverse(all);
        for (Path path : all) Files.delete(path);
    }

    /** Copies the files of a folder. */
    static void copy(Path from, Path to) throws IOException {
        for (Path file : filesOf(from)) {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
