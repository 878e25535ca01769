package org.jmpi.ibm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A page in Markdown that has the results in a place of its own, between two lines. */
final class MarkdownPage {
    static final String BEGIN = "<!-- begin of the grid: jmpirun suite --page writes it -->";
    static final String END = "<!-- end of the grid -->";

    private MarkdownPage() {}

    /** Returns whether a page has the place. */
    static boolean hasPlace(Path page) throws IOException {
        String text = Files.readString(page);
        return text.contains(BEGIN) && text.indexOf(END) > text.indexOf(BEGIN);
    }

    /** Writes the results into their place. */
    static void write(Results results, Path page) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        String head = text.substring(0, begin);
        Files.writeString(page, head + "\n" + of(results) + text.substring(text.indexOf(END, begin)));
    }

    private static String of(Results results) {
        StringBuilder text = new StringBuilder();
        text.append(results.score()).append(" runs passed, in ").append(Outcome.seconds(results.nanos()));
        text.append(" s.\n\n");
        results.notes()
                .forEach((name, value) -> text.append("- ")
                        .append(name)
                        .append(": ")
                        .append(value)
                        .append('\n'));
        text.append("\n| folder | programs |");
        results.byTransport()
                .keySet()
                .forEach(transport -> text.append(' ').append(transport).append(" |"));
        text.append("\n|---|---|")
                .append("---|".repeat(results.byTransport().size()))
                .append('\n');
        results.byFolder().forEach((folder, outcomes) -> text.append(row(results, folder, outcomes)));
        text.append(row(results, "all", results.outcomes()));
        for (Outcome failure : results.failures())
            text.append("\n- ").append(failure.state()).append(' ').append(failure.trial());
        return text.append(results.passed() ? "" : "\n").toString();
    }

    private static String row(Results results, String name, List<Outcome> outcomes) {
        Map<String, List<Outcome>> cells =
                Results.grouped(outcomes, outcome -> outcome.trial().transport());
        long programs = outcomes.stream()
                .map(outcome -> outcome.trial().program())
                .distinct()
                .count();
        return results.byTransport().keySet().stream()
                .map(transport -> Results.Score.of(cells.getOrDefault(transport, List.of())))
                .map(Results.Score::toString)
                .collect(Collectors.joining(" | ", "| " + name + " | " + programs + " | ", " |\n"));
    }
}
