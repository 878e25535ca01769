package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Probe finds a message by source and tag, or by wildcards, and leaves it to be received. */
public final class Probe {
    private static final int ROUND = 100;

    private Probe() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        if (MPI.COMM_WORLD.Rank() == 0) findAll();
        else send();
        MPI.Finalize();
    }

    /** Sends four messages, one for each round, which say the rank. */
    private static void send() {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        for (int round = 0; round < 4; round++) world.Send(new int[] {round * ROUND + me}, 0, 1, MPI.INT, 0, me);
    }

    private static void findAll() {
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        for (int i = 1; i < ranks; i++) Check.equal(i, receive(0, world.Probe(i, i)), "source by source and tag");
        for (int i = 1; i < ranks; i++) Check.equal(i, receive(1, world.Probe(i, MPI.ANY_TAG)), "source by source");
        for (int i = 1; i < ranks; i++) Check.equal(i, receive(2, world.Probe(MPI.ANY_SOURCE, i)), "source by tag");
        for (int i = 1; i < ranks; i++) receive(3, world.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG));
        Check.equal(null, world.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG), "Iprobe after the last message was received");
    }

    /** Receives the message that was found; returns its source. */
    private static int receive(int round, Status found) {
        Intracomm world = MPI.COMM_WORLD;
        Check.equal(found.source, found.tag, "tag of rank " + found.source);
        Check.equal(1, found.Get_count(MPI.INT), "count of rank " + found.source);
        Status again = world.Probe(found.source, found.tag);
        Check.equal(1, again.Get_count(MPI.INT), "count of the second probe");
        int[] room = new int[1];
        world.Recv(room, 0, 1, MPI.INT, found.source, found.tag);
        Check.equal(round * ROUND + found.source, room[0], "message of rank " + found.source);
        return found.source;
    }
}
