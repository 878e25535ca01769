package org.jmpi.comm.coll.select;

import org.jmpi.comm.coll.shared.SegmentLayout;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * Selects the algorithm of a collective call: the one that a setting forces, if it is possible, else the first of the
 * operation's list whose {@link Rule} the call keeps. The selection depends only on what is the same at every rank: the
 * number of ranks and their nodes, the root, bytes, the operator, the settings.
 *
 * <p>An operation describes its call as far as its rules look at it, then selects. The ranks of a communicator have one
 * selector, which allocates no memory.
 */
public final class Selector {
    /** The ranks that select, as far as a selection depends on them. */
    public interface Ranks {
        /** {@return the number of ranks; on an intercommunicator, of this rank's own group} */
        int size();

        /** {@return the settings; the same at every rank} */
        Tuning tuning();

        /**
         * {@return whether the call may use memory that all ranks share} The same at every rank. To be called when all
         * arguments are valid: the ranks may have to find out, by messages.
         */
        default boolean hasSharedSegment() {
            return false;
        }

        /**
         * {@return the nodes of the ranks, the same at every rank; null if the call may not depend on them} To be
         * called when all arguments are valid: the ranks may have to find out, by messages.
         */
        default Nodes nodes() {
            return null;
        }

        /**
         * Takes note of the algorithm of a call, or of a part of one.
         *
         * @param operation its name
         * @param algorithm a constant of the operation's enumeration
         */
        default void selected(String operation, Enum<?> algorithm) {}

        /**
         * Warns the user that a setting forces an algorithm which is not possible for a call.
         *
         * @param forced a constant of the operation's enumeration
         * @param line says why, and what is possible
         */
        default void refused(Enum<?> forced, String line) {}
    }

    /** The ranks in groups that share memory each. */
    public interface Nodes {
        /** {@return how many there are} */
        int count();

        /** {@return whether there are several nodes, and several ranks on one of them} */
        boolean areHierarchy();

        /** {@return whether the ranks of each node follow each other, so that the order of nodes is one of ranks} */
        boolean areInOrder();
    }

    private final Ranks ranks;
    private Layout layout;
    private long count;

    /** How many blocks or operands of this length the call has as far as one rank is concerned. */
    private int copies;

    private Blocks blocks;
    private Reducer op;
    private int root;
    private boolean inPlace;

    /**
     * Makes the selector of some ranks.
     *
     * @param ranks the ranks
     */
    public Selector(Ranks ranks) {
        this.ranks = ranks;
    }

    /**
     * Describes a call that moves one buffer, or combines operands of its length.
     *
     * @param buffer the buffer or operand
     * @return this
     */
    public Selector of(Buffer buffer) {
        return of(buffer.layout(), buffer.count(), 1);
    }

    /**
     * Describes a call that moves blocks of one length, of which each rank has one.
     *
     * @param block this rank's
     * @return this
     */
    public Selector ofBlocks(Buffer block) {
        return of(block.layout(), block.count(), ranks());
    }

    /**
     * Describes a call that moves blocks of one length.
     *
     * @param equal the blocks
     * @return this
     */
    public Selector ofBlocks(Blocks equal) {
        return of(equal.layout(), equal.count(0), ranks());
    }

    private Selector of(Layout itemLayout, long items, int blocksOfThem) {
        layout = itemLayout;
        count = items;
        copies = blocksOfThem;
        op = null;
        root = Collective.NO_ROOT;
        inPlace = false;
        return this;
    }

    /**
     * Describes a call that moves blocks of any lengths, which all ranks know.
     *
     * @param varying the blocks
     * @return this
     */
    public Selector of(Blocks varying) {
        of(null, 0, 0);
        blocks = varying;
        return this;
    }

    /**
     * Describes a reduction.
     *
     * @param operand this rank's
     * @param operator the operator
     * @param toRoot the root's rank, or {@link Collective#NO_ROOT}
     * @return this
     */
    public Selector of(Buffer operand, Reducer operator, int toRoot) {
        of(operand);
        op = operator;
        root = toRoot;
        return this;
    }

    /**
     * Says whether the sent blocks lie where the received ones go.
     *
     * @param isInPlace whether they do
     * @return this
     */
    public Selector inPlace(boolean isInPlace) {
        inPlace = isInPlace;
        return this;
    }

