package org.jmpi.run.watch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.comm.trust.ThisUser;

/**
 * The folder with the sockets of a user's running jobs, one for each jmpirun. Only the user may enter it.
 *
 * <pre>
 * /tmp/jmpi-jobs-alice             rwx------
 *     6b1c0e4f62d35a01.sock        the socket of a jmpirun that listens, or has been killed
 *     6b1c0e4f62d35a01.draft       one that does not listen yet
 * </pre>
 *
 * <p>A socket has its final name only once it listens. So a refused connection means that its jmpirun was killed.
 */
public final class JobFolder {
    private static final String SOCKET = ".sock";
    private static final String DRAFT = ".draft";
    private static final String FOLDER_MODE = "rwx------";
    private static final String SOCKET_MODE = "rw-------";

    /** A draft of this age, in ms, belongs to a jmpirun that was killed. */
    private static final long STALE_MILLIS = 60_000;

    private static final int BACKLOG = 16;

    /** So often may another job remove the empty folder before this one has put its socket there. */
    private static final int TRIES = 100;

    private final Path path;
    private final String user;

    JobFolder(Path path, String user) {
        this.path = path;
        this.user = user;
    }

    /**
     * {@return the folder of the user who runs this process}
     *
     * @param temporary the folder for temporary files that all processes of the host use
     */
    public static JobFolder ofUser(String temporary) {
        return new JobFolder(ThisUser.folder(Path.of(temporary), "jobs"), ThisUser.name());
    }

    /** {@return the name of the user} */
    public String user() {
        return user;
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /**
     * {@return the names of the jobs that have a socket}
     *
     * @throws IOException if another user may have put something into the folder
     */
    public List<String> jobs() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) return List.of();
        check();
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SOCKET))
                    .map(name -> name.substring(0, name.length() - SOCKET.length()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * {@return a connection to the jmpirun of a job}
     *
     * @param job the name of the job
     * @throws NoSuchFileException if there is no such job, or its jmpirun was killed; its socket is then removed
     * @throws IOException if the connection fails
     */
    public SocketChannel connect(String job) throws IOException {
        Path socket = socket(job);
        if (!Files.exists(socket)) throw new NoSuchFileException(socket.toString());
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (ConnectException e) {
            channel.close();
            remove(job);
            throw new NoSuchFileException(socket.toString());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private Path socket(String job) {
        return path.resolve(job + SOCKET);
    }

    /**
     * Makes the socket of a job, and the folder if there is none.
     *
     * @param job the name of the job
     * @return the socket, which listens
     * @throws IOException if the folder cannot be made, or another user may have put something into it
     */
    public ServerSocketChannel open(String job) throws IOException {
        for (int left = TRIES; ; left--) {
            make();
            try {
                return bind(job);
            } catch (IOException e) {
                // Another job may have ended, and have removed the folder, which was empty.
                if (left == 0) throw e;
            }
        }
    }

    private ServerSocketChannel bind(String job) throws IOException {
        Path draft = path.resolve(job + DRAFT);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(draft), BACKLOG);
            if (isPosix()) Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString(SOCKET_MODE));
            Files.move(draft, socket(job), StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(draft);
            throw e;
        }
    }

    private void make() throws IOException {
        FileAttribute<?>[] attributes = isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FOLDER_MODE))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createDirectory(path, attributes);
        } catch (FileAlreadyExistsException e) {
            check();
        }
    }

    private boolean isPosix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The folder for temporary files may be one in which everybody makes files. */
    private void check() throws IOException {
        if (!isPosix()) return;
        PosixFileAttributes found;
        try {
            found = Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
        } catch (NoSuchFileException e) {
            // Another job has ended.
            return;
        }
        if (!found.isDirectory()) throw new IOException(path + " is no folder: remove it");
        UserPrincipal owner = ThisUser.owner();
        if (!found.owner().equals(owner))
            throw new IOException(path + " belongs to " + found.owner() + ", not to " + owner + ": jobs of " + user
                    + " cannot be found; have it removed");
        String mode = PosixFilePermissions.toString(found.permissions());
        if (!mode.equals(FOLDER_MODE))
            throw new IOException(path + " has mode " + mode + ", not " + FOLDER_MODE
                    + ": jobs cannot be found; run 'chmod 700 " + path + "'");
    }

    /**
     * Removes the socket of a job, and the folder if it is empty then.
     *
     * @param job the name of the job
     * @throws IOException if the socket cannot be removed
     */
    public void remove(String job) throws IOException {
        Files.deleteIfExists(socket(job));
        Files.deleteIfExists(path.resolve(job + DRAFT));
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            // Other jobs run.
        }
    }

    /**
     * Removes what killed processes have left.
     *
     * @throws IOException if the folder cannot be read or changed
     */
    public void removeStale() throws IOException {
        for (String job : jobs()) {
            try {
                connect(job).close();
            } catch (NoSuchFileException e) {
                // It is removed.
            }
        }
        if (!Files.exists(path)) return;
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.filter(JobFolder::isStaleDraft).toList()) Files.deleteIfExists(file);
        }
    }

    private static boolean isStaleDraft(Path file) {
        return file.toString().endsWith(DRAFT)
                && System.currentTimeMillis() - file.toFile().lastModified() > STALE_MILLIS;
    }
}
