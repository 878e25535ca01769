package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The page has the worst findings first, needs no other file, and has every event. */
class HtmlPageTest {
    private static final int RANKS = 8;
    private static final int EVENTS = 4_000;
    private static final int COLUMNS = 14;

    @TempDir
    Path folder;

    /** The first three findings are the three that are planted, by their call sites. */
    @Test
    void thePlantedFaultsComeFirst() throws IOException {
        Trace trace = SampleTrace.of(RANKS, EVENTS);
        Report report = Report.of(trace);
        assertEquals(
                Map.of(
                        Cause.LATE_SENDER, SampleTrace.LATE,
                        Cause.SLOW_COLLECTIVE, SampleTrace.SLOW,
                        Cause.LOAD_IMBALANCE, SampleTrace.IMBALANCED),
                report.findings().stream().limit(3).collect(Collectors.toMap(Finding::cause, Finding::site)));
        String page = write(report);
        List<String> cards = Pattern.compile("<li class=\"card\" data-cause=\"[A-Z_]*\"><h3>([^<]*)</h3>")
                .matcher(page)
                .results()
                .map(card -> card.group(1))
                .toList();
        assertEquals(
                report.findings().stream()
                        .limit(3)
                        .map(finding -> finding.cause().title())
                        .toList(),
                cards);
    }

    @Test
    void thePageNeedsNoOtherFile() throws IOException {
        String page = write(Report.of(SampleTrace.of(RANKS, EVENTS)));
        assertFalse(Pattern.compile("(src|href)=|@import|url\\(|https?://")
                .matcher(page)
                .find());
        assertFalse(page.contains("{{"), "all places of the page are filled");
        assertTrue(page.contains("\"default-src 'none'; script-src 'unsafe-inline'; style-src"), "nor may it load one");
    }

    @Test
    void theEventsArePackedIntoThePage() throws IOException {
        Trace trace = SampleTrace.of(RANKS, EVENTS);
        String page = write(Report.of(trace));
        byte[] columns = events(page);
        int[] lengths = Arrays.stream(found(page, "\"lengths\":\\[([^]]*)]").split(", "))
                .mapToInt(Integer::parseInt)
                .toArray();
        assertEquals(COLUMNS, lengths.length);
        assertEquals(columns.length, Arrays.stream(lengths).sum());
        // Of START, the first column, each rank's numbers add up to the start of its last event.
        int at = 0;
        for (Rank rank : trace.ranks()) {
            long time = 0;
            for (int i = 0; i < rank.events.size(); i++) {
                int shift = 0;
                long number = 0;
                do {
                    number |= (columns[at] & 0x7fL) << shift;
                    shift += 7;
                } while (columns[at++] < 0);
                time += number;
            }
            assertEquals(rank.events.get(rank.events.size() - 1).start - trace.start(), time);
        }
        assertEquals(lengths[0], at);
    }

    @Test
    void ofTooManyEventsTheShortestAreLeftOut() throws IOException {
        Trace trace = SampleTrace.of(RANKS, EVENTS);
        EventColumns columns = new EventColumns(trace, EVENTS / 4);
        assertTrue(columns.count() >= EVENTS / 4 && columns.count() < EVENTS / 2, "" + columns.count());
        long longest = trace.ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .filter(event -> event.index == Event.NONE)
                .mapToLong(Event::duration)
                .max()
                .orElseThrow();
        long shortest = trace.ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .filter(event -> event.index >= 0)
                .mapToLong(Event::duration)
                .min()
                .orElseThrow();
        assertTrue(longest < shortest, longest + " " + shortest);
        columns.write(new ByteArrayOutputStream());
    }

    static List<Arguments> awaited() {
        return List.of(
                Arguments.of(
                        "others wait for its sends",
                        SmallTrace.ofRanks(2)
                                .add(Event.send(1, "Send", 700, 710, 0, 5, 8))
                                .add(Event.receive(0, "Recv", 100, 900, 1, 5, 8))),
                Arguments.of(
                        "for its receives",
                        SmallTrace.ofRanks(2)
                                .add(Event.send(0, "Ssend", 10, 820, 1, 5, 8))
                                .add(Event.receive(1, "Recv", 800, 830, 0, 5, 8))),
                Arguments.of(
                        "for its collective calls",
                        SmallTrace.ofRanks(2)
                                .add(SmallTrace.collective(0, "Barrier", 100, 710, 1, 2))
                                .add(SmallTrace.collective(1, "Barrier", 700, 710, 1, 2))),
                Arguments.of(
                        "for its locks and methods",
                        SmallTrace.ofRanks(2)
                                .add(Event.waiting(0, "SharedSpace.lock(3)", 100, 900_100)
                                        .with(1)
                                        .forLock())),
                Arguments.of(
                        "for its locks and methods",
                        SmallTrace.ofRanks(2)
                                .add(Event.waiting(0, "Account.balance(int)", 100, 900)
                                        .with(1))
                                .add(Event.execution(1, "Account.balance(int)", 110, 890)
                                        .with(0))));
    }

