package org.jmpi.run.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.jmpi.run.program.RankPlaceholder;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options by which several JVMs would write one file or open one port, and the placeholder that tells them apart. */
class SharedTargetsTest {
    @TempDir
    private Path folder;

    private List<String> check(int processes, String option) {
        return new SharedTargets(processes, folder).check(List.of(option));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-XX:StartFlightRecording=filename=a.jfr | file; write a-{rank}.jfr instead of a.jfr",
                "-XX:StartFlightRecording:dumponexit=true,filename=logs/a,delay=1s | file; write logs/a-{rank} instead",
                "-Xlog:gc*:file=gc.log:time:filecount=0 | file; write gc-{rank}.log instead of gc.log",
                "-Xlog:gc:gc.log | file; write gc-{rank}.log instead of gc.log",
                "-Xloggc:gc.log | file; write gc-{rank}.log",
                "-XX:ArchiveClassesAtExit=a.jsa | file; write a-{rank}.jsa",
                "-agentpath:/opt/libasyncProfiler.so=start,event=cpu,file=p.html | file; write p-{rank}.html",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005 | port; write {5005+rank} instead "
                        + "of 5005",
                "-agentlib:jdwp=transport=dt_socket,address=*:5005,server=y | port; write {5005+rank}",
                "-Xrunjdwp:transport=dt_socket,server=y,address=localhost:8000 | port; write {8000+rank}",
                "-Dcom.sun.management.jmxremote.port=9010 | port; write {9010+rank} instead of 9010"
            })
    void whatAllWouldWriteOrOpenIsRefused(String option, String message) {
        String line =
                assertThrows(BadInputException.class, () -> check(2, option)).getMessage();
        assertTrue(line.startsWith(option + ": 2 JVMs would use the same " + message), line);
        assertEquals(List.of(), check(1, option));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:StartFlightRecording=filename=rank-{rank}.jfr",
                "-XX:StartFlightRecording=duration=5s",
                "-XX:StartFlightRecording",
                "-Xlog:gc",
                "-Xlog:gc:stderr",
                "-Xlog:gc::time",
                "-Xlog:gc:file=gc-%p.log",
                "-Xlog:gc:/dev/null",
                "-agentlib:jdwp=transport=dt_socket,server=y,address=0",
                "-agentlib:jdwp=transport=dt_socket,server=y",
                "-agentlib:jdwp=transport=dt_socket,server=n,address=5005",
                "-agentlib:jdwp=transport=dt_socket,server=y,address=500{rank}",
                "-Dcom.sun.management.jmxremote.port=0",
                "-XX:HeapDumpPath=."
            })
    void whatEachHasForItselfIsTaken(String option) {
        assertEquals(List.of(), check(2, option));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:HeapDumpPath=a.hprof", "-XX:ErrorFile=error.log"})
    void whatIsWrittenAfterACrashIsWarnedOf(String option) {
        assertTrue(check(2, option).get(0).contains("2 JVMs would use the same file; write "));
    }

    @ParameterizedTest
    @CsvSource({
        "{rank}, 3",
        "500{rank}, 5003",
        "{5005+rank}, 5008",
        "{rank+10}-{rank}, 13-3",
        "{ranks}, {ranks}",
        "{}, {}"
    })
    void aPlaceholderBecomesTheRank(String text, String filled) {
        assertEquals(filled, RankPlaceholder.fill(text, 3));
    }

    @Test
    void textWithoutAPlaceholderHasNone() {
        assertTrue(RankPlaceholder.isIn("a{1+rank}b"));
        assertEquals(false, RankPlaceholder.isIn("${JMPI_RANK} {rank "));
    }
}
