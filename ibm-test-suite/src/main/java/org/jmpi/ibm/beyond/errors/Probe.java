package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

/** Bad arguments of Probe and Iprobe. */
public final class Probe {
    private static final int TAG = 1;

    private Probe() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Intracomm freed = Rows.freed();
        for (int rank : new int[] {-1, -4, MPI.COMM_WORLD.Size(), Integer.MAX_VALUE}) {
            rows.row(MPI.ERR_RANK, "Probe of rank " + rank, () -> MPI.COMM_WORLD.Probe(rank, TAG));
            rows.row(MPI.ERR_RANK, "Iprobe of rank " + rank, () -> MPI.COMM_WORLD.Iprobe(rank, TAG));
        }
        for (int tag : new int[] {-1, -4, Integer.MIN_VALUE}) {
            rows.row(MPI.ERR_TAG, "Probe of tag " + tag, () -> MPI.COMM_WORLD.Probe(0, tag));
            rows.row(MPI.ERR_TAG, "Iprobe of tag " + tag, () -> MPI.COMM_WORLD.Iprobe(0, tag));
        }
        for (Comm comm : List.of(freed, MPI.COMM_NULL)) {
            rows.row(MPI.ERR_COMM, "Probe in a communicator that is void or freed", () -> comm.Probe(0, TAG));
            rows.row(MPI.ERR_COMM, "Iprobe in a communicator that is void or freed", () -> comm.Iprobe(0, TAG));
        }
        MPI.Finalize();
    }
}
