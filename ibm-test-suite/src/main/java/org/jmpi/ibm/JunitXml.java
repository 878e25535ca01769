package org.jmpi.ibm;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Outcomes as the XML that continuous integration servers read: a suite for a transport, a case for each trial. */
final class JunitXml {
    /** What XML 1.0 has no way to write, such as the codes for colours. */
    private static final String NO_XML = "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

    private final XMLStreamWriter xml;

    private JunitXml(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** Writes the outcomes of one transport. */
    static void write(OutputStream out, String transport, List<Outcome> outcomes, Map<String, String> notes)
            throws XMLStreamException {
        XMLStreamWriter xml =
                XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
        xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
        new JunitXml(xml).suite(transport, outcomes, notes);
        xml.writeEndDocument();
        xml.close();
    }

    private void suite(String transport, List<Outcome> outcomes, Map<String, String> notes) throws XMLStreamException {
        long failures = outcomes.stream().filter(outcome -> !outcome.passed()).count();
        start("testsuite");
        attribute("name", transport);
        attribute("tests", outcomes.size());
        attribute("failures", failures);
        attribute("errors", 0);
        attribute("skipped", 0);
        attribute(
                "time",
                Outcome.seconds(outcomes.stream().mapToLong(Outcome::nanos).sum()));
        start("properties");
        for (Map.Entry<String, String> note : notes.entrySet()) property(note.getKey(), note.getValue());
        end();
        for (Outcome outcome : outcomes) testcase(outcome);
        end();
    }

    private void property(String name, String value) throws XMLStreamException {
        start("property");
        attribute("name", name);
        attribute("value", value);
        end();
    }

    private void testcase(Outcome outcome) throws XMLStreamException {
        Trial trial = outcome.trial();
        start("testcase");
        attribute("classname", trial.transport() + "." + trial.program().name().replace('/', '.'));
        attribute("name", "np " + trial.ranks() + (trial.round() == 1 ? "" : ", round " + trial.round()));
        attribute("time", outcome.seconds());
        if (!outcome.passed()) {
            start("failure");
            attribute("message", outcome.reason());
            attribute("type", outcome.state());
            xml.writeCharacters(writable(outcome.output()));
            end();
        }
        end();
    }

    private void start(String name) throws XMLStreamException {
        xml.writeCharacters("\n");
        xml.writeStartElement(name);
    }

    private void attribute(String name, Object value) throws XMLStreamException {
        xml.writeAttribute(name, writable(String.valueOf(value)));
    }

    private void end() throws XMLStreamException {
        xml.writeEndElement();
    }

    private static String writable(String text) {
        return text.replaceAll(NO_XML, "\uFFFD");
    }
}
