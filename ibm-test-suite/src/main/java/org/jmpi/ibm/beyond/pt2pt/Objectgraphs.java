package org.jmpi.ibm.beyond.pt2pt;

import java.io.Serializable;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/**
 * Objects that refer to each other, to themselves, and to the same one twice: the message keeps how they hang together.
 */
public final class Objectgraphs {
    private static final int TAG = 1;

    /** A place in a ring. */
    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1;

        private final int number;
        private Link next;

        Link(int number) {
            this.number = number;
        }
    }

    private Objectgraphs() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        Link first = ring(100);
        Object[] room = new Object[4];
        Object[] sent = {first, first.next, null, new Object[] {first}};
        world.Sendrecv(sent, 0, 4, MPI.OBJECT, right, TAG, room, 0, 4, MPI.OBJECT, left, TAG);
        Link came = (Link) room[0];
        Check.isTrue(came != first, "an object that was sent is a copy");
        Check.isTrue(came.next == room[1], "an object that is sent twice comes as one");
        Check.isTrue(((Object[]) room[3])[0] == came, "an object within another is the same one");
        Check.equal(null, room[2], "null");
        Link at = came;
        for (int i = 0; i < 100; i++, at = at.next) Check.equal(i, at.number, "number in the ring");
        Check.isTrue(at == came, "the ring is closed");
        MPI.Finalize();
    }

    private static Link ring(int length) {
        Link first = new Link(0);
        Link last = first;
        for (int i = 1; i < length; i++, last = last.next) last.next = new Link(i);
        last.next = first;
        return first;
    }
}
