package org.jmpi.wireup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.WireUp;

/**
 * The wire-up through the process manager's key-value space. Rank 0 draws the job's secret and publishes it there: the
 * process manager alone passes it on.
 *
 * <p>A value of bytes is written in Base64 and split, as a key-value space takes short texts only:
 *
 * <pre>
 * key        value
 * KEY.0      number of parts ':' first part
 * KEY.1      second part
 * ...
 * </pre>
 */
final class KvsWireUp implements WireUp {
    private static final String SECRET = "secret";
    private static final int MOST_PARTS = 1 << 16;

    /** Room for the number of parts and the colon. */
    private static final int COUNT_CHARACTERS = 6;

    /** The longest time in ns for the process manager's answer when this process leaves. */
    private static final long LEAVE_NANOS = 2_000_000_000L;

    private final KeyValueSpace space;
    private final String transport;
    private final long answerNanos;
    private JobSecret secret;
    private Map<String, String> variables = Map.of();

    /** Whether a request has failed: its answer may still come, and would be taken for another one's. */
    private boolean broken;

    private KvsWireUp(KeyValueSpace space, String transport, long answerNanos) {
        this.space = space;
        this.transport = transport;
        this.answerNanos = answerNanos;
    }

    /**
     * Joins the job, and shares its secret.
     *
     * @param opening connects to the process manager
     * @param nanos the longest time to wait for an answer, and for the other processes, in ns
     */
    static KvsWireUp open(Callable<KeyValueSpace> opening, String transport, long nanos) throws IOException {
        KeyValueSpace space = within(nanos, opening, KeyValueSpace::close);
        KvsWireUp wireUp = new KvsWireUp(space, transport, nanos);
        try {
            wireUp.variables = wireUp.request(nanos, space::variables);
            wireUp.shareSecret();
            return wireUp;
        } catch (IOException | RuntimeException e) {
            wireUp.close();
            throw e;
        }
    }

    private void shareSecret() throws IOException {
        if (rank() == 0) {
            secret = JobSecret.create();
            put(SECRET, secret.toBytes());
        }
        fence(answerNanos);
        if (rank() != 0) secret = secretOf(get(0, SECRET));
    }

    private static JobSecret secretOf(byte[] bytes) throws IOException {
        try {
            return JobSecret.of(bytes);
        } catch (IllegalArgumentException e) {
            throw new IOException("rank 0 has published something else: " + e.getMessage(), e);
        }
    }

    @Override
    public int rank() {
        return space.rank();
    }

    @Override
    public int size() {
        return space.size();
    }

    @Override
    public String job() {
        return Variables.jobName(space.job());
    }

    @Override
    public String transport() {
        return transport;
    }

    @Override
    public boolean allLocal() {
        return space.allLocal();
    }

    @Override
    public JobSecret secret() {
        return secret;
    }

    @Override
    public void put(String key, byte[] value) throws IOException {
        request(answerNanos, () -> {
            putParts(key, Base64.getUrlEncoder().withoutPadding().encodeToString(value));
            return null;
        });
    }

    private void putParts(String key, String text) throws IOException {
        int most = space.longestValue() - COUNT_CHARACTERS;
        int parts = Math.max(1, (text.length() + most - 1) / most);
        for (int i = 0; i < parts; i++) {
            String part = text.substring(i * most, Math.min(text.length(), (i + 1) * most));
            space.put(key + "." + i, i == 0 ? parts + ":" + part : part);
        }
    }

