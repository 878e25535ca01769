package org.jmpi.transport.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;

/** The folder of the files that the ranks of a host share: in memory where there is such a folder. */
final class SharedFolder {
    private static final String IN_MEMORY = "/dev/shm";
    private static final String PREFIX = "jmpi-";

    /** An unlocked ring or region of this age, in ms, is left over from a job that was killed. */
    private static final long STALE_MILLIS = 60_000;

    /** The starts of the files' names of jobs whose files this process has removed: guarded by itself. */
    private static final Set<String> REMOVED = new HashSet<>();

    private final Path path;
    private final LongSupplier room;

    /** @param room returns how many bytes there is room for */
    SharedFolder(Path path, LongSupplier room) {
        this.path = path.toAbsolutePath();
        this.room = room;
    }

    /** @throws IOException if the folder can't be used; the message says what to do */
    static SharedFolder of(JmpiConfig config) throws IOException {
        Path folder = pathOf(config);
        // Windows removes no file that a process has mapped, and has no modes that keep other users out.
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix"))
            throw new IOException("this system has no POSIX files: use another transport, such as socket");
        if (Files.isDirectory(folder) && Files.isWritable(folder))
            return new SharedFolder(folder, folder.toFile()::getUsableSpace);
        throw new IOException(
                "no folder to share memory in: " + folder + " is not a folder that this user may write to: "
                        + "set jmpi.shm.folder to one, or use another transport");
    }

    private static Path pathOf(JmpiConfig config) {
        String asked = config.shmFolder();
        return Path.of(asked != null ? asked : defaultPath());
    }

    private static String defaultPath() {
        Path inMemory = Path.of(IN_MEMORY);
        return Files.isDirectory(inMemory) && Files.isWritable(inMemory)
                ? IN_MEMORY
                : System.getProperty("java.io.tmpdir");
    }

    /** Returns a path that no other rank has, and that cannot be guessed outside the job. */
    Path nameOf(TransportSite site) {
        return path.resolve(nameOf(site.secret()) + site.rank());
    }

    /** Returns how many bytes there is room for. */
    long room() {
        return room.getAsLong();
    }

    /**
     * Makes a file, unless that takes more than half of the room that is left: other jobs need some, too.
     *
     * @throws IOException if there is not so much room
     */
    SharedFile create(Path file, int bytes) throws IOException {
        checkRoom(bytes);
        return make(file, bytes);
    }

    /** @throws IOException if so many bytes are more than half of the room that is left */
    void checkRoom(long bytes) throws IOException {
        long left = room();
        if (bytes > left / 2)
            throw new IOException(bytes + " bytes of shared memory are more than half of the " + left + " bytes that "
                    + path + " has room for" + SharedFile.ADVICE);
    }

    /** Makes the file by which the other ranks find this one. */
    SharedFile createControlBlock(TransportSite site) throws IOException {
        return make(nameOf(site), RingFile.controlBlockBytes(site.size()));
    }

    private static SharedFile make(Path file, int bytes) throws IOException {
        synchronized (REMOVED) {
            checkNotRemoved(file);
            return SharedFile.create(file, bytes);
        }
    }

    /** Gives a file its final name. The removal of all files of the job finds it under one of its names. */
    static void publish(SharedFile file, Path name) throws IOException {
        synchronized (REMOVED) {
            checkNotRemoved(name);
            file.publish(name);
        }
    }

    /** A thread of the program may still run when another one removes all files of its job, and then ends the JVM. */
    private static void checkNotRemoved(Path file) throws IOException {
        if (REMOVED.stream().anyMatch(file.getFileName().toString()::startsWith))
            throw new IOException("cannot make " + file + ": its job has ended");
    }

    /** Removes what killed ranks of other jobs left behind; files of other users and of running jobs stay. */
    void sweepOthers(TransportSite site) {
        String own = nameOf(site.secret());
        sweep(name -> name.startsWith(PREFIX) && !name.startsWith(own));
    }

    /** Removes what killed ranks of this job left behind. */
    void sweepJob(TransportSite site) {
        String own = nameOf(site.secret());
        sweep(name -> name.startsWith(own));
    }

    private void sweep(Predicate<String> names) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                path, file -> names.test(file.getFileName().toString()))) {
            for (Path file : files) if (mayBeLeft(file)) removeUnheld(file);
        } catch (IOException e) {
            // Another user's file, or one that another rank removes at the same time.
            return;
        }
    }

    /**
     * Removes all files of a job, of which this process makes none any more; throws the first failure, if any, when it
     * has tried to remove each.
     */
    static void removeAllOf(JobSecret secret, JmpiConfig config) throws IOException {
        synchronized (REMOVED) {
            REMOVED.add(nameOf(secret));
        }
        Path folder = pathOf(config);
        if (!Files.isDirectory(folder)) return;
        IOException failure = null;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, nameOf(secret) + "*")) {
            for (Path file : files) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    if (failure == null) failure = e;
                }
            }
        }
        if (failure != null) throw failure;
    }

    private static String nameOf(JobSecret secret) {
        return PREFIX + secret.fileName() + "-";
    }

    /**
     * Returns whether an unlocked file is left over. A control block and a draft are held until they are removed. A
     * ring or a region may wait for its reader when its maker does not hold it any more.
     */
    private static boolean mayBeLeft(Path file) throws IOException {
        if (SharedFile.isOwn(file) || !Files.isWritable(file)) return false;
        String name = file.getFileName().toString();
        if (name.indexOf('.') < 0 || name.endsWith(SharedFile.DRAFT)) return true;
        return System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis() > STALE_MILLIS;
    }

    /** Removes a file unless a process holds it, and holds it meanwhile: its maker may be about to. */
    private static void removeUnheld(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock(0, 1, false)) {
            if (free != null) Files.deleteIfExists(file);
        } catch (NoSuchFileException | OverlappingFileLockException e) {
            return; // its owner has removed it, or another rank of this process is about to
        }
    }

    /** Returns whether the process that made a file still runs: the system frees its lock with it. */
    static boolean isHeld(FileChannel channel) throws IOException {
        try (FileLock free = channel.tryLock(0, 1, false)) {
            return free == null;
        } catch (OverlappingFileLockException e) {
            return true; // by this process
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
