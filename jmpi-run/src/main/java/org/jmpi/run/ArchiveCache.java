package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of the archives of all JVMs and installations of a user. Archives are removed whose JVM or jars are gone, and those of an
 * installation that no job has used for {@value #UNUSED_DAYS} days.
 *
 * <p>A JVM keeps an archive that it has mapped, and does without one that it does not find. The maker of a folder's archives holds the
 * folder's lock: a folder that is locked is left as it is.
 *
 * @param root the folder of all
 */
record ArchiveCache(Path root) {
    static final long DAY_MILLIS = 86_400_000;

    private static final int UNUSED_DAYS = 60;

    /** The system property that names the folder. */
    private static final String PROPERTY = "jmpi.cache";

    private static final String LOCK = "lock";
    private static final String STAMP = "pruned";

    /** The deepest folder: a path of a JVM and one of jars. */
    private static final int DEPTH = 64;

    /** Prunes the cache of this user if that was not done for a day. Nothing depends on its success. */
    static void pruneNowAndThen() {
        String folder = System.getProperty(PROPERTY);
        if (folder == null || !Files.isDirectory(Path.of(folder))) return;
        File stamp = new File(folder, STAMP);
        if (System.currentTimeMillis() - stamp.lastModified() < DAY_MILLIS) return;
        try {
            Files.write(stamp.toPath(), new byte[0]);
            new ArchiveCache(Path.of(folder)).prune();
        } catch (IOException e) {
            // A cache that cannot be written stays as it is.
            return;
        }
    }

    /** @throws IOException if a file cannot be read or removed */
    void prune() throws IOException {
        for (Path lock : find(LOCK)) pruneUnlocked(lock);
    }

    private List<Path> find(String name) throws IOException {
        try (Stream<Path> files = Files.find(root, DEPTH, (file, how) -> file.endsWith(name) && how.isRegularFile())) {
            return files.collect(Collectors.toList());
        }
    }

    private void pruneUnlocked(Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            if (held == null || !pruneFolder(lock.getParent())) return;
            Files.deleteIfExists(lock);
        }
        removeEmpty(lock.getParent());
    }

    /** Removes the archives of a folder if none is of use; returns whether it did. */
    private static boolean pruneFolder(Path folder) throws IOException {
        List<Path> files = files(folder);
        for (Path file : files) if (ClassArchive.isLabel(file) && isOfUse(file)) return false;
        for (Path file : files) if (!file.endsWith(LOCK)) Files.delete(file);
        return true;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).collect(Collectors.toList());
        }
    }

    private static boolean isOfUse(Path label) throws IOException {
        long unused =
                System.currentTimeMillis() - Files.getLastModifiedTime(label).toMillis();
        return unused < UNUSED_DAYS * DAY_MILLIS
                && ClassArchive.places(label).stream().allMatch(Files::exists);
    }

    private void removeEmpty(Path folder) throws IOException {
        for (Path empty = folder; !empty.equals(root); empty = empty.getParent()) {
            String[] names = empty.toFile().list();
            if (names == null || names.length > 0) return;
            Files.delete(empty);
        }
    }
}
