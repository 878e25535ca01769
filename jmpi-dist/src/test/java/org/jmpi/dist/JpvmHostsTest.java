package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.dist.Distribution.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tasks of JPVM's programs on several hosts. */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
@Timeout(180)
class JpvmHostsTest {
    private static final int LIMIT_SECONDS = 80;

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    @BeforeEach
    void compile() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("..", "examples", "jpvm"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            Sources.compile(sources, Distribution.classPath(), hosts.folder().resolve("classes"));
        }
    }

    private static FakeHosts.Command start(String host, String... words) throws Exception {
        Stream<String> settings = Stream.of(
                "env", "JMPI_TLS=off", "JMPI_USER_FOLDER=" + hosts.folder().resolve("user"));
        return hosts.start(host, Stream.concat(settings, Stream.of(words)).toArray(String[]::new));
    }

    private static String java(String command) {
        return System.getProperty("java.home") + "/bin/java -cp " + Distribution.FOLDER + "/lib/*:"
                + hosts.folder().resolve("classes") + " " + command;
    }

    /** The siblings exchange rows; they are on three hosts. */
    @Test
    void jmpirunSpreadsTheTasks() throws Exception {
        String classes = hosts.folder().resolve("classes").toString();
        String jmpirun = Distribution.JMPIRUN.toString();
        Ended ended = start(
                        "hosta", jmpirun, "-np", "1", "-H", "hosta,hostb,hostc", "-cp", classes, "sor", "30", "3", "20")
                .await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(List.of("largest difference from one task: 0.0"), ended.out(), ended::toString);
    }

    @Test
    void theDaemonHasHosts() throws Exception {
        String jmpirun = Distribution.JMPIRUN.toString();
        FakeHosts.Command daemon = start("hosta", jmpirun, "-np", "1", "-H", "hosta,hostb", "jpvm.jpvmDaemon");
        daemon.awaitLine("port #", LIMIT_SECONDS);
        List<String> added = console("add hostb\nconf\nadd nowhere\nquit\n").out();
        assertTrue(added.stream().anyMatch(line -> line.startsWith("jpvm> added hostb, port #")), added::toString);
        assertTrue(added.contains("jpvm> hosts: 2"), added::toString);
        assertTrue(added.stream().anyMatch(line -> line.contains("nowhere")), added::toString);
        Ended ended = start("hosta", java("sor 30 3 20").split(" ")).await(LIMIT_SECONDS);
        assertEquals(List.of("largest difference from one task: 0.0"), ended.out(), ended::toString);
        console("halt\n");
        assertEquals(0, daemon.await(LIMIT_SECONDS).exitCode());
    }

    private static Ended console(String commands) throws Exception {
        FakeHosts.Command console = start("hosta", java("jpvm.jpvmConsole").split(" "));
        try (OutputStream in = console.process().getOutputStream()) {
            in.write(commands.getBytes(StandardCharsets.UTF_8));
        }
        Ended ended = console.await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        return ended;
    }
}
