package org.jmpi.ibm.pt2pt;

import java.lang.reflect.Array;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** The status of a message tells its count, whatever its type; messages of one tag come in the order of sending. */
public final class Getcount {
    private static final int TAG = 1;

    private Getcount() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        exchange(new byte[] {1, 2, 3, 4, -5}, MPI.BYTE);
        exchange("count".toCharArray(), MPI.CHAR);
        exchange(new int[] {1, 2, 3, 4, Integer.MIN_VALUE}, MPI.INT);
        exchange(new float[] {1, 2, 3, 4, 0.1f}, MPI.FLOAT);
        exchange(new double[] {1, 2, 3, 4, 0.1}, MPI.DOUBLE);
        exchange(new short[] {1, 2, 3, 4, -5}, MPI.SHORT);
        exchange(new long[] {1, 2, 3, 4, Long.MIN_VALUE}, MPI.LONG);
        exchange(new boolean[] {true, false, true, true, false}, MPI.BOOLEAN);
        MPI.Finalize();
    }

    /** Sends an array from rank 0 to rank 1, which has room for more. */
    public static void exchange(Object message, Datatype type) {
        Intracomm world = MPI.COMM_WORLD;
        int count = Array.getLength(message);
        if (world.Rank() == 0) world.Send(message, 0, count, type, 1, TAG);
        if (world.Rank() != 1) return;
        Class<?> component = message.getClass().getComponentType();
        Object room = Array.newInstance(component, count + 2);
        Status status = world.Recv(room, 0, count + 2, type, 0, TAG);
        Check.equal(count, status.Get_count(type), "count of " + component);
        Check.equal(count, status.count, "items of the receive, of " + component);
        Check.equal(count, status.numEls, "elements of " + component);
        Object expected = Array.newInstance(component, count + 2);
        System.arraycopy(message, 0, expected, 0, count);
        Check.equal(expected, room, "message of " + component);
    }
}
