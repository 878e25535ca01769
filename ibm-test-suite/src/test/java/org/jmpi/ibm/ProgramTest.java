package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
                new Program(
                        "pt2pt_ObjSer/sendrecvO",
                        List.of(4, 1, 2, 3),
                        Duration.ofSeconds(20),
                        true,
                        false,
                        false,
                        5,
                        List.of(),
                        List.of()),
                program);
        assertEquals("org.jmpi.ibm.pt2pt_ObjSer.SendrecvO", program.mainClass());
        assertEquals(
                new Program(
                        "env/wtime", List.of(8), Duration.ofSeconds(3), false, false, true, 0, List.of(), List.of()),
                Program.parse("env/wtime 8 3 alone"));
    }

    @Test
    void readsALineOfASlowProgramBelowTwoFolders() {
        Program program = Program.parse("beyond/pt2pt/flood 2 300 slow");
        assertEquals(
                new Program(
                        "beyond/pt2pt/flood",
                        List.of(2),
                        Duration.ofSeconds(300),
                        false,
                        true,
                        false,
                        0,
                        List.of(),
                        List.of()),
                program);
        assertEquals("org.jmpi.ibm.beyond.pt2pt.Flood", program.mainClass());
    }

    @Test
    void readsWhatJmpirunIsGivenAndSays() {
        Program program = Program.parse("check/roots 2 30 --check exit=1\n    jmpirun: .*\n    jmpi: a+ b\n");
        assertEquals(
                new Program(
                        "check/roots",
                        List.of(2),
                        Duration.ofSeconds(30),
                        false,
                        false,
                        false,
                        1,
                        List.of("--check"),
                        List.of("jmpirun: .*", "jmpi: a+ b")),
                program);
        String finding = Program.parse("check/roots 2 30\n    jmpi: made at HERE")
                .findings()
                .get(0);
        assertTrue("jmpi: made at org.jmpi.ibm.check.Roots.main(Roots.java:12)".matches(finding), finding);
        assertFalse("jmpi: made at org.jmpi.ibm.check.Types.main(Types.java:12)".matches(finding), finding);
        assertTrue(program.needsJmpirun());
        assertEquals(
                List.of("-Djmpi.coll.bcast=CHAIN", "--check"),
                Program.parse("ccl/chains 2 30 -Djmpi.coll.bcast=CHAIN --check").options());
        assertTrue(Program.parse("check/hangs 2 5 exit=110").needsJmpirun());
        assertFalse(Program.parse("env/abort 2 5 launcher exit=5").needsJmpirun());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a 2 30 alone",
                "a 2 30 slow",
                "a 2 30 exit=5",
                "a 2 30 --check",
                "a 2 30 -Djmpi.coll.many.ranks=2",
                "a 2 30\n    jmpi: never"
            })
    void someNeedAJobOfTheirOwn(String line) {
        assertTrue(Program.parse(line).needsJobOfItsOwn());
    }

    @Test
    void mostCanRunInOneJobWithOthers() {
        assertFalse(Program.parse("a 2 30").needsJobOfItsOwn());
        assertFalse(Program.parse("a 2 30 launcher").needsJobOfItsOwn());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env/wtime",
                "env/wtime 8",
                "env/wtime few 3",
                "env/wtime 8 3 fast",
                "env/wtime 8 3 -fast",
                "env/wtime 1-x 3",
                "a 8 3\n  jmpi: ("
            })
    void refusesALineThatDescribesNone(String line) {
        assertThrows(IllegalArgumentException.class, () -> Program.parse(line));
    }
}
