package org.jmpi.run.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The host of this process. */
public final class ThisHost {
    public static final String LOCALHOST = "localhost";

    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

    private ThisHost() {}

    /** Returns how many cores this process may use. */
    public static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Returns the folder in which JVMs of this host keep the files by which tools find them. */
    public static String temporaryFolder() {
        return System.getProperty("os.name").equals("Linux") ? "/tmp" : System.getProperty("java.io.tmpdir");
    }

    /** Returns the name that the host has given itself. */
    public static String name() {
        try {
            if (Files.isReadable(NAME)) return Files.readString(NAME).strip();
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return LOCALHOST;
        }
    }

    /** Returns whether a name or an address is this host's. A name that is not the host's own is looked up. */
    public static boolean is(String name) {
        String own = name().toLowerCase(Locale.ROOT);
        String given = name.toLowerCase(Locale.ROOT);
        if (given.equals(LOCALHOST) || given.equals(own) || given.equals(own.replaceFirst("\\..*", ""))) return true;
        try {
            for (InetAddress address : InetAddress.getAllByName(name)) if (isOwn(address)) return true;
        } catch (UnknownHostException | SocketException e) {
            // A name that means nothing here is another host's: a proxy of ssh may know it.
            return false;
        }
        return false;
    }

    private static boolean isOwn(InetAddress address) throws SocketException {
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }
}
