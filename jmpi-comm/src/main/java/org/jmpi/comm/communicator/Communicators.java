package org.jmpi.comm.communicator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.schedule.Blocks;

/** How communicators come from others (MPI-4.1 section 7.4.2). Every rank of the old one calls the same method. */
public final class Communicators {
    private static final Layout INT = Layout.of(BasicType.INT);

    /** Is reserved by each rank that does not belong to a new communicator. */
    private static final int NO_CONTEXT = -1;

    private Communicators() {}

    /**
     * {@return a communicator of the same group or groups, with copies of the attributes}
     *
     * @param comm the communicator that the new one is made from
     */
    public static Communicator dup(Communicator comm) {
        comm.checkUsable();
        Communicator copy = comm.isInter() ? Intercommunicators.dup(comm) : dupIntra(comm);
        try {
            comm.attributes().copies().setIn(copy.attributes());
        } catch (RuntimeException | Error e) {
            copy.free();
            throw e;
        }
        return copy;
    }

    /**
     * {@return a communicator of the same group, without attributes}
     *
     * @param comm an intracommunicator
     */
    public static Communicator dupIntra(Communicator comm) {
        int[] id = new int[1];
        IntSupplier proposal = () -> {
            if (comm.rank() == 0) id[0] = comm.process().freeContext();
            comm.collectives().run("Dup", peers -> Bcast.run(peers, Buffer.of(id), 0));
            return id[0];
        };
        int context = agree(comm, proposal, own -> least("Dup", comm, own));
        return Communicator.intra(comm.process(), comm.group(), context).inheritFrom(comm);
    }

    /**
     * Returns a context that all ranks which are to have it have reserved. If one of them refuses, they try another.
     *
     * @param comm what the new communicator is made from
     * @param proposal returns the context that is proposed for this rank; {@link #NO_CONTEXT} if it is to have none
     * @param least returns the least of the values that all ranks give, also those without a context
     */
    static int agree(Communicator comm, IntSupplier proposal, IntUnaryOperator least) {
        ContextReservation reservation = new ContextReservation(comm);
        while (true) {
            int context = proposal.getAsInt();
            boolean free = context == NO_CONTEXT ? reservation.reserve() : reservation.reserve(context);
            try {
                if (least.applyAsInt(free ? 1 : 0) == 1) return context;
            } catch (RuntimeException | Error e) {
                reservation.release();
                throw e;
            }
            reservation.refuse();
        }
    }

    /**
     * {@return the least of the values that the ranks of a communicator give}
     *
     * @param call the name of the call
     * @param comm an intracommunicator
     * @param own the value of this rank
     */
    public static int least(String call, Communicator comm, int own) {
        int[] value = {own};
        int[] least = new int[1];
        comm.collectives().run(call, peers -> Allreduce.run(peers, Buffer.of(value), Buffer.of(least), Predefined.MIN));
        return least[0];
    }

    /**
     * {@return a communicator for each colour; null at ranks that give {@link Communicator#UNDEFINED}}
     *
     * @param comm the communicator that the new one is made from
     * @param colour not negative, or UNDEFINED
     * @param key orders the ranks of the new communicator; equal keys keep the old order
     * @throws CommException of class ARG if the colour is negative; COMM for an intercommunicator
     */
    public static Communicator split(Communicator comm, int colour, int key) {
        if (colour < 0 && colour != Communicator.UNDEFINED)
            throw new CommException(
                    ErrorClass.ARG, "colour out of range: colour=" + colour + ", at least 0 or UNDEFINED");
        boolean joins = colour != Communicator.UNDEFINED;
        int[][] ranks = new int[1][];
        IntSupplier proposal = () -> {
            int[] all = allgather("Split", comm, new int[] {
                colour, key, joins ? comm.process().freeContext() : 0
            });
            if (!joins) return NO_CONTEXT;
            ranks[0] = members(colour, all);
            return all[3 * ranks[0][0] + 2];
        };
        int context = agree(comm, proposal, own -> least("Split", comm, own));
        if (!joins) return null;
        return Communicator.intra(comm.process(), comm.group().incl(ranks[0]), context)
                .inheritFrom(comm);
    }

