package org.jmpi.bench.application;

import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/** Brings bytes to all ranks by Bcast. */
final class BroadcastByMessages implements Solution<int[]> {
    private final int times;
    private final byte[] bytes;

    BroadcastByMessages(Broadcast problem) throws Exception {
        times = problem.times();
        bytes = MPI.COMM_WORLD.Rank() == 0 ? problem.bytes() : new byte[problem.bytes().length];
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        for (int i = 0; i < times; i++) {
            MPI.COMM_WORLD.Bcast(bytes, 0, bytes.length, MPI.BYTE, 0);
            progress.show(i, times);
        }
    }

    @Override
    public int[] result() throws Exception {
        int[] hash = {Broadcast.hash(bytes)};
        int[] hashes = new int[MPI.COMM_WORLD.Size()];
        MPI.COMM_WORLD.Gather(hash, 0, 1, MPI.INT, hashes, 0, 1, MPI.INT, 0);
        return hashes;
    }
}
