package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.schedule.Blocks;

/** The arrays that one rank gives to an operation, and the elements that belong there. */
final class Block {
    private Block() {}

    /** Returns the elements that one rank has for another. */
    static Object data(CollectiveContract.Round round, int from, int to, int elements) {
        return Elements.random(round.type(), elements, round.seed(from, to));
    }

    /** A row with one buffer of so many elements. */
    record One(Row row, Buffer buffer) {
        static One of(CollectiveContract.Round round, int elements, Shape shape, long seed) {
            Layout layout = shape.layout(round.type(), elements);
            int items = shape.items(round.type(), elements);
            Row row = Row.of(layout, items, seed);
            return new One(row, new Buffer(row.array(), Row.start(layout), items, layout));
        }
    }

    /** A row with one block of so many elements for each rank, one after the other. */
    record Equal(Row row, int items, Layout layout) {
        static Equal of(CollectiveContract.Round round, int ranks, int elements, Shape shape, long seed) {
            Layout layout = shape.layout(round.type(), elements);
            int items = shape.items(round.type(), elements);
            Row row = Row.of(layout, ranks * items, seed);
            return new Equal(row, items, layout);
        }

        Blocks blocks() {
            return Blocks.equal(new Buffer(row.array(), Row.start(layout), items, layout));
        }

        /** Returns where a rank's block is to be. */
        Buffer of(int rank) {
            return new Buffer(row.array(), Row.start(layout) + rank * items * layout.extent(), items, layout);
        }
    }

    /**
     * A row with a block of an even number of elements for each rank, from the highest rank's on, with gaps between.
     */
    record Varying(Row row, int[] counts, int[] displacements, Layout layout) {
        static Varying of(CollectiveContract.Round round, int[] elements, Shape shape, long seed) {
            Layout layout = shape.layout(round.type(), 2);
            int gap = 2;
            int[] counts = new int[elements.length];
            int[] displacements = new int[elements.length];
            int place = 0;
            for (int rank = elements.length - 1; rank >= 0; rank--) {
                counts[rank] = shape.items(round.type(), 2) * elements[rank] / 2;
                displacements[rank] = place;
                place += counts[rank] + gap;
            }
            Row row = Row.of(layout, place, seed);
            return new Varying(row, counts, displacements, layout);
        }

        Blocks blocks() {
            return Blocks.varying(new Buffer(row.array(), Row.start(layout), 0, layout), counts, displacements);
        }

        /** Returns where a rank's block is to be. */
        Buffer of(int rank) {
            int start = Row.start(layout) + displacements[rank] * layout.extent();
            return new Buffer(row.array(), start, counts[rank], layout);
        }
    }
}
