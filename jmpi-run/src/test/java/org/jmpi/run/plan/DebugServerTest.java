package org.jmpi.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.hosts.ProcessMap;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebugServerTest {
    private static final String OPTION =
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:";

    /** Returns a job of four ranks, two of them on another host. */
    private static JobPlan plan(String debug, int threads, String... command) {
        HostList hosts = HostList.parse("--host", "localhost:2,far.invalid:2");
        List<ProcessMap.Placed> processes = new ArrayList<>();
        for (int rank = 0; rank < 4; rank += threads) processes.add(new ProcessMap.Placed(rank / 2, 0, rank, threads));
        App app = new App(
                "P",
                4,
                List.of(command),
                List.of(),
                new JvmDefaults(""),
                Map.of(),
                Path.of(""),
                ClassPath.of(List.of()),
                List.of());
        return new JobPlan(
                hosts,
                List.of(app),
                new ProcessMap(processes),
                threads > 1,
                "t",
                1,
                null,
                0,
                null,
                false,
                null,
                0,
                0,
                new Launching(null, List.of("ssh", "-p", "22"), false, null),
                DebugServer.parse(debug),
                false);
    }

    @Test
    void oneRankWaits() {
        JobPlan plan = plan("2", 1);
        assertEquals(Optional.empty(), plan.debugOption(1));
        assertEquals(Optional.of(OPTION + "5005"), plan.debugOption(2));
        assertEquals(Optional.of(OPTION + "7000"), plan("2:7000", 1).debugOption(2));
    }

    @Test
    void allWaitAtPortsOfTheirOwn() {
        assertEquals(Optional.of(OPTION + "5005"), plan("all", 1).debugOption(0));
        assertEquals(Optional.of(OPTION + "7003"), plan("all:7000", 1).debugOption(3));
    }

    @Test
    void theJvmOfARankThatIsAThread() {
        JobPlan plan = plan("3", 2);
        assertEquals(Optional.empty(), plan.debugOption(0));
        assertEquals(Optional.of(OPTION + "5005"), plan.debugOption(1));
        assertEquals(Optional.of(OPTION + "5007"), plan("all", 2).debugOption(1));
    }

    @Test
    void aLineSaysHowToAttach() {
        assertEquals(
                "rank 0 on localhost waits for a debugger: jdb -attach localhost:5005,"
                        + " or attach an IDE to that address",
                plan("all", 1).debug().line(plan("all", 1), 0));
        String there = plan("2", 2).debug().line(plan("2", 2), 1);
        assertEquals(
                "the JVM of ranks 2 to 3 on far.invalid waits for a debugger: ssh -p 22 -N -L 5005:127.0.0.1:5005"
                        + " far.invalid, then jdb -attach localhost:5005, or attach an IDE to that address; its threads"
                        + " \"rank 2\" to \"rank 3\" are the ranks",
                there);
        String open = plan("2:*:5005", 1).debug().line(plan("2:*:5005", 1), 2);
        assertTrue(open.contains(": jdb -attach far.invalid:5005,"), open);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "one", "0:", "0:port", "-1", "0,1", "all:1:2:3"})
    void otherForms(String text) {
        String message = assertThrows(BadInputException.class, () -> DebugServer.parse(text))
                .getMessage();
        assertEquals("--debug " + text + ": not of the form RANK[:PORT] or all[:PORT]", message);
    }

    private static String refusal(JobPlan plan) {
        return assertThrows(BadInputException.class, () -> plan.debug().check(plan))
                .getMessage();
    }

    @Test
    void whatCannotBeStartedIsRefused() {
        assertEquals(
                "--debug 24500: no such rank: the ranks are 0 to 3; a port follows a rank or all, such as all:5005",
                refusal(plan("24500", 1)));
        assertEquals("--debug: port 65536 for rank 1 is not one from 1 to 65535", refusal(plan("all:65535", 1)));
        assertEquals("--debug: port 0 for rank 0 is not one from 1 to 65535", refusal(plan("0:0", 1)));
        assertEquals(
                "--debug and -agentlib:jdwp=server=y: a JVM loads the agent once: use one of them",
                refusal(plan("3", 1, "java", "-agentlib:jdwp=server=y", "P")));
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String message = refusal(plan("0:" + used.getLocalPort(), 1));
            assertTrue(
                    message.startsWith("--debug: rank 0 cannot listen on 127.0.0.1:" + used.getLocalPort()), message);
            // The ports of another host are its own.
            JobPlan elsewhere = plan("2:" + used.getLocalPort(), 1);
            elsewhere.debug().check(elsewhere);
        }
    }

    @Test
    void noRankGivesUpOneThatStandsStill() {
        Map<String, String> variables = new HashMap<>(Map.of("JMPI_CONNECT_TIMEOUT_S", "5"));
        DebugServer.addSettings(variables);
        assertEquals(Map.of("JMPI_CONNECT_TIMEOUT_S", "5", "JMPI_FAILURE_TIMEOUT", "0"), variables);
    }
}
