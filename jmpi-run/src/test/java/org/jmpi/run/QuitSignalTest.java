package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuitSignalTest {
    @TempDir
    Path folder;

    /** The number of a process means nothing in another container. */
    @Test
    void onlyTriggersWithoutALockAreRemains() throws Exception {
        Path left = Files.createFile(folder.resolve(".attach_pid1"));
        Path held = folder.resolve(".attach_pid999999999");
        Path other = Files.createFile(folder.resolve(".attach_pidX"));
        try (FileChannel owner = FileChannel.open(held, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assertNotNull(owner.tryLock());
            QuitSignal.removeRemains(folder.toFile(), ".attach_pid0");
        }
        assertFalse(Files.exists(left));
        assertTrue(Files.exists(held));
        assertTrue(Files.exists(other));
    }
}
