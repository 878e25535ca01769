package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.bench.driver.Summary.Point;

/** The summary and what it was measured on, for programs; times are in microseconds, what is no time is in bytes. */
final class JsonFile {
    private JsonFile() {}

    static String of(Results results, Summary summary) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("command", results.command());
        file.put("notes", results.notes());
        file.put(
                "libraries", results.libraries().stream().map(JsonFile::library).toList());
        file.put("values", values(results, summary));
        file.put("failures", results.failures().stream().map(JsonFile::failure).toList());
        return Json.of(file);
    }

    private static Map<String, Object> library(Library library) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", library.name());
        entry.put("version", library.version());
        return entry;
    }

    private static List<Map<String, Object>> values(Results results, Summary summary) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Point point : summary.points())
            for (Library library : results.libraries())
                summary.cell(point, library.name()).ifPresent(cell -> rows.add(value(point, library, cell, summary)));
        return rows;
    }

    private static Map<String, Object> value(Point point, Library library, Summary.Cell cell, Summary summary) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("op", point.op());
        row.put("ranks", point.ranks());
        row.put("bytes", point.bytes());
        row.put("state", point.state());
        row.put("library", library.name());
        row.put("repetitions", cell.repetitions());
        row.put(summary.average().toString(), cell.value());
        row.put("min", cell.min());
        row.put("max", cell.max());
        return row;
    }

    private static Map<String, Object> failure(Run run) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("library", run.trial().library().name());
        entry.put("experiment", run.trial().experiment());
        entry.put("repetition", run.trial().repetition());
        entry.put("reason", run.failure());
        return entry;
    }
}
