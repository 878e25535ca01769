package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.transport.DaemonThread;

/**
 * Hears SIGQUIT, which HotSpot keeps to itself: no Java program may handle it. A JVM whose trigger file is there does
 * not print its threads at this signal but opens the socket by which tools attach to it. So the socket's file is the
 * signal; it is removed at once, so that the next signal makes another one.
 *
 * <p>Where this does not work, because the folder cannot be written or the JVM may not be attached to, the JVM prints
 * its threads as always.
 */
final class QuitSignal {
    private static final long POLL_NANOS = 100_000_000;

    private static final String TRIGGER = ".attach_pid";

    private final File trigger;
    private final File socket;
    private final Runnable heard;

    /** Holds the lock on the trigger, which shows other launchers that this one lives; null if there is no trigger. */
    private FileChannel owned;

    private volatile boolean closed;

    private QuitSignal(String folder, long pid, Runnable heard) {
        trigger = new File(folder, TRIGGER + pid);
        socket = new File(folder, ".java_pid" + pid);
        this.heard = heard;
    }

    /**
     * Watches for the signal from now on, until {@link #close}.
     *
     * @param heard runs at each signal, on a thread of this class's own
     */
    static QuitSignal watch(Runnable heard) {
        QuitSignal signal = new QuitSignal(
                ThisHost.temporaryFolder(), ProcessHandle.current().pid(), heard);
        if (File.separatorChar == '/' && !signal.socket.exists() && signal.make()) {
            new DaemonThread(signal::poll, "jmpirun-quit").start();
        }
        return signal;
    }

    private boolean make() {
        try {
            owned = FileChannel.open(trigger.toPath(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return owned.tryLock() != null;
        } catch (IOException e) {
            // The JVM then does what it always does.
            return false;
        }
    }

    private void poll() {
        removeRemains(trigger.getParentFile(), trigger.getName());
        while (!closed) {
            // A file that cannot be removed is another user's.
            if (socket.exists()) {
                if (!socket.delete()) return;
                heard.run();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * Removes the triggers of launchers that were killed by SIGKILL. A lock marks those that live, not the
     * number of a process: launchers in other containers, with numbers of their own, may share the folder.
     *
     * @param own the trigger of this process, which stays closed: a process that closes a file loses its lock on it
     */
    static void removeRemains(File folder, String own) {
        String[] names = folder.list((in, name) -> name.matches("\\.attach_pid[0-9]{1,18}") && !name.equals(own));
        if (names == null) return;
        for (String name : names) removeUnlessLocked(folder.toPath().resolve(name));
    }

    private static void removeUnlessLocked(Path trigger) {
        try (FileChannel channel = FileChannel.open(trigger, StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null) Files.deleteIfExists(trigger);
        } catch (IOException | OverlappingFileLockException e) {
            // It is gone, another user's, or one of this process: none is a remainder to remove.
        }
    }

    /** Lets the JVM have the signal again. */
    void close() {
        closed = true;
        trigger.delete();
        try {
            if (owned != null) owned.close();
        } catch (IOException e) {
            // The lock ends with the process at the latest.
        }
    }
}
