package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveCacheTest {
    @TempDir
    private Path folder;

    private Path root;
    private Path archives;
    private Path jar;

    @BeforeEach
    void oneInstallation() throws IOException {
        root = Files.createDirectory(folder.resolve("cache"));
        jar = Files.createFile(folder.resolve("a jar.jar"));
        archives = installation("usr/bin/java/opt/jmpi", jar);
    }

    private Path installation(String name, Path itsJar) throws IOException {
        Path made = Files.createDirectories(root.resolve(name));
        for (String file : List.of("lock", "log.txt", "shm.jsa", "shm.new")) Files.createFile(made.resolve(file));
        String home = System.getProperty("java.home");
        Files.writeString(made.resolve("shm.jsa.label"), "17 " + home + "\n" + itsJar + " 0 1\n0 bytes\n");
        return made;
    }

    private void prune() throws IOException {
        new ArchiveCache(root).prune();
    }

    @Test
    void whatIsInUseStays() throws IOException {
        prune();
        assertTrue(Files.exists(archives.resolve("shm.jsa")) && Files.exists(archives.resolve("lock")));
    }

    @Test
    void archivesOfAnInstallationThatIsGoneAreRemovedWithTheirFolders() throws IOException {
        Path other = Files.createFile(folder.resolve("other.jar"));
        Path gone = installation("usr/bin/java/home/jmpi", other);
        Files.delete(other);
        prune();
        assertFalse(Files.exists(gone.getParent()));
        assertTrue(Files.exists(archives.resolve("shm.jsa.label")));
    }

    @Test
    void archivesThatNoJobHasUsedForLongAreRemoved() throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(61, ChronoUnit.DAYS));
        Files.setLastModifiedTime(archives.resolve("shm.jsa.label"), old);
        prune();
        assertEquals(List.of(), List.of(root.toFile().list()));
    }

    @Test
    void whatIsBeingMadeStays() throws IOException {
        Files.delete(jar);
        try (FileChannel channel = FileChannel.open(archives.resolve("lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertTrue(lock.isValid());
            // The JVM's own locks are not waited for but refused.
            assertThrows(OverlappingFileLockException.class, this::prune);
        }
        assertTrue(Files.exists(archives.resolve("shm.jsa")));
    }

    @Test
    void otherFilesStay() throws IOException {
        Files.createFile(root.resolve("notes"));
        Files.delete(jar);
        prune();
        assertEquals(List.of("notes"), List.of(root.toFile().list()));
    }
}
