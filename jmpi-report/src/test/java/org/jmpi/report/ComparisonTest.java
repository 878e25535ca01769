package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two reports are compared by what both have. */
class ComparisonTest {
    @TempDir
    Path folder;

    /** Returns a job in which a receive at a line waits for a late send. */
    private static Report job(long lost, int line) {
        Event receive = Event.receive(1, "Recv", 100, 200 + lost, 0, 5, 8).at("A.b(A.java:" + line + ")");
        return Report.of(SmallTrace.ofRanks(2)
                .add(receive, Event.send(0, "Send", 100 + lost, 110 + lost, 1, 5, 8))
                .until(2 * lost));
    }

    private List<String> rows(Report now, Report before) throws IOException {
        Path file = folder.resolve("comparison.html");
        now.writeComparison(before, file);
        String page = Files.readString(file);
        assertFalse(Pattern.compile("<script|<button|(src|href)=|@import|url\\(|https?://|\\{\\{")
                .matcher(page)
                .find());
        return Pattern.compile("<tr>((?:<td[^>]*>[^<]*</td>)+)</tr>")
                .matcher(page)
                .results()
                .map((MatchResult row) ->
                        row.group(1).replaceAll("<td[^>]*>", "|").replace("</td>", ""))
                .toList();
    }

    @Test
    void timesHaveRatios() throws IOException {
        List<String> rows = rows(job(4_000, 12), job(8_000, 10));
        for (String row : List.of(
                "|from start to end|8 µs|16 µs|0.50",
                "|all ranks: lost in MPI|4 µs|8 µs|0.50",
                // By the method: the line has moved.
                "|Late sender|Recv|A.b|4 µs|8 µs|0.50",
                "|Recv|A.b|4.1 µs|8.1 µs|0.51")) assertTrue(rows.contains(row), () -> row + " in " + rows);
    }

    @Test
    void whatOneJobLacksHasNoRatio() throws IOException {
        Trace idle = SmallTrace.ofRanks(2)
                .add(
                        SmallTrace.collective(0, "Barrier", 100, 1_000, 1, 2),
                        SmallTrace.collective(1, "Barrier", 900, 1_000, 1, 2))
                .until(8_000);
        List<String> rows = rows(job(4_000, 12), Report.of(idle));
        assertTrue(rows.contains("|Late sender|Recv|A.b|4 µs||"), rows::toString);
        assertTrue(rows.contains("|Load imbalance|Barrier|unknown line||800 ns|"), rows::toString);
    }

    @Test
    void aNameIsNoPlaceOfThePage() throws IOException {
        Trace.Builder trace = new Trace.Builder().job(Map.of("program", "<b>{{sums}}"));
        trace.rank(0, trace.recording("rank-0.jfr")).began(0).finalized(9);
        Report report = Report.of(trace.build());
        Path file = folder.resolve("comparison.html");
        report.writeComparison(report, file);
        assertTrue(Files.readString(file).contains("<h1>&lt;b&gt;{{sums}}: two recordings</h1>"));
    }

    @Test
    void theCommandWritesBesideTheNewRecordings() throws IOException {
        for (String job : List.of("new", "old")) {
            Files.createDirectory(folder.resolve(job));
            RecordedEvents.record(folder.resolve(job).resolve("rank-0.jfr"), () -> {
                RecordedEvents.began(0, 1);
                RecordedEvents.sent(0, 0, 7, 100);
                RecordedEvents.ended(0);
            });
        }
        assertEquals(
                0,
                ReportCommand.run(
                        folder.resolve("new").toString(),
                        "--compare",
                        folder.resolve("old").toString()));
        assertTrue(Files.exists(folder.resolve("new/comparison.html")));
        assertFalse(Files.exists(folder.resolve("new/report.html")));
    }
}
