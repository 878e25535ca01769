package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job with agents. A script stands in for ssh: it takes every host for this one. */
@Tag("job")
@Timeout(120)
class AgentJobTest {
    private static final String OTHER = "other.invalid";
    private static final int SIGINT = 2;

    @TempDir
    Path folder;

    private Path rsh;

    @BeforeEach
    void writeRsh() throws IOException {
        rsh = script("rsh", "echo welcome to $1; shift; exec sh -c \"$*\"");
    }

    private Path script(String name, String body) throws IOException {
        Path script = folder.resolve(name);
        Files.writeString(script, "#!/bin/sh\n" + body + "\n");
        assertTrue(script.toFile().setExecutable(true));
        return script;
    }

    private Launch ranks(String hosts, String... steps) throws IOException {
        return Launch.ranks(List.of("-H", hosts, "--rsh-agent", rsh.toString()), steps);
    }

    @Test
    void outputInputAndExitsOfAnotherHost() throws Exception {
        List<String> options = List.of(
                "-H",
                "localhost:1," + OTHER + ":2",
                "--rsh-agent",
                rsh.toString(),
                "--stdin",
                "1",
                "-x",
                "SPELL=it's $1");
        try (Launch launch = Launch.ranks(
                options,
                "all:join",
                "1:stdin",
                "!0:lines=2000",
                "2:env=SPELL",
                "2:env=JMPI_HOSTS",
                "0:env=JMPI_HOSTS",
                "2:err=done ü")) {
            launch.stdin().write("some input\n".getBytes(StandardCharsets.UTF_8));
            launch.stdin().close();
            launch.expect(0);
            List<String> out = new ArrayList<>(launch.out().lines().toList());
            assertTrue(out.removeAll(List.of("1 read some input", "2 SPELL=it's $1")), launch.out());
            assertTrue(out.removeAll(List.of("2 JMPI_HOSTS=2")), launch.out());
            assertTrue(out.removeAll(List.of("0 JMPI_HOSTS=2")), launch.out());
            assertEquals(4000, out.size());
            assertTrue(out.stream().allMatch(line -> line.matches("[12] line [0-9]+ *;")), launch.out());
            assertEquals("done ü", launch.err().strip());
        }
    }

    /** A script stands in for srun. The copy and the agent's line come by one standard input. */
    @Test
    void anAgentOfSrunConnectsByTls() throws Exception {
        script(
                "srun",
                "for word; do case $word in --nodelist=*) host=${word#*=};; --*) ;; *) break;; esac; shift; done\n"
                        + "SLURMD_NODENAME=$host exec \"$@\"");
        Map<String, String> environment = Map.of("PATH", folder + ":" + System.getenv("PATH"));
        List<String> options = List.of("-H", OTHER + ":2", "--launcher", "srun", "--tls", "--preload");
        try (Launch launch = Launch.ranks(environment, options, "all:join", "1:env=JMPI_HOSTS")) {
            launch.expect(0);
            assertEquals("1 JMPI_HOSTS=1", launch.out().strip());
        }
    }

    @Test
    @Tag("full")
    void theFailureOfARankOnAnotherHost() throws Exception {
        try (Launch launch = ranks("localhost:1," + OTHER + ":1", "all:join", "1:kill=9", "all:wait")) {
            launch.expect(137);
            assertEquals(List.of("jmpirun: rank 1 on " + OTHER + " was killed by signal 9 (SIGKILL)"), launch.said());
        }
    }

