package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchEnvironmentTest {
    private static final InetSocketAddress LAUNCHER = InetSocketAddress.createUnresolved("127.0.0.1", 40123);

    private final JobSecret secret = JobSecret.create();
    private final LaunchEnvironment launched = new LaunchEnvironment(2, 1, 4, 3, "job-1", secret, LAUNCHER, "socket");

    @Test
    void readsWhatItWrote() {
        LaunchEnvironment read =
                LaunchEnvironment.read(launched.toEnvironment()).orElseThrow();
        assertEquals(2, read.rank());
        assertEquals(1, read.count());
        assertEquals(4, read.size());
        assertEquals(3, read.hosts());
        assertEquals("job-1", read.job());
        assertEquals(secret.toHex(), read.secret().toHex());
        assertEquals(LAUNCHER, read.launcher());
        assertEquals("socket", read.transport());
        assertFalse(read.allLocal());
    }

    @Test
    void aProcessMayHaveSeveralRanks() {
        Map<String, String> environment = new HashMap<>(launched.toEnvironment());
        environment.put("JMPI_THREADS", "2");
        assertEquals(2, LaunchEnvironment.read(environment).orElseThrow().count());
        environment.remove("JMPI_THREADS");
        assertEquals(1, LaunchEnvironment.read(environment).orElseThrow().count());
    }

    @Test
    void aProcessWithoutRankWasNotLaunched() {
        Map<String, String> environment = new HashMap<>(launched.toEnvironment());
        environment.remove("JMPI_RANK");
        assertTrue(LaunchEnvironment.read(environment).isEmpty());
        assertTrue(LaunchEnvironment.read(Map.of()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"JMPI_SIZE", "JMPI_JOB", "JMPI_SECRET", "JMPI_LAUNCHER", "JMPI_TRANSPORT"})
    void namesTheMissingVariable(String variable) {
        Map<String, String> environment = new HashMap<>(launched.toEnvironment());
        environment.remove(variable);
        assertTrue(messageOf(environment).startsWith(variable + " is not set"));
    }

    @ParameterizedTest
    @CsvSource({
        "JMPI_RANK, 4",
        "JMPI_RANK, -1",
        "JMPI_RANK, two",
        "JMPI_THREADS, 0",
        "JMPI_THREADS, 3",
        "JMPI_HOSTS, 0",
        "JMPI_HOSTS, 5",
        "JMPI_SIZE, 0",
        "JMPI_SIZE, 99999999999",
        "JMPI_JOB, a b",
        "JMPI_LAUNCHER, nowhere",
        "JMPI_LAUNCHER, :80",
        "JMPI_LAUNCHER, host:0",
        "JMPI_LAUNCHER, host:70000",
        "JMPI_TRANSPORT, ../x"
    })
    void namesTheMalformedVariableAndItsValue(String variable, String value) {
        Map<String, String> environment = new HashMap<>(launched.toEnvironment());
        environment.put(variable, value);
        String message = messageOf(environment);
        assertTrue(message.startsWith(variable) && message.endsWith(": " + value), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no hexadecimal number", "abcdef"})
    void neverRepeatsTheSecret(String malformed) {
        Map<String, String> environment = new HashMap<>(launched.toEnvironment());
        environment.put("JMPI_SECRET", malformed);
        assertFalse(messageOf(environment).contains(malformed));
        assertFalse(launched.toString().contains(secret.toHex()));
    }

    @Test
    void takesAnAddressOfTheNewerProtocol() {
        InetSocketAddress six = InetSocketAddress.createUnresolved("::1", 80);
        LaunchEnvironment environment = new LaunchEnvironment(0, 1, 1, 1, "j", secret, six, "socket");
        assertEquals("[::1]:80", environment.toEnvironment().get("JMPI_LAUNCHER"));
        assertEquals(
                six,
                LaunchEnvironment.read(environment.toEnvironment())
                        .orElseThrow()
                        .launcher());
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", ", true"})
    void allRanksAreLocalIfThereIsOneHost(String hosts, boolean local) {
        Map<String, String> environment = new HashMap<>(launched.toEnvironment());
        if (hosts == null) environment.remove("JMPI_HOSTS");
        else environment.put("JMPI_HOSTS", hosts);
        assertEquals(local, LaunchEnvironment.read(environment).orElseThrow().allLocal());
    }

    private static String messageOf(Map<String, String> environment) {
        return assertThrows(IllegalArgumentException.class, () -> LaunchEnvironment.read(environment))
                .getMessage();
    }
}
