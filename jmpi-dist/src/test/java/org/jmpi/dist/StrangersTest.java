package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks from {@code hostc} on a job on {@code hosta} and {@code hostb}, on the path between them and elsewhere. The
 * system property {@code jmpi.strangers.transport} chooses another transport than {@code socket}.
 */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
@Timeout(180)
class StrangersTest {
    private static final String TRANSPORT = System.getProperty("jmpi.strangers.transport", "socket");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String CLASSES =
            Path.of("target", "test-classes").toAbsolutePath().toString();
    private static final int LIMIT_SECONDS = 60;

    /** The longest answer of a rank before it has a proof: a welcome, or the name and version of its protocol. */
    private static final int LONGEST_ANSWER = 128;

    private static final Pattern LISTENS = Pattern.compile("\\S+ +\\d+ +\\d+ +(\\S+):(\\d+) .*");
    private static final Pattern TRIED = Pattern.compile("(.+): (\\d+) bytes, (.+)");

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    private FakeHosts.Command relay;

    private static void makeCertificate() throws IOException, InterruptedException {
        String keytool = Path.of(JAVA).resolveSibling("keytool").toString();
        String[] words = {
            keytool,
            "-genkeypair",
            "-alias",
            "stranger",
            "-dname",
            "CN=JMPI job",
            "-keyalg",
            "EC",
            "-keystore",
            Stranger.KEY_STORE,
            "-storepass",
            Stranger.PASSWORD
        };
        hosts.exec("hostc", words);
    }

    private Path seen() {
        return hosts.folder().resolve("seen");
    }

    private void relay(Relay.Mode mode) throws IOException, InterruptedException {
        hosts.divert("hosta", "hostb", "hostc");
        relay = hosts.start(
                "hostc", JAVA, "-cp", CLASSES, Relay.class.getName(), "" + mode, "" + seen(), "hosta", "hostb");
        relay.awaitLine(Relay.READY, LIMIT_SECONDS);
    }

    /** Runs a job whose connections lead to the relay, and ends the relay after it. */
    private Distribution.Ended relayed(Relay.Mode mode, String... options) throws IOException, InterruptedException {
        relay(mode);
        List<String> words = new ArrayList<>(List.of("--iface", "10.77.0.0/16", "--ports", Relay.PORTS));
        words.add("-Djmpi.connect.timeout.s=30");
        words.addAll(List.of(options));
        Distribution.Ended ended = jmpirun(words, TextProgram.class).await(LIMIT_SECONDS);
        end(relay);
        return ended;
    }

    private static FakeHosts.Command jmpirun(List<String> options, Class<?> program, String... arguments)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(Distribution.JMPIRUN.toString(), "-np", "2"));
        words.addAll(List.of("--host", "hosta,hostb", "--transport", TRANSPORT, "-cp", CLASSES));
        words.addAll(options);
        words.add(program.getName());
        words.addAll(List.of(arguments));
        return hosts.start("hosta", words.toArray(String[]::new));
    }

    private static void end(FakeHosts.Command command) throws IOException, InterruptedException {
        command.process().getOutputStream().close();
        Distribution.Ended ended = command.await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
    }

    private boolean textWasSeen() throws IOException {
        return Files.readString(seen(), StandardCharsets.ISO_8859_1).contains(TextProgram.TEXT);
    }

    private static void assertTextsReceived(Distribution.Ended ended) {
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(4, ended.out().size(), ended::toString);
        assertTrue(ended.out().stream().allMatch(line -> line.contains("received the text")), ended::toString);
    }

    private static void assertFailed(Distribution.Ended ended, String... messages) {
        assertNotEquals(0, ended.exitCode(), ended::toString);
        for (String message : messages) {
            Pattern pattern = Pattern.compile(message);
            assertTrue(
                    ended.err().stream().anyMatch(line -> pattern.matcher(line).find()), message + "\n" + ended);
        }
    }

    @Test
    void aRelayIsRefused() throws Exception {
        Distribution.Ended ended = relayed(Relay.Mode.PASS);
        assertFailed(
                ended,
                "it sees this connection from 10.77.0.13:.+ to 10.77.0.1[12]:2000., and this rank from 10.77.0.1[12]:.+"
                        + ": something relays between them; .*--nat");
        assertEquals(List.of(), ended.out());
        assertFalse(textWasSeen());
    }

    @Test
    void aTranslationOfAddressesCanBeAllowed() throws Exception {
        assertTextsReceived(relayed(Relay.Mode.PASS, "--nat"));
        assertTrue(textWasSeen());
    }

    @Test
    void aRelayOfTlsSeesNoText() throws Exception {
        assertTextsReceived(relayed(Relay.Mode.PASS, "--tls"));
        assertTrue(Files.size(seen()) > 2 << 19, "little was relayed");
        assertFalse(textWasSeen());
    }

    @Test
    void aRelayCannotChangeAByteOfTls() throws Exception {
        Distribution.Ended ended = relayed(Relay.Mode.CHANGE, "--tls");
        assertFailed(ended, "rank [01]");
        assertFalse(ended.out().stream().anyMatch(line -> line.contains("another")), ended::toString);
    }

    @Test
    void aRelayThatEndsTlsIsRefused() throws Exception {
        makeCertificate();
        Distribution.Ended ended = relayed(Relay.Mode.TERMINATE, "--tls");
        assertFailed(ended, "TLS: it does not know this job's secret");
        assertEquals(List.of(), ended.out());
        assertEquals(0, Files.size(seen()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStrangerGetsNothing(boolean tls) throws Exception {
        makeCertificate();
        Path go = hosts.folder().resolve("go");
        FakeHosts.Command job = jmpirun(List.of(tls ? "--tls" : "-v"), FaultProgram.class, "ALLREDUCE", "" + go);
        job.awaitLine(FaultProgram.BEGUN, LIMIT_SECONDS);
        List<String> words = new ArrayList<>(List.of(JAVA, "-cp", CLASSES, Stranger.class.getName()));
        for (String host : List.of("hosta", "hostb")) words.addAll(openPorts(host));
        assertTrue(words.size() >= 6, "no ports: " + words);
        FakeHosts.Command stranger = hosts.start("hostc", words.toArray(String[]::new));
        stranger.awaitLine(Stranger.DONE, LIMIT_SECONDS);
        Files.createFile(go);
        Distribution.Ended ended = job.await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        end(stranger);
        List<String> lines = stranger.await(LIMIT_SECONDS).out();
        assertEquals(Stranger.DONE, lines.remove(lines.size() - 1));
        assertEquals(6 * (words.size() - 4), lines.size(), lines::toString);
        for (String line : lines) {
            Matcher tried = TRIED.matcher(line);
            assertTrue(tried.matches(), line);
            assertTrue(Integer.parseInt(tried.group(2)) <= LONGEST_ANSWER, line);
            assertEquals("closed", tried.group(3), line);
        }
    }

    /** Returns the ports of a host that others on the network can reach, except that of sshd. */
    private static List<String> openPorts(String host) throws IOException, InterruptedException {
        List<String> ports = new ArrayList<>();
        for (String line : hosts.exec(host, "ss", "-Hltn")) {
            Matcher listens = LISTENS.matcher(line);
            assertTrue(listens.matches(), line);
            boolean reached = !listens.group(1).matches("127\\..*|\\[::1]|\\[::ffff:127\\..*")
                    && !listens.group(2).equals("22");
            if (reached) ports.add(host + ":" + listens.group(2));
        }
        return ports;
    }
}
