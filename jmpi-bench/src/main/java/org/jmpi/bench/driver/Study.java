package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a tool is asked to measure, and what becomes of it: all that {@link Tool} leaves to a tool. */
interface Study {
    /** Returns the libraries that take part, in the order of tables. */
    List<Library> libraries(Installed installed) throws InterruptedException;

    /** Returns what they are to run, part by part. */
    List<Part> parts(List<Library> libraries);

    /** Returns notes for readers about how it is measured, by their names. */
    Map<String, String> notes();

    /** Returns the folder of the report. */
    Path folder();

    /** Returns the page of the report that is to be read first. */
    default Path page() {
        return folder().resolve("README.md");
    }

    /** Writes the report into its folder, with its first page. */
    void report(Results results) throws IOException;
}
