package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BufferTest {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final Layout COLUMN = Layout.vector(3, 1, 4, INT);

    private final int[] array = new int[40];

    private Buffer buffer(int offset, int count, Layout layout) {
        return new Buffer(array, offset, count, layout);
    }

    @Test
    void columnsBesideEachOtherDoNotOverlap() {
        for (int column = 0; column < 4; column++)
            for (int other = 0; other < 4; other++)
                assertEquals(column == other, buffer(column, 1, COLUMN).overlaps(buffer(other, 1, COLUMN)));
    }

    @Test
    void equalElementsOfTwoArraysDoNotOverlap() {
        Buffer all = buffer(0, 10, INT);
        assertTrue(all.overlaps(all));
        assertFalse(all.overlaps(new Buffer(array.clone(), 0, 10, INT)));
    }

    @Test
    void itemsThatReachBackOverlapWhatIsBeforeThem() {
        Layout backwards = Layout.vector(3, 1, -2, INT);
        assertTrue(buffer(10, 1, backwards).overlaps(buffer(6, 1, INT)));
        assertFalse(buffer(10, 1, backwards).overlaps(buffer(7, 1, INT)));
        assertFalse(buffer(10, 1, backwards).overlaps(buffer(11, 5, INT)));
    }

    @Test
    void overlapMeansAnElementInCommon() {
        long seed = 20_261_121;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            Buffer one = some(random);
            Buffer other = some(random);
            Set<Integer> common = elements(one);
            common.retainAll(elements(other));
            assertEquals(!common.isEmpty(), one.overlaps(other), one + " and " + other + ", seed " + seed);
        }
    }

    private Buffer some(Random random) {
        int[] lengths = {random.nextInt(3), random.nextInt(3)};
        int[] displacements = {random.nextInt(5), random.nextInt(7) - 3};
        return buffer(8 + random.nextInt(16), random.nextInt(4), Layout.hindexed(lengths, displacements, INT));
    }

    private static Set<Integer> elements(Buffer buffer) {
        Set<Integer> elements = new HashSet<>();
        for (int item = 0; item < buffer.count(); item++)
            for (int run = 0; run < buffer.layout().runs(); run++)
                for (int i = 0; i < buffer.layout().length(run); i++)
                    elements.add((int) buffer.offset()
                            + item * buffer.layout().extent()
                            + buffer.layout().displacement(run)
                            + i);
        return elements;
    }
}
