package org.jmpi.comm.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with a secret, which other users must not read. */
public final class SecretFile {
    private SecretFile() {}

    /**
     * Checks the mode of a file. A file system without modes passes.
     *
     * @param name of the file's purpose, for the message
     * @param file exists; a link is followed
     * @param forbidden the permissions that the file may not have, such as {@code ---rwxrwx}
     * @param remedy for the message
     * @throws IOException if the file has one of them; the message names the file and its mode
     */
    public static void check(String name, Path file, String forbidden, String remedy) throws IOException {
        Set<PosixFilePermission> mode;
        try {
            mode = Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException e) {
            return;
        }
        if (PosixFilePermissions.fromString(forbidden).stream().anyMatch(mode::contains))
            throw new IOException(
                    name + " " + file + " has mode " + PosixFilePermissions.toString(mode) + ": " + remedy);
    }
}
