package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The table that sets what a paper found beside what was measured; what was not measured has no row. */
final class ThenAndNow {
    private final Measured measured;
    private final List<List<String>> rows = new ArrayList<>();

    ThenAndNow(Measured measured) {
        this.measured = measured;
    }

    /**
     * Adds a row.
     *
     * @param then what the paper says
     * @param value what was measured, of each library
     */
    ThenAndNow add(String what, String then, Function<String, OptionalDouble> value, Function<Double, String> text) {
        String now = measured.list(value, text);
        if (!now.isEmpty()) rows.add(List.of(what, then, now));
        return this;
    }

    /** Adds a section to a page, unless there is nothing to tell. */
    void writeTo(Markdown page) {
        if (rows.isEmpty()) return;
        page.heading(2, "What the paper found, and what is found here").table(List.of("what", "then", "now"), rows);
    }
}
