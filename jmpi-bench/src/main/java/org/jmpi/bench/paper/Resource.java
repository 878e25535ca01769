package org.jmpi.bench.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files beside the classes of this package. */
final class Resource {
    private Resource() {}

    private static String text(String name) {
        try (InputStream in = Resource.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("no resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rows of a file whose cells have no commas. */
    static List<String[]> rows(String name, String heading) {
        List<String> lines = text(name).lines().toList();
        if (!lines.get(0).equals(heading)) throw new IllegalStateException(name + ": " + lines.get(0));
        int columns = cells(heading).length;
        return lines.stream()
                .skip(1)
                .map(Resource::cells)
                .peek(row -> check(name, row, columns))
                .toList();
    }

    static String[] cells(String line) {
        return line.split(",", -1);
    }

    private static void check(String name, String[] row, int columns) {
        if (row.length != columns) throw new IllegalStateException(name + ": " + String.join(",", row));
    }

    /** Returns what stands under each heading {@code ## NAME}, and under an empty name what stands before. */
    static Map<String, String> sections(String name) {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String section : ("## \n" + text(name)).split("(?m)^## ")) {
            int end = section.indexOf('\n');
            if (end >= 0)
                sections.put(
                        section.substring(0, end).strip(),
                        section.substring(end).strip());
        }
        return sections;
    }
}
