package org.jmpi.bench.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class PaperTest {
    @ParameterizedTest
    @EnumSource(Paper.class)
    void eachFigureHasAParagraphAndEachPublishedValueAFigure(Paper paper) {
        Set<String> figures = paper.figures().stream().map(Figure::id).collect(Collectors.toCollection(TreeSet::new));
        Set<String> paragraphs = new TreeSet<>(paper.paragraphs().keySet());
        assertTrue(paragraphs.remove(""), () -> paper + " has no paragraph about itself");
        assertEquals(figures, paragraphs);
        for (Value value : paper.published().all())
            assertEquals(paper.figure(value.figure()).unit(), value.unit(), value::toString);
        assertFalse(paper.findings().isEmpty());
    }

    @Test
    void theTablesAreThoseOfThePapers() {
        Figure calls = Paper.MRPC.figure("table-8");
        assertEquals(
                List.of("CC++/MRPC", "Split-C", "Nexus"), Paper.MRPC.published().series(calls));
        assertEquals(
                177,
                Paper.MRPC
                        .published()
                        .at(calls, "CC++/MRPC", "BulkRead 40-Word")
                        .getAsDouble());
        Figure trips = Paper.PVM.figure("table-1");
        assertEquals(
                List.of("1", "100", "1000", "10000", "100000", "1000000"),
                Paper.PVM.published().places(trips));
        assertEquals(132, Paper.PVM.published().at(trips, "JPVM", "1").getAsDouble());
    }

    /** The paper prints these ratios, too. */
    @Test
    void applicationsAreNormalisedAgainstSplitC() {
        Figure figure = Paper.MRPC.figure("figure-12");
        Values published = Paper.MRPC.published();
        assertEquals(List.of("water_atomic", "water_prefetch", "fft", "lu"), published.places(figure));
        assertEquals(
                Set.of("Split-C 4", "CC++/MRPC 4", "Split-C 8", "CC++/MRPC 8"), Set.copyOf(published.series(figure)));
        double[] four = {5.6, 3.5, 2.1, 3.6};
        double[] eight = {4.9, 3.4, 2.3, 5.0};
        for (int i = 0; i < four.length; i++) {
            String application = published.places(figure).get(i);
            assertEquals(1, published.at(figure, "Split-C 8", application).getAsDouble());
            assertEquals(
                    four[i], published.at(figure, "CC++/MRPC 4", application).getAsDouble(), 0.05);
            assertEquals(
                    eight[i], published.at(figure, "CC++/MRPC 8", application).getAsDouble(), 0.05);
        }
    }

    /** The costs of table 2 follow from the round trips of table 1, as the paper says. */
    @Test
    void theLineIsThatOfThePaper() {
        Figure trips = Paper.PVM.figure("table-1");
        List<Value> values = Paper.PVM.published().all().stream()
                .filter(value -> value.figure().equals(trips.id()))
                .toList();
        Values completed = new Values(values).completed();
        Figure costs = Paper.PVM.figure("table-2");
        for (String system : List.of("PVM", "JPVM"))
            for (String parameter : List.of("latency", "time per byte")) {
                double expected =
                        Paper.PVM.published().at(costs, system, parameter).getAsDouble();
                assertEquals(expected, completed.at(costs, system, parameter).getAsDouble(), 0.01 * expected, system);
            }
        Figure bandwidths = Paper.PVM.figure("table-3");
        assertEquals(0.52, completed.at(bandwidths, "JPVM", "1000000").getAsDouble(), 0.005);
    }

    @ParameterizedTest
    @CsvSource({
        "1.30, 1.6, HOLDS",
        "1.30, 2, MORE_STRONGLY",
        "1.30, 1.4, NO_DIFFERENCE",
        "1.30, 0.6, REVERSED",
        "20, 15, HOLDS",
        "20, 31, MORE_STRONGLY",
        "20, 12, MORE_WEAKLY",
        "20, 1.01, NO_DIFFERENCE",
        "20, 0.4, REVERSED",
        "0.46, 0.44, HOLDS",
        "0.46, 0.2, MORE_STRONGLY",
        "0.11, 0.5, MORE_WEAKLY",
        "0.46, 3, REVERSED",
        "2 to 3, 2.5, HOLDS",
        "2 to 3, 4.4, HOLDS",
        "2 to 3, 4.6, MORE_STRONGLY",
        "4 to 6, 2.5, MORE_WEAKLY",
        "0.11 to 0.13, 0.12, HOLDS",
        "0.11 to 0.13, 0.04, MORE_STRONGLY",
        "0.11 to 0.13, 0.5, MORE_WEAKLY",
        "< 0.05, 0.001, HOLDS",
        "< 0.05, 0.07, HOLDS",
        "< 0.05, 0.5, MORE_WEAKLY",
        "< 0.05, 0.9, NO_DIFFERENCE",
        "> 1, 2, HOLDS",
        "> 1, 1000, HOLDS",
        "> 1, 1.4, NO_DIFFERENCE",
        "> 1, 0.5, REVERSED",
        "< 1, 2, REVERSED",
        "about 1, 1.4, HOLDS",
        "about 1, 1.6, DIFFERENCE",
        "0.99, 0.6, DIFFERENCE",
        "1.01, 0.8, HOLDS",
    })
    void aVerdictTellsTheSideOfOneAndTheDistance(String published, double today, Verdict verdict) {
        Finding finding = new Finding(Paper.DSM.figure("figure-2"), "", published, "a", "1", "b", "1");
        assertEquals(verdict, finding.compare(today));
    }

    @ParameterizedTest
    @CsvSource({"1.6, 1.3, MORE_WEAKLY", "1.6, 1.5, HOLDS", "1.6, 1.05, NO_DIFFERENCE", "about 1, 1.2, DIFFERENCE"})
    void countsHaveNoNoise(String published, double today, Verdict verdict) {
        Finding finding = new Finding(Paper.DSM.figure("figure-5"), "", published, "a", "1", "b", "1");
        assertEquals(verdict, finding.compare(today));
    }

    @Test
    void aFindingIsTheRatioAtTheLargestPlaceThatBothHave() {
        Figure figure = Paper.DSM.figure("figure-2");
        Finding finding = new Finding(figure, "", "< 1", "a", Finding.MOST, "b", Finding.MOST);
        Values values = new Values(List.of(
                value("a", "2", 8), value("b", "2", 4), value("a", "10", 9), value("b", "10", 3), value("a", "32", 1)));
        assertEquals(3, finding.in(values).getAsDouble());
        assertEquals(List.of(), finding.missingIn(values));
        Values few = new Values(List.of(value("a", "2", 8)));
        assertTrue(finding.in(few).isEmpty());
        assertEquals(List.of("b"), finding.missingIn(few));
        Finding toItself = new Finding(figure, "", "< 1", "a", Finding.MOST, "a", "2");
        assertEquals(0.125, toItself.in(values).getAsDouble());
        assertTrue(toItself.in(few).isEmpty());
        Finding atTen = new Finding(figure, "", "< 1", "a", "10", "b", "10");
        assertEquals(List.of("a at 10", "b"), atTen.missingIn(few));
    }

    private static Value value(String series, String x, double y) {
        return new Value(Paper.DSM, "figure-2", series, x, y, "", "");
    }
}
