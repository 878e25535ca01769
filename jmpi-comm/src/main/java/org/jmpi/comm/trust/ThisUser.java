package org.jmpi.comm.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/** The user who runs this process. */
public final class ThisUser {
    private static final Path SELF = Path.of("/proc/self");
    private static final String NAMELESS = "?";

    private ThisUser() {}

    /**
     * {@return the owner of what this process makes}
     *
     * @throws IOException if the system has neither a process's owner nor a user of the name that Java knows
     */
    public static UserPrincipal owner() throws IOException {
        if (Files.exists(SELF)) return Files.getOwner(SELF);
        return SELF.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(System.getProperty("user.name"));
    }

    /**
     * {@return the user's name} A user without an entry in the table of users has a number alone, and the JVM calls
     * each of them by one name: here they are {@code uid-1234} and the like.
     */
    public static String name() {
        return name(System.getProperty("user.name"));
    }

    static String name(String known) {
        if (known != null && !known.isBlank() && !known.equals(NAMELESS)) return known;
        try {
            return "uid-" + owner().getName();
        } catch (IOException e) {
            return NAMELESS;
        }
    }

    /**
     * {@return the place of a folder that is this user's, such as {@code /tmp/jmpi-jobs-alice}} Who it belongs to is
     * for the caller to check: every user may make it.
     *
     * @param parent the folder for temporary files
     * @param what the folder is for
     */
    public static Path folder(Path parent, String what) {
        return parent.resolve("jmpi-" + what + "-" + name().replaceAll("[^\\w.-]", "_"));
    }
}
