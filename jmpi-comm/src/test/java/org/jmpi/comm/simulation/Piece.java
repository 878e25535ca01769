package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jmpi.comm.datatype.TypeHandle;

/**
 * A block of a collective operation.
 *
 * @param from the rank that it comes from, in the world; -1 for nobody
 * @param part which block of that rank it is
 * @param count of items
 */
record Piece(int from, int part, int count) {
    /** What is exchanged with a neighbour that is not there. */
    static Piece none(int count) {
        return new Piece(-1, 0, count);
    }

    /** Blocks as they lie in a buffer, in the order in which the engine counts them. */
    static final class Row {
        private final List<Piece> pieces;
        private final Items[] items;
        private final int[] displacements;
        private final boolean inElements;

        private Row(List<Piece> pieces, Items[] items, int[] displacements, boolean inElements) {
            this.pieces = pieces;
            this.items = items;
            this.displacements = displacements;
            this.inElements = inElements;
        }

        /** Lays out blocks, with gaps and in any order if their operation allows it. */
        static Row of(Operation.Counts counts, List<Piece> pieces, ElementKind kind, int itemSize, Random random) {
            boolean typed = counts == Operation.Counts.WITH_TYPES;
            Items same = Items.of(kind, itemSize, random);
            Items[] items = new Items[pieces.size()];
            for (int i = 0; i < items.length; i++) items[i] = typed ? Items.of(kind, itemSize, random) : same;
            int[] at = new int[items.length];
            int next = 0;
            boolean apart = counts == Operation.Counts.VARYING || typed;
            for (int i : order(items.length, apart, random)) {
                at[i] = next;
                int taken = pieces.get(i).count;
                next += typed ? items[i].span(taken) : apart ? taken + random.nextInt(3) : taken;
                // An item may stick out of its extent.
                if (apart && !typed) next++;
            }
            return new Row(pieces, items, at, typed);
        }

        /** Makes a row of at most one block. */
        static Row of(List<Piece> pieces, Items items) {
            return new Row(pieces, new Items[] {items}, new int[1], false);
        }

        private static List<Integer> order(int size, boolean any, Random random) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, size).boxed().toList());
            if (any) Collections.shuffle(order, random);
            return order;
        }

        List<Piece> pieces() {
            return pieces;
        }

        Items items(int index) {
            return items[index];
        }

        /** Returns the first element of a block. */
        int at(int index) {
            return inElements ? displacements[index] : displacements[index] * items[index].extent();
        }

        /** Returns the elements of a buffer that holds all blocks. */
        int span() {
            int span = 1;
            for (int i = 0; i < pieces.size(); i++) span = Math.max(span, at(i) + items[i].span(pieces.get(i).count));
            return span;
        }

        // ---- as the engine is given them ----

        int count() {
            return pieces.isEmpty() ? 0 : pieces.get(0).count;
        }

        TypeHandle type() {
            return items.length == 0 ? null : items[0].handle();
        }

        int[] counts() {
            return pieces.stream().mapToInt(Piece::count).toArray();
        }

        int[] displacements() {
            return displacements;
        }

        Items[] items() {
            return items;
        }
    }
}