    /** Rank 1 costs time by one part of its work, and loses none. */
    @ParameterizedTest
    @MethodSource("awaited")
    void theTimeThatARankCostsIsInTheColumnOfItsCause(String column, SmallTrace trace) {
        String late = new HtmlSections(Report.of(trace.until(1_000_000))).late();
        List<String> headings = texts(late, "<th[^>]*>([^<]*)</th>");
        List<String> cells = texts(late, "<td[^>]*>([^<]*)</td>");
        assertEquals("rank 1", cells.get(0), late);
        assertEquals(headings.size(), cells.size(), late);
        assertEquals(
                List.of("rank", column),
                IntStream.range(0, cells.size())
                        .filter(i -> !cells.get(i).isEmpty())
                        .mapToObj(headings::get)
                        .toList(),
                late);
    }

    private static List<String> texts(String html, String pattern) {
        return Pattern.compile(pattern)
                .matcher(html)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void aJobThatDiedIsNamedOnThePage() throws IOException {
        Trace.Builder builder = new Trace.Builder()
                .job(Map.of("program", "<Main>", "exitCode", "137", "cause", "rank 1 was killed", "start", "x"));
        builder.size(2);
        Recording recording = builder.recording("rank-0.jfr");
        builder.rank(0, recording).began(5);
        builder.add(Event.send(0, "Send", 10, 20, 1, 5, 8), recording);
        String page = write(Report.of(builder.build()));
        assertTrue(page.contains("<h1>&lt;Main&gt;</h1>"));
        for (String note : List.of(
                "The job failed with exit code 137: rank 1 was killed. The report shows it as far as it went.",
                "There is no recording of rank 1: the report knows these only by the messages of the others.",
                "Rank 0 did not reach the end of MPI.Finalize: the report has it as far as the recording goes."))
            assertTrue(page.contains("<li>" + note + "</li>"), note);
    }

    /** All text that programs, hosts and recordings choose. */
    @Test
    void noTextOfAProgramIsMarkup() throws IOException {
        String text = "<script>x()</script>\"'&{{data}}";
        Trace.Builder builder = new Trace.Builder()
                .job(Map.of("program", text, "arguments", text, "exitCode", "3", "cause", text, "hosts", text));
        for (int rank = 0; rank < 2; rank++) {
            Recording recording = builder.recording(text + rank);
            recording.host = text;
            recording.pauses.add(new Pause(true, text, 20, 40));
            builder.rank(rank, recording).began(0);
            Event.Operation operation = new Event.Operation(text, text, 1, 1, Event.NONE, 2);
            builder.add(
                    Event.message(Event.Kind.SEND, rank, text, 10, 20, 1 - rank, 5, 8)
                            .by(text)
                            .at(text),
                    recording);
            builder.add(Event.waiting(rank, text, 20, 80).at(text), recording);
            builder.add(
                    Event.collective(rank, text, 100, 200 + 500 * rank, operation, 8)
                            .at(text),
                    recording);
        }
        String page = write(Report.of(builder.note(text).build()));
        assertFalse(page.contains("<script>x"), "the script of a name");
        assertFalse(page.contains("</script>\""), "the end of a script");
        assertTrue(page.contains("&lt;script&gt;x()"), "the name as a text");
        assertTrue(page.contains("{{data}}"), "the name of a place, as a text");
    }

    private String write(Report report) throws IOException {
        Path file = folder.resolve("report.html");
        report.writeHtml(file);
        return Files.readString(file);
    }

    private static byte[] events(String page) throws IOException {
        byte[] packed = Base64.getDecoder().decode(found(page, "id=\"events\">([^<]*)<"));
        try (InflaterInputStream input = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return input.readAllBytes();
        }
    }

    private static String found(String page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .findFirst()
                .orElseThrow();
    }
}
