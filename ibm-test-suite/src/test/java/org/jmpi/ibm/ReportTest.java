package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the suite tells of outcomes: lines, and files that their readers can read. */
class ReportTest {
    /** Ends CDATA, looks like tags and entities, and has characters that XML has no way to write. */
    private static final String NASTY =
            "]]> </pre><script>alert(1)</script> &amp; \"q\" \u001b[31mred\u0000 ü \uD83D\uDE00\n";

    private static final Program SENDRECV = Program.parse("pt2pt/sendrecv 3,2 30");
    private static final Program CART = Program.parse("topo/cart 6 30");

    private final Outcome passed = Outcome.ofExit(new Trial(SENDRECV, "socket", 2, 1, 1), 0, 1_240_000_000, "");
    private final Outcome again = Outcome.ofExit(new Trial(SENDRECV, "socket", 2, 2, 1), 1, 2_440_000_000L, "twice\n");
    private final Outcome failed = Outcome.ofExit(new Trial(CART, "socket", 6, 1, 1), 1, 300_000_000, NASTY);
    private final Outcome hung =
            Outcome.ofExit(new Trial(SENDRECV, "threads", 3, 1, 1), 110, 30_100_000_000L, "stacks\n");
    private final Results results =
            new Results(List.of(passed, failed, again, hung), Map.of("OS", "<any> & all"), 34_000_000_000L);

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws Exception {
        Report.write(results, folder);
    }

    private String text(String file) throws Exception {
        return Files.readString(folder.resolve(file));
    }

    private Element suite(String file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve(file).toFile())
                .getDocumentElement();
    }

    private static List<Element> elements(Element parent, String name) {
        NodeList nodes = parent.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(index -> (Element) nodes.item(index))
                .toList();
    }

    private static List<String> attributes(Element element, String... names) {
        return Stream.of(names).map(element::getAttribute).toList();
    }

    @Test
    void theXmlOfATransportHasItsTrials() throws Exception {
        Element suite = suite("TEST-socket.xml");
        assertEquals(
                List.of("socket", "3", "2", "0", "3.98"),
                attributes(suite, "name", "tests", "failures", "errors", "time"));
        List<Element> cases = elements(suite, "testcase");
        assertEquals(3, cases.size());
        assertEquals(
                List.of("socket.pt2pt.sendrecv", "np 2", "1.24"),
                attributes(cases.get(0), "classname", "name", "time"));
        assertEquals(List.of(), elements(cases.get(0), "failure"));
        assertEquals("np 2, round 2", cases.get(2).getAttribute("name"));
        assertEquals(
                List.of("OS", "<any> & all"),
                attributes(elements(suite, "property").get(0), "name", "value"));
        assertEquals(1, elements(suite("TEST-threads.xml"), "testcase").size());
    }

    @Test
    void theXmlHasWhatAFailureWrote() throws Exception {
        Element failure = elements(
                        elements(suite("TEST-socket.xml"), "testcase").get(1), "failure")
                .get(0);
        assertEquals(List.of("exit code 1, expected 0", "FAILED"), attributes(failure, "message", "type"));
        String written = NASTY.replace('\u001b', '\uFFFD').replace('\0', '\uFFFD');
        assertEquals(written, failure.getTextContent());
    }

    @Test
    void thePageEscapesWhatIsNotItsOwn() throws Exception {
        String page = text("index.html");
        assertFalse(page.contains("<script"), page);
        assertTrue(page.contains("&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot;q&quot;"), page);
        assertTrue(page.contains("<dt>OS</dt><dd>&lt;any&gt; &amp; all</dd>"), page);
        assertFalse(page.contains("http"), "self-contained");
    }

    @Test
    void thePageHasARowForAProgramAndAColumnForATransportWithSoManyRanks() throws Exception {
        String page = text("index.html");
        assertTrue(
                page.contains("<th>program</th><th>socket<br>np 2</th><th>socket<br>np 6</th><th>threads<br>np 3</th>"),
                page);
        assertTrue(
                page.contains("<tr><th>pt2pt/sendrecv</th>"
                        + "<td class=\"FAILED\"><a href=\"#failure-1\">FAILED</a> 1.84 (1 of 2)</td><td></td>"
                        + "<td class=\"HUNG\"><a href=\"#failure-2\">HUNG</a> 30.1</td></tr>"),
                page);
        assertTrue(
                page.contains("<h2 id=\"failure-2\">threads np 3 pt2pt/sendrecv: not done after 30 s</h2>\n"
                        + "<pre>stacks\n</pre>"),
                page);
        assertTrue(page.contains("<h1>JMPI validation suite: 1 of 4 passed</h1>"), page);
    }

    @Test
    void theSummaryCountsByFolderAndTransport() throws Exception {
        assertEquals(
                List.of(
                        "1 of 4 passed in 34.0 s",
                        "",
                        "OS       <any> & all",
                        "",
                        "                                  socket         threads",
                        "pt2pt                             1 of 2          0 of 1",
                        "topo                              0 of 1          0 of 0",
                        "all                               1 of 3          0 of 1",
                        "",
                        "FAILED socket np 6 topo/cart: exit code 1, expected 0",
                        "FAILED socket np 2 pt2pt/sendrecv: exit code 1, expected 0",
                        "HUNG threads np 3 pt2pt/sendrecv: not done after 30 s"),
                text("summary.txt").lines().toList());
    }

    @Test
    void theGridGoesBetweenItsLinesOnAPage() throws Exception {
        Path page = folder.resolve("page.md");
        String begin = "# Page\n\n" + MarkdownPage.BEGIN + "\n";
        String end = MarkdownPage.END + "\n\nThe end.\n";
        Files.writeString(page, begin + "what was there\n" + end);
        for (int times = 0; times < 2; times++) MarkdownPage.write(results, page);
        assertEquals(begin + """
                        1 of 4 runs passed, in 34.0 s.

                        - OS: <any> & all

                        | folder | programs | socket | threads |
                        |---|---|---|---|
                        | pt2pt | 1 | 1 of 2 | 0 of 1 |
                        | topo | 1 | 0 of 1 | 0 of 0 |
                        | all | 2 | 1 of 3 | 0 of 1 |

                        - FAILED socket np 6 topo/cart
                        - FAILED socket np 2 pt2pt/sendrecv
                        - HUNG threads np 3 pt2pt/sendrecv
                        """ + end, Files.readString(page));
    }

    @Test
    void aLineTellsOfATrialAndTheLastLinesOfOneThatFailed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Progress progress = new Progress(267, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        progress.tell(passed);
        String output =
                "line 0\n" + IntStream.range(1, 10).mapToObj(i -> "\nline " + i).reduce("", String::concat);
        progress.tell(Outcome.ofExit(failed.trial(), 1, failed.nanos(), output));
        progress.tell(hung);
        assertEquals(
                List.of(
                        "[  1/267] socket np 2 pt2pt/sendrecv ok 1.24 s",
                        "[  2/267] socket np 6 topo/cart FAILED 0.30 s: exit code 1, expected 0",
                        "    line 2",
                        "    line 3",
                        "    line 4",
                        "    line 5",
                        "    line 6",
                        "    line 7",
                        "    line 8",
                        "    line 9",
                        "[  3/267] threads np 3 pt2pt/sendrecv HUNG 30.1 s: not done after 30 s",
                        "    stacks"),
                bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
