package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jmpi.comm.session.MpjArguments;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words that MPJ Express puts before a program's arguments. */
@Tag("job")
@Timeout(120)
class MpjArgumentsTest {
    @ParameterizedTest
    @CsvSource({"socket, 2, 1, niodev", "threads, 2, 2, multicore", "shm, 3, 2, multicore"})
    void threeWordsPrecedeTheArguments(String transport, int ranks, int threads, String device) throws Exception {
        List<String> options = List.of("--mpj-args", "--threads-per-process", "" + threads);
        try (Launch launch = Launch.program(MpjProgram.class, ranks, transport, options, "42", "{rank}")) {
            launch.expect(0);
            assertEquals((device + " 42 true\n").repeat(ranks), launch.out());
        }
    }

    @Test
    void theSecondWordIsAFileOrTheNumberOfRanks() {
        List<String> own = List.of("a", "");
        assertEquals(List.of("1", "4", "multicore", "a", ""), MpjArguments.with("multicore", "1", 4, own));
        assertEquals(List.of("1", "/dev/null", "niodev", "a", ""), MpjArguments.with("niodev", "1", 4, own));
        assertEquals(own, MpjArguments.with(null, "1", 4, own));
    }

    @Test
    void withoutTheOptionArgumentsStayAsTheyAre() {
        assertArrayEquals(new String[] {"0", "4", "multicore"}, MpjArguments.without("0", "4", "multicore"));
        assertArrayEquals(new String[0], MpjArguments.without((String[]) null));
    }
}
