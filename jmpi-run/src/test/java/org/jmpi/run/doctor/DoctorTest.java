package org.jmpi.run.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jmpi.run.agent.AgentMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DoctorTest {
    private static final long MIB = 1L << 20;

    @TempDir
    Path folder;

    private static void assertFound(String line, Consumer<DoctorFindings> check) {
        DoctorFindings findings = new DoctorFindings();
        check.accept(findings);
        assertTrue(findings.lines().stream().anyMatch(found -> found.matches(line)), findings.lines()::toString);
        assertEquals(line.startsWith("bad") ? 1 : 0, findings.badCount());
    }

    private static void assertHost(int ranks, String line, Consumer<HostCheck> check) {
        assertFound(line, findings -> check.accept(new HostCheck(findings, ranks)));
    }

    @Test
    void coresAndQuotas() {
        assertHost(4, "ok +cores +4 of 8 cores may be used .*", host -> host.checkCores(4, 8, 4, true));
        assertHost(
                4, "note +cores +2 cores may be used, less than 4 ranks: .*", host -> host.checkCores(2, 2, 9, true));
        assertHost(1, "note +cores +.* after the time of 1.5 cores: .*", host -> host.checkCores(2, 2, 1.5, true));
        assertHost(1, "note +cores +no command taskset: .*", host -> host.checkCores(2, 2, 2, false));
    }

    @Test
    void limitsOfProcesses() {
        List<String> limits = List.of(
                "Max address space         2147483648           unlimited            bytes     ",
                "Max file size             unlimited            unlimited            bytes     ");
        assertHost(1, "bad +limits +ulimit -v is 2097152: .*", host -> host.checkLimits(limits));
        List<String> files = List.of("Max file size             1024                 unlimited            bytes");
        assertHost(1, "bad +limits +ulimit -f allows files of 1024 bytes: .*", host -> host.checkLimits(files));
    }

    @Test
    void roomForSharedMemory() {
        Path shm = Path.of("/dev/shm");
        assertHost(4, "ok +shm +/dev/shm has 64 MiB free .noexec .*", host -> host.checkRoom(shm, 64 * MIB, true));
        assertHost(8, "note +shm +.* 8 ranks use up to 112 for .*", host -> host.checkRoom(shm, 64 * MIB, false));
        assertHost(
                1,
                "note +shm +/dev/shm has 0 MiB free, so that the transport auto takes .*",
                host -> host.checkRoom(shm, 4096, false));
    }

    @Test
    void theMountOfAFolderIsTheInnermost() {
        List<String> mounts = List.of(
                "overlay / overlay rw,relatime 0 0",
                "shm /dev/shm tmpfs ro,nosuid,noexec 0 0",
                "tmpfs /dev tmpfs rw 0 0",
                "odd");
        assertEquals(List.of("ro", "nosuid", "noexec"), HostCheck.options(mounts, Path.of("/dev/shm")));
        assertEquals(List.of("rw", "relatime"), HostCheck.options(mounts, Path.of("/devil")));
    }

    @Test
    void modulesAndArchives() {
        assertFound(
                "note +java +no module java.rmi .* rmi-kryo will not work; use a JDK",
                findings -> JavaCheck.checkModules(findings, name -> !name.equals("java.rmi")));
        assertFound(
                "note +java +no module jdk.unsupported .* MPICH's mpiexec, .* will not work; use a JDK",
                findings -> JavaCheck.checkModules(findings, name -> !name.equals("jdk.unsupported")));
        assertFound("note +archives +switched off .*", findings -> JavaCheck.checkArchives(findings, null, null));
        assertFound(
                "note +archives +.* writes to /a or /b", findings -> JavaCheck.checkArchives(findings, "/a:/b", null));
        assertFound("ok +archives +.* in /a/jdk", findings -> JavaCheck.checkArchives(findings, "/a:/b", "/a/jdk"));
    }

    private static void assertSettings(String line, Map<String, String> environment) {
        assertFound(line, findings -> SettingsCheck.run(findings, environment, Map.of()));
    }

    @Test
    void settings() {
        assertSettings("ok +settings +.* 60 s to find .*", Map.of("JMPI_COLL_BCAST", "chain", "JMPI_CACHE", "off"));
        assertSettings(
                "bad +settings +setting jmpi.linger.s is not a whole number: x: .*", Map.of("JMPI_LINGER_S", "x"));
        assertSettings(
                "note +settings +.*: JMPI_CONECT_TIMEOUT_S; did you mean JMPI_CONNECT_TIMEOUT_S.",
                Map.of("JMPI_CONECT_TIMEOUT_S", "5"));
        assertSettings("note +settings +jmpi.failure.timeout is 0: .*", Map.of("JMPI_FAILURE_TIMEOUT", "0"));
        assertSettings("bad +settings +JMPI_RANK=3: .*", Map.of("JMPI_RANK", "3"));
        assertSettings("note +manager +PMI_RANK is set: .*", Map.of("PMI_RANK", "0"));
    }

    private String doctor(int code, String rsh, String... options) throws Exception {
        Path script = folder.resolve("rsh");
        Files.writeString(script, "#!/bin/sh\n" + rsh + "\n");
        assertTrue(script.toFile().setExecutable(true));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-H", "localhost,other.invalid", "--rsh-agent", script.toString()));
        int found = Doctor.run(out, words.toArray(new String[0]));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(code, found, text);
        return text;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--preload"})
    void anotherHost(String option) throws Exception {
        String[] options = option.isEmpty() ? new String[0] : new String[] {option};
        String text = doctor(0, "echo welcome; shift; exec sh -c \"$*\"", options);
        assertTrue(text.matches("(?s).*ok +other.invalid +one can log in without a password; Java .*"), text);
        assertTrue(text.endsWith("jobs should run\n"), text);
    }

    @Test
    void anotherHostThatLetsNobodyIn() throws Exception {
        String text = doctor(1, "echo 'me@other: Permission denied (publickey).' >&2; exit 255");
        assertTrue(text.matches("(?s).*bad +other.invalid +it lets nobody in without a password: .*"), text);
        assertTrue(text.endsWith("jobs would fail: see 1 line with 'bad'\n"), text);
    }

    @Test
    void anotherHostWithoutTheInterface() throws Exception {
        String text = doctor(1, "shift; JMPI_IFACE=none0 exec sh -c \"$*\"");
        assertTrue(text.matches("(?s).*bad +other.invalid +--iface .* of this host: none0; .*"), text);
    }

    @Test
    void theAnswerOfAnotherHost() throws Exception {
        int closed;
        try (ServerSocket listening = new ServerSocket(0)) {
            closed = listening.getLocalPort();
        }
        DoctorFindings findings = new DoctorFindings();
        long now = System.currentTimeMillis();
        AgentMessage.Probed answer = new AgentMessage.Probed("9.0.4", now - 3_600_000, false, "127.0.0.1:" + closed);
        RemoteHostsCheck.judge(findings, "other", "10.0.0.1:1", now, answer);
        String text = String.join("\n", findings.lines());
        for (String line : List.of(
                "note +other +one can log in .*; Java 9.0.4, and \\d+ here: .*",
                "note +other +its clock is 3600 s slow: .*",
                "bad +other +cannot connect to this host at 10.0.0.1:1: .*",
                "bad +other +this host cannot connect to it at 127.0.0.1:" + closed + ": .*"))
            assertTrue(findings.lines().stream().anyMatch(found -> found.matches(line)), text);
        assertEquals(2, findings.badCount());
    }
}
