package org.jmpi.comm.coll;

import java.util.function.IntFunction;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * Every rank exchanges blocks with its neighbours in a topology (MPI-4.1 section 8.6). Everything is on its way at
 * once: {@code d * (alpha + n * beta)} for d neighbours and blocks of n bytes, with alpha the latency of a message and
 * beta the time of a byte, where latencies overlap.
 *
 * <p>A block to or from MPI_PROC_NULL is not checked, as in a message to or from it.
 */
public final class NeighbourExchange {
    private NeighbourExchange() {}

    /**
     * Sends one block to all neighbours and receives one from each.
     *
     * @param view the ranks of the topology
     * @param operation the name of the operation
     * @param neighbours those of this rank
     * @param send this rank's block
     * @param receive one block from each neighbour
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void allgather(
            RankView view, String operation, Neighbourhood neighbours, Buffer send, Blocks receive) {
        if (neighbours.haveDestination()) send.check("send buffer of " + operation);
        receive.check("receive buffer of " + operation, neighbours.sources());
        view.enter(operation, Signature.NO_ROOT);
        execute(
                view,
                neighbours,
                new ScheduleArguments(operation, 0, null).sends(send).receives(receive),
                block -> send,
                receive);
    }

    /**
     * Sends one block to each neighbour and receives one from each.
     *
     * @param view the ranks of the topology
     * @param operation the name of the operation
     * @param neighbours those of this rank
     * @param send one block for each neighbour
     * @param receive one block from each neighbour
     * @throws org.jmpi.comm.error.CommException of class BUFFER, COUNT, TYPE or ARG, before anything is sent
     */
    public static void alltoall(
            RankView view, String operation, Neighbourhood neighbours, Blocks send, Blocks receive) {
        send.check("send buffer of " + operation, neighbours.destinations());
        receive.check("receive buffer of " + operation, neighbours.sources());
        view.enter(operation, Signature.NO_ROOT);
        execute(
                view,
                neighbours,
                new ScheduleArguments(operation, 0, null).sends(send).receives(receive),
                send::of,
                receive);
    }

    /** Executes a schedule that serves these neighbours alone. */
    private static void execute(
            RankView view,
            Neighbourhood neighbours,
            ScheduleArguments arguments,
            IntFunction<Buffer> send,
            Blocks receive) {
        view.execute(arguments.among(neighbours), builder -> build(builder, neighbours, send, receive));
    }

    private static void build(
            ScheduleBuilder builder, Neighbourhood neighbours, IntFunction<Buffer> send, Blocks receive) {
        int[] sources = neighbours.sources();
        for (int block : neighbours.arrivals())
            if (Neighbourhood.isRank(sources[block])) builder.receive(receive.of(block), sources[block]);
        int[] destinations = neighbours.destinations();
        for (int block = 0; block < destinations.length; block++)
            if (Neighbourhood.isRank(destinations[block])) builder.send(send.apply(block), destinations[block]);
    }
}
