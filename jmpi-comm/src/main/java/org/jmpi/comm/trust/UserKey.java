package org.jmpi.comm.trust;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The key by which jobs of one user know each other: 32 random bytes in a file that only the user can read. Where hosts
 * do not share a home, the user copies the file.
 */
public final class UserKey {
    private static final int BYTES = 32;
    private static final String FILE = "port.key";

    private UserKey() {}

    /**
     * {@return the folder of what this user's jobs know of each other; it is there, and only the user can use it}
     *
     * @param chosen by a setting; null for {@code .jmpi} in the user's home
     * @throws IOException if it can't be made, is another user's, or others can use it
     */
    public static Path folder(String chosen) throws IOException {
        Path folder = chosen == null ? Path.of(System.getProperty("user.home"), ".jmpi") : Path.of(chosen);
        try {
            Files.createDirectory(folder, mode(folder, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
                throw new IOException(folder + " is no folder", e);
        }
        if (!Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(ThisUser.owner()))
            throw new IOException("folder " + folder + " is another user's");
        SecretFile.check("folder", folder, "---rwxrwx", "others may use it: chmod 700 " + folder);
        return folder;
    }

    private static FileAttribute<?>[] mode(Path place, String mode) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    /**
     * {@return the secret that follows from the key; the first call of a user makes the key}
     *
     * @param folder as {@link #folder} returned it
     * @param use what the secret is for
     * @throws IOException if the key can't be read or made, or others can read it
     */
    public static JobSecret secret(Path folder, String use) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) make(file);
        SecretFile.check("key", file, "---rwxrwx", "others may read it: chmod 600 " + file + ", or remove it");
        byte[] key = Files.readAllBytes(file);
        if (key.length < BYTES)
            throw new IOException("key " + file + " has " + key.length + " bytes, at least " + BYTES);
        return JobSecret.derive(key, use.getBytes(StandardCharsets.US_ASCII));
    }

    /** Makes the file at once with all its bytes: another process may do so at the same time. */
    private static void make(Path file) throws IOException {
        Path draft = file.resolveSibling(FILE + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
        Files.createFile(draft, mode(file, "rw-------"));
        try {
            Files.write(draft, JobSecret.random(BYTES));
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            return; // another process was first
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
