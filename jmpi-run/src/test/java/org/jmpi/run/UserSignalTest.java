package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** SIGUSR1 to jmpirun, its agents, its group or all of them reaches each rank once. A script stands in for ssh. */
@Tag("job")
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class UserSignalTest {
    private static final String OTHER = "other.invalid";
    private static final String ONCE = "rank 0 got 1\nrank 1 got 1\n";

    @TempDir
    Path folder;

    private Path rsh;

    @BeforeEach
    void writeRsh() throws Exception {
        rsh = folder.resolve("rsh");
        Files.writeString(rsh, "#!/bin/sh\nshift; exec sh -c \"$*\"\n");
        assertTrue(rsh.toFile().setExecutable(true));
    }

    private Launch twoHosts() throws Exception {
        return Launch.program(
                SignalProgram.class,
                2,
                "auto",
                List.of("-H", "localhost:1," + OTHER + ":1", "--rsh-agent", rsh.toString()));
    }

    private static void signal(Stream<String> targets) throws Exception {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s USR1 -- \"$@\"", "sh"));
        targets.forEach(words::add);
        assertEquals(0, new ProcessBuilder(words).start().waitFor());
    }

    private static Stream<String> ids(Stream<ProcessHandle> processes) {
        return processes.map(process -> Long.toString(process.pid()));
    }

    private static void expect(String counts, Launch launch) throws Exception {
        launch.expect(0);
        assertEquals(
                counts,
                launch.out()
                        .lines()
                        .filter(line -> line.contains("got"))
                        .sorted()
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()),
                launch::err);
    }

    @Test
    void jmpirunPassesItOn() throws Exception {
        try (Launch launch = Launch.program(SignalProgram.class, 2, "shm", List.of())) {
            launch.awaitPids(2);
            launch.signal("USR1");
            expect(ONCE, launch);
        }
    }

    /** As by {@code kill %1}, and timeout: the ranks get it from the sender. */
    @Test
    @Tag("full")
    void aSignalToTheGroup() throws Exception {
        String words =
                String.join(" ", "-np 2 --transport shm -cp", Launch.testClasses(), SignalProgram.class.getName());
        try (Launch launch = Launch.shell("exec setsid \"$@\" " + words)) {
            launch.awaitPids(2);
            signal(Stream.of("-" + launch.handle().pid(), "" + launch.handle().pid()));
            expect(ONCE, launch);
        }
    }

    @Test
    void jmpirunTellsAgents() throws Exception {
        try (Launch launch = twoHosts()) {
            launch.awaitPids(2);
            launch.signal("USR1");
            expect(ONCE, launch);
        }
    }

    @Test
    @Tag("full")
    void agentsTellJmpirun() throws Exception {
        try (Launch launch = twoHosts()) {
            ProcessHandle agent = agent(launch);
            signal(ids(Stream.of(agent)));
            expect(ONCE, launch);
        }
    }

    /** As Slurm does that looks for descendants: it may reach each host a little later. */
    @Test
    @Tag("full")
    void aSignalToAllOfAnAgentAndToJmpirun() throws Exception {
        try (Launch launch = twoHosts()) {
            ProcessHandle agent = agent(launch);
            signal(ids(Stream.concat(Stream.of(launch.handle(), agent), agent.descendants())));
            expect(ONCE, launch);
        }
    }

    /** Slurm with proctrack/cgroup signals its tasks alone. A script stands in for srun. */
    private Launch bySrun() throws Exception {
        Path srun = folder.resolve("srun");
        Files.writeString(
                srun,
                "#!/bin/sh\nfor word; do case $word in --nodelist=*) host=${word#*=};; --*) ;; *) break;; esac; "
                        + "shift; done\n"
                        + "SLURMD_NODENAME=$host exec \"$@\"\n");
        assertTrue(srun.toFile().setExecutable(true));
        return Launch.start(
                Path.of(""),
                Map.of("PATH", folder + ":" + System.getenv("PATH")),
                "-H",
                "localhost:1," + OTHER + ":1",
                "--launcher",
                "srun",
                "-cp",
                Launch.testClasses(),
                SignalProgram.class.getName());
    }

    private static ProcessHandle shell(Launch launch) throws Exception {
        return agent(launch).parent().orElseThrow();
    }

    @Test
    @Tag("full")
    void aSignalToTheShellAroundAnAgent() throws Exception {
        try (Launch launch = bySrun()) {
            signal(ids(Stream.of(shell(launch))));
            expect(ONCE, launch);
        }
    }

    @Test
    @Tag("full")
    void theEndOfTheShellAroundAnAgent() throws Exception {
        try (Launch launch = bySrun()) {
            shell(launch).destroy();
            assertEquals(1, launch.exitCode(), launch::err);
            assertTrue(launch.err().contains("the agent on " + OTHER + " was ended by SIGTERM"), launch.err());
            launch.awaitNothingLeft();
        }
    }

    private static ProcessHandle agent(Launch launch) throws Exception {
        return launch.awaitPids(2).stream()
                .flatMap(rank -> rank.parent().stream())
                .filter(parent -> !parent.equals(launch.handle()))
                .findFirst()
                .orElseThrow();
    }

    /** The signal would end the shell. */
    @Test
    @Tag("full")
    void aScriptAroundTheJvm() throws Exception {
        String java = "java -cp \"$0:$CLASSPATH\" " + SignalProgram.class.getName() + "; exit $?";
        try (Launch launch = Launch.start("-np", "2", "sh", "-c", java, Launch.testClasses())) {
            launch.awaitPids(2);
            launch.signal("USR1");
            expect(ONCE, launch);
        }
    }

    @Test
    void itEndsARankWithoutAHandler() throws Exception {
        try (Launch launch = Launch.ranks(2, "all:join", "all:pid", "all:wait")) {
            launch.awaitPids(2);
            launch.signal("USR1");
            launch.expect(138);
            assertTrue(launch.err().contains("was killed by signal 10 (SIGUSR1)"), launch.err());
        }
    }
}
