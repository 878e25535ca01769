package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script that copies the class path to another host and starts an agent, run on this one. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class PreloadTest {
    private static final String HOST = "node's 7";

    /** Shows the mode of the folder and the jar, then what comes behind the copy. */
    private static final String AGENT = "ls -ld \"${0%/*}\" | cut -c 1-10; cat \"$0\" -; exit 7";

    @TempDir
    private Path temporary;

    private byte[] bytes;
    private FileChannel bundle;
    private Preload preload;
    private Path folder;

    @BeforeEach
    void writeBundle() throws IOException {
        bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        bundle = FileChannel.open(Files.write(temporary.resolve("bundle"), bytes));
        preload = new Preload(bundle, temporary + "/jmpi-a b-");
        folder = Path.of(preload.folder(HOST));
    }

    @AfterEach
    void closeBundle() throws IOException {
        bundle.close();
    }

    private Process start() throws IOException {
        AgentStart start = new AgentStart(
                List.of(HOST),
                List.of("sh", "-c", AGENT, Preload.PLACEHOLDER),
                List.of(),
                "job",
                JobSecret.create(),
                JmpiConfig.load(new Properties(), Map.of()),
                preload,
                0);
        return new ProcessBuilder(AgentScript.of(start, List.of(), Preload.ofHost(HOST), false)).start();
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
    void anAgentRunsFromAWholeCopyAndReadsWhatFollows() throws Exception {
        Process process = start();
        CompletableFuture<byte[]> shown = CompletableFuture.supplyAsync(() -> {
            try {
                return process.getInputStream().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (OutputStream out = process.getOutputStream()) {
            out.write(bytes);
            out.write("orders".getBytes());
        }
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.write("drwx------\n".getBytes());
        expected.write(bytes);
        expected.write("orders".getBytes());
        assertArrayEquals(expected.toByteArray(), shown.get());
        assertEquals("", error(process));
        assertEquals(7, process.waitFor());
        assertFalse(Files.exists(folder));
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
        Path jar = folder.resolve(Preload.JAR);
        while (!Files.exists(jar) || Files.size(jar) == 0) Thread.onSpinWait();
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
