package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the IBM MPI test suite come along. */
class IbmTest {
    @TempDir
    Path folder;

    @Test
    void aProgramRunsByItsName() throws Exception {
        assertEquals(List.of(), Distribution.jmpirun(folder, List.of("-np", "2", "ibm", "pt2pt_ObjSer/sendrecvO")));
    }

    @Test
    void withoutANameTheyAreListed() throws Exception {
        List<String> lines = Distribution.jmpirun(folder, List.of("-np", "2", "--transport", "threads", "ibm"));
        assertEquals(100, lines.size());
        assertTrue(lines.get(0).startsWith("pt2pt/bsend "), lines.get(0));
    }
}
