package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {
    @Test
    void readsALine() {
        Program program = Program.parse("pt2pt_ObjSer/sendrecvO  4,1-3   20 launcher exit=5");
        assertEquals(
                new Program("pt2pt_ObjSer/sendrecvO", List.of(4, 1, 2, 3), Duration.ofSeconds(20), true, 5), program);
        assertEquals("org.jmpi.ibm.pt2pt_ObjSer.SendrecvO", program.mainClass());
        assertEquals(
                new Program("env/wtime", List.of(8), Duration.ofSeconds(3), false, 0), Program.parse("env/wtime 8 3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"env/wtime", "env/wtime 8", "env/wtime few 3", "env/wtime 8 3 fast", "env/wtime 1-x 3"})
    void refusesALineThatDescribesNone(String line) {
        assertThrows(IllegalArgumentException.class, () -> Program.parse(line));
    }
}
