package org.jmpi.comm.coll;

import org.jmpi.comm.schedule.ScheduleBuilder;

/**
 * The two halves of large reductions, after Rabenseifner. First neighbours exchange one half of their operands and
 * combine the other half, then those next to them exchange quarters, and so on: at the end each place has one part of
 * the result. Then the same steps backwards collect the parts.
 *
 * <p>Since neighbours begin, operands stay in the order of ranks. The price is that place i ends with the part whose
 * number is i with its bits reversed.
 */
final class RecursiveHalving {
    private final ScheduleBuilder builder;
    private final Places places;
    private final int count;
    private final int place;
    private final Operands operands;
    private final Cuts cuts;

    /**
     * @param cuts one part for each place
     */
    RecursiveHalving(ScheduleBuilder builder, Places places, Operands operands, Cuts cuts) {
        this.builder = builder;
        this.places = places;
        this.count = places.count();
        this.place = places.own();
        this.operands = operands;
        this.cuts = cuts;
    }

    /** Returns the number of the part that a place ends with. */
    static int partOf(int place, int places) {
        return Integer.reverse(place) >>> 1 >>> Integer.numberOfLeadingZeros(places);
    }

    /** Returns the first of the parts that a place has left before the step of this bit. */
    private int firstPart(int ofPlace, int bit) {
        return partOf(ofPlace & (bit - 1), count);
    }

    /** Leaves each place with the combination of all ranks' operands in one part. */
    void reduceScatter() {
        if (!places.isSpeaker()) {
            operands.send(places.partner());
            return;
        }
        if (places.isShared()) operands.combineWith(places.partner());
        for (int bit = 1; bit < count; bit <<= 1) {
            int other = place ^ bit;
            int parts = count / bit / 2;
            int give = firstPart(other, 2 * bit);
            int keep = firstPart(place, 2 * bit);
            operands.exchangeAndCombine(places.speaker(other), cuts, give, keep, parts);
        }
    }

    /** Gives every rank all parts. */
    void allgather() {
        if (!places.isSpeaker()) {
            operands.receive(places.partner());
            return;
        }
        operands.settle(cuts, partOf(place, count));
        for (int bit = count >> 1; bit > 0; bit >>= 1) {
            int other = place ^ bit;
            int parts = count / bit / 2;
            int mine = firstPart(place, 2 * bit);
            int theirs = firstPart(other, 2 * bit);
            int peer = places.speaker(other);
            builder.exchange(
                    cuts.parts(operands.result(), mine, mine + parts),
                    peer,
                    cuts.parts(operands.result(), theirs, theirs + parts),
                    peer);
        }
        if (places.isShared()) operands.send(places.partner());
    }

    /** Gives one rank, which speaks for its place, all parts. */
    void gather(int root) {
        if (!places.isSpeaker()) return;
        operands.settle(cuts, partOf(place, count));
        int away = place ^ places.placeOf(root);
        for (int bit = count >> 1; bit > 0; bit >>= 1) {
            int other = place ^ bit;
            int parts = count / bit / 2;
            int first = firstPart((away & bit) != 0 ? place : other, 2 * bit);
            int peer = places.speaker(other);
            if ((away & bit) != 0) {
                builder.send(cuts.parts(operands.result(), first, first + parts), peer);
                return;
            }
            builder.receive(cuts.parts(operands.result(), first, first + parts), peer);
            builder.fence();
        }
    }
}
