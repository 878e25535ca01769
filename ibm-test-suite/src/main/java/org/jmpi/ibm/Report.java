package org.jmpi.ibm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/**
 * The files that a run of the suite leaves: {@code summary.txt}, {@code index.html} and {@code TEST-<transport>.xml}.
 */
final class Report {
    private Report() {}

    static void write(Results results, Path folder) throws IOException {
        Files.writeString(folder.resolve("summary.txt"), Summary.of(results));
        Files.writeString(folder.resolve("index.html"), HtmlPage.of(results));
        for (Map.Entry<String, List<Outcome>> entry : results.byTransport().entrySet()) {
            Path file = folder.resolve("TEST-" + entry.getKey().replace(':', '-') + ".xml");
            try (OutputStream out = Files.newOutputStream(file)) {
                JunitXml.write(out, entry.getKey(), entry.getValue(), results.notes());
            } catch (XMLStreamException e) {
                throw new IOException("cannot write " + file, e);
            }
        }
    }
}
