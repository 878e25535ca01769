package org.jmpi.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.spark.BarrierTaskContext;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.WireUp;

/**
 * The wire-up of the ranks in one executor, by {@code allGather} through Spark's driver, which takes a second. The
 * first rank in the executor sends for all of them; the others send nothing.
 *
 * <pre>
 * the first message:      the job's secret from rank 0
 * a message of a fence:   key=value,key=value,...   values in Base64
 * </pre>
 */
final class BarrierWireUp implements WireUp {
    private final List<BarrierTaskContext> tasks;
    private final RankOrder order;
    private final String job;
    private final JobControl control;
    private final JobSecret secret;
    private final List<String> unsent = new ArrayList<>();

    /** Of each rank, the values that it has put. */
    private final List<Map<String, byte[]>> values = new ArrayList<>();

    /** @param tasks those in this executor, in the order of ranks */
    BarrierWireUp(List<BarrierTaskContext> tasks, RankOrder order, String job, JobControl control) throws IOException {
        this.tasks = tasks;
        this.order = order;
        this.job = job;
        this.control = control;
        for (int rank = 0; rank < order.size(); rank++) values.add(new HashMap<>());
        JobSecret own = rank() == 0 ? JobSecret.create() : null;
        secret =
                count() == size() ? own : JobSecret.fromHex(gather(own == null ? "" : own.toHex())[order.partition(0)]);
    }

    @Override
    public int rank() {
        return order.first(tasks.get(0).partitionId());
    }

    @Override
    public int size() {
        return order.size();
    }

    @Override
    public int count() {
        return tasks.size();
    }

    @Override
    public String job() {
        return job;
    }

    @Override
    public String transport() {
        return "auto";
    }

    @Override
    public boolean allLocal() {
        return order.allLocal();
    }

    @Override
    public JobSecret secret() {
        return secret;
    }

    @Override
    public void put(String key, byte[] value) {
        unsent.add(key + "=" + Base64.getEncoder().encodeToString(value));
    }

    /** Has no limit of time: Spark has started all tasks, and ends them if one is lost. */
    @Override
    public void fence(long nanos) throws IOException {
        String message = String.join(",", unsent);
        unsent.clear();
        if (count() == size()) {
            take(rank(), message);
            return;
        }
        String[] gathered = gather(message);
        for (int rank = 0; rank < size(); rank++) take(rank, gathered[order.partition(rank)]);
    }

    private void take(int rank, String message) {
        if (message.isEmpty()) return;
        for (String pair : message.split(",")) {
            String[] keyAndValue = pair.split("=", 2);
            values.get(rank).put(keyAndValue[0], Base64.getDecoder().decode(keyAndValue[1]));
        }
    }

    /** Every task has to call {@code allGather}. */
    private String[] gather(String message) throws IOException {
        List<CompletableFuture<String[]>> others = new ArrayList<>();
        for (BarrierTaskContext task : tasks.subList(1, tasks.size()))
            others.add(CompletableFuture.supplyAsync(
                    () -> task.allGather(""), gathering -> new Thread(gathering, "jmpi-spark-gather").start()));
        try {
            String[] gathered = tasks.get(0).allGather(message);
            others.forEach(CompletableFuture::join);
            return gathered;
        } catch (CompletionException e) {
            throw new IOException("allGather of Spark failed: " + e.getCause(), e);
        }
    }

    @Override
    public byte[] get(int rank, String key) throws IOException {
        byte[] value = values.get(rank).get(key);
        if (value == null) throw new IOException("rank " + rank + " has not put the key " + key);
        return value;
    }

    @Override
    public Optional<JobControl> control() {
        return Optional.of(control);
    }

    @Override
    public void close() {
        // The stage ends by its tasks.
    }
}
