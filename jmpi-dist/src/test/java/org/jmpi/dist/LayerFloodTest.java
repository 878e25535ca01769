package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two ranks with small heaps exchange more frames of a layer than these hold, over each transport. */
@Timeout(180)
class LayerFloodTest {
    private static final int LIMIT_SECONDS = 120;

    /** The bytes of the requests of one thread, and of their answers. */
    private static final int FLOOD_BYTES = 80_000_000;

    /** Two threads of each rank send requests to the other rank. Some answers exceed their room. */
    private static final String FLOOD = """
            import java.nio.ByteBuffer;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.atomic.AtomicInteger;
            import mpi.MPI;
            import org.jmpi.comm.frame.Frames;
            import org.jmpi.comm.frame.Layer;
            import org.jmpi.comm.frame.Reply;
            public class Flood implements Layer {
                static final int THREADS = 2;
                static Frames frames;
                static AtomicInteger answered = new AtomicInteger();
                public String name() { return "flood"; }
                public void open(Frames opened) {
                    frames = opened;
                    opened.register(0, (from, word, payload, answer) -> answer.send(word, payload));
                }
                static void flood(int requests, int bytes) {
                    AtomicInteger left = new AtomicInteger(requests);
                    CompletableFuture<Void> last = new CompletableFuture<>();
                    for (int i = 0; i < requests; i++) {
                        int word = i;
                        ByteBuffer payload = ByteBuffer.allocate(bytes).putInt(0, word);
                        frames.peer(1 - frames.rank()).request(0, word, payload, i % 100 == 0 ? 0 : bytes)
                                .whenComplete((reply, failure) -> {
                                    if (failure == null && isOf(reply, word, bytes)) answered.incrementAndGet();
                                    if (left.decrementAndGet() == 0) last.complete(null);
                                });
                    }
                    frames.await(last);
                }
                static boolean isOf(Reply reply, int word, int bytes) {
                    ByteBuffer payload = reply.payload();
                    return reply.word() == word && payload.remaining() == bytes && payload.getInt(0) == word;
                }
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int requests = Integer.parseInt(args[0]);
                    int bytes = Integer.parseInt(args[1]);
                    Thread[] threads = new Thread[THREADS];
                    for (int i = 0; i < THREADS; i++) {
                        threads[i] = new Thread(() -> flood(requests, bytes));
                        threads[i].start();
                    }
                    for (Thread thread : threads) thread.join();
                    MPI.COMM_WORLD.Barrier();
                    System.out.println("rank " + frames.rank() + ": " + answered);
                    MPI.Finalize();
                }
            }
            """;

