package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.beyond.Room;

/**
 * Messages that are longer than their receives, or of another type: the receive fails, holds the message's beginning if
 * the type is right and no more than it has room for, and the next message is the next one.
 */
public final class Truncated {
    private static final int TAG = 1;

    /** A call that receives from oneself. */
    @FunctionalInterface
    private interface Receive {
        void into(Object array, int offset, int count, Datatype type);
    }

    private Truncated() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int count : new int[] {2, 100, 100_000})
            for (boolean posted : new boolean[] {false, true}) {
                truncated(count, posted);
                mistyped(count, posted);
            }
        blocking();
        MPI.Finalize();
    }

    private static Request send(int count) {
        return MPI.COMM_WORLD.Isend(Items.INTS.range(0, count), 0, count, MPI.INT, MPI.COMM_WORLD.Rank(), TAG);
    }

    /** @param posted whether the receive is there before the message */
    private static void truncated(int count, boolean posted) {
        Room room = new Room(count - 1);
        Request send = posted ? null : send(count);
        Request receive =
                MPI.COMM_WORLD.Irecv(room.array(), room.offset(), count - 1, MPI.INT, MPI.COMM_WORLD.Rank(), TAG);
        if (posted) send = send(count);
        Check.fails(MPI.ERR_TRUNCATE, receive::Wait, "Wait for a message of " + count);
        Check.isTrue(receive.Is_null(), "a receive that failed is void");
        send.Wait();
        room.check(Items.INTS.range(0, count - 1), "beginning of the message");
        Rows.checkUsable("a truncated message of " + count);
    }

    private static void mistyped(int count, boolean posted) {
        double[] room = new double[count];
        Request send = posted ? null : send(count);
        Request receive = MPI.COMM_WORLD.Irecv(room, 0, count, MPI.DOUBLE, MPI.COMM_WORLD.Rank(), TAG);
        if (posted) send = send(count);
        Check.fails(MPI.ERR_TYPE, receive::Wait, "Wait for a message of another type");
        send.Wait();
        Check.equal(new double[count], room, "room for a message of another type");
        Rows.checkUsable("a message of another type");
    }

    private static void blocking() {
        int me = MPI.COMM_WORLD.Rank();
        List<Receive> receives = List.of(
                (array, offset, count, type) -> MPI.COMM_WORLD.Recv(array, offset, count, type, me, TAG),
                (array, offset, count, type) ->
                        Poll.until(MPI.COMM_WORLD.Irecv(array, offset, count, type, me, TAG)::Test),
                (array, offset, count, type) ->
                        Request.Waitany(new Request[] {MPI.COMM_WORLD.Irecv(array, offset, count, type, me, TAG)}),
                (array, offset, count, type) ->
                        Request.Waitsome(new Request[] {MPI.COMM_WORLD.Irecv(array, offset, count, type, me, TAG)}),
                (array, offset, count, type) ->
                        Request.Waitall(new Request[] {MPI.COMM_WORLD.Irecv(array, offset, count, type, me, TAG)}),
                (array, offset, count, type) -> MPI.COMM_WORLD.Sendrecv(
                        new int[9], 0, 9, MPI.INT, me, TAG + 1, array, offset, count, type, me, TAG));
        for (Receive receive : receives) {
            Room room = new Room(5);
            Request send = send(9);
            Check.fails(
                    MPI.ERR_TRUNCATE,
                    () -> receive.into(room.array(), room.offset(), 5, MPI.INT),
                    "receive number " + receives.indexOf(receive));
            send.Wait();
            room.check(Items.INTS.range(0, 5), "beginning of the message");
            Rows.checkUsable("a truncated message");
        }
        MPI.COMM_WORLD.Recv(new int[9], 0, 9, MPI.INT, me, TAG + 1);
    }
}
