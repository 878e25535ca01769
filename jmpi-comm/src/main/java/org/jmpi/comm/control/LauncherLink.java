package org.jmpi.comm.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.ConnectRetry;

/**
 * A process's connection to jmpirun, open from MPI.Init until the process ends. {@link ControlMessage} draws the
 * protocol.
 *
 * <p>One daemon thread reads. It answers requests for a dump by itself, so that a rank whose other threads all hang
 * still answers, and it ends the process as soon as the launcher is gone.
 */
public final class LauncherLink implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    /** A launcher answers at once; only a host that is busy beyond reason takes this long. */
    private static final long ANSWER_NANOS = 10 * SECOND;

    /** The exit code of a JVM of several ranks that has no memory left for a report to the launcher. */
    public static final int OUT_OF_MEMORY_CODE = 3;

    private static final String OUT_OF_MEMORY = OutOfMemoryError.class.getName() + ": Java heap space";

    /** Written as the JVM itself does with -XX:+ExitOnOutOfMemoryError: jmpirun looks for that. */
    static final byte[] OUT_OF_MEMORY_LINE = ProcessEnd.line("Terminating due to " + OUT_OF_MEMORY);

    /**
     * How much memory in bytes is kept for the last words: below the size that collectors treat in a way of its own.
     */
    private static final int RESERVE = 128 << 10;

    /** How long the last words may take. */
    private static final long LAST_WORDS_NANOS = 3 * SECOND;

    private final MemoryWatch memory = new MemoryWatch();
    private final LaunchEnvironment environment;
    private final RankState state;
    private final Remains remains;
    private final ProcessEnd ending;
    private final ControlSocket socket;
    private volatile CompletableFuture<Map<Integer, KeyValues>> fenced = new CompletableFuture<>();
    private volatile CompletableFuture<List<Integer>> missing = new CompletableFuture<>();
    private volatile boolean closed;

    /** Why the processes of each order have ended; not done before. */
    private final Map<Integer, CompletableFuture<String>> spawned = new ConcurrentHashMap<>();

    private final AtomicInteger orders = new AtomicInteger();

    /** The message that this process is out of memory. */
    private final byte[] lastWords;

    /** Memory for the last words, given up when there is no other. */
    private volatile byte[] reserve = new byte[RESERVE];

    /** The shared files of the ranks of this host: the last process to end removes them. */
    @FunctionalInterface
    public interface Remains {
        /**
         * Removes them.
         *
         * @throws IOException if one can't be removed
         */
        void remove() throws IOException;
    }

    private LauncherLink(
            LaunchEnvironment environment, RankState state, Remains remains, ProcessEnd ending, ControlSocket socket) {
        this.environment = environment;
        this.state = state;
        this.remains = remains;
        this.ending = ending;
        this.socket = socket;
        lastWords = lastWords(environment.rank());
    }

    private static byte[] lastWords(int rank) {
        try {
            return new ControlMessage.Failed(rank, OUT_OF_MEMORY).bytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to memory", e);
        }
    }

    /**
     * Connects to the launcher.
     *
     * @param environment who this process is, and where the launcher listens
     * @param nanos the longest time to wait for the launcher, in ns
     * @param state reports what this process's ranks wait for, when the launcher asks for it
     * @param remains is removed if the launcher is gone
     * @return the open channel
     * @throws CommException if the launcher is not there or does not know the job's secret
     */
    public static LauncherLink connect(LaunchEnvironment environment, long nanos, RankState state, Remains remains) {
        return connect(environment, nanos, state, remains, ProcessEnd.HALT);
    }

    static LauncherLink connect(
            LaunchEnvironment environment, long nanos, RankState state, Remains remains, ProcessEnd ending) {
        ControlSocket socket = connect(environment, nanos);
        LauncherLink launcher = new LauncherLink(environment, state, remains, ending, socket);
        new DaemonThread(launcher::read, "jmpi-control").start();
        return launcher;
    }

    private static ControlSocket connect(LaunchEnvironment environment, long nanos) {
        String host = environment.launcher().getHostString();
        int port = environment.launcher().getPort();
        try {
            return ConnectRetry.connect(nanos, left -> {
                InetSocketAddress launcher = new InetSocketAddress(InetAddress.getByName(host), port);
                return ControlSocket.connect(launcher, environment.rank(), environment.secret(), left);
            });
        } catch (IOException e) {
            throw unreachable(environment, e);
        }
    }

    /** The message says all: a network that fails at every rank would print the causes of each. */
    private static CommException unreachable(LaunchEnvironment environment, IOException e) {
        return new CommException(
                ErrorClass.OTHER,
                "rank " + environment.rank() + " cannot join its job: the launcher at "
                        + SocketAddresses.text(environment.launcher()) + ": " + e.getMessage() + hint(e));
    }

    private static String hint(IOException e) {
        if (e.getMessage() != null && e.getMessage().contains("unreachable"))
            return ": ranks reach their launcher by the loopback device, which is down (ip link set lo up)";
        return e instanceof ConnectException || e.getCause() instanceof ConnectException
                ? ": is jmpirun still running?"
                : "";
    }

    /**
     * Publishes values and waits for those of all processes.
     *
     * @param values of this process
     * @param nanos the longest time to wait for the other processes, in ns
     * @return those of each process, by its first rank
     * @throws IOException if not every process came in time; the message names the missing ranks
     */
    public Map<Integer, KeyValues> fence(KeyValues values, long nanos) throws IOException {
        send(new ControlMessage.Fence(ProcessId.current(), environment.count(), values));
        Map<Integer, KeyValues> all = awaitFenced(nanos);
        // The next answer comes after the next fence only.
        fenced = new CompletableFuture<>();
        missing = new CompletableFuture<>();
        return all;
    }

    private Map<Integer, KeyValues> awaitFenced(long nanos) throws IOException {
        try {
            return answer(fenced, nanos);
        } catch (TimeoutException e) {
            return fencedOrMissing(nanos);
        }
    }

    private Map<Integer, KeyValues> fencedOrMissing(long nanos) throws IOException {
        send(new ControlMessage.Waited());
        try {
            List<Integer> ranks = answer(missing, ANSWER_NANOS);
            // The last rank came while this one asked, and so the values were sent before this answer.
            if (ranks.isEmpty() || fenced.isDone()) return answer(fenced, ANSWER_NANOS);
            String names = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
            throw new IOException(ranks.size() + " of " + environment.size() + " ranks have not called MPI.Init within "
                    + seconds(nanos) + ": " + names);
        } catch (TimeoutException e) {
            throw new IOException("the launcher does not answer since " + seconds(ANSWER_NANOS), e);
        }
    }

    private static <T> T answer(CompletableFuture<T> answer, long nanos) throws IOException, TimeoutException {
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the other ranks", e);
        }
    }

    private static String seconds(long nanos) {
        return nanos / SECOND + " s";
    }

    /** Releases the memory that is kept for {@link #outOfMemory}. */
    public void releaseReserve() {
        reserve = null;
    }

    /** Reports that the process is out of memory, and ends it. It needs next to no memory itself. */
    public void outOfMemory() {
        releaseReserve();
        long start = System.nanoTime();
        boolean told = false;
        try {
            while (!(told = sendLastWords()) && System.nanoTime() - start < LAST_WORDS_NANOS) Thread.onSpinWait();
        } catch (IOException e) {
            // The exit code and the line on standard error are all that is left.
            closed = true;
        } finally {
            ending.end(told || environment.count() == 1 ? 1 : OUT_OF_MEMORY_CODE, OUT_OF_MEMORY_LINE);
        }
    }

    /** Returns false if other threads have taken all memory, which they may lose again. */
    private boolean sendLastWords() throws IOException {
        try {
            socket.send(lastWords);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /**
     * Has the launcher start processes.
     *
     * @param order says what they run
     * @return is completed when they have ended, by one line that says why
     * @throws CommException of class ARG if the order is too long
     */
    public CompletableFuture<String> spawn(SpawnOrder order) {
        int number = orders.getAndIncrement();
        CompletableFuture<String> end = new CompletableFuture<>();
        spawned.put(number, end);
        try {
            send(new ControlMessage.Spawn(number, order));
            return end;
        } catch (CommException e) {
            spawned.remove(number);
            throw e;
        }
    }

    private void spawnEnded(ControlMessage.SpawnEnded ended) {
        CompletableFuture<String> end = spawned.remove(ended.number());
        if (end != null) end.complete(ended.reason());
    }

    /** {@return whether the launcher is connected, as far as this process knows} */
    public boolean isConnected() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "cannot close the connection to the launcher", e);
        }
    }

    /**
     * Sends a message, unless the launcher is gone or has refused this process.
     *
     * @param message the message
     * @throws CommException of class ARG if the message is too long
     */
    public void send(ControlMessage.ToLauncher message) {
        byte[] bytes;
        try {
            bytes = message.bytes();
        } catch (IOException e) {
            throw new CommException(
                    ErrorClass.ARG, "cannot send " + message.name() + " to the launcher: " + e.getMessage(), e);
        }
        try {
            if (!closed) socket.send(bytes);
        } catch (IOException e) {
            launcherLost(e);
        }
    }

    private void read() {
        try (StallDetector.ClockWatch watch = StallDetector.OF_PROCESS.watch()) {
            do {
                while (!socket.await(MemoryWatch.INTERVAL_MILLIS)) {
                    watch.look();
                    if (memory.isExhausted()) outOfMemory();
                }
            } while (take(socket.receive()));
        } catch (IOException e) {
            launcherLost(e);
        } catch (OutOfMemoryError e) {
            outOfMemory();
        }
    }

    /** Returns whether more may follow. */
    private boolean take(ControlMessage message) throws IOException {
        if (message instanceof ControlMessage.Fenced all) fenced.complete(all.values());
        else if (message instanceof ControlMessage.Missing answer) missing.complete(answer.ranks());
        else if (message instanceof ControlMessage.SpawnEnded ended) spawnEnded(ended);
        else if (message instanceof ControlMessage.Dump) dump();
        else if (message instanceof ControlMessage.Sample) sample();
        else if (message instanceof ControlMessage.Refused refused) return refused(refused.reason());
        else if (message instanceof ControlMessage.End end) return end(end);
        else throw new IOException("a launcher does not send " + message.name());
        return true;
    }

    private boolean refused(String reason) {
        closed = true;
        fenced.completeExceptionally(new IOException("the launcher refuses: " + reason));
        return false;
    }

    private boolean end(ControlMessage.End end) {
        ending.end(end.code(), ProcessEnd.line("rank " + environment.rank() + " ends: " + end.message()));
        return false;
    }

    private void sample() throws IOException {
        Runtime jvm = Runtime.getRuntime();
        List<BlockedCall> calls;
        try {
            calls = state.blocked();
        } catch (RuntimeException e) {
            // A call has changed while it was read: the next sample has it.
            calls = List.of();
        }
        long used = jvm.totalMemory() - jvm.freeMemory();
        socket.send(new ControlMessage.Sampled(used, jvm.maxMemory(), state.samples(), calls));
    }

    private void dump() throws IOException {
        String trouble = sendBlocked();
        List<ThreadStack> stacks = ThreadStack.all(state::rankOf);
        socket.send(new ControlMessage.Stacks(stacks));
        String queues = trouble + read(state::describe);
        String connections = read(state::connections);
        socket.send(new ControlMessage.Queues(queues, connections));
    }

    /** Returns a line that says why not, or nothing. */
    private String sendBlocked() throws IOException {
        List<BlockedCall> calls;
        try {
            calls = state.blocked();
        } catch (RuntimeException e) {
            return "the calls that wait cannot be read: " + e + "\n";
        }
        socket.send(new ControlMessage.Blocked(calls));
        return "";
    }

    private static String read(Supplier<String> part) {
        try {
            return part.get();
        } catch (RuntimeException e) {
            return "the state of the queues cannot be read: " + e + "\n";
        }
    }

    private void launcherLost(IOException cause) {
        if (closed) return;
        fenced.completeExceptionally(new IOException("the launcher is gone: " + cause.getMessage()));
        missing.completeExceptionally(new IOException("the launcher is gone: " + cause.getMessage()));
        try {
            removeRemains();
        } finally {
            ending.end(1, ProcessEnd.line("rank " + environment.rank() + " ends: its launcher is gone"));
        }
    }

    /**
     * Removes the shared files of the ranks of this host: all of them end now, and no other process is left to do it.
     */
    private void removeRemains() {
        try {
            remains.remove();
        } catch (IOException | RuntimeException | ServiceConfigurationError e) {
            ending.say(ProcessEnd.line("cannot remove what the ranks have left: " + e));
        }
    }
}
