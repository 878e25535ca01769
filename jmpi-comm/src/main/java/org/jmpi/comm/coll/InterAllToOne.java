package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The operations of an intercommunicator in which one rank gets data of the ranks of the other group (MPI-4.1 section
 * 6.2.2). The other ranks of the root's group take no part: their root argument is {@link Collective#PROC_NULL}.
 */
public final class InterAllToOne {
    private InterAllToOne() {}

    /**
     * Sends one block from each rank of the other group to the root: {@code p * (alpha + n * beta)} at the root.
     *
     * @param view the ranks of both groups
     * @param send the block of a rank of the other group; null at the ranks of the root's group
     * @param receive the root's blocks; null at the other ranks
     * @param root the root argument
     * @throws CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void gather(RankView view, Buffer send, Blocks receive, int root) {
        checkGather(view, "Gather", send, receive, root);
        if (receive != null) view.enter("Gather", root, null, receive.layout(), receive.count(0));
        else if (send != null) view.enter("Gather", root, null, send);
        else view.enter("Gather", root);
        gather(view, "Gather", send, receive, root);
    }

    /**
     * Does the same as {@link #gather}, with blocks that may differ in length and lie anywhere.
     *
     * @param view the ranks of both groups
     * @param send the block of a rank of the other group; null at the ranks of the root's group
     * @param receive the root's blocks; null at the other ranks
     * @param root the root argument
     * @throws CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void gatherv(RankView view, Buffer send, Blocks receive, int root) {
        checkGather(view, "Gatherv", send, receive, root);
        view.enter("Gatherv", root);
        gather(view, "Gatherv", send, receive, root);
    }

    private static void checkGather(RankView view, String operation, Buffer send, Blocks receive, int root) {
        view.checkRemoteRoot(root);
        if (send != null) send.check("send buffer of " + operation);
        if (receive != null) receive.check("receive buffer of " + operation, view.remoteSize());
    }

    private static void gather(RankView view, String operation, Buffer send, Blocks receive, int root) {
        int others = view.remoteSize();
        view.execute(new ScheduleArguments(operation, root, null).sends(send).receives(receive), builder -> {
            for (int from = 0; receive != null && from < others; from++)
                builder.receive(receive.of(from), builder.size() + from);
            if (send != null) builder.send(send, builder.size() + root);
        });
    }

    /**
     * Combines the operands of the other group at its first rank, which sends the result to the root:
     * {@code (1 + ceil(log2 p)) * (alpha + n * beta) + ceil(log2 p) * n * gamma}.
     *
     * @param view the ranks of both groups
     * @param send the operand of a rank of the other group; null at the ranks of the root's group
     * @param receive where the root gets the result; null at the other ranks
     * @param op what combines two items; null at the ranks that take no part
     * @param root the root argument
     * @throws CommException of class ROOT, BUFFER, COUNT, TYPE, ARG or OP, before anything is sent
     */
    public static void reduce(RankView view, Buffer send, Buffer receive, Reducer op, int root) {
        view.checkRemoteRoot(root);
        Buffer operand = send != null ? send : receive;
        if (operand == null) {
            view.enter("Reduce", root);
        } else {
            Accumulator.check(send != null ? "send buffer of Reduce" : "receive buffer of Reduce", operand, op);
            view.enter("Reduce", root, op, operand);
        }
        ScheduleArguments arguments =
                new ScheduleArguments("Reduce", root, op).sends(send).receives(receive);
        Reduce.Algorithm combining = send == null ? null : Reduce.select(view, send, op, 0);
        view.execute(arguments, builder -> reduce(builder, combining, send, receive, op, root));
    }

    private static void reduce(
            ScheduleBuilder builder, Reduce.Algorithm combining, Buffer send, Buffer receive, Reducer op, int root) {
        if (receive != null) builder.receive(receive, builder.size());
        if (send == null) return;
        Buffer combined = Reduce.toFirst(builder, combining, send, op);
        if (builder.rank() == 0) builder.send(combined, builder.size() + root);
    }
}
