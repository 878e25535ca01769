package org.jmpi.bench.application;

import jpvm.jpvmBuffer;
import jpvm.jpvmException;
import org.jmpi.bench.ProgressBar;

/** Brings bytes to all tasks by {@code pvm_mcast}. */
final class BroadcastByPvm extends TaskSolution<int[]> {
    private static final int BYTES = 1;
    private static final int HASH = 2;

    private final int times;
    private final byte[] bytes;

    BroadcastByPvm(Broadcast problem) throws Exception, jpvmException {
        times = problem.times();
        bytes = me == 0 ? problem.bytes() : new byte[problem.bytes().length];
    }

    @Override
    public void run(ProgressBar progress) throws jpvmException {
        for (int i = 0; i < times; i++) {
            if (me == 0) {
                jpvmBuffer buffer = new jpvmBuffer();
                buffer.pack(bytes, bytes.length, 1);
                jpvm.pvm_mcast(buffer, tids, tids.length, BYTES);
            }
            jpvm.pvm_recv(tids[0], BYTES).buffer.unpack(bytes, bytes.length, 1);
            progress.show(i, times);
        }
    }

    @Override
    public int[] result() throws jpvmException {
        jpvm.pvm_send(buffer(new int[] {Broadcast.hash(bytes)}), tids[0], HASH);
        int[] hashes = new int[tids.length];
        for (int rank = 0; me == 0 && rank < hashes.length; rank++)
            hashes[rank] = jpvm.pvm_recv(tids[rank], HASH).buffer.upkint();
        return hashes;
    }
}
