package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Jobs that jmpirun starts on several hosts by ssh. */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.SECOND)
@Timeout(240)
class ManyHostsTest {
    private static final int LIMIT_SECONDS = 110;
    private static final String EACH = "hosta,hostb,hostc";

    /** Programs of each chapter; with four ranks on two hosts there are pairs on one host and between hosts. */
    private static final String SAMPLE = "{pt2pt/sendrecv,pt2pt/ssend,pt2pt/waitany,pt2pt_ObjSer/startO,ccl/allreduce,"
            + "ccl/alltoallv,ccl_ObjSer/gatherO,comm/split,dtyp/pack,topo/dimscreate}";

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    private static Distribution.Ended jmpirun(String... arguments) throws IOException, InterruptedException {
        Stream<String> words = Stream.concat(Stream.of(Distribution.JMPIRUN.toString()), Stream.of(arguments));
        return ended(hosts.start("hosta", words.toArray(String[]::new)));
    }

    private static Distribution.Ended ended(FakeHosts.Command command) throws IOException, InterruptedException {
        Distribution.Ended ended = command.await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), () -> command + "\n" + ended);
        return ended;
    }

    @Test
    void eachHostHasItsRank() throws Exception {
        Distribution.Ended hello = jmpirun("-np", "3", "--host", EACH, "hello");
        assertEquals(
                List.of(
                        "Hello from rank 0 of 3 on hosta",
                        "Hello from rank 1 of 3 on hostb",
                        "Hello from rank 2 of 3 on hostc"),
                hello.out().stream().sorted().collect(Collectors.toList()));
    }

    @Test
    void aHostFileSaysWhichProgramRunsWhere() throws Exception {
        Files.writeString(hosts.folder().resolve("places"), "hosta\nhostb slots=2 max_slots=2 # two\nhostc:1\n");
        Files.writeString(hosts.folder().resolve("apps"), "-np 1 ring --rounds 9\n-np 4 -x ANY=1 ring --rounds 9\n");
        Distribution.Ended ring = jmpirun("--hostfile", "places", "--report-map", "--tag-output", "--app", "apps");
        assertTrue(ring.out().stream().allMatch(line -> line.startsWith("[0] ")), ring::toString);
        String program = "org.jmpi.bench.Ring";
        assertEquals(
                List.of(
                        "jmpirun: oversubscribed: 2 ranks on the 1 slots of hosta (--oversubscribe says that you know)",
                        "jmpirun: hosta (this host): rank 0: " + program + "; rank 1: " + program,
                        "jmpirun: hostb: ranks 2, 3: " + program,
                        "jmpirun: hostc: rank 4: " + program),
                ring.err().stream()
                        .filter(line -> !line.contains("are not encrypted"))
                        .toList());
    }

    /** A barrier and a sum of many ranks, of which several share a core: processes, then threads. */
    @Test
    void manyRanksFindEachOther() throws Exception {
        assertAllAddUp(24, "-N", "8");
        assertAllAddUp(200, "-np", "200", "--threads-per-process", "67");
    }

    private static void assertAllAddUp(int ranks, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("--host", EACH));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", classes(), ManyRanks.class.getName()));
        Distribution.Ended ended = jmpirun(words.toArray(String[]::new));
        assertEquals(List.of(ranks + " ranks"), ended.out());
    }

    @Test
    void messagesGoThereAndBack() throws Exception {
        Distribution.Ended pingPong = jmpirun("-np", "2", "--host", "hostb,hostc", "pingpong", "--quick");
        assertTrue(pingPong.out().stream().anyMatch(line -> line.contains("COMMS1 fit")), pingPong::toString);
    }

    @Test
    void aHostThatLetsNobodyInConnectsOverSocketAndIsNamedOverRmi() throws Exception {
        hosts.shield("hostb");
        String soon = "-Djmpi.connect.timeout.s=10";
        FakeHosts.Command ring = start("--transport", "socket", "ring");
        List<FakeHosts.Command> named = List.of(
                start("--transport", "rmi", soon, "ring"),
                start("--transport", "rmi", soon, "-cp", classes(), FaultProgram.class.getName(), "RECV", "none"));
        ended(ring);
        for (FakeHosts.Command command : named) assertNamed(command.await(LIMIT_SECONDS));
    }

    /** Starts two ranks on two hosts. */
    private static FakeHosts.Command start(String... words) throws IOException {
        String[] all = {Distribution.JMPIRUN.toString(), "-np", "2", "--host", "hosta,hostb"};
        return hosts.start("hosta", join(all, words));
    }

    /** The one line says which host lets nobody in. */
    private static void assertNamed(Distribution.Ended ended) {
        assertEquals(1, ended.exitCode(), ended::toString);
        List<String> said = ended.err().stream()
                .filter(line -> !line.contains("are not encrypted"))
                .toList();
        assertEquals(1, said.size(), ended::toString);
        assertTrue(
                said.get(0)
                        .matches("jmpirun: rank 1 on hostb failed: could not connect to rank 1 \\(rmi://.*no answer"
                                + ".*--ports.*, or use --transport socket, .* \\(found by rank 0 on hosta\\)"),
                said::toString);
    }

    private static String[] join(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    private static String classes() {
        return Path.of("target/test-classes").toAbsolutePath().toString();
    }

    @Test
    void thePictureIsThatOfOneHost() throws Exception {
        byte[] one = picture("-np", "2");
        assertArrayEquals(one, picture("-np", "6", "--host", EACH, "-N", "2"));
        assertArrayEquals(one, picture("-np", "3", "--host", EACH, "--transport", "rmi"));
    }

    private static byte[] picture(String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("mandelbrot", "--size", "128", "--output", "picture.png"));
        jmpirun(words.toArray(String[]::new));
        return Files.readAllBytes(hosts.folder().resolve("picture.png"));
    }

    @Test
    void theSuitePassesOverSocketAndAuto() throws Exception {
        Files.writeString(hosts.folder().resolve("hosts"), "hosta slots=2\nhostb slots=2\n");
        // The suite hands its environment down to each job.
        FakeHosts.Command command = hosts.start(
                "hosta",
                "env",
                "OMPI_MCA_orte_default_hostfile=hosts",
                // Else rank 0 says that messages are in clear, and no program of the suite expects that line.
                "JMPI_TLS=off",
                Distribution.JMPIRUN.toString(),
                "suite",
                "--np=4",
                "--jobs=1",
                "--transport=socket,auto",
                "--filter=" + SAMPLE);
        while (hosts.processes("hostb").isEmpty()) assertTrue(command.process().isAlive(), "no rank runs on hostb");
        Distribution.Ended suite = ended(command);
        assertTrue(suite.out().stream().anyMatch(line -> line.contains("auto np 4 ccl/allreduce ok")), suite::toString);
    }
}
