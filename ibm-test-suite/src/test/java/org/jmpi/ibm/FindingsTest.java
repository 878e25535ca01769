package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final String OUTPUT =
            "hello\njmpi: rank 0: a (2 times)\n\tat x\njmpirun: b\njmpi: rank 1: a\njmpiruns\n";

    private static void says(String difference, String... expected) {
        assertEquals(Optional.ofNullable(difference), Findings.difference(List.of(expected), OUTPUT));
    }

    @Test
    void allThatIsSaidIsExpected() {
        says(null, "jmpi: rank \\d: a( .*)?", "jmpirun: b");
    }

    @Test
    void aLineIsMissing() {
        says("not said: jmpirun: c", "jmpi: rank \\d: a.*", "jmpirun: c", "jmpirun: b");
        says("not said: hello", "hello", "jmpi.*");
    }

    @Test
    void aLineIsNotExpected() {
        says("not expected: jmpi: rank 0: a (2 times)", "jmpi: rank \\d: a", "jmpirun: b");
    }

    @Test
    void nothingIsExpected() {
        says("not expected: jmpi: rank 0: a (2 times)");
        assertEquals(Optional.empty(), Findings.difference(List.of(), "all is well\n"));
    }
}