    @Test
    @Tag("full")
    void agentsEndTheirRanksWhenJmpirunIsKilled() throws Exception {
        try (Launch launch = ranks(OTHER + ":2", "all:ignore-sigterm", "all:child", "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(4);
            launch.handle().destroyForcibly();
            for (ProcessHandle rank : ranks) rank.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SIGTERM", "SIGHUP", "SIGINT"})
    void anAgentThatASignalEnds(String signal) throws Exception {
        // A script that starts the tests in the background has them, and all their processes, ignore SIGINT.
        assumeFalse(signal.equals("SIGINT") && ignoresSigint());
        try (Launch launch = ranks("localhost:1," + OTHER + ":2", "all:join", "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(3);
            long agent = agent(launch, ranks).pid();
            String[] kill = {"kill", "-" + signal.substring("SIG".length()), Long.toString(agent)};
            assertEquals(0, new ProcessBuilder(kill).start().waitFor());
            assertEquals(1, launch.exitCode(), launch::err);
            String line = "jmpirun: " + OTHER + " is lost, and with it rank 1, rank 2: the agent on " + OTHER
                    + " was ended by " + signal;
            assertEquals(List.of(line), launch.said());
            // The agent ends after it has told jmpirun that its ranks have.
            launch.awaitNothingLeft();
        }
    }

    private static boolean ignoresSigint() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return false;
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1L << SIGINT - 1) != 0);
        }
    }

