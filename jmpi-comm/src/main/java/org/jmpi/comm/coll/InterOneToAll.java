package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The operations of an intercommunicator in which one rank gives data to the ranks of the other group (MPI-4.1 section
 * 6.2.2). The other ranks of the root's group take no part: their root argument is {@link Collective#PROC_NULL}.
 */
public final class InterOneToAll {
    private InterOneToAll() {}

    /**
     * Sends the root's data to the first rank of the other group, which broadcasts them there:
     * {@code (1 + ceil(log2 p)) * (alpha + n * beta)}.
     *
     * @param view the ranks of both groups
     * @param buffer the root's data, and where the other group receives them; null at ranks that take no part
     * @param root the root argument
     * @throws CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void bcast(RankView view, Buffer buffer, int root) {
        view.checkRemoteRoot(root);
        if (buffer == null) {
            view.enter("Bcast", root);
        } else {
            buffer.check("buffer of Bcast");
            view.enter("Bcast", root, null, buffer);
        }
        ScheduleArguments arguments = new ScheduleArguments("Bcast", root, null).sends(buffer);
        boolean receives = root != Collective.ROOT && root != Collective.PROC_NULL;
        Bcast.Algorithm dealing = receives ? Bcast.select(view, buffer) : null;
        view.execute(arguments, builder -> bcast(builder, dealing, view, buffer, root));
    }

    private static void bcast(
            ScheduleBuilder builder, Bcast.Algorithm dealing, RankView view, Buffer buffer, int root) {
        if (root == Collective.ROOT) {
            builder.send(buffer, builder.size());
        } else if (dealing != null) {
            if (builder.rank() == 0) builder.receive(buffer, builder.size() + root);
            builder.fence();
            Bcast.fromFirst(builder, dealing, view, buffer);
        }
    }

    /**
     * Sends one block from the root to each rank of the other group: {@code p * (alpha + n * beta)} at the root.
     *
     * @param view the ranks of both groups
     * @param send the root's blocks; null at the other ranks
     * @param receive the block of a rank of the other group; null at the ranks of the root's group
     * @param root the root argument
     * @throws CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void scatter(RankView view, Blocks send, Buffer receive, int root) {
        checkScatter(view, "Scatter", send, receive, root);
        if (send != null) view.enter("Scatter", root, null, send.layout(), send.count(0));
        else if (receive != null) view.enter("Scatter", root, null, receive);
        else view.enter("Scatter", root);
        scatter(view, "Scatter", send, receive, root);
    }

    /**
     * Does the same as {@link #scatter}, with blocks that may differ in length and lie anywhere.
     *
     * @param view the ranks of both groups
     * @param send the root's blocks; null at the other ranks
     * @param receive the block of a rank of the other group; null at the ranks of the root's group
     * @param root the root argument
     * @throws CommException of class ROOT, BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void scatterv(RankView view, Blocks send, Buffer receive, int root) {
        checkScatter(view, "Scatterv", send, receive, root);
        view.enter("Scatterv", root);
        scatter(view, "Scatterv", send, receive, root);
    }

    private static void checkScatter(RankView view, String operation, Blocks send, Buffer receive, int root) {
        view.checkRemoteRoot(root);
        if (send != null) send.check("send buffer of " + operation, view.remoteSize());
        if (receive != null) receive.check("receive buffer of " + operation);
    }

    private static void scatter(RankView view, String operation, Blocks send, Buffer receive, int root) {
        int others = view.remoteSize();
        view.execute(new ScheduleArguments(operation, root, null).sends(send).receives(receive), builder -> {
            if (receive != null) builder.receive(receive, builder.size() + root);
            for (int to = 0; send != null && to < others; to++) builder.send(send.of(to), builder.size() + to);
        });
    }
}
