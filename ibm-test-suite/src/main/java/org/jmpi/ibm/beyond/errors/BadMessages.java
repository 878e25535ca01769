package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.beyond.Call;

/** The rows that all calls on a message have in common. */
final class BadMessages {
    private static final int TAG = 1;

    private final Rows rows = new Rows();
    private final Intracomm freed = Rows.freed();

    /** A call and its name. */
    record Named(String name, Call call) {}

    /** Adds the rows for calls that send. */
    void sends(List<Named> calls) {
        for (Named named : calls) {
            BadBuffer.rows(rows, named.name, toSelf(named));
            common(named);
            bad(named, MPI.ERR_RANK, "destination ANY_SOURCE", MPI.ANY_SOURCE, TAG);
            bad(named, MPI.ERR_TAG, "tag ANY_TAG", MPI.COMM_WORLD.Rank(), MPI.ANY_TAG);
        }
    }

    /** Adds the rows for calls that receive. */
    void receives(List<Named> calls) {
        for (Named named : calls) {
            BadBuffer.roomRows(rows, named.name, toSelf(named));
            common(named);
        }
    }

    private static BadBuffer.Taker toSelf(Named named) {
        int me = MPI.COMM_WORLD.Rank();
        return (array, offset, count, type) -> named.call.on(MPI.COMM_WORLD, array, offset, count, type, me, TAG);
    }

    private void common(Named named) {
        int me = MPI.COMM_WORLD.Rank();
        for (int rank : new int[] {-1, -4, MPI.COMM_WORLD.Size(), Integer.MAX_VALUE})
            bad(named, MPI.ERR_RANK, "rank " + rank, rank, TAG);
        for (int tag : new int[] {-1, -4, Integer.MIN_VALUE}) bad(named, MPI.ERR_TAG, "tag " + tag, me, tag);
        for (Comm comm : List.of(freed, MPI.COMM_NULL))
            rows.row(
                    MPI.ERR_COMM,
                    named.name + " in a communicator that is void or freed",
                    () -> named.call.on(comm, new int[3], 0, 3, MPI.INT, 0, TAG));
    }

    private void bad(Named named, int errorClass, String what, int peer, int tag) {
        rows.row(
                errorClass,
                named.name + " with " + what,
                () -> named.call.on(MPI.COMM_WORLD, new int[3], 0, 3, MPI.INT, peer, tag));
    }
}