    private static ProcessHandle agent(Launch launch, List<ProcessHandle> ranks) {
        return ranks.stream()
                .flatMap(rank -> rank.parent().stream())
                .filter(parent -> !parent.equals(launch.handle()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("full")
    void theLossOfAnAgent() throws Exception {
        try (Launch launch = ranks("localhost:1," + OTHER + ":2", "all:join", "all:pid", "all:wait")) {
            List<ProcessHandle> ranks = launch.awaitPids(3);
            agent(launch, ranks).destroyForcibly();
            assertEquals(1, launch.exitCode());
            String line = "jmpirun: " + OTHER + " is lost, and with it rank 1, rank 2: the connection to it has ended";
            assertEquals(1, launch.said().size(), launch.err());
            assertTrue(launch.said().get(0).startsWith(line), launch.err());
            for (ProcessHandle rank : ranks) rank.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    @Tag("full")
    void aSignalToJmpirunEndsTheRanksOfOtherHosts() throws Exception {
        List<String> options = List.of("-H", OTHER + ":2", "--rsh-agent", rsh.toString(), "-Djmpi.end.grace.s=1");
        try (Launch launch = Launch.ranks(options, "all:ignore-sigterm", "all:pid", "all:wait")) {
            launch.awaitPids(2);
            launch.signal("TERM");
            launch.expect(143);
            List<String> said = launch.said();
            assertTrue(said.contains("jmpirun: interrupted: all ranks ended"), launch.err());
            for (int rank = 0; rank < 2; rank++) {
                String start = "jmpirun: rank " + rank + " was killed in its shutdown hooks after ";
                assertTrue(said.stream().anyMatch(line -> line.startsWith(start)), launch.err());
            }
        }
    }

    @Test
    @Tag("full")
    void aHostThatDoesNotCarryItsPart() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> options = List.of(
                "-H",
                "localhost:1," + OTHER + ":" + (cores + 1),
                "--rsh-agent",
                rsh.toString(),
                "--oversubscribe-limit",
                "1");
        try (Launch launch = Launch.ranks(options, "all:pid")) {
            launch.expect(2);
            String start =
                    "jmpirun: " + OTHER + ": " + (cores + 1) + " JVMs are more than the " + cores + " JVMs that ";
            assertTrue(launch.err().startsWith(start), launch.err());
            assertEquals("", launch.out());
        }
    }

    @Test
    @Tag("full")
    void programsOfSeveralHosts() throws Exception {
        String program = "-cp " + Launch.testClasses() + " " + RankProgram.class.getName();
        String words =
                "--map-by node --tag-output --threads-per-process 2 -H localhost:2," + OTHER + ":3 --rsh-agent " + rsh
                        + " -XX:TieredStopAtLevel=1 -np 2 " + program + " all:println=first% : -np 3 -x A=1 " + program
                        + " all:env=A";
        try (Launch launch = Launch.start(words.split(" "))) {
            launch.expect(0);
            assertEquals(
                    List.of("[0] first0", "[1] first1", "[2] 2 A=1", "[3] 3 A=1", "[4] 4 A=1"),
                    launch.out().lines().sorted().toList());
        }
    }

    @Test
    @Tag("full")
    void anAgentThatDoesNotStart() throws Exception {
        rsh = script("denied", "echo \"$1: Permission denied (publickey,password).\" >&2; exit 255");
        try (Launch launch = ranks(OTHER + ":1", "all:pid")) {
            launch.expect(2);
            assertEquals(1, launch.said().size(), launch.err());
            assertTrue(
                    launch.said().get(0).startsWith("jmpirun: " + OTHER + ": it lets nobody in without a password"),
                    launch.err());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo quota; exit 3|it printed \"quota\", and ended before jmpirun's command ran there (RSH ended"
                        + " with exit code 3): look there at its login shell, ",
                "exit 1|it printed nothing, and ended before jmpirun's command ran there (RSH ended with"
                        + " exit code 1): look there at its login shell, ",
                "shift; JAVA_TOOL_OPTIONS=-Xmx1k exec sh -c \"$*\"|"
            })
    @Tag("full")
    void aHostThatDoesNotComeToTheCommand(String body, String reason) throws Exception {
        rsh = script("rsh", body);
        try (Launch launch = ranks(OTHER + ":1", "all:pid")) {
            launch.expect(2);
            assertEquals(1, launch.said().size(), launch.err());
            String said = launch.said().get(0);
            String start = reason == null ? "" : reason.replace("RSH", rsh.toString());
            assertTrue(said.startsWith("jmpirun: " + OTHER + ": " + start), launch.err());
            assertEquals(reason != null, said.contains("ForceCommand"), said);
        }
    }

    @Test
    @Tag("full")
    void aHostThatWaitsIsNamed() throws Exception {
        Path go = folder.resolve("go");
        rsh = script(
                "rsh", "printf 'Which? '; while [ ! -e " + go + " ]; do sleep 0.1; done; shift; exec sh -c \"$*\"");
        try (Launch launch = ranks(OTHER + ":1", "all:join", "all:println=here")) {
            assertTrue(launch.hasErr(".*it printed .*\n", 60), launch::err);
            Files.createFile(go);
            launch.expect(0);
            String line = "jmpirun: " + OTHER
                    + ": it printed \"Which?\", and has not come to jmpirun's command within 5 s: look there at its ";
            assertEquals(1, launch.said().size(), launch.err());
            assertTrue(launch.said().get(0).startsWith(line), launch.err());
            assertEquals("here", launch.out().strip());
        }
    }

    /** The login shell of another host finds a java that jmpirun does not see. */
    @Test
    void javaMayStandAtAnotherPathOnEachHost() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        script("bin/java17", "exec " + java + " -Dfound.by=path \"$@\"");
        rsh = script("rsh", "shift; PATH=" + bin + ":$PATH exec sh -c \"$*\"");
        List<String> options = List.of("-H", OTHER + ":2", "--java", "java17", "--rsh-agent", rsh.toString());
        try (Launch launch = Launch.ranks(options, "all:join", "1:property=found.by")) {
            launch.expect(0);
            assertEquals("1 found.by=path", launch.out().strip());
        }
    }

    @Test
    @Tag("full")
    void preloadCopiesTheClassPathAndRemovesIt() throws Exception {
        List<String> options = List.of("-H", OTHER + ":2", "--preload", "--rsh-agent", rsh.toString());
        try (Launch launch = Launch.ranks(options, "all:join", "1:property=java.class.path")) {
            launch.expect(0);
            String prefix = "1 java.class.path=";
            String path = launch.out()
                    .lines()
                    .filter(line -> line.startsWith(prefix))
                    .findFirst()
                    .orElseThrow()
                    .substring(prefix.length());
            assertTrue(path.matches("/tmp/jmpi-[0-9a-f]+-other\\.invalid/files/.*"), path);
            assertFalse(Files.exists(Path.of(path.replaceFirst("/files/.*", ""))), path);
        }
    }
}
