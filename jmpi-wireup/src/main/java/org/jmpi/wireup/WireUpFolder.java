package org.jmpi.wireup;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.ThisUser;

/**
 * A folder that every host of the job sees. In it, a folder named after the job (mode 0700) has a file (mode 0600) with
 * a random key and rank 0's addresses: the first line is the key in hexadecimal, each other line an address.
 *
 * <p>The folder and the file must belong to this user and have these modes, or nothing in them is believed. A file that
 * an earlier run has left does no harm: no process at its addresses knows its key any more, and rank 0 replaces it.
 */
final class WireUpFolder implements RootLocator {
    /** The setting that names the shared folder. */
    static final String SETTING = "jmpi.wireup.dir";

    private static final String REMEDY = "; set " + Variables.variable(SETTING)
            + " to a folder that all hosts of the job" + " share and that this user owns";
    private static final String FILE = "root";
    private static final int KEY_BYTES = 32;
    private static final int LONGEST = 1 << 16;
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final FileAttribute<?> OF_FOLDER = attribute("rwx------");
    private static final FileAttribute<?> OF_FILE = attribute("rw-------");

    /** How often the folder is changed so that a network file system asks its server for the current state. */
    private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path parent;
    private final Path folder;
    private final PortRange ports;
    private final byte[] key = JobSecret.random(KEY_BYTES);
    private long refreshed = System.nanoTime();
    private boolean made;
    private Thread hook;

    /**
     * Names the folder; creates nothing.
     *
     * @param parent the shared folder
     * @param job names the job's folder
     * @param ports that rank 0 may listen on
     */
    WireUpFolder(Path parent, String job, PortRange ports) {
        this.parent = parent.toAbsolutePath().normalize();
        this.folder = this.parent.resolve(".jmpi-" + Variables.jobName(job));
        this.ports = ports;
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(String mode) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
    }

    @Override
    public PortRange ports() {
        return ports;
    }

    @Override
    public byte[] key() {
        return key.clone();
    }

    @Override
    public void publish(Root root) throws IOException {
        makeFolder();
        removeAtJvmEnd();
        StringBuilder text = new StringBuilder(HexFormat.of().formatHex(root.key())).append('\n');
        for (InetSocketAddress address : root.addresses())
            text.append(SocketAddresses.text(address)).append('\n');
        Path written = folder.resolve(FILE + ".new");
        Files.deleteIfExists(written);
        write(written, text.toString());
        Files.move(written, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void write(Path file, String text) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel channel = Files.newByteChannel(file, options, OF_FILE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) channel.write(bytes);
        }
    }

    /** Makes the job's folder, or takes the one that is there if it is this user's. */
    private void makeFolder() throws IOException {
        if (!Files.isDirectory(parent)) throw refused("the shared folder " + parent + " does not exist");
        try {
            Files.createDirectory(folder, OF_FOLDER);
            made = true;
        } catch (FileAlreadyExistsException expected) {
            // Of another rank, or of an earlier run.
        } catch (UnsupportedOperationException e) {
            throw refused("the file system of " + parent + " has no owners and modes");
        } catch (IOException e) {
            throw refused("the folder " + folder + " can't be made (" + e + ")");
        }
        check(folder, true);
    }

    @Override
    public Root locate() throws IOException {
        makeFolder();
        try {
            return parse(read());
        } catch (NoSuchFileException e) {
            refresh();
            throw new IOException("rank 0 has written nothing to " + folder + REMEDY, e);
        }
    }

    /** Reads the file of the folder that is checked, even if another folder takes its place meanwhile. */
    private List<String> read() throws IOException {
        Path file = folder.resolve(FILE);
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            if (!(stream instanceof SecureDirectoryStream<Path> opened)) {
                // The system opens no file relative to a folder.
                check(file, false);
                return Files.readAllLines(file, StandardCharsets.US_ASCII);
            }
            check(folder, true, opened.getFileAttributeView(PosixFileAttributeView.class));
            Path name = file.getFileName();
            check(
                    file,
                    false,
                    opened.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
            try (InputStream in = Channels.newInputStream(opened.newByteChannel(name, READ))) {
                return new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII)
                        .lines()
                        .toList();
            }
        }
    }

    /** A network file system may remember for a minute that a file is not there, unless its folder has changed. */
    private void refresh() throws IOException {
        if (System.nanoTime() - refreshed < REFRESH_NANOS) return;
        refreshed = System.nanoTime();
        Path file = Files.createTempFile(folder, "look", null, OF_FILE);
        Files.deleteIfExists(file);
    }

    private Root parse(List<String> lines) throws IOException {
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) addresses.add(SocketAddresses.parse(line));
            return new Root(HexFormat.of().parseHex(lines.get(0)), addresses);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw refused("the file " + folder.resolve(FILE) + " has not the form of this version of JMPI");
        }
    }

    /**
     * Checks who may have written a file.
     *
     * @throws NoSuchFileException if it does not exist
     * @throws RefusedException if it is of another kind, owner, mode or size
     */
    private void check(Path path, boolean isFolder, PosixFileAttributeView view) throws IOException {
        PosixFileAttributes found = view.readAttributes();
        String kind = isFolder ? "folder" : "file";
        if (isFolder ? !found.isDirectory() : !found.isRegularFile()) throw refused(path + " is no " + kind);
        UserPrincipal user = ThisUser.owner();
        if (!found.owner().equals(user))
            throw refused("the " + kind + " " + path + " belongs to " + found.owner() + ", not to " + user);
        String mode = PosixFilePermissions.toString(found.permissions());
        String wanted = isFolder ? "rwx------" : "rw-------";
        if (!mode.equals(wanted)) throw refused("the " + kind + " " + path + " has mode " + mode + ", not " + wanted);
        if (!isFolder && found.size() > LONGEST) throw refused("the file " + path + " has " + found.size() + " bytes");
    }

    private void check(Path path, boolean isFolder) throws IOException {
        check(
                path,
                isFolder,
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
    }

    private static RefusedException refused(String reason) {
        return new RefusedException(reason + REMEDY);
    }

    private void removeAtJvmEnd() throws IOException {
        hook = new Thread(this::remove, "jmpi-wireup-end");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new IOException("this JVM is ending", e);
        }
    }

    @Override
    public synchronized void close() {
        remove();
        if (hook == null) return;
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // It runs.
        }
        hook = null;
    }

    private synchronized void remove() {
        try {
            if (hook != null) {
                Files.deleteIfExists(folder.resolve(FILE + ".new"));
                Files.deleteIfExists(folder.resolve(FILE));
            }
            if (hook != null || made) Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException expected) {
            // Another rank still looks into it.
        } catch (IOException e) {
            Warnings.print("the folder " + folder + " can't be removed: " + e);
        }
    }
}
