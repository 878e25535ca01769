package org.jmpi.wireup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.wireup.FakePmiServer.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class Pmi1ProviderTest {
    private static final String ONE_NODE = "(vector,(0,1,3))";
    private static final String TWO_NODES = "(vector,(0,2,2))";

    private final Pmi1Provider provider = new Pmi1Provider();

    private static byte[] value(int rank, int length) {
        byte[] value = new byte[length];
        new Random(rank * 31L + length).nextBytes(value);
        return value;
    }

    private WireUp open(FakePmiServer server, int rank, int seconds) throws Exception {
        return provider.open(Ranks.environment("PMI_PORT", server.port(), "PMI_ID", rank), Ranks.config(seconds));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void everyRankReadsWhatTheOthersPut(Dialect dialect) throws Exception {
        try (FakePmiServer server = new FakePmiServer(dialect, 3, ONE_NODE)) {
            List<String> secrets = Ranks.run(3, rank -> {
                try (WireUp wireUp = open(server, rank, 40)) {
                    assertEquals(rank, wireUp.rank());
                    assertEquals(3, wireUp.size());
                    assertTrue(wireUp.allLocal());
                    exchange(wireUp, "short", 0, 7);
                    exchange(wireUp, "address.of.4.ran", 64 << 10, 700);
                    return wireUp.secret().toHex();
                }
            });
            assertEquals(1, Set.copyOf(secrets).size());
            assertEquals(3, Collections.frequency(server.requests(), "cmd=finalize"));
        }
    }

    private static void exchange(WireUp wireUp, String key, int... lengths) throws Exception {
        for (int length : lengths) wireUp.put(key + length % 10, value(wireUp.rank(), length));
        wireUp.fence(Ranks.PATIENCE);
        for (int rank = 0; rank < wireUp.size(); rank++)
            for (int length : lengths) assertArrayEquals(value(rank, length), wireUp.get(rank, key + length % 10));
    }

    @Test
    void jobNamesHaveNoOtherCharacters() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 1, TWO_NODES);
                WireUp wireUp = open(server, 0, 40)) {
            assertEquals("kvs_27_0_13_my.host-1", wireUp.job());
            assertFalse(wireUp.allLocal());
        }
    }

    @Test
    void aValueThatNobodyPutIsAnError() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.SLURM, 1, ONE_NODE);
                WireUp wireUp = open(server, 0, 40)) {
            assertEquals("rank 0 has not published nothing.0", Ranks.refusal(() -> wireUp.get(0, "nothing")));
        }
    }

    @Test
    void aRankThatDoesNotComeIsReportedInTime() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 2, ONE_NODE)) {
            assertEquals(
                    "not every rank has called MPI.Init within 1 s, or the process manager does not answer",
                    Ranks.refusal(() -> open(server, 0, 1)));
            Ranks.awaitNoThread("jmpi-wireup");
        }
    }

    @Test
    void aProcessManagerThatDoesNotAnswerIsReportedInTimeAndLeft() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, String> environment =
                    Ranks.environment("PMI_PORT", "localhost:" + silent.getLocalPort(), "PMI_ID", 0);
            String refusal = Ranks.refusal(() -> provider.open(environment, Ranks.config(1)));
            assertTrue(refusal.endsWith("the process manager does not answer"), refusal);
            Ranks.awaitNoThread("jmpi-wireup");
        }
    }

    /** The answers come between the end of the wait and that of the connection. */
    @Test
    void aProcessManagerThatAnswersTooLateIsLeftInOrder() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 1, ONE_NODE)) {
            server.hold();
            String refusal = Ranks.refusal(() -> open(server, 0, 1));
            assertTrue(refusal.endsWith("the process manager does not answer"), refusal);
            server.release();
            Ranks.awaitNoThread("jmpi-wireup");
            assertEquals(1, Collections.frequency(server.requests(), "cmd=finalize"));
        }
    }

    private static SpawnOrder.Program program(int processes, Map<String, String> info, String... arguments) {
        return new SpawnOrder.Program(Inheritor.class.getName(), List.of(arguments), processes, info);
    }

    @Test
    void severalProgramsAreOneOrder() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 1, ONE_NODE);
                WireUp wireUp = open(server, 0, 40)) {
            Map<String, String> info = Map.of("host", "node7", "path", "/absent", "jmpi_jvm_options", "-ea  -Dx=y");
            wireUp.spawn(new SpawnOrder(
                    0, List.of(program(2, info, "a b", "c=d"), program(1, Map.of())), "jmpi:10.0.0.1:7/5", "00ff"));
            String lines = String.join("\n", server.orders());
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            assertTrue(
                    lines.startsWith("mcmd=spawn\nnprocs=2\nexecname=" + java
                            + "\ntotspawns=2\nspawnssofar=1\narg1=-ea\narg2=-Dx=y\narg3=-cp\narg4=/absent:"),
                    lines);
            String name = Inheritor.class.getName();
            String passed = "preput_num=2\npreput_key_0=JMPI_PARENT\npreput_val_0=jmpi:10.0.0.1:7/5\n"
                    + "preput_key_1=JMPI_PARENT_KEY\npreput_val_1=00ff\n";
            String first = "\narg5=" + name + "\narg6=a b\narg7=c=d\nargcnt=7\n" + passed
                    + "info_num=1\ninfo_key_0=host\ninfo_val_0=node7\nmcmd=spawn\nnprocs=1\n";
            assertTrue(lines.contains(first), lines);
            assertTrue(lines.endsWith("=" + name + "\n" + lines.substring(lines.lastIndexOf("argcnt"))), lines);
            assertTrue(lines.endsWith(passed + "info_num=0"), lines);
            assertEquals(Map.of(), wireUp.variables());
        }
    }

    @Test
    void anOrderThatIsRefusedLeavesTheRanksTogether() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.SLURM, 1, ONE_NODE);
                WireUp wireUp = open(server, 0, 40)) {
            server.refuseOrders();
            SpawnOrder order = new SpawnOrder(0, List.of(program(1, Map.of())), "jmpi:10.0.0.1:7/5", "00ff");
            String refusal = Ranks.refusal(() -> wireUp.spawn(order));
            assertTrue(refusal.startsWith("the process manager refuses to start the processes: "), refusal);
            assertTrue(refusal.contains("msg=no_slots"), refusal);
            SpawnOrder.Program absent = new SpawnOrder.Program("Absent", List.of(), 1, Map.of());
            assertEquals(
                    "no class Absent in the class path",
                    Ranks.refusal(() -> wireUp.spawn(new SpawnOrder(0, List.of(absent), "jmpi:10.0.0.1:7/5", "00ff"))));
            assertEquals(
                    "PMI-1 passes no line end on: argument 'a\nb'" + WireUp.USE_JMPIRUN,
                    Ranks.refusal(() -> wireUp.spawn(
                            new SpawnOrder(0, List.of(program(1, Map.of(), "a\nb")), "jmpi:10.0.0.1:7/5", "00ff"))));
            exchange(wireUp, "after", 7);
        }
    }

    @Test
    void aSpawnedProcessFindsItsParentsInTheKeyValueSpace() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.SLURM, 1, ONE_NODE)) {
            Map<String, String> given = Map.of("JMPI_PARENT", "jmpi:10.0.0.1:7/5", "JMPI_PARENT_KEY", "00ff");
            given.forEach(server::put);
            try (WireUp wireUp = open(server, 0, 40)) {
                Map<String, String> expected = new HashMap<>(given);
                expected.put("JMPI_APPNUM", "1");
                assertEquals(expected, wireUp.variables());
            }
        }
    }

    @Test
    void abortIsSentWhileAFenceWaits() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 2, ONE_NODE)) {
            FutureTask<WireUp> second = Ranks.start(() -> open(server, 1, 40));
            WireUp first = open(server, 0, 40);
            second.get(Ranks.PATIENCE, TimeUnit.NANOSECONDS);
            FutureTask<Void> fence = Ranks.start(() -> {
                first.fence(Ranks.PATIENCE);
                return null;
            });
            while (Collections.frequency(server.requests(), "cmd=barrier_in") < 3) Thread.onSpinWait();
            first.abort(5, "no reason");
            while (!server.requests().contains("cmd=abort exitcode=5")) Thread.onSpinWait();
            assertFalse(fence.isDone());
        }
    }

    @Test
    void aProcessManagerThatIsGoneIsAnError() throws Exception {
        FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 1, ONE_NODE);
        WireUp wireUp = open(server, 0, 40);
        server.close();
        assertFalse(Ranks.refusal(() -> wireUp.fence(Ranks.PATIENCE)).isEmpty());
        wireUp.close();
    }

    @Test
    void onlyAProcessOfAProcessManagerIsRecognised() {
        assertTrue(provider.recognises(Map.of("PMI_FD", "7")));
        assertTrue(provider.recognises(Map.of("PMI_PORT", "host:7")));
        assertTrue(provider.recognises(Map.of("PMI_SIZE", "2")));
        assertFalse(provider.recognises(Map.of("PMI_SIZE", "1")));
        assertFalse(provider.recognises(Map.of("SLURM_PROCID", "1", "JOB_COMPLETION_INDEX", "2")));
    }

    @Test
    void aSizeAloneIsAnErrorThatSaysWhatIsMissing() {
        assertEquals(
                "PMI_SIZE is set, but neither PMI_FD nor PMI_PORT: start the program with a launcher that offers PMI-1,"
                        + " or unset PMI_SIZE",
                Ranks.refusal(() -> provider.open(Map.of("PMI_SIZE", "2"), Ranks.config(1))));
    }

    @Test
    void aPortWhereNobodyListensIsAnErrorThatNamesIt() throws Exception {
        String port;
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 1, ONE_NODE)) {
            port = server.port();
        }
        String refusal = Ranks.refusal(
                () -> provider.open(Map.of("PMI_PORT", port, "PMI_ID", "0", "PMI_SIZE", "2"), Ranks.config(1)));
        assertTrue(refusal.startsWith("PMI_PORT=" + port + ": Connection refused"), refusal);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDescriptorThatIsNotASocketIsLeftAlone(@TempDir Path folder) throws Exception {
        File file = folder.resolve("log").toFile();
        try (RandomAccessFile log = new RandomAccessFile(file, "rw")) {
            String number = descriptors().stream()
                    .filter(one -> leadsTo(one, file.toPath()))
                    .findFirst()
                    .orElseThrow();
            Map<String, String> environment = Map.of("PMI_FD", number, "PMI_RANK", "0", "PMI_SIZE", "2");
            assertEquals(
                    "PMI_FD=" + number + ": this descriptor is not a socket but " + file,
                    Ranks.refusal(() -> provider.open(environment, Ranks.config(1))));
            assertEquals(0, log.length());
        }
        Map<String, String> closed = Map.of("PMI_FD", "9999", "PMI_RANK", "0", "PMI_SIZE", "2");
        assertEquals(
                "PMI_FD=9999: this descriptor is not open",
                Ranks.refusal(() -> provider.open(closed, Ranks.config(1))));
    }

    private static boolean leadsTo(String descriptor, Path file) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor)).equals(file);
        } catch (IOException e) {
            return false;
        }
    }

    private static Set<String> descriptors() throws Exception {
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            return links.map(link -> link.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    /** A shell opens the connection, as a process manager does, and the JVM inherits it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmSpeaksByTheDescriptorThatItInherits() throws Exception {
        try (FakePmiServer server = new FakePmiServer(Dialect.HYDRA, 1, ONE_NODE)) {
            String address = server.port().replace("localhost:", "/dev/tcp/127.0.0.1/");
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            ProcessBuilder builder = new ProcessBuilder(
                    "bash",
                    "-c",
                    "exec 7<>" + address + " && exec \"$@\"",
                    "bash",
                    java,
                    "-cp",
                    System.getProperty("java.class.path"),
                    Inheritor.class.getName());
            builder.environment().putAll(Map.of("PMI_FD", "7", "PMI_RANK", "0", "PMI_SIZE", "1"));
            Process process = builder.redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes());
            assertTrue(process.waitFor(40, TimeUnit.SECONDS));
            assertEquals("rank 0 of 1\n", output);
            assertEquals(1, Collections.frequency(server.requests(), "cmd=finalize"));
        }
    }

    /** The main class of the process that inherits a descriptor. */
    static final class Inheritor {
        private Inheritor() {}

        public static void main(String[] arguments) throws Exception {
            try (WireUp wireUp = new Pmi1Provider().open(System.getenv(), Ranks.config(20))) {
                System.out.println("rank " + wireUp.rank() + " of " + wireUp.size());
            }
        }
    }
}
