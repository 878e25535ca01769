package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What a rank has written between two synchronisations: a write notice for each of the pages.
 *
 * @param author the rank
 * @param number of the interval among those of the author, from 1
 * @param time for each rank, the last of its intervals that happened before this one, or is this one
 * @param pages their numbers, rising
 */
record Interval(int author, int number, int[] time, int[] pages) {
    /** An order of all intervals: one that happened before another one is the lesser. */
    static final Comparator<Interval> ORDER =
            Comparator.comparingLong(Interval::sum).thenComparingInt(Interval::author);

    private long sum() {
        long sum = 0;
        for (int each : time) sum += each;
        return sum;
    }

    /** Writes the intervals: their number, then each with its pages as runs of successive numbers. */
    static void write(List<Interval> intervals, Numbers to) {
        to.add(intervals.size());
        for (Interval each : intervals) {
            to.add(each.author, each.number).add(each.time);
            int[] runs = runs(each.pages);
            to.add(runs.length / 2).add(runs);
        }
    }

    private static int[] runs(int[] pages) {
        int[] runs = new int[2 * pages.length];
        int used = 0;
        for (int page : pages) {
            if (used > 0 && runs[used - 2] + runs[used - 1] == page) {
                runs[used - 1]++;
                continue;
            }
            runs[used++] = page;
            runs[used++] = 1;
        }
        return Arrays.copyOf(runs, used);
    }

    static List<Interval> read(ByteBuffer from, int size) {
        List<Interval> intervals = new ArrayList<>();
        for (int count = from.getInt(); count > 0; count--)
            intervals.add(new Interval(from.getInt(), from.getInt(), Numbers.clock(from, size), pages(from)));
        return intervals;
    }

    private static int[] pages(ByteBuffer from) {
        int[] runs = Numbers.clock(from, 2 * from.getInt());
        int count = 0;
        for (int i = 1; i < runs.length; i += 2) count += runs[i];
        int[] pages = new int[count];
        int used = 0;
        for (int i = 0; i < runs.length; i += 2)
            for (int each = 0; each < runs[i + 1]; each++) pages[used++] = runs[i] + each;
        return pages;
    }
}
