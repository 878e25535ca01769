package org.jmpi.ibm.beyond.comm;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;

/**
 * Messages between unequal groups: every rank to every rank of the other side, with and without wildcards, short and
 * long.
 */
public final class Interpt2pt {
    private static final int TAG = 1;

    private Interpt2pt() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        for (int first = 1; first < MPI.COMM_WORLD.Size(); first++) {
            Intercomm inter = Sides.join(first);
            for (int count : new int[] {0, 10, 30_000}) {
                exchange(inter, first, count, true);
                exchange(inter, first, count, false);
            }
            Intercomm clone = (Intercomm) inter.clone();
            inter.Free();
            exchange(clone, first, 1, true);
            clone.Free();
        }
        MPI.Finalize();
    }

    /** @param wildcards whether messages are received as they come, else the last rank's first */
    private static void exchange(Intercomm inter, int first, int count, boolean wildcards) {
        int others = inter.Remote_size();
        int me = MPI.COMM_WORLD.Rank();
        int start = me < first ? first : 0;
        Request[] sends = new Request[others];
        for (int to = 0; to < others; to++)
            sends[to] = inter.Isend(Items.INTS.range(me, count), 0, count, MPI.INT, to, TAG + inter.Rank());
        for (int from = others - 1; from >= 0; from--) {
            Status found = inter.Probe(wildcards ? MPI.ANY_SOURCE : from, MPI.ANY_TAG);
            Check.equal(TAG + found.source, found.tag, "tag of a message from rank " + found.source);
            Room room = new Room(count);
            Status status = inter.Recv(room.array(), room.offset(), count, MPI.INT, found.source, found.tag);
            Check.equal(count, status.Get_count(MPI.INT), "count");
            Check.equal(found.source, status.source, "source of the message that was found");
            room.check(Items.INTS.range(start + found.source, count), "message from rank " + found.source);
        }
        Request.Waitall(sends);
        // A wildcard must not take what belongs to the next exchange.
        Intracomm all = inter.Merge(false);
        all.Barrier();
        all.Free();
    }
}