    /**
     * Selects one of an operation's algorithms. Every rank does so after its arguments have been checked.
     *
     * @param list the operation's algorithms
     * @param <A> names the algorithms
     * @return the same at every rank
     */
    public <A extends Enum<A> & CollectiveAlgorithm> A select(AlgorithmList<A> list) {
        A forced = ranks.tuning().forced(list);
        A selected = forced == null ? list.first(this) : forcedOrFirst(list, forced);
        if (blocks != null) blocks = null;
        ranks.selected(list.operation(), selected);
        return selected;
    }

    private <A extends Enum<A> & CollectiveAlgorithm> A forcedOrFirst(AlgorithmList<A> list, A forced) {
        Restriction unmet = list.unmet(forced, this);
        if (unmet == null) return forced;
        A selected = list.first(this);
        if (ranks() > 1) ranks.refused(forced, list.refusal(forced, selected, unmet, this));
        return selected;
    }

    // ---- the call ----

    /** {@return the number of ranks} */
    public int ranks() {
        return ranks.size();
    }

    private BasicType type() {
        return layout.type();
    }

    private long elements() {
        return layout == null ? 0 : count * layout.size();
    }

    /** {@return the bytes of a block or operand; 0 for objects} */
    public long bytes() {
        return layout == null ? 0 : elements() * type().width();
    }

    /** {@return the bytes of all blocks} */
    public long totalBytes() {
        return blocks == null ? copies * bytes() : blocks.bytes(ranks());
    }

    /** Returns the bytes of all blocks; of objects their number. */
    long totalWeight() {
        return blocks == null ? copies * Math.max(bytes(), elements()) : blocks.weight(ranks());
    }

    /**
     * {@return whether a block has at most so many bytes; objects, which a tree encodes at every step, do not}
     *
     * @param limit how many
     */
    public boolean isShort(Tuning.Limit limit) {
        return type() != BasicType.OBJECT && bytes() <= at(limit);
    }

    /**
     * {@return whether an operand has so many bytes, and an item for each rank}
     *
     * @param limit how many
     */
    public boolean isLongOperand(Tuning.Limit limit) {
        return bytes() >= at(limit) && count >= ranks();
    }

    /** {@return whether a short longest way counts for more than little work in all} */
    public boolean hasManyRanks() {
        return ranks() >= at(Tuning.Limit.MANY_RANKS);
    }

    /**
     * {@return the value of a limit}
     *
     * @param limit the limit
     */
    public long at(Tuning.Limit limit) {
        return ranks.tuning().at(limit);
    }

    // ---- restrictions ----

    /** Returns whether the call meets a restriction. One switch, which is compiled with its arms inside. */
    boolean meets(Restriction restriction) {
        return switch (restriction) {
            case COMMUTATIVE -> op.isCommutative();
            case COMMUTATIVE_OR_TO_FIRST -> root == 0 || op.isCommutative();
            case POWER_OF_TWO -> Integer.bitCount(ranks()) == 1;
            case ONE_ARRAY -> ScheduleBuilder.fits(totalWeight());
            case NOT_IN_PLACE -> !inPlace;
            case NO_OBJECTS -> type() != BasicType.OBJECT;
            case ITEM_FITS -> itemFits();
            case OPERAND_FITS -> bytes() <= SegmentLayout.content(ranks(), at(Tuning.Limit.SHARED_SLOT));
            case SEGMENT -> ranks() > 1 && ranks.hasSharedSegment();
            case LEADERS -> haveLeaders();
            case NODES_IN_ORDER -> nodes().areInOrder();
            case COMMUTATIVE_OR_IN_ORDER -> op.isCommutative() || nodes().areInOrder();
        };
    }

    private boolean itemFits() {
        long item = (long) layout.size() * type().width();
        return item <= SegmentLayout.LEAST_PER_RANK
                || item <= SegmentLayout.contentPerRank(ranks(), at(Tuning.Limit.SHARED_SLOT));
    }

    private boolean haveLeaders() {
        Nodes nodes = ranks() > 2 ? nodes() : null;
        return nodes != null && nodes.areHierarchy();
    }

    /** {@return the nodes of ranks that have leaders} */
    public Nodes nodes() {
        return ranks.nodes();
    }
}
