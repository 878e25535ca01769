package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IbmTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private LoneJvm ibm(String... arguments) throws Exception {
        return LoneJvm.run(folder, LIMIT, words(arguments));
    }

    private LoneJvm ibmWithMarks(String... arguments) throws Exception {
        String[] words = Stream.concat(Stream.of("-Dibm.marks=true"), Stream.of(words(arguments)))
                .toArray(String[]::new);
        return LoneJvm.run(folder, LIMIT, words);
    }

    private static String[] words(String... arguments) {
        return Stream.concat(Stream.of(Ibm.class.getName()), Stream.of(arguments))
                .toArray(String[]::new);
    }

    @Test
    void runsAProgramSilently() throws Exception {
        assertEquals(new LoneJvm(0, List.of()), ibm("ccl/bcast"));
    }

    @Test
    void runsSeveralProgramsSilently() throws Exception {
        assertEquals(new LoneJvm(0, List.of()), ibm("ccl/bcast", "ccl/gather", "ccl/bcast"));
    }

    @Test
    void marksTheEndOfEachProgramIfAsked() throws Exception {
        LoneJvm run = ibmWithMarks("ccl/bcast", "env/wtime", "ccl/bcast");
        assertEquals(0, run.exitCode());
        assertEquals(3, run.lines().size(), run::toString);
        for (String line : run.lines())
            assertEquals("", Mark.read("[0] " + line).orElseThrow().before());
        assertTrue(run.lines().get(1).matches("ibm: env/wtime ended well after \\d{4,10} ns"), run::toString);
    }

    @Test
    void aProgramThatFailsHasNoMarkAndNoneAfterIt() throws Exception {
        LoneJvm run = ibmWithMarks("ccl/bcast", "topo/cart", "ccl/gather");
        assertEquals(1, run.exitCode());
        assertEquals(2, run.lines().size(), run::toString);
        assertTrue(run.lines().get(0).startsWith("ibm: ccl/bcast ended well after "), run::toString);
        assertEquals(
                "Exception in thread \"main\" number of ranks is wrong: ranks=1, the program needs exactly 6",
                run.lines().get(1));
    }

    @Test
    void passesOnHowAProgramEnds() throws Exception {
        assertEquals(5, ibm("env/abort").exitCode());
    }

    @Test
    void listsAllPrograms() throws Exception {
        LoneJvm run = ibm();
        assertEquals(0, run.exitCode());
        assertEquals(Programs.all().size(), run.lines().size());
        assertTrue(run.lines().get(0).matches("pt2pt/bsend +2, 3"), run.lines().get(0));
    }

    @Test
    void showsItsUsage() throws Exception {
        LoneJvm run = ibm("--help");
        assertEquals(0, run.exitCode());
        assertEquals("usage: jmpirun -np RANKS ibm [PROGRAM ...]", run.lines().get(0));
    }

    @Test
    void refusesAnUnknownName() throws Exception {
        assertEquals(
                new LoneJvm(2, List.of("ibm: no program pt2pt/nothing; jmpirun ibm lists them")),
                ibm("ccl/bcast", "pt2pt/nothing"));
        for (String name : List.of("beyond/call", "check", "ccl/", "../ibm")) assertFalse(Program.exists(name), name);
    }
}
