package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("full")
class PingPongTest {
    private static final Pattern CSV_ROW = Pattern.compile("-,[a-z-]+,\\d+,\\d+(,\\d+\\.\\d{3}){3},\\d+\\.\\d");

    private static ProgramRun pingPong(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, PingPong::options, PingPong::run, args);
    }

    @Test
    void asInThePaperThereIsARowForEachSize() throws Exception {
        ProgramRun run = pingPong(3, "--paper");
        assertArrayEquals(new int[3], run.codes(), run.errors());
        List<String> lines = run.lines();
        assertEquals(3 + 21, lines.size(), run.output());
        assertTrue(lines.get(2).contains("round trip us"), run.output());
        for (int x = 0; x <= 20; x++) {
            String[] cells = lines.get(3 + x).trim().split("\\s+");
            assertEquals(Integer.toString(1 << x), cells[0]);
            double micros = Double.parseDouble(cells[1]);
            double megabytes = Double.parseDouble(cells[5]);
            assertEquals(2 * (1 << x) / micros, megabytes, 0.01 * megabytes + 0.01);
            assertEquals(8 * megabytes, Double.parseDouble(cells[4]), 0.1);
        }
    }

    @ParameterizedTest
    @CsvSource({"byte, ''", "double, -double", "direct, -direct", "object, -object"})
    void csvHasARowForEachMeasurement(String type, String suffix) throws Exception {
        ProgramRun run = pingPong(2, "--csv", "--type", type, "--sizes", "64 4096");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        List<String> rows =
                run.lines().stream().filter(line -> !line.startsWith("#")).toList();
        assertEquals(Sample.CSV_HEADING, rows.get(0));
        assertEquals(5, rows.size(), run.output());
        for (String row : rows.subList(1, 5)) assertTrue(CSV_ROW.matcher(row).matches(), row);
        assertTrue(rows.get(1).startsWith("-,pingpong" + suffix + ",2,64,"), rows.get(1));
        assertTrue(rows.get(4).startsWith("-,stream" + suffix + ",2,4096,"), rows.get(4));
        assertTrue(run.output().contains("# message rate at 64 bytes: "), run.output());
        assertTrue(run.output().contains("# COMMS1 fit"), run.output());
    }

    @Test
    void theDefaultIsWarmedUpAndHasTheSameRows() throws Exception {
        ProgramRun run = pingPong(2, "--sizes", "8");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertEquals(4, run.lines().size(), run.output());
        assertTrue(run.lines().get(2).matches(" +pingpong +8( +[0-9.]+){5}"), run.output());
        assertTrue(run.lines().get(3).matches(" +stream +8( +[0-9.]+){5}"), run.output());
    }

    @Test
    void allocationsOfBothKindsOfCallsAreCounted() throws Exception {
        ProgramRun run = pingPong(2, "--allocations", "--sizes", "8");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertTrue(run.lines().get(1).endsWith("in one JVM"), run.output());
        assertEquals(5, run.lines().size(), run.output());
        assertTrue(run.lines().get(3).trim().startsWith("Send/Recv "), run.output());
        assertTrue(run.lines().get(4).trim().startsWith("Isend/Irecv/Wait "), run.output());
    }

    @Test
    void theSamplesOfThePaperAreItsRoundTrips() throws Exception {
        ProgramRun run = pingPong(3, "--paper", "--quick", "--samples", "--sizes", "0 1024");
        assertArrayEquals(new int[3], run.codes(), run.errors());
        List<Series> series = run.lines().stream()
                .flatMap(line -> Series.parse(line).stream())
                .toList();
        assertEquals(2, series.size(), run.output());
        assertEquals("roundtrip", series.get(0).op());
        assertEquals(1024, series.get(1).bytes());
        assertEquals(PaperSeries.REPETITIONS, series.get(1).values().size());
    }

    @Test
    void samplesOfAllocationsHaveOneValueForEachSize() throws Exception {
        ProgramRun run = pingPong(2, "--allocations", "--quick", "--samples", "--sizes", "8 64");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertEquals(4, run.lines().size(), run.output());
        assertTrue(run.lines().get(2).matches("sample,allocation,2,8,\\d+\\.\\d{4}"), run.output());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ranksThatShareMemoryWriteNothing() throws Exception {
        ProgramRun run = pingPong(2, "--traffic", "--samples", "--sizes", "1 4096");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertEquals("sample,traffic,2,1,0.0000", run.lines().get(2), run.output());
        assertEquals("sample,traffic,2,4096,0.0000", run.lines().get(3), run.output());
    }

    @ParameterizedTest
    @CsvSource({
        "1, '', 'needs at least 2 ranks, has 1; start it with -np 2'",
        "2, '--allocations --csv', '--allocations and --csv: choose one'",
        "2, '--traffic --csv', '--traffic and --csv: choose one'",
        "2, '--full --paper', '--paper and --full: choose one'",
        "2, '--sizes=-1', '--sizes -1: -1 must be from 0 to 2147483639'",
        "2, '--type long', '--type long: must be one of byte, double, direct, segment, object'",
    })
    void whatCannotBeMeasuredIsNamed(int ranks, String args, String message) throws Exception {
        ProgramRun run = pingPong(ranks, args.isEmpty() ? new String[0] : args.split(" "));
        assertEquals(Program.USAGE, run.codes()[0]);
        assertEquals("pingpong: " + message, run.errors().trim());
        assertEquals("", run.output());
    }

    @Test
    void aMessageWithAnotherContentIsFound() throws Exception {
        Jmpi.run(2, () -> {
            Link link = new Link(new Payload(Payload.Kind.BYTE, 1000));
            if (MPI.COMM_WORLD.Rank() == 0) {
                Link.Corrupt corrupt = assertThrows(Link.Corrupt.class, link::verify);
                assertEquals(
                        "message of 1000 bytes from rank 1 to rank 0 arrived with a wrong element at index 0 of 1000",
                        corrupt.getMessage());
            } else {
                byte[] buffer = new byte[1000];
                int[] verdict = {-1};
                MPI.COMM_WORLD.Recv(buffer, 0, 1000, MPI.BYTE, 0, MPI.ANY_TAG);
                MPI.COMM_WORLD.Send(buffer, 0, 1000, MPI.BYTE, 0, 1);
                MPI.COMM_WORLD.Sendrecv_replace(verdict, 0, 1, MPI.INT, 0, 3, 0, 3);
            }
        });
    }
}
