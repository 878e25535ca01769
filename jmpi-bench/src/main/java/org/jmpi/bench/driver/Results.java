package org.jmpi.bench.driver;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * All that a comparison has found.
 *
 * @param libraries that took part
 * @param command the command line that repeats it
 * @param notes about when and on what it ran
 */
record Results(List<Library> libraries, String command, Map<String, String> notes, List<Run> runs) {
    List<Run> failures() {
        return runs.stream().filter(Run::failed).toList();
    }

    /** Returns the same about some of the libraries; the runs of the others stay. */
    Results only(Predicate<Library> wanted) {
        return new Results(libraries.stream().filter(wanted).toList(), command, notes, runs);
    }

    /** Returns the names of the libraries. */
    List<String> names() {
        return libraries.stream().map(Library::name).toList();
    }

    /** Returns the library that ratios are taken to: the first peer, or else the first of ours. */
    Library base() {
        return libraries.stream()
                .filter(library -> !library.isOurs())
                .findFirst()
                .orElse(libraries.get(0));
    }

    /** Returns the machine in one line. */
    String machine() {
        return notes.get("CPU") + ", " + notes.get("cores") + " cores, " + notes.get("JDK");
    }
}
