package org.jmpi.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class UserKeyStoreTest {
    private static final String PROTOCOL = "JMPItst1";

    @TempDir
    private static Path folder;

    private static Certificates certificates;
    private static Path a;
    private static Path b;
    private static Path expired;
    private static Path other;

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = new Certificates(folder);
        certificates.authority("site");
        certificates.issue("a", "site", 1);
        certificates.issue("b", "site", 1);
        certificates.issue("expired", "site", -1);
        certificates.authority("other");
        a = certificates.store("a", "site");
        b = certificates.store("b", "site");
        expired = certificates.store("expired", "site");
        other = certificates.store("other");
    }

    private static Identity identity(Path store) throws IOException {
        return UserKeyStore.read(Certificates.settings(store), Certificates.PASSWORD);
    }

    @Test
    void certificatesOfOneAuthorityAreAccepted() throws IOException {
        Pipe pipe = Pipe.of(identity(a), identity(b));
        pipe.shake();
        assertArrayEquals(pipe.initiator().binding(), pipe.acceptor().binding());
        byte[] bytes = {1, 2};
        assertArrayEquals(bytes, Pipe.send(pipe.initiator(), pipe.acceptor(), bytes));
    }

    @Test
    void aStoreWithoutAnchorsTrustsItsOwnCertificate() throws IOException {
        Pipe.of(identity(other), identity(other)).shake();
    }

    @Test
    void certificatesOfAnotherAuthorityAreRefused() throws IOException {
        Identity job = JobCertificate.of(JobSecret.create());
        assertThrows(RefusedException.class, Pipe.of(identity(a), identity(other))::shake);
        assertThrows(RefusedException.class, Pipe.of(identity(other), identity(a))::shake);
        assertThrows(RefusedException.class, Pipe.of(identity(a), job)::shake);
        assertThrows(RefusedException.class, Pipe.of(job, identity(a))::shake);
    }

    @Test
    void anExpiredCertificateIsRefused() throws Exception {
        IOException own = assertThrows(IOException.class, () -> identity(expired));
        assertTrue(own.getMessage().contains(expired + ": NotAfter"), own.getMessage());
        Identity past = certificates.identity("expired", identity(a));
        IOException refusal = assertThrows(RefusedException.class, Pipe.of(identity(a), past)::shake);
        assertTrue(refusal.getMessage().contains("NotAfter"), refusal.getMessage());
        assertThrows(RefusedException.class, Pipe.of(past, identity(a))::shake);
    }

    /** That of a job is pinned: neither side looks at its own clock, nor does the JDK. */
    @Test
    void aPinnedCertificateIsAcceptedByAnyClock() throws Exception {
        Identity past = certificates.identity("expired", identity(a));
        Identity pinned = new Identity(
                past.key(), past.chain(), new PinnedTrust(past.chain().get(0)));
        Pipe.of(pinned, pinned).shake();
    }

    /** Somebody with a certificate of the same authority ends the connection of each, and passes on what he reads. */
    @Test
    void aManInTheMiddleWithAValidCertificateDoesNotPassTheProof() throws IOException {
        JobSecret secret = JobSecret.create();
        Pipe front = Pipe.of(identity(a), identity(b));
        Pipe back = Pipe.of(identity(b), identity(a));
        front.shake();
        back.shake();
        byte[] initiators = front.initiator().binding();
        byte[] acceptors = back.acceptor().binding();
        assertFalse(Arrays.equals(initiators, acceptors));
        Handshake initiator = Handshake.initiator(PROTOCOL, 0, 1, Proof.hmac(secret, initiators));
        Handshake acceptor = Handshake.acceptor(PROTOCOL, 1, Proof.hmac(secret, acceptors));
        ByteBuffer bytes = ByteBuffer.allocate(Handshake.MOST_BYTES);
        initiator.wrap(bytes);
        acceptor.unwrap(bytes.flip());
        acceptor.wrap(bytes.clear());
        initiator.unwrap(bytes.flip());
        assertEquals(Handshake.State.REFUSED, initiator.state());
    }

    // ---- Stores that cannot be used ----

    private static String failure(JmpiConfig config, String password) {
        return assertThrows(IOException.class, () -> UserKeyStore.read(config, password))
                .getMessage();
    }

    private static JmpiConfig withPassword(Path file) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.tls.keystore", a.toString());
        settings.setProperty("jmpi.tls.password.file", file.toString());
        return JmpiConfig.load(settings, Map.of());
    }

    private static Path password(String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), Certificates.PASSWORD + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void thePasswordComesFromAFileOrTheEnvironment() throws IOException {
        UserKeyStore.read(withPassword(password("r--------")), null);
        Path none = folder.resolve("none");
        assertEquals("jmpi.tls.password.file cannot be read: " + none, failure(withPassword(none), null));
        String both = failure(Certificates.settings(a), null);
        assertTrue(both.contains("JMPI_TLS_PASSWORD") && both.contains("jmpi.tls.password.file"), both);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aPasswordThatOthersCanReadOrChangeIsRefused() throws IOException {
        for (String mode : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
            Path file = password(mode);
            assertEquals(
                    "jmpi.tls.password.file " + file + " has mode " + mode
                            + ": others can read or change it: chmod 600 " + file,
                    failure(withPassword(file), null));
        }
    }

    @Test
    void aFailureNamesTheStore() throws Exception {
        String wrong = failure(Certificates.settings(a), "wrong");
        assertTrue(wrong.contains(a + ": ") && wrong.contains("password"), wrong);
        String missing = failure(Certificates.settings(folder.resolve("none")), "");
        assertTrue(missing.contains("none"), missing);
        String noStore = failure(Certificates.settings(Files.writeString(folder.resolve("text"), "x")), "");
        assertTrue(noStore.contains("text: "), noStore);
        String several = failure(
                Certificates.settings(certificates.store("several.p12", List.of("a", "b"))), Certificates.PASSWORD);
        assertTrue(several.contains("2 private keys instead of one: "), several);
    }
}
