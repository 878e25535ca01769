package org.jmpi;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** Operations that all ranks of a communicator call, in one order (MPI-4.1 chapter 6). */
abstract class CollectiveCalls extends PointToPointCalls {
    private static final int NO_ROOT = 0;

    /** Stands for a buffer that does not count at this rank. */
    private static final Items NONE = new Items(null, Items.OBJECT);

    CollectiveCalls(Communicator core) {
        super(core);
    }

    /**
     * An operation as a program calls it.
     *
     * @param result returns its result, once it is complete
     */
    record Call<R>(CollectiveOperation operation, Supplier<R> result) {}

    final <R> R run(Function<Communicator, Call<R>> call) {
        return call(core -> {
            Call<R> made = call.apply(core);
            core.collectives().run(made.operation);
            return made.result.get();
        });
    }

    final <R> MpiFuture<R> start(Function<Communicator, Call<R>> call) {
        return call(core -> {
            Call<R> made = call.apply(core);
            return MpiFuture.ofCollective(core.collectives().start(made.operation), made.result);
        });
    }

    /** Names what is sent. */
    private static CollectiveOperation sends(CollectiveKind kind, int root, Items sent, long count) {
        return new CollectiveOperation(kind, root).send(sent.buffer(count));
    }

    private static <R> Call<R> receiving(CollectiveOperation sending, Items received, long count, Supplier<R> result) {
        return new Call<>(sending.receive(received.buffer(count)), result);
    }

    private static Items objects(int count) {
        return new Items(new Object[count], Items.OBJECT);
    }