    @Override
    public byte[] get(int rank, String key) throws IOException {
        String text = request(answerNanos, () -> getParts(rank, key));
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("the value " + key + " of rank " + rank + " is damaged: " + e.getMessage(), e);
        }
    }

    private String getParts(int rank, String key) throws IOException {
        String first = space.get(rank, key + ".0");
        int colon = Math.max(0, first.indexOf(':'));
        int parts = Variables.parse("the number of parts of " + key, first.substring(0, colon), 1, MOST_PARTS);
        StringBuilder text = new StringBuilder(first.substring(colon + 1));
        for (int i = 1; i < parts; i++) text.append(space.get(rank, key + "." + i));
        return text.toString();
    }

    @Override
    public void fence(long nanos) throws IOException {
        request(nanos, () -> {
            space.fence();
            return null;
        });
    }

    @Override
    public synchronized void spawn(SpawnOrder order) throws IOException {
        List<KeyValueSpace.Command> commands = new ArrayList<>();
        Map<String, String> passed = new LinkedHashMap<>();
        passed.put(DynamicProcesses.PARENT, order.parent());
        passed.put(DynamicProcesses.PARENT_KEY, order.key());
        for (SpawnOrder.Program program : order.programs()) {
            commands.add(SpawnCommand.of(program));
            String handler = program.info().get("mpi_initial_errhandler");
            if (handler != null) passed.putIfAbsent(LaunchEnvironment.ERROR_HANDLER, handler);
        }
        String refusal;
        try {
            refusal = request(answerNanos, () -> space.spawn(commands, passed));
        } catch (IOException e) {
            throw new IOException(
                    "the processes have not been started (srun waits for free processors of the allocation:"
                            + " srun --overlap shares them): " + e.getMessage(),
                    e);
        }
        if (refusal != null) throw new IOException(refusal + USE_JMPIRUN);
    }

    @Override
    public Map<String, String> variables() {
        return variables;
    }

    private <T> T request(long nanos, Callable<T> request) throws IOException {
        if (broken) throw new IOException("an earlier request to the process manager has failed");
        broken = true;
        T answer = within(nanos, request, late -> {});
        broken = false;
        return answer;
    }

    private interface Late<T> {
        void take(T answer) throws IOException;
    }

    /**
     * Makes a request that may wait for other processes, on a daemon thread. When the time is over, the thread stays
     * until the request fails, by {@link KeyValueSpace#disconnect} at the latest where that works.
     *
     * @param late takes an answer that comes after the wait for it has ended
     */
    private static <T> T within(long nanos, Callable<T> request, Late<T> late) throws IOException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        new DaemonThread(() -> answer(request, answer, late), "jmpi-wireup").start();
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause instanceof IOException ? cause.getMessage() : cause.toString(), cause);
        } catch (TimeoutException e) {
            return giveUp(
                    answer,
                    "not every rank has called MPI.Init within " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                            + " s, or the process manager does not answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(answer, "interrupted while waiting for the process manager");
        }
    }

    private static <T> void answer(Callable<T> request, CompletableFuture<T> answer, Late<T> late) {
        try {
            T value = request.call();
            if (!answer.complete(value)) late.take(value);
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
    }

    /** Returns the answer if it has come at the last moment. */
    private static <T> T giveUp(CompletableFuture<T> answer, String reason) throws IOException {
        IOException failure = new IOException(reason);
        answer.completeExceptionally(failure);
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IOException cause
                    ? cause
                    : new IOException(e.getCause().toString(), e);
        }
    }

    @Override
    public void abort(int code, String message) {
        try {
            within(
                    LEAVE_NANOS,
                    () -> {
                        space.abort(code, message);
                        return null;
                    },
                    late -> {});
        } catch (IOException e) {
            Warnings.print(rank(), "the process manager does not end the job: " + e.getMessage());
        }
    }

    @Override
    public boolean canAbort() {
        return true;
    }

    /** Leaves in order, unless a request has no answer yet. */
    @Override
    public void close() {
        try {
            if (!broken) leave();
        } catch (IOException ignored) {
            // The process manager is gone.
        }
        try {
            if (broken) space.disconnect();
        } catch (IOException ignored) {
            // It is gone already.
        }
        broken = true;
    }

    private void leave() throws IOException {
        request(LEAVE_NANOS, () -> {
            space.close();
            return null;
        });
    }
}
