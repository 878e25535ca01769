package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jmpi.bench.Options;
import org.jmpi.bench.Series;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ThenAndNowTest {
    private static final List<String> INSTALLED = List.of("threads", "shm", "socket", "rmi");
    private static final Library SHM = new JmpiTransport("shm", List.of());
    private static final Library SOCKET = new JmpiTransport("socket", List.of());
    private static final Library RMI = new JmpiTransport("rmi", List.of());
    private static final Map<String, String> MACHINE =
            Map.of("CPU", "Z80", "cores", "1", "JDK", "17", "load before", "0.1: **busy**", "date", "1976");

    @TempDir
    Path folder;

    private Path values;

    @BeforeEach
    void record() throws Exception {
        values = Files.write(
                folder.resolve("values.csv"),
                List.of(
                        "# a quiet Z80",
                        "paper,figure,series,x,y,unit",
                        "mrpc,figure-12,remote objects 4,lu,1.5,",
                        "mrpc,table-8,shm,0-Word Simple,1.5,us",
                        "mrpc,table-8,shm,0-Word Threaded,0.003,us",
                        "# a busy Z80",
                        "mrpc,table-8,shm,1-Word,2,us"));
    }

    private ThenAndNowStudy study(String... words) throws Options.Invalid {
        String[] all = Stream.concat(Stream.of(words), Stream.of("--report", "" + folder))
                .toArray(String[]::new);
        Options given = FigureOptions.declared(INSTALLED).parse(all);
        return ThenAndNowStudy.of(given, FigureOptions.of(given, INSTALLED));
    }

    private static List<String> experiments(List<Part> parts) {
        return parts.stream()
                .flatMap(part -> part.experiments().stream()
                        .map(experiment -> experiment + " by "
                                + part.libraries()
                                        .get(part.libraries().size() - 1)
                                        .name()))
                .toList();
    }

    @Test
    void recordedValuesStandBesideThePublishedOnes() throws Exception {
        ThenAndNowStudy study = study("--paper", "mrpc", "--values", "" + values);
        assertEquals(List.of(), study.parts(List.of()));
        study.report(new Results(List.of(), "jmpirun figures", MACHINE, List.of()));
        String page = Files.readString(study.page());
        assertTrue(page.contains("| call | _CC++/MRPC_ | _Split-C_ | _Nexus_ | shm |"), page);
        assertTrue(page.contains("| 0-Word Threaded | 87.0 |  | 240 | 3.00e-03 |"), page);
        assertTrue(page.contains("| lu | 1.00 | 3.59 | 1.00 | 5.00 | 1.50 |"), page);
        assertTrue(
                page.contains("| Table 8 | threaded null call over simple one | 1.30 | 2.00e-03 | is reversed |"),
                page);
        String calls = "Time in µs, by call. Published: columns in _italics_. Today: a quiet Z80 (call:"
                + " 0-Word Simple, 0-Word Threaded); a busy Z80 (call: 1-Word). Not recorded: shm at 0-Word"
                + " Atomic, shm at BulkRead 40-Word, shm at GP 2-Word read.\n";
        assertTrue(page.contains(calls), page);
        assertTrue(
                page.contains("Today: a quiet Z80. Not recorded: remote objects 4 at water_atomic, messages 4, "),
                page);
        assertTrue(
                page.contains("## Table 9: null calls and messages\n\nTime in µs, by layer. Published: columns in"
                        + " _italics_. Not recorded: shm, socket.\n"),
                page);
        assertTrue(page.contains("| Figure 12 | lu by calls over messages | 3.6 |  | not recorded |"), page);
        assertTrue(page.contains("| values from | " + values + " |"), page);
        assertFalse(page.contains("| CPU | Z80 |"), page);
        if (Chart.obstacle().isEmpty())
            assertTrue(
                    ImageIO.read(folder.resolve("mrpc-figure-12.png").toFile()).getWidth() > 0);
        assertEquals(7, Files.readAllLines(folder.resolve("mrpc.csv")).size());
    }

    @Test
    void runsAreShownWithTheirMachine() throws Exception {
        ThenAndNowStudy study = study("--paper", "dsm");
        Trial trial = new Trial(new Experiment(PaperProgram.APPLICATIONS, 4, List.of()), SHM, 1);
        List<Series> series = PaperProgram.APPLICATIONS
                .series("network,9-40-1 44000 items 5 epochs,pvm,4,300.00,200.00,1.50,equal")
                .toList();
        Run run = new Run(trial, series, "", 60, 60);
        study.report(new Results(List.of(SHM), "jmpirun figures", MACHINE, List.of(run)));
        String page = Files.readString(study.page());
        assertTrue(page.contains("| ranks | _PVM_ | _MPI_ | pvm |"), page);
        assertTrue(page.contains("| 4 |  |  | 1.50 |"), page);
        assertTrue(page.contains("| CPU | Z80 |"), page);
        assertTrue(
                page.contains("Today: Z80, 1 cores, 17, load 0.1, 1976. Not recorded: shared copies, messages.\n"),
                page);
        if (Chart.obstacle().isEmpty())
            assertEquals(
                    400,
                    ImageIO.read(folder.resolve("dsm-figure-1.png").toFile()).getWidth());
        assertEquals(
                List.of(),
                PaperProgram.APPLICATIONS
                        .series("application,size,model,ranks,")
                        .toList());
    }

    @Test
    void placesThatSomeLinesLackAreNamed() throws Exception {
        Files.write(
                values,
                List.of(
                        "paper,figure,series,x,y,unit",
                        "rpc,figure-4,java-rmi,1,30,s",
                        "rpc,figure-4,java-rmi,2,20,s",
                        "rpc,figure-4,openmpi-tcp,1,8,s",
                        "rpc,figure-4,openmpi-tcp,2,9,s",
                        "rpc,figure-4,pvm,1,20,s",
                        "rpc,figure-4,onc-rpc-c,1,10,s"));
        ThenAndNowStudy study = study("--paper", "rpc", "--values", "" + values);
        study.report(new Results(List.of(), "jmpirun figures", MACHINE, List.of()));
        String page = Files.readString(study.page());
        assertTrue(
                page.contains(
                        "Time in s, by workers. The paper prints no numbers. Today: unknown conditions. Not recorded:"
                                + " pvm, onc-rpc-c (workers: 2).\n"),
                page);
        assertTrue(
                page.contains(
                        "| Figure 4 | product by PVM over RPC with most workers | 2 to 3 | 2.00 with 1 | holds |"),
                page);
        assertTrue(
                page.contains("| Figure 4 | product by RPC with most workers over one | < 1 |  | not recorded |"),
                page);
    }

    @Test
    void onlyWhatIsMissingIsMeasured() throws Exception {
        List<Library> libraries = List.of(SHM, RMI);
        assertEquals(
                List.of(
                        "rpc np 2 by rmi",
                        "applications np 1 by shm",
                        "applications np 2 by shm",
                        "applications np 4 by shm"),
                experiments(study("--paper", "mrpc").parts(libraries)));
        assertEquals(
                List.of("applications np 1 by shm", "applications np 2 by shm", "applications np 4 by shm"),
                experiments(
                        study("--paper", "mrpc,dsm", "--values", "" + values).parts(libraries)));
        assertEquals(
                List.of("pingpong np 2 by rmi", "matrix np 2 by rmi", "matrix np 3 by rmi"),
                experiments(study("--paper", "pvm,rpc", "--quick").parts(libraries)));
        List<String> words = study("--paper", "dsm", "--quick")
                .parts(libraries)
                .get(0)
                .experiments()
                .get(0)
                .arguments();
        assertTrue(words.containsAll(List.of("mergesort,mandelbrot,network,broadcast", "small")), words::toString);
    }

    @Test
    void betweenHostsPingPongAndTheMandelbrotSetRun() throws Exception {
        List<String> experiments =
                experiments(betweenHosts("--paper", "jmpi", "--quick").parts(List.of(RMI)));
        assertEquals(List.of("pingpong np 2 by rmi", "mandelbrot np 2 by rmi", "mandelbrot np 3 by rmi"), experiments);
    }

    @Test
    void betweenHostsApplicationsRunOverSockets() throws Exception {
        List<String> experiments =
                experiments(betweenHosts("--paper", "mrpc,dsm", "--quick").parts(List.of(RMI, SOCKET)));
        assertEquals(
                List.of("applications np 1 by socket", "applications np 2 by socket", "applications np 4 by socket"),
                experiments);
    }

    @Test
    void valuesFromBetweenHostsSaySo() throws Exception {
        ThenAndNowStudy study = betweenHosts("--paper", "dsm");
        Map<String, String> notes = new HashMap<>(MACHINE);
        notes.putAll(study.notes());
        Trial trial = new Trial(new Experiment(PaperProgram.APPLICATIONS, 2, List.of()), SOCKET, 1);
        List<Series> series = PaperProgram.APPLICATIONS
                .series("mandelbrot,1000 x 1000,messages,2,300.00,200.00,1.50,equal")
                .toList();
        Run run = new Run(trial, series, "", 60, 60);
        study.report(new Results(List.of(SOCKET), "jmpirun figures", notes, List.of(run)));
        String page = Files.readString(study.page());
        assertTrue(
                page.contains("Today: Z80, 1 cores, 17, ranks alternately on those of hosts, load 0.1, 1976."), page);
    }

    @Test
    void papersOfOneHostAreRefusedBetweenHosts() {
        String message = assertThrows(Options.Invalid.class, () -> betweenHosts("--paper", "jmpi,rpc"))
                .getMessage();
        assertEquals("--paper rpc: is measured on one host; leave --hostfile out", message);
    }

    private ThenAndNowStudy betweenHosts(String... words) throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "a\nb\n");
        return study(Stream.concat(Stream.of(words), Stream.of("--hostfile", "" + hosts))
                .toArray(String[]::new));
    }

    @Test
    void uselessOptionsAreRefused() {
        refused("--only: does not go with --paper", "--paper", "rpc", "--only", "matrix");
        refused("--paper chess: must be one of jmpi, rpc, pvm, mrpc, dsm", "--paper", "chess");
        Path missing = folder.resolve("no.csv");
        refused("--values " + missing + ": cannot read the file", "--paper", "rpc", "--values", "" + missing);
    }

    private void refused(String message, String... words) {
        assertEquals(
                message, assertThrows(Options.Invalid.class, () -> study(words)).getMessage());
    }
}
