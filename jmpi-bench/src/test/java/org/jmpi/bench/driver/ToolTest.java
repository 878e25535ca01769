package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.bench.jobs.Processes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ToolTest {
    private static final Duration LIMIT = Duration.ofSeconds(40);

    /** Two parts, by a library that manages both. */
    private static final class TwoParts implements Study {
        final List<Results> reports = new ArrayList<>();

        @Override
        public List<Library> libraries(Installed installed) {
            return List.of(new StubLibrary("good"));
        }

        @Override
        public List<Part> parts(List<Library> libraries) {
            return List.of(
                    new Part(List.of(new Experiment(MeasuringProgram.PINGPONG, 2, List.of())), libraries, 2, LIMIT),
                    new Part(List.of(new Experiment(MeasuringProgram.MATRIX, 3, List.of())), libraries, 1, LIMIT));
        }

        @Override
        public Map<String, String> notes() {
            return Map.of("repetitions", "2");
        }

        @Override
        public Path folder() {
            return Path.of("nowhere");
        }

        @Override
        public void report(Results results) {
            reports.add(results);
        }
    }

    @Test
    void eachPartIsReportedWithThoseBefore() throws Exception {
        TwoParts study = new TwoParts();
        try (Processes processes = new Processes()) {
            assertEquals(0, new Tool("tool", "./tool", study, processes).run(null));
        }
        assertEquals(
                List.of(2, 3),
                study.reports.stream().map(results -> results.runs().size()).toList());
        for (Results results : study.reports) {
            assertEquals("2", results.notes().get("repetitions"));
            assertEquals("./tool", results.command());
        }
    }
}
