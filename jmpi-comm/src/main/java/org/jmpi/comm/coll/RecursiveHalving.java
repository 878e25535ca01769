package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The two halves of large reductions, after Rabenseifner. First neighbours exchange one half of their operands and
 * combine the other half, then those next to them exchange quarters, and so on. At the end each position has one block
 * of the result. Then the same steps backwards collect the blocks.
 *
 * <p>Since neighbours begin, operands stay in the order of ranks. The price is that position i ends with the block
 * whose number is i with its bits reversed.
 */
final class RecursiveHalving {
    private final ScheduleBuilder builder;
    private final PowerOfTwoFold fold;
    private final int count;
    private final int position;
    private final Accumulator accumulator;
    private final Partition partition;

    /**
     * @param partition one block for each position
     */
    RecursiveHalving(ScheduleBuilder builder, PowerOfTwoFold fold, Accumulator accumulator, Partition partition) {
        this.builder = builder;
        this.fold = fold;
        this.count = fold.count();
        this.position = fold.own();
        this.accumulator = accumulator;
        this.partition = partition;
    }

    /** Returns the number of the block that a position ends with. */
    static int blockOf(int position, int fold) {
        return Integer.reverse(position) >>> 1 >>> Integer.numberOfLeadingZeros(fold);
    }

    /** Returns the first of the blocks that a position has left before the step of this bit. */
    private int firstPart(int ofPlace, int bit) {
        return blockOf(ofPlace & (bit - 1), count);
    }

    /** Leaves each position with the combination of all ranks' operands in one block. */
    void reduceScatter() {
        if (!fold.isLeader()) {
            accumulator.send(fold.partner());
            return;
        }
        if (fold.isShared()) accumulator.combineWith(fold.partner());
        for (int bit = 1; bit < count; bit <<= 1) {
            int other = position ^ bit;
            int blocks = count / bit / 2;
            int give = firstPart(other, 2 * bit);
            int keep = firstPart(position, 2 * bit);
            accumulator.exchangeAndCombine(fold.leader(other), partition, give, keep, blocks);
        }
    }

    /** Gives every rank all blocks. */
    void allgather() {
        if (!fold.isLeader()) {
            accumulator.receive(fold.partner());
            return;
        }
        accumulator.settle(partition, blockOf(position, count));
        for (int bit = count >> 1; bit > 0; bit >>= 1) {
            int other = position ^ bit;
            int blocks = count / bit / 2;
            int mine = firstPart(position, 2 * bit);
            int theirs = firstPart(other, 2 * bit);
            int peer = fold.leader(other);
            builder.exchange(
                    partition.blocks(accumulator.result(), mine, mine + blocks),
                    peer,
                    partition.blocks(accumulator.result(), theirs, theirs + blocks),
                    peer);
        }
        if (fold.isShared()) accumulator.send(fold.partner());
    }

    /** Gives one rank, which acts for its position, all blocks. */
    void gather(int root) {
        if (!fold.isLeader()) return;
        accumulator.settle(partition, blockOf(position, count));
        int away = position ^ fold.positionOf(root);
        for (int bit = count >> 1; bit > 0; bit >>= 1) {
            int other = position ^ bit;
            int blocks = count / bit / 2;
            int first = firstPart((away & bit) != 0 ? position : other, 2 * bit);
            int peer = fold.leader(other);
            if ((away & bit) != 0) {
                builder.send(partition.blocks(accumulator.result(), first, first + blocks), peer);
                return;
            }
            builder.receive(partition.blocks(accumulator.result(), first, first + blocks), peer);
            builder.fence();
        }
    }
}
