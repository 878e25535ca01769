package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that ranks spawn on several hosts, and jobs on several hosts that connect. */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
@Timeout(180)
class SpawnHostsTest {
    private static final int LIMIT_SECONDS = 80;

    /** How long new processes may take to end after Disconnect. */
    private static final int SETTLE_SECONDS = 30;

    private static final int ROUNDS = SpawningProgram.ROUNDS;
    private static final String CLASSES =
            Path.of("target", "test-classes").toAbsolutePath().toString();

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    /** Starts a job on hosta; the words before "--" are options. */
    private static FakeHosts.Command start(String... words) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("env", "JMPI_USER_FOLDER=" + hosts.folder().resolve("user")));
        // Else rank 0 says that messages are in clear.
        all.add("JMPI_TLS=off");
        all.addAll(List.of(Distribution.JMPIRUN.toString(), "-cp", CLASSES));
        for (String word : words) all.add(word.equals("--") ? SpawningProgram.class.getName() : word);
        return hosts.start("hosta", all.toArray(String[]::new));
    }

    private static void expect(FakeHosts.Command command, String... lines) throws Exception {
        Distribution.Ended ended = command.await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(List.of(lines), ended.out(), ended::toString);
    }

    /** The job has the slots of hosta. Its ranks listen beyond their host for the new ones alone. */
    @ParameterizedTest
    @ValueSource(strings = {"--transport auto", "--transport socket", "--tls"})
    void newProcessesFillTheSlotsThatAreFree(String options) throws Exception {
        List<String> words = new ArrayList<>(List.of("-np", "2", "-H", "hosta:2,hostb:2,hostc:1"));
        words.addAll(List.of(options.split(" ")));
        words.addAll(List.of("--", "grow", "2"));
        FakeHosts.Command command = start(words.toArray(String[]::new));
        expect(command, "4 ranks met, others on 2 hostb", "4 ranks met, others on 1 hosta, 1 hostc");
        assertTrue(Files.readString(command.err()).contains("oversubscribed: 3 ranks on the 2 slots of hosta"));
    }

    private static void await(String words, FakeHosts.Command... commands) throws Exception {
        for (FakeHosts.Command each : commands) each.awaitLine(words, 2 * LIMIT_SECONDS);
    }

    /** Answers programs that wait for a line. */
    private static void answer(FakeHosts.Command... commands) throws IOException {
        for (FakeHosts.Command each : commands) {
            each.process().getOutputStream().write('\n');
            each.process().getOutputStream().flush();
        }
    }

    /** Waits until each job has the socket at which commands attach, which jmpirun makes a while after the start. */
    private static void awaitSockets(int jobs) throws Exception {
        long sockets;
        do
            sockets = hosts.leftovers("hosta").stream()
                    .filter(line -> line.endsWith(".sock"))
                    .count();
        while (sockets < jobs);
    }

    /** After ten rounds the hosts have no process, file or port that they did not have before the first one. */
    private static void assertNothingStays(FakeHosts.Command... commands) throws Exception {
        await("before the first round", commands);
        awaitSockets(commands.length);
        Map<String, List<String>> before = new HashMap<>();
        for (String host : hosts.names()) before.put(host, hosts.leftovers(host));
        answer(commands);
        await("after the last round", commands);
        // Once for all rounds, but perhaps late: sockets of heart-beats, and the witnesses of SIGUSR1.
        for (String host : hosts.names())
            hosts.assertNothingLeft(
                    host,
                    line -> before.get(host).contains(line) || line.startsWith("udp") || line.endsWith(" read line"),
                    SETTLE_SECONDS);
        answer(commands);
    }

    /** From 2 ranks to 8 and back. */
    @Test
    @Timeout(300)
    void aJobGrowsAndShrinksTenTimes() throws Exception {
        FakeHosts.Command command = start("-np", "2", "-H", "hosta:4,hostb:4", "--map-by", "node", "--", "often", "6");
        assertNothingStays(command);
        List<String> lines = new ArrayList<>(List.of("before the first round"));
        lines.addAll(Collections.nCopies(ROUNDS, "8 ranks met, others on 3 hosta, 3 hostb"));
        lines.add("after the last round");
        expect(command, lines.toArray(String[]::new));
    }

    @Test
    void twoJobsConnectAndPartTenTimes() throws Exception {
        makeFolder();
        FakeHosts.Command accepts = start("-np", "2", "-H", "hosta,hostb", "--", "accept", "meeting", "" + ROUNDS);
        accepts.awaitLine("accepts", LIMIT_SECONDS);
        FakeHosts.Command connects = start("-np", "3", "-H", "hostb,hostc:2", "--", "connect", "meeting", "" + ROUNDS);
        assertNothingStays(accepts, connects);
        expect(connects, "before the first round", "after the last round");
        List<String> lines = new ArrayList<>(List.of("accepts", "before the first round"));
        lines.addAll(Collections.nCopies(ROUNDS, "5 ranks met, others on 1 hostb, 2 hostc"));
        lines.add("after the last round");
        expect(accepts, lines.toArray(String[]::new));
    }

    /** Makes the folder of what the user's jobs know of each other: both jobs have to see it. */
    private static void makeFolder() throws IOException {
        Files.createDirectory(
                hosts.folder().resolve("user"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @Test
    void aHintNamesTheHosts() throws Exception {
        expect(
                start("-np", "3", "-H", "hosta:2,hostb:2", "--", "spawn", "3", "host=hostb,hostc"),
                "6 ranks met, others on 2 hostb, 1 hostc");
        expect(start("-np", "1", "--", "spawn", "1", "host=hostc"), "2 ranks met, others on 1 hostc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 host=nowhere; MPI.ERR_SPAWN: no new processes: nowhere: no such host",
                "1 host=hostb wdir=/absent; MPI.ERR_SPAWN: no new processes: -wdir /absent: no such folder",
                "1 command=Absent; MPI.ERR_SPAWN: no new processes: no class Absent",
                "3 host=hostb; MPI.ERR_SPAWN: no new processes: -np 3: the hosts take 2 ranks at most",
            })
    void theCallFailsByTheWordsOfTheLauncher(String wordsAndAnswer) throws Exception {
        String[] parts = wordsAndAnswer.split("; ");
        List<String> words = new ArrayList<>(List.of("--nooversubscribe", "-np", "2", "-H", "hosta,hostb:3"));
        words.addAll(List.of("--", "spawn"));
        words.addAll(List.of(parts[0].split(" ")));
        Distribution.Ended ended = start(words.toArray(String[]::new)).await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertTrue(ended.out().get(0).startsWith(parts[1]), ended::toString);
    }

    @Test
    void theEndOfANewProcessIsTheParentsBusiness() throws Exception {
        FakeHosts.Command command =
                start("-np", "2", "-H", "hosta,hostb", "--", "lose", "2", "host=hostb,hostc", "x=y");
        Distribution.Ended ended = command.await(LIMIT_SECONDS);
        assertEquals(List.of("they wait", "2 go on"), ended.out(), ended::toString);
        assertEquals(9, ended.exitCode(), ended::toString);
        assertTrue(
                ended.err().contains("jmpirun: spawned world: rank 1 on hostc ended with exit code 9 (System.exit)"));
    }

    @Test
    void theEndOfAHostOfANewWorldIsTheParentsBusiness() throws Exception {
        FakeHosts.Command command = start("-np", "2", "-H", "hosta,hostb", "--", "lose", "2", "host=hostb,hostc");
        command.awaitLine("they wait", LIMIT_SECONDS);
        hosts.kill("hostc");
        Distribution.Ended ended = command.await(LIMIT_SECONDS);
        assertEquals(List.of("they wait", "2 go on"), ended.out(), ended::toString);
        assertEquals(1, ended.exitCode(), ended::toString);
    }

    @Test
    void processManagersStartThemOnOtherHosts() throws Exception {
        assumeTrue(ProcessManager.HYDRA.isInstalled() && ProcessManager.MPIRUN.isInstalled(), "no mpiexec, no mpirun");
        String hydra = "mpiexec.hydra -hosts hosta,hostb -n 2";
        expect(managed(hydra, "host=hostb,hostc"), "5 ranks met, others on 2 hostb, 1 hostc");
        String openMpi = "mpirun.openmpi --allow-run-as-root --bind-to none --host hosta:2,hostb:2,hostc:3 -n 2";
        expect(managed(openMpi), "5 ranks met, others on 2 hostb, 1 hostc");
        expect(managed(openMpi, "host=hostc"), "5 ranks met, others on 3 hostc");
    }

    private static FakeHosts.Command managed(String launcher, String... hints) throws IOException {
        List<String> words = new ArrayList<>(List.of(launcher.split(" ")));
        words.add(ProcessManagersTest.newest().resolve("bin/java").toString());
        words.addAll(List.of("-cp", Distribution.classPath() + File.pathSeparator + CLASSES));
        words.addAll(List.of(SpawningProgram.class.getName(), "spawn", "3"));
        words.addAll(List.of(hints));
        return hosts.start("hosta", words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--transport=auto", "--tls"})
    void twoJobsConnect(String option) throws Exception {
        makeFolder();
        FakeHosts.Command accepts = start("-np", "2", "-H", "hosta,hostb", option, "--", "accept", "meeting");
        accepts.awaitLine("accepts", LIMIT_SECONDS);
        expect(start("-np", "3", "-H", "hostb,hostc:2", option, "--", "connect", "meeting"));
        expect(accepts, "accepts", "5 ranks met, others on 1 hostb, 2 hostc");
    }
}
