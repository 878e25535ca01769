package org.jmpi.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.WireUp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Simulates pods by their names and variables; src/test/hosts has the names. */
@DisabledOnOs(OS.WINDOWS)
@SuppressWarnings("try")
class KubernetesProviderTest {
    private final KubernetesProvider provider = new KubernetesProvider();

    @TempDir
    private Path folder;

    private Path secret;
    private int port;

    @BeforeEach
    void mountSecret() throws IOException {
        secret = folder.resolve("secret");
        Files.write(secret, JobSecret.random(32));
        mode("r--------");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    private void mode(String mode) throws IOException {
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString(mode));
    }

    private Map<String, String> pod(String name, int size) {
        return Ranks.environment(
                "HOSTNAME", name,
                "JMPI_SIZE", size,
                "JMPI_SERVICE", "pods",
                "JMPI_SECRET_FILE", secret,
                "JMPI_PORT", port);
    }

    private WireUp open(Map<String, String> environment) throws IOException {
        return provider.open(environment, Ranks.config(40));
    }

    private List<String> secretsOfRun(Ranks.Body<Map<String, String>> pod) throws Exception {
        return Ranks.run(3, rank -> {
            try (WireUp wireUp = open(pod.run(rank))) {
                assertEquals(rank, wireUp.rank());
                assertEquals(3, wireUp.size());
                assertEquals("solver", wireUp.job());
                assertFalse(wireUp.allLocal());
                wireUp.fence(Ranks.PATIENCE);
                return wireUp.secret().toHex();
            }
        });
    }

    @Test
    void podsOfAStatefulSetMeetAndEachRunHasASecretOfItsOwn() throws Exception {
        List<String> first = secretsOfRun(rank -> pod("solver-" + rank, 3));
        List<String> second = secretsOfRun(rank -> pod("solver-" + rank, 3));
        assertEquals(1, Set.copyOf(first).size());
        assertNotEquals(first.get(0), second.get(0));
    }

    @Test
    void podsOfAnIndexedJobMeet() throws Exception {
        List<String> secrets = secretsOfRun(rank -> {
            Map<String, String> pod = pod("solver-" + rank, 3);
            pod.put("JOB_COMPLETION_INDEX", Integer.toString(rank));
            return pod;
        });
        assertEquals(1, Set.copyOf(secrets).size());
    }

    @Test
    void aPodWaitsForRankZero() throws Exception {
        FutureTask<WireUp> second;
        try (ServerSocket early = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            second = Ranks.start(() -> open(pod("solver-1", 2)));
            early.accept().close();
        }
        try (WireUp first = open(pod("solver-0", 2));
                WireUp joined = second.get(Ranks.PATIENCE, TimeUnit.NANOSECONDS)) {
            assertEquals(first.secret().toHex(), joined.secret().toHex());
        }
    }

    @Test
    void aPodWithAnotherSecretDoesNotJoin() throws Exception {
        try (WireUp first = open(pod("solver-0", 2))) {
            Path other = folder.resolve("other");
            Files.write(other, JobSecret.random(40));
            Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("r--------"));
            Map<String, String> pod = pod("solver-1", 2);
            pod.put("JMPI_SECRET_FILE", other.toString());
            String refusal = Ranks.refusal(() -> provider.open(pod, Ranks.config(1)));
            assertEquals(
                    "rank 0 is not found within 1 s: 127.0.0.1:" + port + ": it does not know this job's secret",
                    refusal);
        }
    }

    @Test
    void aNameThatNobodyKnowsIsReported() {
        Map<String, String> pod = pod("solver-1", 2);
        pod.put("JMPI_SERVICE", "unknown");
        assertEquals(
                "rank 0 is not found within 1 s: the name service does not know solver-0.unknown: is there a headless"
                        + " Service of that name with publishNotReadyAddresses, and is it the pods' subdomain?",
                Ranks.refusal(() -> provider.open(pod, Ranks.config(1))));
    }

    @Test
    void aSecretThatAllUsersReadIsRefused() throws IOException {
        mode("r--r--r--");
        assertEquals(
                "the secret " + secret
                        + " has mode r--r--r--: mount it with defaultMode 0400, or 0440 where the pod has an"
                        + " fsGroup",
                Ranks.refusal(() -> open(pod("solver-1", 2))));
        mode("r--r-----");
        open(pod("solver-0", 2)).close();
    }

    @Test
    void aSecretThatIsShortOrMissingIsRefused() throws IOException {
        mode("rw-------");
        Files.write(secret, new byte[31]);
        assertEquals(
                "the secret " + secret + " has 31 bytes, not from 32 to 65536",
                Ranks.refusal(() -> open(pod("solver-1", 2))));
        Files.delete(secret);
        assertEquals("the secret " + secret + " does not exist", Ranks.refusal(() -> open(pod("solver-1", 2))));
    }

    @Test
    void missingSettingsAreNamed() {
        Map<String, String> pod = pod("solver-1", 2);
        pod.remove("JMPI_SECRET_FILE");
        assertEquals(
                "JMPI_SECRET_FILE is not set: it is a file of a Secret that every pod mounts",
                Ranks.refusal(() -> open(pod)));
        pod.remove("JMPI_SERVICE");
        assertEquals(
                "JMPI_SERVICE is not set: it is the name of a headless Service of the pods",
                Ranks.refusal(() -> open(pod)));
    }

    @Test
    void aPodOfAnotherNameIsRefused() {
        List<String> refusals = new ArrayList<>();
        Map<String, String> indexed = pod("node17", 2);
        indexed.put("JOB_COMPLETION_INDEX", "1");
        refusals.add(Ranks.refusal(() -> open(indexed)));
        assertEquals(
                List.of("the pod node17 is not called NAME-1: start the program by an Indexed Job or a StatefulSet, or"
                        + " unset JMPI_SIZE"),
                refusals);
        assertTrue(Ranks.refusal(() -> open(pod("solver-2", 2))).contains("2, from 0 to 1"));
    }
}
