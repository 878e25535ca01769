package org.jmpi.pvm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.SecretFile;
import org.jmpi.comm.trust.UserKey;

/**
 * The file by which programs of a user find the daemon: one line with its host and its port, and the word {@code hosts}
 * if it listens beyond the loopback device. Only the user can read the file. It holds no secret: who connects proves
 * the key of the user.
 */
public final class DaemonFile {
    /** The property that names another file. */
    private static final String PLACE = "jpvm.daemon.file";

    /** The property with the port of the daemon, or its host and port as {@code host:port}. */
    static final String DAEMON = "jpvm.daemon";

    /** The last word of the line, if the daemon listens beyond the loopback device. */
    private static final String BEYOND = " hosts";

    private final Path file;

    /**
     * What a property or the file says.
     *
     * @param address of the daemon
     * @param local whether it listens on the loopback device alone
     */
    record Entry(TaskAddress address, boolean local) {}

    private DaemonFile(Path file) {
        this.file = file;
    }

    /**
     * {@return the file of this user}
     *
     * @throws IOException if others can use the folder
     */
    public static DaemonFile ofUser() throws IOException {
        String named = System.getProperty(PLACE);
        if (named != null) return new DaemonFile(Path.of(named).toAbsolutePath());
        return new DaemonFile(UserKey.folder(JmpiConfig.load().userFolder()).resolve("jpvmd"));
    }

    /** {@return where it is} */
    public Path path() {
        return file;
    }

    /**
     * Returns the daemon that a property or the file names.
     *
     * @param host this one
     * @return null if there is none
     * @throws IOException if the file can't be read, makes no sense, or others can write it
     */
    Entry find(String host) throws IOException {
        String named = System.getProperty(DAEMON);
        if (named != null) return parse(named.contains(":") ? named : host + ":" + named, "-D" + DAEMON + "=" + named);
        String line;
        try {
            line = Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return null;
        }
        SecretFile.check("daemon file", file, "----w--w-", "others may write it: remove it");
        return parse(line, "the daemon file " + file);
    }

    private static Entry parse(String line, String what) throws IOException {
        boolean beyond = line.endsWith(BEYOND);
        String text = beyond ? line.substring(0, line.length() - BEYOND.length()) : line;
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port < 1 << 16)
                return new Entry(new TaskAddress(text.substring(0, colon), port), !beyond);
        } catch (NumberFormatException e) {
            throw new IOException(what + " names no port: " + line, e);
        }
        throw new IOException(what + " names no host and port: " + line);
    }

    /** Writes the file: it has its whole line from its first moment on. */
    void write(TaskAddress daemon, boolean local) throws IOException {
        Path draft = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(draft);
        try {
            Files.createFile(draft, mode());
            Files.writeString(draft, daemon.host() + ":" + daemon.port() + (local ? "" : BEYOND) + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("another process makes " + draft, e);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private FileAttribute<?>[] mode() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Removes the file, unless another daemon has written it since. */
    void remove(TaskAddress daemon) {
        try {
            Entry there = find(daemon.host());
            if (there != null && daemon.equals(there.address())) Files.deleteIfExists(file);
        } catch (IOException e) {
            // It is not this daemon's, or nobody can read it.
            return;
        }
    }
}
