package org.jmpi.comm.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this host. */
final class HostName {
    /** The file in which Linux keeps it: reading it asks no name server, which may take seconds to answer. */
    private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    static String get() {
        try {
            if (Files.isReadable(LINUX)) return Files.readString(LINUX).strip();
        } catch (IOException e) {
            return resolved();
        }
        return resolved();
    }

    private static String resolved() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
