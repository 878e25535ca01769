package org.jmpi.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.transport.SharedWords;

/**
 * A mapped file that its maker holds a lock on for as long as it lives.
 *
 * <p>Its bytes are written before it is mapped: a folder that is full then says so, whereas a page that the system
 * finds no memory for would end the program.
 */
final class SharedFile implements AutoCloseable {
    /** The end of a message about missing room: what to do. */
    static final String ADVICE =
            ": enlarge the folder (in a container by --shm-size), set jmpi.shm.folder to another one,"
                    + " or use another transport";

    private static final String FILES_ADVICE = ": raise the limit of open files (ulimit -n)";

    private static final int WRITE_BYTES = 128 << 10;

    /** The end of the name of a file that is being made. */
    static final String DRAFT = ".draft";

    /** The files that this process has made and holds: it would lose its lock by closing another channel of one. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private Path path;
    private final boolean own;
    private final FileChannel channel;
    private final MappedByteBuffer memory;
    private final SharedWords words;

    /** @param own whether this process has made the file */
    private SharedFile(Path path, boolean own, FileChannel channel, MappedByteBuffer memory) {
        this.path = path;
        this.own = own;
        this.channel = channel;
        this.memory = memory;
        this.words = new SharedWords(memory);
    }

    /**
     * Makes a file of zeros that only this user may use.
     *
     * @throws IOException if it exists or there is no room for it
     */
    static SharedFile create(Path path, int bytes) throws IOException {
        return uninterrupted(() -> createOnce(path, bytes));
    }

    private static SharedFile createOnce(Path path, int bytes) throws IOException {
        FileChannel channel = null;
        OWN.add(path);
        try {
            channel = openHeld(path);
            ByteBuffer zeros = ByteBuffer.allocate(Math.min(bytes, WRITE_BYTES));
            for (int left = bytes; left > 0; left -= zeros.limit()) {
                zeros.clear().limit(Math.min(left, zeros.capacity()));
                while (zeros.hasRemaining()) channel.write(zeros);
            }
            return new SharedFile(path, true, channel, map(channel, bytes));
        } catch (IOException e) {
            if (channel != null) {
                channel.close();
                Files.deleteIfExists(path);
            }
            OWN.remove(path);
            if (isByInterrupt(e)) throw e;
            throw new IOException(
                    "cannot make " + path + " of " + bytes + " bytes of shared memory: " + e.getMessage() + advice(e),
                    e);
        }
    }

    /**
     * Makes a file and locks it. A rank that removes unlocked files may find it before the lock: the file is then made
     * again.
     */
    private static FileChannel openHeld(Path path) throws IOException {
        while (true) {
            FileChannel channel = FileChannel.open(
                    path,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try {
                channel.lock(0, 1, false);
                if (Files.exists(path)) return channel;
                channel.close();
            } catch (IOException e) {
                channel.close();
                Files.deleteIfExists(path);
                throw e;
            }
        }
    }

    /** Returns whether this process has made a file and holds it. */
    static boolean isOwn(Path path) {
        return OWN.contains(path);
    }

    /**
     * Opens a file that another rank has made.
     *
     * @throws IOException if it is not there, not this user's or not of at least this length
     */
    static SharedFile open(Path path, int leastBytes) throws IOException {
        return uninterrupted(() -> openOnce(path, leastBytes));
    }

    private static SharedFile openOnce(Path path, int leastBytes) throws IOException {
        FileChannel channel = openChannel(path);
        try {
            long bytes = channel.size();
            if (bytes < leastBytes || bytes > Integer.MAX_VALUE)
                throw new IOException(path + " is no shared memory of this version of JMPI: " + bytes + " bytes");
            return new SharedFile(path, false, channel, map(channel, bytes));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel openChannel(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (FileSystemException e) {
            throw new IOException("cannot open " + e.getMessage() + (lacksFiles(e) ? FILES_ADVICE : ""), e);
        }
    }

    private static String advice(IOException e) {
        return lacksFiles(e) ? FILES_ADVICE : ADVICE;
    }

    private static boolean lacksFiles(IOException e) {
        return e.getMessage() != null && e.getMessage().contains("Too many open files");
    }

    private static MappedByteBuffer map(FileChannel channel, long bytes) throws IOException {
        MappedByteBuffer memory = channel.map(MapMode.READ_WRITE, 0, bytes);
        memory.load();
        memory.order(ByteOrder.LITTLE_ENDIAN);
        return memory;
    }

    /** An action that an interrupt of the calling thread ends early. */
    @FunctionalInterface
    private interface Interruptible {
        SharedFile run() throws IOException;
    }

    /** Does something however often the calling thread is interrupted, and leaves it interrupted. */
    private static SharedFile uninterrupted(Interruptible todo) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return todo.run();
                } catch (IOException e) {
                    if (!isByInterrupt(e)) throw e;
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private static boolean isByInterrupt(IOException failure) {
        return failure instanceof ClosedByInterruptException || failure instanceof FileLockInterruptionException;
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Returns the same memory, as words that one side writes and the other reads. */
    SharedWords words() {
        return words;
    }

    /** Returns whether the process that made the file still runs. */
    boolean isHeld() {
        try {
            return SharedFolder.isHeld(channel);
        } catch (IOException e) {
            return true; // cannot be told
        }
    }

    /** Gives the file the name under which others look for it, now that it is complete. */
    void publish(Path name) throws IOException {
        OWN.add(name);
        Files.move(path, name, StandardCopyOption.ATOMIC_MOVE);
        OWN.remove(path);
        path = name;
    }

    /** Removes the file's name; who has mapped it keeps its memory. */
    void unlink() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Closes the file, but keeps its memory. */
    @Override
    public void close() throws IOException {
        channel.close();
        if (own) OWN.remove(path);
    }
}
