package org.jmpi.run.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.jmpi.comm.control.ControlWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AttachTest {
    private static final JobDescription JOB =
            new JobDescription("6b1c", 4711, "p", 0, List.of(new JobDescription.ProcessPlace(0, 2, "a")));

    @TempDir
    Path temporary;

    private Path path;
    private JobFolder folder;
    private final LinkedBlockingQueue<String> troubles = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> stacks = new CompletableFuture<>();
    private final CountDownLatch stops = new CountDownLatch(1);
    private AttachServer started;

    @BeforeEach
    void makeFolder() {
        path = temporary.resolve("jobs");
        folder = new JobFolder(path, System.getProperty("user.name"));
    }

    @AfterEach
    void close() {
        if (started != null) started.close();
    }

    private void start() {
        started = AttachServer.start(
                folder,
                new JobSampler(JOB, wanted -> {}),
                new AttachServer.Actions() {
                    @Override
                    public Future<String> stacks() {
                        return stacks;
                    }

                    @Override
                    public void stop() {
                        stops.countDown();
                    }
                },
                troubles::add,
                0);
    }

    private void awaitJob() throws Exception {
        awaitJobs(List.of("6b1c"));
    }

    private void awaitJobs(List<String> jobs) throws Exception {
        while (!folder.jobs().containsAll(jobs) || folder.jobs().size() > jobs.size())
            if (Thread.interrupted()) throw new InterruptedException("there are " + folder.jobs());
    }

    @Test
    void aCommandLearnsWhatTheJobIsAt() throws Exception {
        start();
        awaitJob();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("6b1c.sock"))));
        stacks.complete("the stacks \u00fc");
        try (AttachClient client = AttachClient.connect(folder, "6b1c")) {
            JobStatus status = client.status();
            assertEquals(List.of("6b1c", "p", "starting"), List.of(status.name(), status.program(), status.state()));
            assertEquals(4711, status.pid());
            assertEquals(2, client.status().ranks().size());
            assertEquals("the stacks \u00fc", client.stacks());
        }
        started.close();
        assertFalse(Files.exists(path));
        assertThrows(NoSuchFileException.class, () -> AttachClient.connect(folder, "6b1c"));
        assertTrue(troubles.isEmpty(), troubles.toString());
    }

    @Test
    void theFolderStaysWhileOtherJobsRun() throws Exception {
        ServerSocketChannel other = folder.open("other");
        start();
        awaitJobs(List.of("6b1c", "other"));
        started.close();
        assertEquals(List.of("other"), folder.jobs());
        other.close();
    }

    @Test
    void aSocketOfAKilledProcessIsRemoved() throws Exception {
        folder.open("dead").close();
        assertEquals(List.of("dead"), folder.jobs());
        start();
        awaitJob();
    }

    @Test
    void aJobThatEndsAtOnceHasNoSocket() {
        AttachServer.start(folder, new JobSampler(JOB, wanted -> {}), null, troubles::add)
                .close();
        assertFalse(Files.exists(path));
    }

    @Test
    void aFolderThatOthersMayEnterIsNotUsed() throws Exception {
        Files.createDirectory(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-x---"));
        String message = assertThrows(IOException.class, folder::jobs).getMessage();
        assertTrue(message.contains("has mode rwxr-x---, not rwx------"), message);
        start();
        assertTrue(troubles.take().endsWith(message));
        assertEquals(List.of(), List.of(path.toFile().list()));
    }

    @Test
    void aLinkIsNoFolder() throws Exception {
        Files.createDirectory(temporary.resolve("other"));
        Files.createSymbolicLink(path, temporary.resolve("other"));
        assertTrue(assertThrows(IOException.class, folder::jobs).getMessage().contains("is no folder"));
    }

    @Test
    void aJobThatEndsMeanwhileIsAnEnd() throws Exception {
        ServerSocketChannel listening = folder.open("6b1c");
        try (AttachClient client = AttachClient.connect(folder, "6b1c")) {
            listening.accept().close();
            assertThrows(EOFException.class, client::stacks);
        }
        listening.close();
    }

    @Test
    void aStopLastsUntilTheJobHasEnded() throws Exception {
        ServerSocketChannel listening = folder.open("6b1c");
        try (AttachClient client = AttachClient.connect(folder, "6b1c")) {
            CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> {
                try {
                    client.stop();
                    return true;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            SocketChannel job = listening.accept();
            assertTrue(AttachMessage.read(stream(job)) instanceof AttachMessage.Ask);
            job.write(ByteBuffer.wrap(new AttachMessage.Text("").bytes()));
            assertFalse(stopped.isDone());
            job.close();
            assertTrue(stopped.get());
        }
        listening.close();
    }

    @Test
    void theJobIsStoppedWhenACommandAsks() throws Exception {
        start();
        awaitJob();
        try (SocketChannel channel = folder.connect("6b1c")) {
            channel.write(ByteBuffer.wrap(
                    AttachMessage.Ask.of(AttachMessage.Request.STOP).bytes()));
            stops.await();
        }
    }

    /** Another version of jmpirun reads and writes these: their kinds and fields never change. */
    @Test
    void questionsAndRefusalsLookTheSameInEachVersion() {
        assertArrayEquals(new byte[] {0, 0, 0, 0, 9, 0, 0, 0, 2}, payload(new AttachMessage.Ask(9, 2)));
        assertArrayEquals(new byte[] {1, 0, 0, 0, 2, 'n', 'o'}, payload(new AttachMessage.Refused("no")));
        List<String> requests =
                Stream.of(AttachMessage.Request.values()).map(Enum::name).toList();
        assertEquals(List.of("STATUS", "STACKS", "STOP"), requests);
    }

    private static byte[] payload(AttachMessage message) {
        ControlWriter out = new ControlWriter();
        AttachMessage.CODEC.write(message, out);
        return out.toByteArray();
    }

    private static DataInputStream stream(SocketChannel channel) {
        return new DataInputStream(Channels.newInputStream(channel));
    }

    @Test
    void anotherVersionIsRefused() throws Exception {
        start();
        awaitJob();
        try (SocketChannel channel = folder.connect("6b1c")) {
            channel.write(ByteBuffer.wrap(new AttachMessage.Ask(AttachMessage.PROTOCOL + 1, 0).bytes()));
            DataInputStream in = stream(channel);
            assertTrue(AttachMessage.read(in) instanceof AttachMessage.Refused);
            assertEquals(-1, in.read());
        }
    }
}
