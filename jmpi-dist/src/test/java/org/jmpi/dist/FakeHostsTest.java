package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The fake hosts themselves. */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
class FakeHostsTest {
    private static final int SECONDS = 20;
    private static final int LOST = 124;

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    @Test
    void everyHostReachesEveryOtherBySsh() throws Exception {
        Set<String> boots = new TreeSet<>();
        for (String from : hosts.names()) {
            for (String to : hosts.names()) {
                List<String> answer = hosts.ssh(from, to, "hostname; cat /proc/sys/kernel/random/boot_id");
                assertEquals(to, answer.get(0));
                boots.add(answer.get(1));
            }
        }
        assertEquals(hosts.names().size(), boots.size());
        assertEquals(
                7, hosts.start("hosta", "ssh", "hostb", "exit 7").await(SECONDS).exitCode());
    }

    @Test
    void hostsShareTheFolderOfTheTestButNoMemory() throws Exception {
        hosts.exec("hosta", "touch", "here", "/tmp/there", "/dev/shm/there");
        assertEquals(List.of("here"), hosts.exec("hostb", "sh", "-c", "ls here /tmp/there /dev/shm/there || true"));
        assertTrue(Files.exists(hosts.folder().resolve("here")));
        hosts.exec("hosta", "rm", "/tmp/there", "/dev/shm/there");
    }

    @Test
    void aCutDelaysTheTalkOfTwoJvms() throws Exception {
        FakeHosts.Command asking = pair();
        hosts.cut("hostb");
        assertDoesNotReach("hosta", "hostb");
        assertReaches("hosta", "hostc");
        send(asking, 'b');
        hosts.heal();
        asking.awaitLine("back: b", SECONDS);
        asking.process().getOutputStream().close();
        assertEquals(0, asking.await(SECONDS).exitCode());
    }

    @Test
    void theKernelOfAKilledHostClosesItsConnections() throws Exception {
        FakeHosts.Command asking = pair();
        hosts.kill("hostb");
        send(asking, 'b');
        asking.awaitLine("closed", SECONDS);
        asking.process().getOutputStream().close();
        assertEquals(0, asking.await(SECONDS).exitCode());
    }

    @Test
    void aDeadHostStartsAgain() throws Exception {
        hosts.die("hostb");
        assertDoesNotReach("hosta", "hostb");
        hosts.heal();
        hosts.up();
        assertEquals(List.of("hostb"), hosts.ssh("hosta", "hostb", "hostname"));
    }

    @Test
    void aFrozenHostAcknowledgesButDoesNotAnswer() throws Exception {
        hosts.freeze("hostb");
        assertReaches("hosta", "hostb");
        FakeHosts.Command ssh = hosts.start("hosta", "timeout", "1", "ssh", "hostb", "true");
        assertEquals(LOST, ssh.await(SECONDS).exitCode());
        hosts.heal();
        assertEquals(List.of("hostb"), hosts.ssh("hosta", "hostb", "hostname"));
    }

    @Test
    void aPartitionSeparatesGroups() throws Exception {
        hosts.partition("hosta", "hostb,hostc");
        FakeHosts.Command there = connect("hosta", "hostb", 1);
        assertDoesNotReach("hostc", "hosta");
        assertEquals(LOST, there.await(SECONDS).exitCode());
        assertReaches("hostb", "hostc");
        hosts.heal();
        hosts.loss("hosta", 100);
        assertDoesNotReach("hosta", "hostb");
    }

    @Test
    void aWireIsLateAndLosesPackets() throws Exception {
        hosts.delay("hostb", 200, 0);
        long begin = System.nanoTime();
        assertReaches("hosta", "hostb");
        assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(400));
        hosts.delay("hostb", 0, 100);
        assertDoesNotReach("hosta", "hostb");
        assertReaches("hosta", "hostc");
        hosts.heal();
        hosts.delay("hostb", 1, 0);
        hosts.partition("hosta", "hostb");
        assertDoesNotReach("hosta", "hostb");
        assertReaches("hostc", "hostb");
        hosts.heal();
        assertReaches("hosta", "hostb");
    }

    @Test
    void aWireIsSlow() throws Exception {
        hosts.rate("hostb", 64);
        long begin = System.nanoTime();
        String bytes = "head -c 20000 /dev/zero | ssh hostb wc -c";
        assertEquals(List.of("20000"), hosts.exec("hosta", "sh", "-c", bytes));
        assertTrue(System.nanoTime() - begin >= TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void processesThatAreLeftAreListed() throws Exception {
        FakeHosts.Command sleep = hosts.start("hosta", "sh", "-c", "echo sleeping; exec sleep 1000");
        sleep.awaitLine("sleeping", SECONDS);
        List<String> left = hosts.processes("hosta");
        assertEquals(1, left.size(), left::toString);
        assertTrue(left.get(0).endsWith("sleep 1000"), left::toString);
        assertEquals(List.of(), hosts.processes("hostb"));
        hosts.exec("hosta", "pkill", "-f", "sleep 1000");
        sleep.await(SECONDS);
    }

    @Test
    void aTestThatLeavesSomethingFailsAndTheNextOneFindsNothingOfIt() throws Exception {
        FakeHosts.Command sleep = hosts.start("hosta", "sh", "-c", "echo sleeping; exec sleep 1000");
        sleep.awaitLine("sleeping", SECONDS);
        assertThrows(AssertionError.class, () -> hosts.end(true, 1));
        sleep.await(SECONDS);
        assertEquals(List.of(), hosts.processes("hosta"));
    }

    /** Starts an {@link Echo} on hosta and one on hostb, which have exchanged a byte. */
    private static FakeHosts.Command pair() throws IOException, InterruptedException {
        echo("hostb").awaitLine("listening", SECONDS);
        FakeHosts.Command asking = echo("hosta", "hostb");
        send(asking, 'a');
        asking.awaitLine("back: a", SECONDS);
        return asking;
    }

    private static FakeHosts.Command echo(String host, String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        Stream<String> words = Stream.of(java, "-cp", classes, Echo.class.getName());
        return hosts.start(host, Stream.concat(words, Stream.of(arguments)).toArray(String[]::new));
    }

    private static void send(FakeHosts.Command command, char text) throws IOException {
        OutputStream input = command.process().getOutputStream();
        input.write(text);
        input.flush();
    }

    private static void assertReaches(String from, String to) throws IOException, InterruptedException {
        assertEquals(0, connect(from, to, SECONDS).await(2 * SECONDS).exitCode());
    }

    private static void assertDoesNotReach(String from, String to) throws IOException, InterruptedException {
        assertEquals(LOST, connect(from, to, 1).await(SECONDS).exitCode());
    }

    /** Starts a command that ends with 0 if a connection to sshd comes about within some time, else with LOST. */
    private static FakeHosts.Command connect(String from, String to, int seconds) throws IOException {
        return hosts.start(from, "timeout", "" + seconds, "bash", "-c", ": >/dev/tcp/" + to + "/22");
    }
}
