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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code jmpirun --report} records a job and makes the page, also of a job that dies. */
@Timeout(120)
class ReportTest {
    private static final int LIMIT_SECONDS = 50;

    /** Rank 1 ends itself or jmpirun after a message to rank 0, which waits for another one. */
    private static final String DIES = """
            import java.io.RandomAccessFile;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.stream.Stream;
            import mpi.MPI;
            public class Dies {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int[] box = new int[4];
                    if (MPI.COMM_WORLD.Rank() == 1) {
                        MPI.COMM_WORLD.Send(box, 0, 4, MPI.INT, 0, 7);
                        if (args[0].equals("exit")) System.exit(7);
                        if (args[0].equals("kill")) kill();
                        ProcessHandle.current().parent().orElseThrow().destroy();
                    }
                    for (int i = 0; i < 2; i++) MPI.COMM_WORLD.Recv(box, 0, 4, MPI.INT, 1, 7);
                    MPI.Finalize();
                }
                /** Kills this process at the second flush of its recording: the first may miss the message. */
                static void kill() throws Exception {
                    Path repository = Path.of(System.getenv("JMPI_RECORD"), "rank-1.repository");
                    Path chunk;
                    try (Stream<Path> files = Files.walk(repository)) {
                        chunk = files.filter(Files::isRegularFile).findFirst().orElseThrow();
                    }
                    long size = -1;
                    for (int sizes = 0; sizes < 3; ) {
                        try (RandomAccessFile in = new RandomAccessFile(chunk.toFile(), "r")) {
                            in.seek(8);
                            long now = in.readLong();
                            long constantPool = in.readLong();
                            long metadata = in.readLong();
                            if (constantPool == 0 || metadata == 0 || now == size) continue;
                            size = now;
                            sizes++;
                        }
                    }
                    String pid = Long.toString(ProcessHandle.current().pid());
                    new ProcessBuilder("kill", "-9", pid).start().waitFor();
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "exit, 7, rank 1 ended with exit code 7 (System.exit)",
        "terminate, 143, interrupted: all ranks ended",
        "kill, 137, rank 1 was killed by signal 9 (SIGKILL)"
    })
    @Tag("full")
    void aJobThatDiesHasAReport(String how, int code, String cause) throws Exception {
        Path classes = new Program(folder).source(DIES).compile("-cp", Distribution.classPath());
        Distribution.Ended ended = Distribution.run(
                folder, LIMIT_SECONDS, List.of("-np", "2", "--report", "made", "-cp", classes.toString(), "Dies", how));
        assertEquals(code, ended.exitCode(), ended::toString);
        String page = Files.readString(folder.resolve("made/report.html"));
        assertTrue(page.contains("<h1>Dies</h1>"), ended::toString);
        String note = "The job failed with exit code " + code + ": " + cause;
        assertTrue(page.contains("<li>" + note + ". The report shows it as far as it went.</li>"), ended::toString);
        String ranks = "did not reach the end of MPI.Finalize: the report has";
        assertTrue(page.contains(ranks), ended::toString);
        assertTrue(ended.out().stream().anyMatch(line -> line.startsWith("jmpirun report: made/report.html, ")));
        String cut = "The recording rank-1.jfr is cut short: the report has what can be read of it.";
        assertEquals(how.equals("kill"), page.contains(cut), ended::toString);
        assertTrue(page.contains("Send"), ended::toString);
    }

    @Test
    @Tag("full")
    void aFolderWithoutRecordingsIsRefused() throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("report", folder.toString()));
        assertEquals(2, ended.exitCode(), ended::toString);
        String line =
                "jmpirun report: " + folder + ": no recordings (rank-N.jfr): make them by jmpirun --record " + folder;
        assertEquals(List.of(line), ended.err());
    }
}
