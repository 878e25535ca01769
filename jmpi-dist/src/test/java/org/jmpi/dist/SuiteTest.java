package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The validation suite, as users start it. */
@Tag("full")
class SuiteTest {
    private static final String SAMPLE = "{pt2pt/probe,pt2pt/sendrecv,pt2pt/ssend,pt2pt/waitany,pt2pt_ObjSer/startO,"
            + "ccl/allreduce,ccl/alltoallv,ccl_ObjSer/gatherO,comm/split,dtyp/pack,env/abort,topo/dimscreate}";
    private static final int PROGRAMS = 12;
    private static final int LIMIT_SECONDS = 150;

    @TempDir
    Path folder;

    @Test
    @Timeout(LIMIT_SECONDS + 10)
    void aSamplePassesOverSocket() throws Exception {
        List<String> words = List.of("suite", "--transport", "socket", "--np", "2", "--filter", SAMPLE);
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, words);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(PROGRAMS + 1, ended.out().size(), ended::toString);
        String probe = "\\[ ?\\d+/12] socket np 2 pt2pt/probe ok \\d+\\.\\d+ s";
        assertTrue(ended.out().stream().anyMatch(line -> line.matches(probe)), ended::toString);
        String score = PROGRAMS + " of " + PROGRAMS + " passed in ";
        assertTrue(ended.out().get(PROGRAMS).startsWith(score), ended::toString);
        assertTrue(Files.readString(folder.resolve("suite-report/summary.txt")).startsWith(score));
    }

    @Test
    @Timeout(LIMIT_SECONDS + 10)
    void whatCheckFindsIsSaidInThreads() throws Exception {
        allPassInThreads("check/{collectives,leftovers,buffers}/*");
    }

    @Test
    @Timeout(LIMIT_SECONDS + 10)
    void deadlocksAreSaidInThreads() throws Exception {
        allPassInThreads("check/deadlocks/*");
    }

    @Test
    @Timeout(LIMIT_SECONDS + 10)
    void algorithmsThatAreAskedForPassInThreads() throws Exception {
        allPassInThreads("beyond/ccl/{manyranks,chains}");
    }

    private void allPassInThreads(String filter) throws Exception {
        List<String> words = List.of("suite", "--transport", "threads", "--jobs", "2", "--filter", filter);
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, words);
        assertEquals(0, ended.exitCode(), ended::toString);
    }

    @Test
    void aUselessCommandLineIsRefusedInOneLine() throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("suite", "--transport", "pigeon"));
        assertEquals(2, ended.exitCode());
        assertEquals(1, ended.err().size(), ended::toString);
        String message = "jmpirun suite: --transport pigeon: no such transport; there are threads, ";
        assertTrue(ended.err().get(0).startsWith(message), ended::toString);
        assertEquals(List.of(), ended.out());
    }

    @Test
    void helpListsItsOptions() throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("suite", "--help"));
        assertEquals(0, ended.exitCode());
        assertEquals("usage: jmpirun suite [options]", ended.out().get(0));
    }
}
