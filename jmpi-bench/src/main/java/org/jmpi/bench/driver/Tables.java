package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows of a table that has a column for each library. */
final class Tables {
    private Tables() {}

    /** Returns the heading: what the first column holds, then the libraries. */
    static List<String> heading(String first, List<String> libraries) {
        List<String> row = new ArrayList<>(List.of(first));
        row.addAll(libraries);
        return row;
    }

    /** Returns a row. */
    static List<String> row(long first, List<String> libraries, UnaryOperator<String> cell) {
        List<String> row = new ArrayList<>(List.of(Long.toString(first)));
        libraries.forEach(library -> row.add(cell.apply(library)));
        return row;
    }
}
