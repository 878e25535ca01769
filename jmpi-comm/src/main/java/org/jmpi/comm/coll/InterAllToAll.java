package org.jmpi.comm.coll;

import java.util.function.IntFunction;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/** The operations of an intercommunicator by which each group gets the other one's data (MPI-4.1 section 6.2.2). */
public final class InterAllToAll {
    private InterAllToAll() {}

    /**
     * Waits for the ranks of both groups: the first ranks signal each other when all ranks of their groups have come.
     *
     * @param view the ranks of both groups
     */
    public static void barrier(RankView view) {
        view.enter("Barrier", Collective.NO_ROOT);
        ScheduleArguments arguments = new ScheduleArguments("Barrier", 0, null);
        view.execute(arguments, builder -> {
            int other = builder.size();
            Barrier.binomialTree(
                    builder, () -> builder.exchange(EmptyMessage.empty(), other, EmptyMessage.empty(), other));
        });
    }

    /**
     * Sends this rank's block to each rank of the other group.
     *
     * @param view the ranks of both groups
     * @param operation the name of the operation: Allgather, or Allgatherv
     * @param send this rank's block
     * @param receive one block from each rank of the other group
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void allgather(RankView view, String operation, Buffer send, Blocks receive) {
        send.check("send buffer of " + operation);
        receive.check("receive buffer of " + operation, view.remoteSize());
        view.enter(operation, Collective.NO_ROOT);
        view.execute(
                new ScheduleArguments(operation, 0, null).sends(send).receives(receive),
                builder -> exchange(builder, view.remoteSize(), to -> send, receive));
    }

    /**
     * Sends a block to each rank of the other group and receives one from each.
     *
     * @param view the ranks of both groups
     * @param operation the name of the operation: Alltoall, Alltoallv or Alltoallw
     * @param send one block for each rank of the other group
     * @param receive one block from each rank of the other group
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void alltoall(RankView view, String operation, Blocks send, Blocks receive) {
        send.check("send buffer of " + operation, view.remoteSize());
        receive.check("receive buffer of " + operation, view.remoteSize());
        view.enter(operation, Collective.NO_ROOT);
        view.execute(
                new ScheduleArguments(operation, 0, null).sends(send).receives(receive),
                builder -> exchange(builder, view.remoteSize(), send::of, receive));
    }

    /** Has everything on its way at once. Each rank sends first to another one: {@code m * (alpha + n * beta)}. */
    private static void exchange(ScheduleBuilder builder, int others, IntFunction<Buffer> send, Blocks receive) {
        int own = builder.size();
        for (int from = 0; from < others; from++) builder.receive(receive.of(from), own + from);
        for (int k = 0; k < others; k++) {
            int to = (builder.rank() + k) % others;
            builder.send(send.apply(to), own + to);
        }
    }

    /**
     * Combines the operands of each group at its first rank. These ranks exchange the results and broadcast them.
     *
     * @param view the ranks of both groups
     * @param send this rank's operand
     * @param receive where the result of the other group goes
     * @param op what combines two items
     * @throws CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    public static void allreduce(RankView view, Buffer send, Buffer receive, Reducer op) {
        Accumulator.check("send buffer of Allreduce", send, op);
        receive.check("receive buffer of Allreduce");
        view.enter("Allreduce", Collective.NO_ROOT, op, send);
        ScheduleArguments arguments =
                new ScheduleArguments("Allreduce", 0, op).sends(send).receives(receive);
        Reduce.Algorithm combining = Reduce.select(view, send, op, 0);
        Bcast.Algorithm dealing = Bcast.select(view, receive);
        view.execute(arguments, builder -> {
            int other = builder.size();
            Buffer combined = Reduce.toFirst(builder, combining, send, op);
            if (builder.rank() == 0) builder.exchange(combined, other, receive, other);
            Bcast.fromFirst(builder, dealing, view, receive);
        });
    }

    /**
     * Combines the operands of each group at its first rank. These ranks exchange the results and deal them out.
     *
     * @param view the ranks of both groups
     * @param operation the name of the operation: Reduce_scatter, or Reduce_scatter_block
     * @param own gets as many items as all counts together, and as those of the other group
     * @param block gets as many items as this rank's count
     * @param counts the items of the block of each rank of the own group, the same at all of them
     * @param op what combines two items
     * @throws CommException of class BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    public static void reduceScatter(
            RankView view, String operation, Buffer own, Buffer block, int[] counts, Reducer op) {
        Buffer send = own.count(ReduceScatter.items(counts, view.size()));
        Buffer receive = block.count(counts[view.rank()]);
        Partition ofRanks = Partition.of(counts.length, rank -> counts[rank]);
        Accumulator.check("send buffer of " + operation, send, op);
        receive.check("receive buffer of " + operation);
        view.enter(operation, Collective.NO_ROOT, op, send);
        Reduce.Algorithm combining = Reduce.select(view, send, op, 0);
        view.execute(
                new ScheduleArguments("Reduce_scatter", 0, op)
                        .sends(send)
                        .inBlocks(counts)
                        .receives(receive),
                builder -> reduceScatter(builder, combining, send, receive, ofRanks, op));
    }

    private static void reduceScatter(
            ScheduleBuilder builder,
            Reduce.Algorithm combining,
            Buffer send,
            Buffer receive,
            Partition ofRanks,
            Reducer op) {
        Buffer combined = Reduce.toFirst(builder, combining, send, op);
        if (builder.rank() > 0) {
            builder.receive(receive, 0);
            return;
        }
        int other = builder.size();
        Buffer theirs = builder.room(send.layout(), send.count());
        builder.exchange(combined, other, theirs, other);
        for (int to = 1; to < builder.size(); to++) builder.send(ofRanks.block(theirs, to), to);
        builder.copy(ofRanks.block(theirs, 0), receive);
    }
}
