package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The script of the page computes for a stretch what Java computes for a job. It runs in Node.js here. */
class StretchTest {
    private static final String DRIVER = """
            const ranks = readRanks(await unpack());
            linkSends(ranks);
            const print = (part, rows) => rows.forEach(row => console.log([part, ...row].join("\\t")));
            const [from, to] = process.argv.slice(2).map(share => share * data.span);
            const figures = new Figures(ranks, from, to);
            print("card", figures.cards(99).map(card => [card.figure, card.share, card.count, card.text]));
            print("more", figures.more(0));
            print("share", figures.shares().filter(([, share]) => share > 0).map(([, share]) => [percentText(share)]));
            print("late", figures.late());
            print("pair", figures.pairs().slice(0, MOST_PAIRS));
            print("call", figures.calls(false));
            print("site", figures.calls(true));
            print("collective", figures.collectives());
            print("pause", figures.pauses());
            print("messages", [[figures.matrix.reduce((sum, cell) => sum + cell[2], 0)]]);
            const whole = rank => rank.computing + rank.gc + rank.mpi + rank.lost;
            print("time", [[figures.balance.reduce((sum, rank) => sum + whole(rank), 0)]]);
            """;
    private static final int SECONDS = 120;

    @TempDir
    Path folder;

    @BeforeAll
    static void nodeIsInstalled() throws IOException, InterruptedException {
        boolean runs;
        try {
            Process node = new ProcessBuilder(
                            "node", "-e", "process.exit(+(+process.versions.node.split('.')[0] < 18))")
                    .start();
            runs = node.waitFor() == 0;
        } catch (IOException e) {
            runs = false;
        }
        assumeTrue(runs, "needs Node.js 18 or later");
    }

    private static Trace trace() {
        return SampleTrace.of(8, 4_000);
    }

    /**
     * What {@link SampleTrace} has not: first calls, sampled events, waits inside calls, a prefix, a lost rank, a lock,
     * a remote method.
     */
    private static Trace oddities() {
        SmallTrace trace = SmallTrace.ofRanks(3);
        for (int number = 1; number <= 4; number++)
            for (int rank = 0; rank < 3; rank++) {
                long start = number * 10_000L + rank;
                trace.add(SmallTrace.collective(
                        rank, "Barrier", start, start + (number == 1 ? 9_000_000 : 3_000), number, 3));
            }
        for (int rank = 0; rank < 3; rank++)
            trace.add(SmallTrace.collective(rank, "Scan", 9_500_000 + 1_000 * (3 - rank), 9_600_000, 5, 3)
                    .at("A.scan(A.java:7)")
                    .times(2));
        return trace.add(
                        Event.receive(1, "Recv", 9_700_100, 9_700_300, 0, 5, 8).times(4),
                        Event.waiting(1, "Recv", 9_700_110, 9_700_300).times(2),
                        Event.send(0, "Send", 9_700_210, 9_700_220, 1, 5, 8).times(4))
                .add(
                        Event.receive(2, "Recv", 9_800_000, 9_800_900, 0, 6, 1_000_000),
                        Event.waiting(2, "Recv", 9_800_010, 9_800_890).at("A.d(A.java:4)"),
                        Event.send(0, "Ssend", 9_800_700, 9_801_400, 2, 6, 1_000_000),
                        Event.receive(2, "Irecv", 9_801_000, 9_801_100, 4, 7, 8).nonblocking(),
                        Event.send(2, "Isend", 9_801_000, 9_801_100, 4, 7, 8).nonblocking())
                .add(
                        Event.waiting(0, "SharedSpace.lock(3)", 9_200_000, 9_450_000)
                                .with(1)
                                .forLock(),
                        Event.waiting(1, "Account.balance(int)", 9_720_000, 9_760_000)
                                .with(2),
                        Event.execution(2, "Account.balance(int)", 9_721_000, 9_755_000)
                                .with(1))
                .pause(0, new Pause(true, "G1New", 9_850_000, 9_851_000))
                .pause(0, new Pause(false, "Deoptimize", 9_860_000, 9_861_000))
                .until(10_000_000);
    }

    static Stream<Trace> traces() {
        return Stream.of(trace(), oddities());
    }

