package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Login shells, and settings of ssh and sshd, that stand between jmpirun and its agent on another host. */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
@Timeout(240)
class LoginTest {
    private static final int SECONDS = 100;
    private static final String PORT = "2222";

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(2);

    private String undo = ":";

    /** Runs a script on a host, and another one after the test. */
    private void change(String host, String script, String after) throws Exception {
        hosts.exec(host, "sh", "-c", script);
        undo = after;
    }

    @AfterEach
    void undo() throws Exception {
        for (String host : hosts.names()) hosts.exec(host, "sh", "-c", "{ " + undo + "; } 2>/dev/null || true");
        undo = ":";
    }

    /** Lets hostb have a login shell, whose start-up file is a script. */
    private void login(String shell, String script) throws Exception {
        Path home = Files.createDirectory(hosts.folder().resolve("home"));
        Files.writeString(home.resolve(".bashrc"), script + "\n");
        Path users = hosts.folder().resolve("passwd");
        List<String> lines = Files.readAllLines(Path.of("/etc/passwd")).stream()
                .map(line -> line.startsWith("root:") ? "root:x:0:0:root:" + home + ":" + shell : line)
                .toList();
        Files.write(users, lines);
        change("hostb", "mount --bind '" + users + "' /etc/passwd", "umount /etc/passwd");
    }

    /** Sets lines for hostb in ssh's configuration on hosta. */
    private void configure(String settings) throws Exception {
        String file = "/etc/ssh/ssh_config";
        change(
                "hosta",
                "cp " + file + " " + file + ".old; printf 'Host hostb\n" + settings + "\n' >>" + file,
                "mv " + file + ".old " + file);
    }

    private FakeHosts.Command start() throws IOException {
        return hosts.start("hosta", Distribution.JMPIRUN.toString(), "-H", "hosta,hostb", "-np", "2", "hello");
    }

    private void assertRuns() throws Exception {
        Distribution.Ended ended = start().await(SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        for (int rank = 0; rank < 2; rank++) {
            String line = "Hello from rank " + rank + " of 2 on host" + "ab".charAt(rank);
            assertTrue(ended.out().stream().anyMatch(each -> each.startsWith(line)), ended::toString);
        }
    }

    /** @param reason a regular expression */
    private void assertFails(String reason) throws Exception {
        long begin = System.nanoTime();
        Distribution.Ended ended = start().await(SECONDS);
        assertEquals(2, ended.exitCode(), ended::toString);
        assertTrue(ended.err().get(0).matches("jmpirun: hostb: " + reason), ended::toString);
        // Half of the time that an agent has.
        assertTrue(System.nanoTime() - begin < 30e9, "it took " + (System.nanoTime() - begin) / 1e9 + " s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf welcome",
                "printf '\\033]0;hostb\\007\\033[2J$ '",
                "printf '\\000\\377\\376\\033]0;title without end'",
                "head -c 200000 /bin/sh",
                "head -c 200000 /bin/sh >&2",
                "echo 'JMPI-AGENT-1 is the greeting'; echo JMPI-SHELL-1; printf JMPI-AGENT-"
            })
    void aLoginShellThatPrintsAnything(String script) throws Exception {
        login("/bin/bash", script);
        assertRuns();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/bin/bash|echo welcome; echo the quota is used up; exit 3|\"the quota is used up\", .*exit code 3.*",
                "/bin/bash|printf '\\033[31mno\\000lease\\033[0m'; exit 1|\"no\\?lease\", .*exit code 1.*",
                "/bin/bash|echo welcome; echo no licence >&2; exit 0|\"no licence; welcome\", and ended before .*",
                "/bin/bash|head -c 5000 /dev/zero; exec false|\"\\?\", .*exit code 1.*",
                "/usr/sbin/nologin||\"This account is currently not available\\.\", .*exit code 1.*",
                "/bin/false||nothing, .*exit code 1.*"
            })
    void aLoginShellThatEnds(String values) throws Exception {
        String[] parts = values.split("\\|");
        login(parts[0], parts[1]);
        assertFails("it printed " + parts[2] + " look there at its login shell, .*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "StdinNull yes",
                "ForkAfterAuthentication yes",
                "StdinNull yes\nForkAfterAuthentication yes\nRequestTTY force",
                "PermitLocalCommand yes\nLocalCommand printf connected",
                "LogLevel DEBUG3\nCompression yes\nEscapeChar x"
            })
    void settingsOfSshThatDoNoHarm(String settings) throws Exception {
        configure(settings);
        assertRuns();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SessionType subsystem|.* subsystem .* remove SessionType from ~/.ssh/config .*",
                "SessionType none|.* SessionType .*",
                "RemoteCommand true|.* RemoteCommand .*",
                "RemoteCommand exec bash --login|.* RemoteCommand .*",
                "ProxyCommand sh -c \"echo the gate is shut >&2; exit 1\"|.*the gate is shut.*"
            })
    void settingsOfSshThatAreNamed(String values) throws Exception {
        String[] parts = values.split("\\|");
        configure(parts[0]);
        assertFails(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo only backups here|\"only backups here\", .*",
                "printf no >&2; exit 7|\"no\", .*exit code 7.*",
                "true|nothing, .*"
            })
    void aForcedCommandIsNamed(String values) throws Exception {
        String[] parts = values.split("\\|");
        String reason = "it printed " + parts[1] + " ForceCommand in sshd_config and command= in authorized_keys, .*";
        force(parts[0]);
        assertFails(reason);
        undo();
        String file = "/etc/ssh/authorized_keys";
        change(
                "hostb",
                "mv " + file + " " + file + ".old; { printf 'command=\"" + parts[0] + "\" '; cat " + file + ".old; } >"
                        + file,
                "mv " + file + ".old " + file);
        assertFails(reason);
    }

    private void force(String command) throws Exception {
        hosts.exec("hostb", "/usr/sbin/sshd", "-p", PORT, "-o", "ForceCommand=" + command);
        configure("Port " + PORT);
        undo += "; pkill -f '[s]shd -p " + PORT + "'";
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat|nothing", "echo Which machine?; cat|\"Which machine\\?\""})
    void aForcedCommandThatWaitsIsNamedMeanwhile(String values) throws Exception {
        String[] parts = values.split("\\|");
        force(parts[0]);
        FakeHosts.Command job = start();
        job.awaitLine("it printed ", SECONDS);
        hosts.exec("hosta", "pkill", "-INT", "-f", "org.jmpi.run.Jmpirun");
        Distribution.Ended ended = job.await(SECONDS);
        String line = "jmpirun: hostb: it printed " + parts[1]
                + ", and has not come to jmpirun's command within \\d+ s: look there .* ForceCommand .*";
        assertTrue(ended.err().get(0).matches(line), ended::toString);
    }
}
