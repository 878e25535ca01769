package org.jmpi.wireup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.trust.SecretFile;

/** Rank 0 at a known name and port, and a key in a file that every pod mounts. */
final class PodNames implements RootLocator {
    private static final int LEAST_KEY_BYTES = 32;
    private static final int MOST_KEY_BYTES = 1 << 16;

    /** A pod with an fsGroup reads its Secrets by that group. */
    private static final String FORBIDDEN = "----w-rwx";

    private final String name;
    private final int port;
    private final byte[] key;

    /**
     * Reads the key.
     *
     * @param name of rank 0's pod, as the name service knows it
     * @param secret the file with the key
     * @throws IOException if the file can't be read, is too short, or may be read by all users
     */
    PodNames(String name, int port, Path secret) throws IOException {
        this.name = name;
        this.port = port;
        this.key = read(secret);
    }

    private static byte[] read(Path file) throws IOException {
        try {
            checkMode(file);
            long length = Files.size(file);
            if (length < LEAST_KEY_BYTES || length > MOST_KEY_BYTES)
                throw new IOException("the secret " + file + " has " + length + " bytes, not from " + LEAST_KEY_BYTES
                        + " to " + MOST_KEY_BYTES);
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException("the secret " + file + " does not exist", e);
        }
    }

    private static void checkMode(Path file) throws IOException {
        String remedy = "mount it with defaultMode 0400, or 0440 where the pod has an fsGroup";
        SecretFile.check("the secret", file, FORBIDDEN, remedy);
    }

    @Override
    public PortRange ports() {
        return new PortRange(port, port);
    }

    @Override
    public byte[] key() {
        return key.clone();
    }

    @Override
    public void publish(Root root) {
        // The other ranks know the name and the port.
    }

    @Override
    public Root locate() throws IOException {
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(name))
                addresses.add(new InetSocketAddress(address, port));
            return new Root(key.clone(), addresses);
        } catch (UnknownHostException e) {
            throw new IOException(
                    "the name service does not know " + name + ": is there a headless Service of that name"
                            + " with publishNotReadyAddresses, and is it the pods' subdomain?",
                    e);
        }
    }

    @Override
    public void close() {
        // Nothing was left anywhere.
    }
}