    /**
     * Rank 1 is stopped by a signal, or its receiver blocks. Rank 0 sends frames until a look at the sender's stack
     * finds it in a wait for credit. Then rank 1 goes on.
     */
    private static final String STOPPED = """
            import java.io.IOException;
            import java.io.UncheckedIOException;
            import java.net.InetAddress;
            import java.net.ServerSocket;
            import java.net.Socket;
            import java.nio.ByteBuffer;
            import java.util.concurrent.atomic.AtomicInteger;
            import java.util.stream.Stream;
            import mpi.MPI;
            import org.jmpi.comm.frame.Frames;
            import org.jmpi.comm.frame.Layer;
            public class Stopped implements Layer {
                static Frames frames;
                static AtomicInteger sent = new AtomicInteger();
                static AtomicInteger taken = new AtomicInteger();
                public String name() { return "stopped"; }
                public void open(Frames opened) {
                    frames = opened;
                    opened.register(0, (from, word, payload) -> take(word));
                    opened.register(1, (from, word, payload) -> block((int) word));
                    opened.register(2, (from, word, payload, answer) -> answer.send(taken.get(), null));
                }
                static void take(long word) {
                    if (word == taken.get()) taken.incrementAndGet();
                }
                static void block(int port) {
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        socket.getInputStream().read();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                static String run(String... words) throws Exception {
                    Process process = new ProcessBuilder(words).start();
                    return new String(process.getInputStream().readAllBytes()).strip();
                }
                static void send(int count, int bytes) {
                    for (int i = 0; i < count; i++) {
                        frames.peer(1).send(0, i, ByteBuffer.allocate(bytes));
                        sent.incrementAndGet();
                    }
                }
                static boolean waits(Thread sender) {
                    return Stream.of(sender.getStackTrace()).anyMatch(at -> at.toString().contains(".Link.take("));
                }
                static void flood(int count, int bytes) {
                    Thread sender = new Thread(() -> send(count, bytes));
                    sender.start();
                    int before = -1;
                    while (sender.isAlive() && !(waits(sender) && sent.get() == before)) before = sent.get();
                    System.out.println("waits: " + sender.isAlive());
                    int most = (2 << 20) / (bytes + 128);
                    System.out.println("bounded: " + (sent.get() <= most ? "true" : sent + " frames of " + most));
                    thread = sender;
                }
                static Thread thread;
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int count = Integer.parseInt(args[1]);
                    int bytes = Integer.parseInt(args[2]);
                    long[] pid = {ProcessHandle.current().pid()};
                    if (frames.rank() == 1) {
                        MPI.COMM_WORLD.Send(pid, 0, 1, MPI.LONG, 0, 0);
                    } else {
                        MPI.COMM_WORLD.Recv(pid, 0, 1, MPI.LONG, 1, 0);
                        if (args[0].equals("signal")) {
                            // The peer has the layer: the flood need not ask it.
                            frames.peer(1).hasLayer();
                            run("kill", "-STOP", "" + pid[0]);
                            while (!run("ps", "-o", "stat=", "-p", "" + pid[0]).startsWith("T")) Thread.onSpinWait();
                            flood(count, bytes);
                            run("kill", "-CONT", "" + pid[0]);
                        } else {
                            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                                frames.peer(1).send(1, server.getLocalPort(), null);
                                Socket blocked = server.accept();
                                flood(count, bytes);
                                blocked.close();
                            }
                        }
                        thread.join();
                        System.out.println("taken: " + frames.await(frames.peer(1).request(2, 0, null, 0)).word());
                    }
                    MPI.Finalize();
                }
            }
            """;

    @TempDir
    private Path folder;

    /** Compiles a layer, which is a program, too, and runs it; returns the lines of its output. */
    private List<String> run(String name, String source, String transport, Object... arguments) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        Path classes = folder.resolve("classes");
        Sources.compile(List.of(file), Distribution.classPath(), classes);
        Path service = classes.resolve("META-INF/services/org.jmpi.comm.frame.Layer");
        Files.createDirectories(service.getParent());
        Files.writeString(service, name + "\n");
        List<String> words = new ArrayList<>(List.of("--timeout", "" + (LIMIT_SECONDS - 10), "-np", "2"));
        words.addAll(List.of("--transport", transport, "-Xmx64m", "-cp", "" + classes, name));
        for (Object argument : arguments) words.add("" + argument);
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, words);
        assertEquals(0, ended.exitCode(), ended::toString);
        return ended.out();
    }

    @ParameterizedTest
    @CsvSource("socket, 20000")
    void ranksFloodEachOtherWithRequests(String transport, int requests) throws Exception {
        List<String> lines = run("Flood", FLOOD, transport, requests, FLOOD_BYTES / requests);
        assertEquals(
                List.of("rank 0: " + 2 * requests, "rank 1: " + 2 * requests),
                lines.stream().sorted().toList());
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"threads, 20000", "shm, 20000", "rmi, 5000"})
    void ranksFloodEachOtherOverOtherTransports(String transport, int requests) throws Exception {
        ranksFloodEachOtherWithRequests(transport, requests);
    }

    @ParameterizedTest
    @CsvSource({"socket, block, 1000000, 100", "shm, signal, 1000000, 100"})
    void aSenderWaitsForAPeerThatHasStopped(String transport, String how, int count, int bytes) throws Exception {
        assertEquals(
                List.of("waits: true", "bounded: true", "taken: " + count),
                run("Stopped", STOPPED, transport, how, count, bytes));
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({
        "threads, block, 1000000, 100",
        "shm, block, 1000000, 100",
        "rmi, block, 10000, 10000",
        "socket, signal, 1000000, 100",
        "rmi, signal, 10000, 10000"
    })
    void aSenderWaitsOverOtherTransports(String transport, String how, int count, int bytes) throws Exception {
        aSenderWaitsForAPeerThatHasStopped(transport, how, count, bytes);
    }
}