    /** Returns the ranks that have given a colour, in the order of their keys. */
    private static int[] members(int colour, int[] all) {
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < all.length / 3; rank++) if (all[3 * rank] == colour) members.add(rank);
        members.sort(Comparator.comparingInt(rank -> all[3 * rank + 1]));
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * {@return the communicator of a part of the group; null at ranks outside of it} Ranks may name several groups that
     * have no rank in common.
     *
     * @param comm the communicator that the new one is made from
     * @param group the members of the new one
     * @throws CommException of class GROUP if a member is not in the old communicator; COMM for an intercommunicator
     */
    public static Communicator create(Communicator comm, Group group) {
        int[] ranks = group.translate(IntStream.range(0, group.size()).toArray(), comm.group());
        for (int i = 0; i < ranks.length; i++)
            if (ranks[i] == Communicator.UNDEFINED)
                throw new CommException(
                        ErrorClass.GROUP,
                        "member of the group is not in the communicator: rank in group=" + i + ", world rank="
                                + group.worldRank(i));
        boolean joins = group.rankOf(comm.process().worldRank()) != Communicator.UNDEFINED;
        IntSupplier proposal = () -> {
            int[] all =
                    allgather("Create", comm, new int[] {joins ? comm.process().freeContext() : 0});
            return joins ? all[ranks[0]] : NO_CONTEXT;
        };
        int context = agree(comm, proposal, own -> least("Create", comm, own));
        return joins ? Communicator.intra(comm.process(), group, context).inheritFrom(comm) : null;
    }

    /**
     * {@return the communicator of the ranks that have a position in a topology; null at the others}
     *
     * @param comm the communicator that the new one is made from
     * @param topology where each rank has its position
     * @throws CommException of class TOPOLOGY if there are too few ranks; COMM for an intercommunicator
     */
    public static Communicator arrange(Communicator comm, Topology topology) {
        topology.checkFits(comm.size());
        return split(comm, comm.rank() < topology.size() ? 0 : Communicator.UNDEFINED, comm.rank());
    }

    /**
     * {@return the communicator of the smaller grid that the calling rank is in}
     *
     * @param comm the grid's communicator
     * @param grids the grids that it is divided into
     */
    public static Communicator sub(Communicator comm, CartTopology.Subgrids grids) {
        return split(comm, grids.colour(comm.rank()), grids.key(comm.rank()));
    }

    /**
     * {@return the rank that the calling process should have in a topology: its own; UNDEFINED if there is no position
     * for it}
     *
     * @param comm the communicator that the new one is made from
     * @param topology where each rank has its position
     * @throws CommException of class TOPOLOGY if there are too few ranks
     */
    public static int map(Communicator comm, Topology topology) {
        comm.checkUsable();
        topology.checkFits(comm.size());
        return topology.map(comm.rank());
    }

    /** Returns the values that all ranks exchange. */
    static int[] allgather(String call, Communicator comm, int[] own) {
        int[] all = new int[own.length * comm.size()];
        comm.collectives()
                .run(
                        call,
                        peers -> Allgather.run(
                                peers,
                                Buffer.of(own),
                                Blocks.equal(Buffer.of(all).items(0, own.length))));
        return all;
    }

    /**
     * {@return how the groups and contexts of two communicators compare (MPI-4.1 section 7.4.1)}
     *
     * @param one a communicator
     * @param other another one, or the same
     */
    public static Comparison compare(Communicator one, Communicator other) {
        one.checkUsable();
        other.checkUsable();
        if (one == other) return Comparison.IDENT;
        if (one.isInter() != other.isInter()) return Comparison.UNEQUAL;
        Comparison own = congruent(one.group().compare(other.group()));
        if (!one.isInter()) return own;
        Comparison remote = congruent(one.remoteGroup().compare(other.remoteGroup()));
        return own.compareTo(remote) < 0 ? remote : own;
    }

    /** Groups may be identical, communicators of different contexts are not. */
    private static Comparison congruent(Comparison ofGroups) {
        return ofGroups == Comparison.IDENT ? Comparison.CONGRUENT : ofGroups;
    }
}
