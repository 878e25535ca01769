package org.jmpi.comm.communicator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Allgather;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.schedule.Blocks;

/** How communicators come from others (MPI-4.1 section 7.4.2). Every rank of the old one calls the same method. */
public final class Communicators {
    private static final Layout INT = Layout.of(BasicType.INT);

    private Communicators() {}

    /**
     * {@return a communicator of the same group or groups, with the same attributes}
     *
     * @param comm the communicator that the new one is made from
     */
    public static Communicator dup(Communicator comm) {
        comm.checkUsable();
        Communicator copy = comm.isInter() ? Intercommunicators.dup(comm) : dupIntra(comm);
        copy.attributes().putAll(comm.attributes());
        return copy;
    }

    static Communicator dupIntra(Communicator comm) {
        int[] id = new int[1];
        if (comm.rank() == 0) id[0] = comm.process().contextIds().next();
        comm.collectives().run("Dup", peers -> Bcast.run(peers, Buffer.of(id), 0));
        return Communicator.intra(comm.process(), comm.group(), id[0]).inheritFrom(comm);
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
        int[] own = {colour, key, joins ? comm.process().contextIds().next() : 0};
        int[] all = allgather("Split", comm, own);
        if (!joins) return null;
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < comm.size(); rank++) if (all[3 * rank] == colour) members.add(rank);
        members.sort(Comparator.comparingInt(rank -> all[3 * rank + 1]));
        int[] ranks = members.stream().mapToInt(Integer::intValue).toArray();
        return Communicator.intra(comm.process(), comm.group().incl(ranks), all[3 * ranks[0] + 2])
                .inheritFrom(comm);
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
        int[] all = allgather(
                "Create", comm, new int[] {joins ? comm.process().contextIds().next() : 0});
        return joins ? Communicator.intra(comm.process(), group, all[ranks[0]]).inheritFrom(comm) : null;
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
                .run(call, peers -> Allgather.run(peers, Buffer.of(own), Blocks.equal(all, 0, own.length, INT)));
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
