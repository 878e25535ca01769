package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosisTest {
    private final Diagnosis diagnosis =
            new Diagnosis("hostb", List.of("env", "LANG=de", "/opt/jdk/bin/java", "-cp", "/opt/jmpi", "Agent"), "");

    private String of(String... lines) {
        return diagnosis.of(List.of(lines));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ssh: Could not resolve hostname hostb: Name or service not known; no such host",
                "Cannot execute command-line and remote command.; a RemoteCommand is set for it in ~/.ssh/config",
                "subsystem request failed on channel 0; its sshd has no subsystem of the name of jmpirun's command",
                "Host key verification failed.; its host key is not known here: ",
                "Host key for [127.0.0.1]:22 has changed and you have requested strict checking.;"
                        + " its host key is not the one that is known here: ",
                "root@hostb: Permission denied (publickey,password).; it lets nobody in without a password",
                "ssh: connect to host hostb port 22: Connection refused; connection refused",
                "ssh: connect to host hostb port 22: Connection timed out; it does not answer",
                "ssh: connect to host hostb port 22: No route to host; it does not answer",
                "sh: 1: exec: /opt/jdk/bin/java: not found; no Java there at /opt/jdk/bin/java",
                "bash: line 1: exec: /opt/jdk/bin/java: cannot execute: No such file or directory; no Java there",
                "bash: /opt/jdk/bin/java: No such file or directory; no Java there",
                "/opt/jdk/bin/java: Command not found.; no Java there",
                "slurmstepd: error: execve(): /opt/jdk/bin/java: No such file or directory; no Java there",
                "Error: Could not find or load main class org.jmpi.run.agent.Agent; the jars of JMPI are not there",
                "java.lang.UnsupportedClassVersionError: org/jmpi/run/agent/Agent; the Java there, "
                        + "/opt/jdk/bin/java, is older"
            })
    void namesTheReason(String line, String reason) {
        assertTrue(of("a banner", line, "more").startsWith(reason), of("a banner", line, "more"));
    }

    @Test
    void theRemedyNamesTheHost() {
        assertTrue(of("Host key verification failed.").contains("'ssh hostb true'"));
    }

    @Test
    void theRemedyNamesTheJavaAndTheOption() {
        assertEquals(
                "no Java there at /opt/jdk/bin/java: install one at the same path as here, or name the one that all "
                        + "hosts"
                        + " have by --java",
                of("bash: /opt/jdk/bin/java: No such file or directory"));
    }

    @Test
    void anUnknownReasonIsTheLastLine() {
        assertEquals("disk full", of("hello", "disk full"));
        assertEquals("", of());
        String end = "kex_exchange_identification: Connection closed by remote host";
        assertEquals(
                "the gate is shut", of("hello", "the gate is shut", end, "Connection closed by UNKNOWN port 65535"));
        assertEquals(end, of(end));
    }
}
