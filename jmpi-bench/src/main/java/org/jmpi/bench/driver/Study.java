package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a tool is asked to measure, and what becomes of it: all that {@link Tool} leaves to a tool. */
interface Study {
    /** Returns the libraries that take part, in the order of tables. */
    List<Library> libraries(Installed installed) throws InterruptedException;

    /** Returns what they are to run, part by part. */
    List<Part> parts(List<Library> libraries);

    /** Returns a note for readers about how often all was measured. */
    String repetitions();

    /** Returns the folder of the report. */
    Path folder();

    /** Writes the report into its folder, with a {@code README.md}. */
    void report(Results results) throws IOException;
}
