package org.jmpi.bench.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jmpi.bench.Options;
import org.jmpi.bench.Pace;
import org.jmpi.bench.ProgramRun;
import org.jmpi.bench.Series;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class CallsTest {
    @AfterEach
    void noProcessIsLeft() {
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    private static List<String> run(int code, String... args) throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            assertEquals(code, Calls.run(Calls.options().parse(args)));
        } finally {
            System.setOut(out);
        }
        return output.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void callsAreTimedOneByOne(Protocol protocol) throws Exception {
        List<String> lines = run(
                0, "--by", protocol.name(), "--quick", "--paper", "--samples", "--np", "2", "--sizes", "0 1 100000");
        List<Series> series =
                lines.stream().flatMap(line -> Series.parse(line).stream()).toList();
        assertEquals(3, series.size(), lines::toString);
        assertEquals("roundtrip", series.get(0).op());
        assertEquals(2, series.get(0).ranks());
        assertEquals(
                List.of(0L, 1L, 100_000L), series.stream().map(Series::bytes).toList());
        assertEquals(64, series.get(2).values().size());
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(Protocol.class)
    void theProductIsThatOfMessages(Protocol protocol) throws Exception {
        List<String> lines = run(0, "--by", protocol.name(), "--np", "3", "--program", "matrix", "--size", "20");
        assertTrue(lines.get(0).startsWith("sample,matrix,3,0,"), lines::toString);
        assertEquals("# checksum -6842", lines.get(1));
    }

    @Test
    void remoteObjectsDoTheSame() throws Exception {
        ProgramRun product =
                ProgramRun.of(3, RankCalls::options, RankCalls::run, "--program", "matrix", "--size", "20");
        assertArrayEquals(new int[3], product.codes(), product.errors());
        assertTrue(product.lines().get(0).startsWith("sample,matrix,3,0,"), product.output());
        assertEquals("# checksum -6842", product.lines().get(1));
        ProgramRun echo = ProgramRun.of(2, RankCalls::options, RankCalls::run, "--quick", "--sizes", "0 100000");
        assertEquals(
                List.of(0L, 100_000L),
                echo.lines().stream()
                        .flatMap(line -> Series.parse(line).stream())
                        .map(Series::bytes)
                        .toList(),
                echo.output());
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void whatIsCalledAnswers(Protocol protocol) throws Exception {
        try (Protocol.Service service = protocol.serve(new LocalWorker());
                Protocol.Client client = protocol.connect(service.port())) {
            assertArrayEquals(new byte[] {1, -2, 3}, client.worker().echo(new byte[] {1, -2, 3}));
            assertEquals(11, client.worker().multiply(new double[] {1, 2}, new double[] {3, 4}));
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void nobodyAnswersAtAPortThatIsClosed(Protocol protocol) throws Exception {
        int port;
        try (Protocol.Service service = protocol.serve(new LocalWorker())) {
            port = service.port();
        }
        assertThrows(IOException.class, () -> protocol.connect(port));
    }

    @Test
    void anotherAnswerIsFound() throws Exception {
        Worker forgetful = new Worker() {
            @Override
            public byte[] echo(byte[] data) {
                return new byte[data.length];
            }

            @Override
            public double multiply(double[] row, double[] column) {
                return 0;
            }
        };
        assertFalse(new EchoSeries(forgetful::echo, Pace.QUICK).isRight(5));
        CalledProduct product = new CalledProduct(4);
        product.compute(List.of(forgetful, forgetful));
        assertFalse(product.isRight());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--by pigeon | --by pigeon: must be one of java_rmi, onc_rpc",
                "--np 1 | --np 1: must be a whole number from 2 to 1024",
                "--program dance | --program dance: must be one of pingpong, matrix",
                "--size 0 | --size 0: must be a whole number from 1 to 8192",
                "--sizes 1,x | --sizes x: must be a whole number from 0 to 1073741824"
            })
    void whatCannotBeUsedIsNamed(String line, String message) {
        Options.Invalid invalid = assertThrows(Options.Invalid.class, () -> run(0, line.split(" ")));
        assertEquals(message, invalid.getMessage());
    }
}
