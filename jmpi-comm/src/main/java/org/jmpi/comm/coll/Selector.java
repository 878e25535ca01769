package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Reducer;

/**
 * Selects the algorithm of a collective call: the one that a setting forces, if it is possible, else the first of the
 * operation's list whose {@link Rule} the call keeps. The selection depends only on what is the same at every rank: the
 * number of ranks and their nodes, the root, bytes, the operator, the settings.
 *
 * <p>An operation describes its call as far as its rules look at it, then selects. The ranks of a communicator have one
 * selector, which allocates no memory.
 */
public final class Selector {
    private final Peers peers;
    private Layout layout;
    private int count;

    /** How many blocks or operands of this length the call has as far as one rank is concerned. */
    private int copies;

    private Blocks blocks;
    private Reducer op;
    private int root;
    private boolean inPlace;

    /**
     * Makes the selector of some ranks.
     *
     * @param peers the ranks
     */
    public Selector(Peers peers) {
        this.peers = peers;
    }

    /** Describes a call that moves one buffer, or combines operands of its length. */
    Selector of(Buffer buffer) {
        return of(buffer.layout(), buffer.count(), 1);
    }

    /** Describes a call that moves blocks of one length, of which each rank has one. */
    Selector ofBlocks(Buffer block) {
        return of(block.layout(), block.count(), ranks());
    }

    /** Describes a call that moves blocks of one length. */
    Selector ofBlocks(Blocks equal) {
        return of(equal.layout(), equal.count(0), ranks());
    }

    private Selector of(Layout itemLayout, int items, int blocksOfThem) {
        layout = itemLayout;
        count = items;
        copies = blocksOfThem;
        op = null;
        root = Signature.NO_ROOT;
        inPlace = false;
        return this;
    }

    /** Describes a call that moves blocks of any lengths, which all ranks know. */
    Selector of(Blocks varying) {
        of(null, 0, 0);
        blocks = varying;
        return this;
    }

    /** Describes a reduction. */
    Selector of(Buffer operand, Reducer operator, int toRoot) {
        of(operand);
        op = operator;
        root = toRoot;
        return this;
    }

    /** Says whether the sent blocks lie where the received ones go. */
    Selector inPlace(boolean isInPlace) {
        inPlace = isInPlace;
        return this;
    }

    /** Selects one of an operation's algorithms. Every rank does so after its arguments have been checked. */
    <A extends Enum<A> & CollectiveAlgorithm> A select(AlgorithmList<A> list) {
        A forced = peers.tuning().forced(list);
        A selected = forced == null ? list.first(this) : forcedOrFirst(list, forced);
        if (blocks != null) blocks = null;
        peers.selected(list.operation(), selected);
        return selected;
    }

    private <A extends Enum<A> & CollectiveAlgorithm> A forcedOrFirst(AlgorithmList<A> list, A forced) {
        Restriction unmet = list.unmet(forced, this);
        if (unmet == null) return forced;
        A selected = list.first(this);
        if (ranks() > 1) peers.refused(forced, list.refusal(forced, selected, unmet, this));
        return selected;
    }

    // ---- the call ----

    int ranks() {
        return peers.size();
    }

    private BasicType type() {
        return layout.type();
    }

    private long elements() {
        return layout == null ? 0 : (long) count * layout.size();
    }

    /** Returns the bytes of a block or operand; 0 for objects. */
    long bytes() {
        return layout == null ? 0 : elements() * type().width();
    }

    /** Returns the bytes of all blocks. */
    long totalBytes() {
        return blocks == null ? copies * bytes() : blocks.bytes(ranks());
    }

    /** Returns the bytes of all blocks; of objects their number. */
    long totalWeight() {
        return blocks == null ? copies * Math.max(bytes(), elements()) : blocks.weight(ranks());
    }

    /** Returns whether a block has at most so many bytes; objects, which a tree encodes at every step, do not. */
    boolean isShort(Tuning.Limit limit) {
        return type() != BasicType.OBJECT && bytes() <= at(limit);
    }

    /** Returns whether an operand has so many bytes, and an item for each rank. */
    boolean isLongOperand(Tuning.Limit limit) {
        return bytes() >= at(limit) && count >= ranks();
    }

    boolean hasManyRanks() {
        return ranks() >= at(Tuning.Limit.MANY_RANKS);
    }

    long at(Tuning.Limit limit) {
        return peers.tuning().at(limit);
    }

    // ---- restrictions ----

    /** Returns whether the call meets a restriction. One switch, which is compiled with its arms inside. */
    boolean meets(Restriction restriction) {
        return switch (restriction) {
            case COMMUTATIVE -> op.isCommutative();
            case COMMUTATIVE_OR_TO_FIRST -> root == 0 || op.isCommutative();
            case POWER_OF_TWO -> Integer.bitCount(ranks()) == 1;
            case ONE_ARRAY -> Packed.fits(totalWeight());
            case NOT_IN_PLACE -> !inPlace;
            case NO_OBJECTS -> type() != BasicType.OBJECT;
            case ITEM_FITS -> itemFits();
            case OPERAND_FITS -> bytes() <= SegmentLayout.content(ranks(), at(Tuning.Limit.SHARED_SLOT));
            case SEGMENT -> ranks() > 1 && peers.hasSharedSegment();
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
        NodeMap nodes = ranks() > 2 ? nodes() : null;
        return nodes != null && nodes.areHierarchy();
    }

    /** Returns the nodes of ranks that have leaders. */
    NodeMap nodes() {
        return peers.nodes();
    }
}
