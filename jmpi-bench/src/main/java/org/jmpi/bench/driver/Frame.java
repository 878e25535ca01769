package org.jmpi.bench.driver;

import java.util.List;

/** What every page of results begins and ends with. */
final class Frame {
    private Frame() {}

    /** Begins a page: how it was made, on what, and with which libraries. */
    static Markdown begin(String title, Results results) {
        Markdown page = new Markdown()
                .heading(1, title)
                .paragraph("Made by")
                .code(results.command())
                .paragraph("which makes it again; do not edit.")
                .table(
                        List.of("what", "on this machine"),
                        results.notes().entrySet().stream()
                                .map(note -> List.of(note.getKey(), note.getValue()))
                                .toList());
        if (results.libraries().isEmpty()) return page;
        return page.table(
                List.of("library", "is"),
                results.libraries().stream()
                        .map(library -> List.of(library.name(), library.version()))
                        .toList());
    }

    /** Ends a page with the trials that have failed, if any has. */
    static void end(Markdown page, Results results) {
        if (results.failures().isEmpty()) return;
        page.heading(2, "Failures")
                .table(
                        List.of("trial", "what happened"),
                        results.failures().stream()
                                .map(run -> List.of(run.trial().toString(), run.failure()))
                                .toList());
    }
}
