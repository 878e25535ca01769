package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script that copies the class path to another host, run on this one. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class PreloadTest {
    private static final String HOST = "node's 7";

    @TempDir
    private Path temporary;

    private byte[] bytes;
    private Preload preload;
    private Path folder;

    @BeforeEach
    void writeBundle() throws IOException {
        bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        Path bundle = Files.write(temporary.resolve("bundle"), bytes);
        preload = new Preload(bundle, temporary + "/jmpi-a b-");
        folder = Path.of(preload.folder(HOST));
    }

    private Process start() throws IOException {
        return new ProcessBuilder(preload.copying(Preload.ofHost(HOST))).start();
    }

    private static String error(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes()).strip();
    }

    /** Copies the first bytes of the bundle, as a connection that is cut does. */
    private Process copy(int count) throws IOException {
        Process process = start();
        try (OutputStream out = process.getOutputStream()) {
            out.write(bytes, 0, count);
        }
        return process;
    }

    @Test
    void aWholeCopyIsKeptForItsOwner() throws Exception {
        Process process = copy(bytes.length);
        assertEquals(0, process.waitFor(), () -> process.toString());
        assertEquals("", error(process));
        assertArrayEquals(bytes, Files.readAllBytes(folder.resolve(Preload.JAR)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    }

    @Test
    void aCopyThatEndsEarlyLeavesNothing() throws Exception {
        for (int count : new int[] {0, 1, bytes.length - 1}) {
            Process process = copy(count);
            assertEquals(1, process.waitFor());
            assertEquals("only " + count + " of 300000 bytes of the class path have come there", error(process));
            assertFalse(Files.exists(folder));
        }
    }

    @Test
    void aSignalThatEndsTheCopyLeavesNothing() throws Exception {
        Process process = start();
        OutputStream out = process.getOutputStream();
        out.write(bytes, 0, 100_000);
        out.flush();
        while (!Files.exists(folder.resolve(Preload.JAR))) Thread.onSpinWait();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        assertEquals(1, process.waitFor());
        assertFalse(Files.exists(folder));
    }

    /** Somebody may have made it, and what is in it is not the job's. */
    @Test
    void aFolderThatIsThereIsLeftAlone() throws Exception {
        Path other = Files.createDirectory(folder).resolve("other");
        Files.write(other, Arrays.copyOf(bytes, 1));
        Process process = start();
        assertEquals(1, process.waitFor());
        assertTrue(error(process).contains(folder.toString()));
        assertTrue(Files.exists(other));
        assertFalse(Files.exists(folder.resolve(Preload.JAR)));
    }
}
