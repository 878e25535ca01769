package org.jmpi.wireup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.trust.RefusedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class WireUpFolderTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);

    /** So many that one of them reads the wrong folder if that can be. */
    private static final int LOOKS = 1000;

    @TempDir
    private Path parent;

    private Path folder;
    private WireUpFolder shared;

    @BeforeEach
    void name() {
        folder = parent.resolve(".jmpi-t-7.0");
        shared = new WireUpFolder(parent, "t-7.0", PortRange.ANY);
    }

    private RootLocator.Root published() throws IOException {
        RootLocator.Root root = new RootLocator.Root(shared.key(), List.of(ADDRESS));
        shared.publish(root);
        return root;
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private String refusalToLocate() {
        IOException refusal =
                assertThrows(IOException.class, () -> new WireUpFolder(parent, "t-7.0", PortRange.ANY).locate());
        assertInstanceOf(RefusedException.class, refusal);
        String[] parts = refusal.getMessage().split("; ", 2);
        assertEquals(
                "set JMPI_WIREUP_DIR to a folder that all hosts of the job share and that this user owns", parts[1]);
        return parts[0];
    }

    @Test
    void whatRankZeroPublishesTheOthersFind() throws IOException {
        RootLocator.Root root = published();
        RootLocator.Root found = new WireUpFolder(parent, "t-7.0", PortRange.ANY).locate();
        assertArrayEquals(root.key(), found.key());
        assertEquals(List.of(ADDRESS), found.addresses());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("root"))));
        shared.close();
        assertEmpty();
    }

    private void assertEmpty() throws IOException {
        try (Stream<Path> left = Files.list(parent)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void whoComesFirstMakesTheFolderAndLeavesNothing() throws IOException {
        WireUpFolder other = new WireUpFolder(parent, "t-7.0", PortRange.ANY);
        IOException absent = assertThrows(IOException.class, other::locate);
        assertFalse(absent instanceof RefusedException);
        assertTrue(absent.getMessage().startsWith("rank 0 has written nothing to " + folder), absent.getMessage());
        published();
        other.locate();
        shared.close();
        other.close();
        assertEmpty();
    }

    @Test
    void theFileOfAnEarlierRunIsReplaced() throws IOException {
        published();
        WireUpFolder later = new WireUpFolder(parent, "t-7.0", PortRange.ANY);
        later.publish(new RootLocator.Root(later.key(), List.of(ADDRESS)));
        assertArrayEquals(
                later.key(),
                new WireUpFolder(parent, "t-7.0", PortRange.ANY).locate().key());
        later.close();
        assertEmpty();
        shared.close();
    }

    @Test
    void aFolderThatOthersMayEnterIsRefused() throws IOException {
        published();
        mode(folder, "rwx--x--x");
        assertEquals("the folder " + folder + " has mode rwx--x--x, not rwx------", refusalToLocate());
        assertThrows(RefusedException.class, this::published);
        mode(folder, "rwx------");
        shared.close();
    }

    @Test
    void aFileThatOthersMayReadIsRefused() throws IOException {
        published();
        mode(folder.resolve("root"), "rw-r-----");
        assertEquals("the file " + folder.resolve("root") + " has mode rw-r-----, not rw-------", refusalToLocate());
        shared.close();
    }

    @Test
    void aFolderOfAnotherUserIsRefused() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a folder away");
        published();
        Files.setOwner(
                folder, folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertEquals("the folder " + folder + " belongs to nobody, not to root", refusalToLocate());
        shared.close();
    }

    @Test
    void aFileOfAnotherUserIsRefused() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a file away");
        published();
        Path file = folder.resolve("root");
        Files.setOwner(
                file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertEquals("the file " + file + " belongs to nobody, not to root", refusalToLocate());
        shared.close();
    }

    @Test
    void aLinkInPlaceOfTheFolderIsRefused() throws IOException {
        Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
        mode(elsewhere, "rwx------");
        Files.createSymbolicLink(folder, elsewhere);
        assertEquals(folder + " is no folder", refusalToLocate());
    }

    /** Others may rename the job's folder where they may write to the one around it. */
    @Test
    @Timeout(60)
    void aFolderThatIsPutInItsPlaceMeanwhileIsNotRead() throws Exception {
        RootLocator.Root root = published();
        Path theirs = Files.createDirectory(parent.resolve("theirs"));
        mode(theirs, "rwxr-xr-x");
        Files.writeString(theirs.resolve("root"), "cafe\n127.0.0.1:1\n");
        mode(theirs.resolve("root"), "rw-------");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> swapping = CompletableFuture.runAsync(() -> {
            while (!over.get()) swap(theirs);
        });
        int found = 0;
        try {
            for (int i = 0; i < LOOKS; i++) if (finds(root)) found++;
        } finally {
            over.set(true);
            swapping.join();
        }
        assertTrue(found > 0);
        shared.close();
    }

    /** Returns whether the folder is there, and not theirs. */
    private boolean finds(RootLocator.Root root) {
        byte[] key;
        try {
            key = new WireUpFolder(parent, "t-7.0", PortRange.ANY).locate().key();
        } catch (IOException expected) {
            return false;
        }
        assertArrayEquals(root.key(), key);
        return true;
    }

    /** A folder that a locator makes while there is none is empty: a renamed one replaces it. */
    private void swap(Path theirs) {
        Path aside = parent.resolve("aside");
        try {
            Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
            Files.move(theirs, folder, StandardCopyOption.ATOMIC_MOVE);
            Files.move(folder, theirs, StandardCopyOption.ATOMIC_MOVE);
            Files.move(aside, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFileOfAnotherFormIsRefused() throws IOException {
        published();
        for (String text : List.of("", "no hex\n", "cafe\nno address\n")) {
            Files.writeString(folder.resolve("root"), text);
            IOException refusal =
                    assertThrows(IOException.class, () -> new WireUpFolder(parent, "t-7.0", PortRange.ANY).locate());
            assertFalse(refusal.getMessage().isEmpty());
        }
        Files.write(folder.resolve("root"), new byte[70_000]);
        assertEquals("the file " + folder.resolve("root") + " has 70000 bytes", refusalToLocate());
        shared.close();
    }

    @Test
    void aSharedFolderThatDoesNotExistIsRefused() {
        Path absent = parent.resolve("absent");
        RefusedException refusal =
                assertThrows(RefusedException.class, () -> new WireUpFolder(absent, "t-7.0", PortRange.ANY).locate());
        assertTrue(refusal.getMessage()
                .startsWith("the shared folder " + absent + " does not exist; set JMPI_WIREUP_DIR"));
    }
}
