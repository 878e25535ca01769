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
                new Program("pt2pt_ObjSer/sendrecvO", List.of(4, 1, 2, 3), Duration.ofSeconds(20), true, false, 5),
                program);
        assertEquals("org.jmpi.ibm.pt2pt_ObjSer.SendrecvO", program.mainClass());
        assertEquals(
                new Program("env/wtime", List.of(8), Duration.ofSeconds(3), false, false, 0),
                Program.parse("env/wtime 8 3"));
    }

    @Test
    void readsALineOfASlowProgramBelowTwoFolders() {
        Program program = Program.parse("beyond/pt2pt/flood 2 300 slow");
        assertEquals(new Program("beyond/pt2pt/flood", List.of(2), Duration.ofSeconds(300), false, true, 0), program);
        assertEquals("org.jmpi.ibm.beyond.pt2pt.Flood", program.mainClass());
    }

    @ParameterizedTest
    @ValueSource(strings = {"env/wtime", "env/wtime 8", "env/wtime few 3", "env/wtime 8 3 fast", "env/wtime 1-x 3"})
    void refusesALineThatDescribesNone(String line) {
        assertThrows(IllegalArgumentException.class, () -> Program.parse(line));
    }
}
