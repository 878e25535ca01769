package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IbmTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private LoneJvm ibm(String... arguments) throws Exception {
        return LoneJvm.run(folder, LIMIT, Ibm.class.getName(), arguments);
    }

    @Test
    void runsAProgramSilently() throws Exception {
        assertEquals(new LoneJvm(0, List.of()), ibm("ccl/bcast"));
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
    void refusesAnUnknownName() throws Exception {
        assertEquals(
                new LoneJvm(2, List.of("ibm: no program pt2pt/nothing; jmpirun ibm lists them")), ibm("pt2pt/nothing"));
    }
}
