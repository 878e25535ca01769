package org.jmpi.bench.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class RecordingTest {
    @TempDir
    Path folder;

    private Values read(String... lines) throws IOException {
        return Recording.read(Files.write(folder.resolve("values.csv"), List.of(lines)));
    }

    private static double at(Values values, Paper paper, String figure, String series, String x) {
        return values.at(paper.figure(figure), series, x).orElse(Double.NaN);
    }

    @Test
    void solvedProblemsAreSpeedUpsTimesAndBytes() throws IOException {
        Values values = read(
                "application,size,model,ranks,sequential_ms,ms,speed_up,check,statistics",
                "mergesort,5000000 ints,messages,4,1000.00,500.00,2.00,equal,",
                "mergesort,10000000 ints,shared_copies,4,1000.00,2000.00,0.50,equal,7 messages 5000000 bytes",
                "mergesort,5000000 ints,shared_copies,4,1000.00,2000.00,0.50,equal,7 messages 3000000 bytes",
                "broadcast,100 of 16384 B,pvm,2,1.00,50.00,0.02,equal",
                "em3d_ghost,800 nodes 40% remote,messages,4,1.00,250.00,0.00,equal",
                "em3d_ghost,800 nodes 40% remote,remote_objects,4,1.00,500.00,0.00,equal",
                "fft,9 points,messages,2,1.00,10.00,0.00,equal",
                "fft,9 points,remote_objects,2,1.00,25.00,0.00,equal",
                "em3d_bulk,800 nodes 100% remote,messages,4,1.00,50.00,0.02,equal",
                "em3d_bulk,800 nodes 100% remote,remote_objects,4,1.00,75.00,0.02,equal",
                "lu,512 x 512 blocks of 16,messages,1,50.00,50.00,1.00,equal");
        assertEquals(2, at(values, Paper.DSM, "figure-2", "messages", "4"));
        assertEquals(0.5, at(values, Paper.DSM, "figure-3", "shared copies", "4"));
        assertEquals(2, at(values, Paper.DSM, "figure-4", "shared copies", "4"));
        assertEquals(3, at(values, Paper.DSM, "figure-5", "shared copies 5 million", "4"));
        assertEquals(5, at(values, Paper.DSM, "figure-5", "shared copies 10 million", "4"));
        assertEquals(500, at(values, Paper.DSM, "figure-12", "pvm 16 KiB", "2"));
        assertEquals(0.25, at(values, Paper.MRPC, "figure-11-times", "ghost by messages", "40"));
        assertEquals(0.05, at(values, Paper.MRPC, "table-10", "messages 4", "em3d_bulk"));
        Values completed = values.completed();
        assertEquals(1, at(completed, Paper.MRPC, "figure-11", "ghost by messages", "40"));
        assertEquals(2, at(completed, Paper.MRPC, "figure-11", "ghost by remote objects", "40"));
        assertEquals(2.5, at(completed, Paper.MRPC, "figure-12", "remote objects 2", "fft"));
        assertEquals(List.of("fft"), completed.places(Paper.MRPC.figure("figure-12")));
        assertTrue(values.series(Paper.MRPC.figure("table-10")).stream().noneMatch(name -> name.endsWith(" 1")));
    }

    @Test
    void resultsOfRunsAreMediansOverTheRepetitions() throws IOException {
        String heading = "library,op,ranks,bytes,repetition,state,core_to_core_before_ns,core_to_core_after_ns,median,"
                + "samples,failure";
        Values values = read(
                heading,
                "socket,roundtrip,2,1000,1,steady,100,100,30.0,30.0 31.0,",
                "socket,roundtrip,2,1000,2,steady,100,100,10.0,10.0,",
                "socket,roundtrip,2,1000,3,steady,100,100,20.0,20.0,",
                "socket,roundtrip,2,1024,1,steady,100,100,16.384,16.384,",
                "onc-rpc,roundtrip,2,1024,1,steady,100,100,16.384,16.384,",
                "socket,matrix,,,1,steady,,,,,\"exit code 1: no, really\"",
                "shm,mandelbrot,3,0,1,steady,,,5000.0,5000.0,",
                "shm,threaded,2,0,1,steady,,,2.5,2.5,");
        assertEquals(20, at(values, Paper.RPC, "figure-2", "socket", "1000"));
        assertEquals(800, at(values, Paper.RPC, "figure-3", "socket", "1000"));
        assertEquals(0.02, at(values, Paper.PVM, "table-1", "socket", "1000"));
        assertEquals(1000, at(values, Paper.JMPI, "figure-1", "socket", "1024"), 1e-9);
        assertEquals(List.of("socket"), values.series(Paper.JMPI.figure("figure-1")));
        assertEquals(5, at(values, Paper.JMPI, "figure-3", "shm", "2"));
        assertEquals(2.5, at(values, Paper.MRPC, "table-8", "shm", "0-Word Threaded"));
        assertEquals(2.5, at(values, Paper.MRPC, "table-9", "shm", "jmpi-rpc threaded"));
        assertEquals(800, at(values.completed(), Paper.RPC, "mean", "today", "socket"));
    }

    /** Rows of a file with different conditions, and a second file: no median is of different machines. */
    @Test
    void theFirstConditionsCountAndAreKept() throws IOException {
        Values first = read(
                "# idle, 2 cores",
                "library,op,ranks,bytes,repetition,state,before,after,median,samples,failure",
                "pvm,matrix,2,0,1,steady,,,4000000,,",
                "pvm,matrix,2,0,2,steady,,,6000000,,",
                "# busy",
                "pvm,matrix,2,0,1,steady,,,9000000,,",
                "shm,matrix,2,0,1,steady,,,1000000,,",
                "pvm,roundtrip,2,1000,1,steady,,,20,,");
        Figure product = Paper.RPC.figure("figure-4");
        assertEquals(5, at(first, Paper.RPC, "figure-4", "pvm", "1"));
        assertEquals(Map.of("idle, 2 cores", List.of("1"), "busy", List.of("1")), first.conditions(product));
        first.completed().write(Paper.RPC, folder.resolve("rpc.csv"));
        Values again = Recording.read(folder.resolve("rpc.csv"));
        assertEquals(
                first.completed().all().stream()
                        .filter(value -> value.paper() == Paper.RPC)
                        .toList(),
                again.all());
        assertEquals(Map.of("busy", List.of("pvm")), again.conditions(Paper.RPC.figure("mean")));
        Values second = read("paper,figure,series,x,y,unit", "rpc,figure-4,pvm,1,7,s", "rpc,figure-4,pvm,2,8,s");
        assertEquals(5, at(first.plus(second), Paper.RPC, "figure-4", "pvm", "1"));
        assertEquals(8, at(first.plus(second), Paper.RPC, "figure-4", "pvm", "2"));
    }

    @Test
    void betweenHostsTheFiguresOfTheJmpiPaperAreOthers() {
        List<Measurement> measured = List.of(
                new Measurement("rmi", "roundtrip", 2, 1024, 16.384), new Measurement("rmi", "mandelbrot", 3, 0, 5000));
        Values values = Recording.of(measured, "two hosts", true);
        assertEquals(1000, at(values, Paper.JMPI, "figure-2", "rmi", "1024"), 1e-9);
        assertEquals(5, at(values, Paper.JMPI, "figure-4", "rmi", "2"));
        assertEquals(2, values.all().size());
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Values values = read(
                "paper,figure,series,x,y,unit",
                "pvm,table-1,jpvm,1,0.5,ms",
                "dsm,figure-8,pvm,4,1.5,",
                "pvm,table-1,jpvm,1000,1.5,ms");
        values.completed().write(Paper.PVM, folder.resolve("pvm.csv"));
        Values again = Recording.read(folder.resolve("pvm.csv"));
        assertEquals(0.5, at(again, Paper.PVM, "table-1", "jpvm", "1"));
        assertEquals(1 / 999.0, at(again, Paper.PVM, "table-2", "jpvm", "time per byte"), 1e-6);
        assertTrue(values.has(Paper.DSM) && !again.has(Paper.DSM));
        assertEquals(again.all(), again.completed().all());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "what,is,this | pvm,table-1,jpvm,1,2,ms | , line 1: no heading of a recording: what,is,this",
                "paper,figure,series,x,y,unit | pvm,table-1,jpvm,1,slow,ms | , line 2: pvm,table-1,jpvm,1,slow,ms",
                "paper,figure,series,x,y,unit | pvm,table-1 | , line 2: pvm,table-1",
                "paper,figure,series,x,y,unit | lost,table-1,jpvm,1,2,ms | , line 2: lost,table-1,jpvm,1,2,ms",
            })
    void anotherFileIsRefused(String heading, String row, String message) {
        IOException refused = assertThrows(Recording.Invalid.class, () -> read(heading, row));
        assertEquals(folder.resolve("values.csv") + message, refused.getMessage());
    }
}
