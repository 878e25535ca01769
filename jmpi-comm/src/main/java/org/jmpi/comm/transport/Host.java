package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;

/**
 * A host: processes that share memory and see each other. Two are equal if their ids are, whatever their names: hosts
 * of one name are two hosts, and so are two containers of one machine.
 *
 * @param name for messages
 * @param id identifies the host
 */
public record Host(String name, String id) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /**
     * {@return a host that is known by its name alone}
     *
     * @param name of the host
     */
    public static Host named(String name) {
        return new Host(name, name);
    }

    /**
     * {@return the host of this process} On Linux its id is that of the kernel's start, the namespace of its processes
     * and the folder of its shared memory; elsewhere its name and the first hardware address.
     *
     * @param name of the host
     * @param config names the folder of shared memory, if it is not the default
     */
    public static Host ofProcess(String name, JmpiConfig config) {
        try {
            String boot = Files.readString(BOOT_ID).strip();
            return new Host(name, boot + " " + Files.readSymbolicLink(PROCESSES) + " " + device(folder(config)));
        } catch (IOException | UnsupportedOperationException e) {
            return new Host(name, name + " " + hardwareAddress()); // not Linux
        }
    }

    private static Path folder(JmpiConfig config) {
        if (config.shmFolder() != null) return Path.of(config.shmFolder());
        return Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static String device(Path folder) throws IOException {
        if (!Files.exists(folder)) return "none";
        return Files.getAttribute(folder, "unix:dev") + ":" + Files.getAttribute(folder, "unix:ino");
    }

    private static String hardwareAddress() {
        try {
            List<NetworkInterface> networks = Collections.list(NetworkInterface.getNetworkInterfaces());
            networks.sort(Comparator.comparingInt(NetworkInterface::getIndex));
            for (NetworkInterface network : networks) {
                byte[] address = network.getHardwareAddress();
                if (address != null) return HexFormat.of().formatHex(address);
            }
        } catch (IOException e) {
            return "";
        }
        return "";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Host host && host.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** {@return the name} */
    @Override
    public String toString() {
        return name;
    }
}
