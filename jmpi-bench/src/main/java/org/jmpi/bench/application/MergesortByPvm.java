package org.jmpi.bench.application;

import java.util.Arrays;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import org.jmpi.bench.ProgressBar;

/**
 * Sorts by messages of PVM: the first task sends each task a part of the numbers, each one sorts its part, and pairs of
 * tasks merge theirs until the first one has all of them, as {@link MergesortByMessages} does.
 */
final class MergesortByPvm extends TaskSolution<int[]> {
    private static final int PART = 1;
    private static final int SORTED = 2;

    private final int[] all;
    private final Parts parts;
    private int[] sorted;

    MergesortByPvm(Mergesort problem) throws Exception, jpvmException {
        all = me == 0 ? problem.numbers() : null;
        parts = new Parts(problem.length(), tids.length);
    }

    @Override
    public void run(ProgressBar progress) throws jpvmException {
        if (me == 0) scatter();
        sorted = receive(tids[0], PART, parts.length(me));
        Mergesort.sort(sorted, progress);
        for (int step = 1; step < tids.length; step *= 2) {
            if ((me & step) != 0) {
                jpvm.pvm_send(buffer(sorted), tids[me - step], SORTED);
                return;
            }
            int other = me + step;
            if (other >= tids.length) continue;
            int length = parts.first(Math.min(other + step, tids.length)) - parts.first(other);
            sorted = Mergesort.merge(sorted, receive(tids[other], SORTED, length));
        }
    }

    private void scatter() throws jpvmException {
        for (int rank = 0; rank < tids.length; rank++) {
            int[] part = Arrays.copyOfRange(all, parts.first(rank), parts.first(rank + 1));
            jpvm.pvm_send(buffer(part), tids[rank], PART);
        }
    }

    private int[] receive(jpvmTaskId from, int tag, int length) throws jpvmException {
        int[] numbers = new int[length];
        jpvm.pvm_recv(from, tag).buffer.unpack(numbers, length, 1);
        return numbers;
    }

    @Override
    public int[] result() {
        return sorted;
    }
}