    @SuppressWarnings("unchecked")
    private static <T> T only(Items received) {
        return (T) received.single();
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> list(Items received) {
        return (List<T>) Collections.unmodifiableList(Arrays.asList((Object[]) received.array()));
    }

    // ---- barrier and broadcast ----

    /** Returns when every rank has called this. */
    public void barrier() {
        run(this::barrierCall);
    }

    /** {@return complete when every rank has called this} Returns at once. */
    public MpiFuture<Void> barrierAsync() {
        return start(this::barrierCall);
    }

    private Call<Void> barrierCall(Communicator core) {
        return new Call<>(new CollectiveOperation(CollectiveKind.BARRIER), () -> null);
    }

    /**
     * Returns the root's value at every rank.
     *
     * @param <T> its type
     * @param value counts at the root only; any object that can be serialised
     * @param root the root's rank, the same at every rank
     * @return the value itself at the root, a copy at the others
     */
    public <T> T broadcast(T value, int root) {
        return run(core -> broadcastCall(core, value, root));
    }

    /**
     * Starts {@link #broadcast}; returns at once.
     *
     * @param <T> the value's type
     * @param value counts at the root only; any object that can be serialised
     * @param root the root's rank, the same at every rank
     * @return gets the value
     */
    public <T> MpiFuture<T> broadcastAsync(T value, int root) {
        return start(core -> broadcastCall(core, value, root));
    }

    private static <T> Call<T> broadcastCall(Communicator core, T value, int root) {
        if (core.rank() == root) Items.refuseBuffer(value, "call broadcastInto");
        Items box = Items.ofObject(value);
        return new Call<>(sends(CollectiveKind.BCAST, root, box, 1), () -> only(box));
    }

    /**
     * Copies the root's array or buffer to every rank's, which has the same length. Faster than {@link #broadcast}.
     *
     * @param array an array or a buffer: the root's elements, and where the others get them
     * @param root the root's rank, the same at every rank
     */
    public void broadcastInto(Object array, int root) {
        run(core -> broadcastIntoCall(array, root));
    }

    /**
     * Starts {@link #broadcastInto}; returns at once.
     *
     * @param array an array or a buffer: the root's elements, and where the others get them; not to be changed
     *     meanwhile
     * @param root the root's rank, the same at every rank
     * @return complete when the array has the elements, or may be changed
     */
    public MpiFuture<Void> broadcastIntoAsync(Object array, int root) {
        return start(core -> broadcastIntoCall(array, root));
    }

    private static Call<Void> broadcastIntoCall(Object array, int root) {
        Items items = Items.ofArray(array, "array to broadcast");
        return new Call<>(sends(CollectiveKind.BCAST, root, items, items.count()), () -> null);
    }

    // ---- scatter and gather ----

    /**
     * Sends one value from the root to each rank.
     *
     * @param <T> the values' type
     * @param values one for each rank, in the order of ranks; counts at the root only
     * @param root the root's rank, the same at every rank
     * @return the calling rank's value
     * @throws MpiException also of class ERR_ARG at the root if the list has another length
     */
    public <T> T scatter(List<? extends T> values, int root) {
        return run(core -> scatterCall(core, values, root));
    }

    /**
     * Starts {@link #scatter}; returns at once.
     *
     * @param <T> the values' type
     * @param values one for each rank, in the order of ranks; counts at the root only
     * @param root the root's rank, the same at every rank
     * @return gets the calling rank's value
     */
    public <T> MpiFuture<T> scatterAsync(List<? extends T> values, int root) {
        return start(core -> scatterCall(core, values, root));
    }

    private static <T> Call<T> scatterCall(Communicator core, List<? extends T> values, int root) {
        Items sent = core.rank() == root ? oneForEach(core, values, "scatterInto") : NONE;
        Items own = objects(1);
        return receiving(sends(CollectiveKind.SCATTER, root, sent, 1), own, 1, () -> only(own));
    }

    private static Items oneForEach(Communicator core, List<?> values, String instead) {
        if (values != null && values.size() == core.size()) {
            values.forEach(value -> Items.refuseBuffer(value, "call " + instead));
            return new Items(values.toArray(), Items.OBJECT);
        }
        String given = values == null ? "is null" : "has " + values.size() + " values";
        throw new CommException(
                ErrorClass.ARG, "list " + given + ", and there are " + core.size() + " ranks: pass one value for each");
    }

    /**
     * Sends blocks of one length from the root, one to each rank. Arrays and buffers of one type may meet.
     *
     * @param all all blocks, in the order of ranks; counts at the root only
     * @param own takes the calling rank's block, and has its length
     * @param root the root's rank, the same at every rank
     * @throws MpiException also of class ERR_COUNT at the root if the blocks are not as long as {@code all}
     */
    public void scatterInto(Object all, Object own, int root) {
        run(core -> scatterIntoCall(core, all, own, root));
    }

    /**
     * Starts {@link #scatterInto}; returns at once.
     *
     * @param all all blocks, in the order of ranks; counts at the root only
     * @param own takes the calling rank's block, and has its length
     * @param root the root's rank, the same at every rank
     * @return complete when the block is there
     */
    public MpiFuture<Void> scatterIntoAsync(Object all, Object own, int root) {
        return start(core -> scatterIntoCall(core, all, own, root));
    }

    private static Call<Void> scatterIntoCall(Communicator core, Object all, Object own, int root) {
        Items block = Items.ofArray(own, "array of the own block");
        Items blocks = core.rank() == root ? blocks(core, all, block.count()) : NONE;
        return receiving(sends(CollectiveKind.SCATTER, root, blocks, block.count()), block, block.count(), () -> null);
    }

    /** Returns an array of one block for each rank. */
    private static Items blocks(Communicator core, Object all, long count) {
        Items blocks = Items.ofArray(all, "array of all blocks");
        if (blocks.count() != count * core.size())
            throw new CommException(
                    ErrorClass.COUNT,
                    "array or buffer of all blocks has another length than all blocks together: length="
                            + blocks.count() + ", ranks=" + core.size() + ", elements of a block=" + count);
        return blocks;
    }

    /**
     * Collects one value from each rank at the root.
     *
     * @param <T> the values' type
     * @param value the calling rank's
     * @param root the root's rank, the same at every rank
     * @return the values in the order of ranks; at the other ranks an empty list
     */
    public <T> List<T> gather(T value, int root) {
        return run(core -> gatherCall(core, value, root));
    }

    /**
     * Starts {@link #gather}; returns at once.
     *
     * @param <T> the values' type
     * @param value the calling rank's
     * @param root the root's rank, the same at every rank
     * @return gets the values in the order of ranks; at the other ranks an empty list
     */
    public <T> MpiFuture<List<T>> gatherAsync(T value, int root) {
        return start(core -> gatherCall(core, value, root));
    }

    private static <T> Call<List<T>> gatherCall(Communicator core, T value, int root) {
        Items.refuseBuffer(value, "call gatherInto");
        boolean isRoot = core.rank() == root;
        Items all = isRoot ? objects(core.size()) : NONE;
        return receiving(
                sends(CollectiveKind.GATHER, root, Items.ofObject(value), 1),
                all,
                1,
                () -> isRoot ? list(all) : List.of());
    }

    /**
     * Collects blocks of one length at the root, one from each rank. Arrays and buffers of one type may meet.
     *
     * @param own the calling rank's block
     * @param all takes all blocks, in the order of ranks; counts at the root only
     * @param root the root's rank, the same at every rank
     * @throws MpiException also of class ERR_COUNT at the root if the blocks are not as long as {@code all}
     */
    public void gatherInto(Object own, Object all, int root) {
        run(core -> gatherIntoCall(core, own, all, root));
    }

    /**
     * Starts {@link #gatherInto}; returns at once.
     *
     * @param own the calling rank's block
     * @param all takes all blocks, in the order of ranks; counts at the root only
     * @param root the root's rank, the same at every rank
     * @return complete when the blocks are there, or the own one may be changed
     */
    public MpiFuture<Void> gatherIntoAsync(Object own, Object all, int root) {
        return start(core -> gatherIntoCall(core, own, all, root));
    }

    private static Call<Void> gatherIntoCall(Communicator core, Object own, Object all, int root) {
        Items block = Items.ofArray(own, "array of the own block");
        Items blocks = core.rank() == root ? blocks(core, all, block.count()) : NONE;
        return receiving(sends(CollectiveKind.GATHER, root, block, block.count()), blocks, block.count(), () -> null);
    }

    // ---- gather to all, and all to all ----

    /**
     * Collects one value from each rank at every rank.
     *
     * @param <T> the values' type
     * @param value the calling rank's
     * @return the values in the order of ranks
     */
    public <T> List<T> allGather(T value) {
        return run(core -> allGatherCall(core, value));
    }

    /**
     * Starts {@link #allGather}; returns at once.
     *
     * @param <T> the values' type
     * @param value the calling rank's
     * @return gets the values in the order of ranks
     */
    public <T> MpiFuture<List<T>> allGatherAsync(T value) {
        return start(core -> allGatherCall(core, value));
    }

    private static <T> Call<List<T>> allGatherCall(Communicator core, T value) {
        Items.refuseBuffer(value, "call allGatherInto");
        Items all = objects(core.size());
        return receiving(sends(CollectiveKind.ALLGATHER, NO_ROOT, Items.ofObject(value), 1), all, 1, () -> list(all));
    }

    /**
     * Collects blocks of one length at every rank, one from each rank. Arrays and buffers of one type may meet.
     *
     * @param own the calling rank's block
     * @param all takes all blocks, in the order of ranks
     * @throws MpiException also of class ERR_COUNT if the blocks are not as long as {@code all}
     */
    public void allGatherInto(Object own, Object all) {
        run(core -> allGatherIntoCall(core, own, all));
    }

    /**
     * Starts {@link #allGatherInto}; returns at once.
     *
     * @param own the calling rank's block
     * @param all takes all blocks, in the order of ranks
     * @return complete when the blocks are there
     */
    public MpiFuture<Void> allGatherIntoAsync(Object own, Object all) {
        return start(core -> allGatherIntoCall(core, own, all));
    }

    private static Call<Void> allGatherIntoCall(Communicator core, Object own, Object all) {
        Items block = Items.ofArray(own, "array of the own block");
        long count = block.count();
        return receiving(
                sends(CollectiveKind.ALLGATHER, NO_ROOT, block, count), blocks(core, all, count), count, () -> null);
    }

    /**
     * Sends one value to each rank and receives one from each.
     *
     * @param <T> the values' type
     * @param values one for each rank, in the order of ranks
     * @return the values of the ranks for this one, in the order of ranks
     * @throws MpiException also of class ERR_ARG if the list has another length
     */
    public <T> List<T> allToAll(List<? extends T> values) {
        return run(core -> allToAllCall(core, values));
    }

    /**
     * Starts {@link #allToAll}; returns at once.
     *
     * @param <T> the values' type
     * @param values one for each rank, in the order of ranks
     * @return gets the values of the ranks for this one, in the order of ranks
     */
    public <T> MpiFuture<List<T>> allToAllAsync(List<? extends T> values) {
        return start(core -> allToAllCall(core, values));
    }

    private static <T> Call<List<T>> allToAllCall(Communicator core, List<? extends T> values) {
        Items all = objects(core.size());
        return receiving(
                sends(CollectiveKind.ALLTOALL, NO_ROOT, oneForEach(core, values, "allToAllInto"), 1),
                all,
                1,
                () -> list(all));
    }

    /**
     * Sends a block to each rank and receives one from each, all of one length. Arrays and buffers of one type may
     * meet.
     *
     * @param blocks one for each rank, in the order of ranks
     * @param received takes the blocks of the ranks for this one, in the order of ranks
     * @throws MpiException also of class ERR_COUNT if the arrays can't be cut into one block for each rank
     */
    public void allToAllInto(Object blocks, Object received) {
        run(core -> allToAllIntoCall(core, blocks, received));
    }

    /**
     * Starts {@link #allToAllInto}; returns at once.
     *
     * @param blocks one for each rank, in the order of ranks
     * @param received takes the blocks of the ranks for this one, in the order of ranks
     * @return complete when the blocks are there
     */
    public MpiFuture<Void> allToAllIntoAsync(Object blocks, Object received) {
        return start(core -> allToAllIntoCall(core, blocks, received));
    }

    private static Call<Void> allToAllIntoCall(Communicator core, Object blocks, Object received) {
        long count = Items.ofArray(blocks, "array of all blocks").count() / core.size();
        return receiving(
                sends(CollectiveKind.ALLTOALL, NO_ROOT, blocks(core, blocks, count), count),
                blocks(core, received, count),
                count,
                () -> null);
    }
}