    @ParameterizedTest
    @MethodSource("traces")
    void theWholeJobHasTheFiguresOfJava(Trace trace) throws Exception {
        Report report = Report.of(trace);
        HtmlSections sections = new HtmlSections(report);
        List<String> expected = new ArrayList<>();
        for (Finding finding : report.findings()) {
            String lost = Units.time(finding.lostNanos());
            String share =
                    Units.percent(finding.lostNanos() / (double) report.trace().rankTime());
            expected.add(String.join("\t", "card", lost, share, Units.count(finding.count()), finding.text()));
            expected.add(String.join(
                    "\t", "more", finding.cause().title(), lost, Units.count(finding.count()), finding.text()));
        }
        for (MatchResult share : Pattern.compile(" title=\"[A-Za-z ]*? ((?:< )?[0-9.]+ %)\"")
                .matcher(sections.shares())
                .results()
                .toList()) expected.add("share\t" + share.group(1));
        expected.addAll(rows("late", sections.late()));
        expected.addAll(rows("pair", sections.pairs()));
        expected.addAll(rows("call", sections.calls()));
        expected.addAll(rows("site", sections.sites()));
        expected.addAll(rows("collective", sections.collectives()));
        expected.addAll(rows("pause", sections.pauses()));
        expected.add("messages\t"
                + Matrix.of(report.trace()).stream()
                        .mapToLong(Matrix.Cell::messages)
                        .sum());
        expected.add("time\t"
                + Balance.of(report.trace()).stream().mapToLong(Balance::whole).sum());
        assertEquals(sorted(expected), sorted(figures(report, "0", "1")));
        assertTrue(expected.size() > 20, expected::toString);
    }

    /** A late send in the first half; a load imbalance, a message and a pause in the second one. */
    private static SmallTrace secondHalf(SmallTrace trace, long start) {
        return trace.add(
                        SmallTrace.collective(0, "Barrier", start + 100, start + 710, 1, 2),
                        SmallTrace.collective(1, "Barrier", start + 700, start + 710, 1, 2))
                .add(
                        Event.send(1, "Ssend", start + 800, start + 960, 0, 5, 8)
                                .at("A.b(A.java:1)"),
                        Event.receive(0, "Recv", start + 950, start + 960, 1, 5, 8))
                .pause(1, new Pause(true, "G1New (Allocation Failure)", start + 720, start + 750));
    }

    @Test
    void aStretchHasWhatAJobOfItsEventsHas() throws Exception {
        Report half = Report.of(secondHalf(SmallTrace.ofRanks(2), 0).until(1_000));
        Report whole = Report.of(secondHalf(SmallTrace.ofRanks(2), 1_000)
                .add(Event.receive(1, "Irecv", 100, 900, 0, 5, 8), Event.send(0, "Send", 700, 710, 1, 5, 8))
                .until(2_000));
        List<String> expected = figures(half, "0", "1");
        assertTrue(
                expected.stream().anyMatch(line -> line.startsWith("card\t600 ns\t30 %\t1\tRank 0 waits in Barrier")));
        assertTrue(expected.stream().noneMatch(line -> line.contains("Irecv")), expected::toString);
        assertEquals(expected, figures(whole, "0.5", "1"));
    }

    @Test
    void theStretchesOfAJobAddUp() throws Exception {
        Report report = Report.of(trace());
        for (String part : List.of("messages", "time")) {
            double sum = number(part, figures(report, "0", "0.37")) + number(part, figures(report, "0.37", "1"));
            assertEquals(number(part, figures(report, "0", "1")), sum, 1e-6 * sum);
        }
    }

    private static double number(String part, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(part + "\t"))
                .mapToDouble(line -> Double.parseDouble(line.split("\t")[1]))
                .findFirst()
                .orElseThrow();
    }

    /** Rows that cost the same may come in any order. */
    private static String sorted(List<String> lines) {
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }

    private static List<String> rows(String part, String html) {
        return Pattern.compile("<tr>((?:<td[^>]*>[^<]*</td>)+)</tr>")
                .matcher(html)
                .results()
                .map(row -> part + "\t"
                        + Stream.of(row.group(1).replaceAll("<td[^>]*>", "").split("</td>", -1))
                                .limit(row.group(1).split("</td>", -1).length - 1L)
                                .collect(Collectors.joining("\t")))
                .map(line -> line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
                .toList();
    }

    private List<String> figures(Report report, String from, String to) throws Exception {
        Path page = folder.resolve("report.html");
        report.writeHtml(page);
        String text = Files.readString(page);
        String document = "const texts = {data: " + Json.text(found(text, "id=\"data\">(.*?)</script>")) + ", events: "
                + Json.text(found(text, "id=\"events\">(.*?)</script>")) + "};\n"
                + "globalThis.document = {getElementById: id => ({textContent: texts[id]})};\n";
        Path script = folder.resolve("figures.mjs");
        Files.writeString(script, document + resource("data.js") + resource("figures.js") + DRIVER);
        Path out = folder.resolve("out.txt");
        Process node = new ProcessBuilder("node", script.toString(), from, to)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertTrue(node.waitFor(SECONDS, TimeUnit.SECONDS), "node ends");
        assertEquals(0, node.exitValue(), () -> {
            try {
                return Files.readString(out);
            } catch (IOException e) {
                return e.toString();
            }
        });
        return Files.readAllLines(out);
    }

    private static String found(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static String resource(String name) throws IOException {
        try (InputStream input = StretchTest.class.getResourceAsStream(name)) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
