package org.jmpi.ibm;

import java.util.List;
import java.util.Map;

/** The results in a few lines of text: how many passed, by folder and transport, and which did not. */
final class Summary {
    private static final String CELL = "%16s";

    private Summary() {}

    static String of(Results results) {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%s passed in %s s%n%n", results.score(), Outcome.seconds(results.nanos())));
        results.notes().forEach((name, value) -> text.append(String.format("%-8s %s%n", name, value)));
        text.append(String.format("%n%-24s", ""));
        results.byTransport().keySet().forEach(transport -> text.append(String.format(CELL, transport)));
        results.byFolder().forEach((folder, outcomes) -> text.append(row(results, folder, outcomes)));
        text.append(row(results, "all", results.outcomes())).append(System.lineSeparator());
        for (Outcome failure : results.failures())
            text.append(String.format("%n%s %s: %s", failure.state(), failure.trial(), failure.reason()));
        return text.append(results.passed() ? "" : System.lineSeparator()).toString();
    }

    private static String row(Results results, String name, List<Outcome> outcomes) {
        Map<String, List<Outcome>> cells =
                Results.grouped(outcomes, outcome -> outcome.trial().transport());
        StringBuilder row = new StringBuilder(String.format("%n%-24s", name));
        for (String transport : results.byTransport().keySet())
            row.append(String.format(CELL, Results.Score.of(cells.getOrDefault(transport, List.of()))));
        return row.toString();
    }
}
