package org.jmpi.ibm.dtyp;

import java.lang.reflect.Array;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Values of several types, packed one after the other, sent as packed bytes and unpacked in the same order. */
public final class Pack {
    private static final int TAG = 1;

    private Pack() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(new double[] {1.1}, MPI.DOUBLE, 100);
        MPI.Finalize();
    }

    /**
     * Sends an int, a value and a double from rank 0 to rank 1.
     *
     * @param value an array of one element
     * @param bytes room for all three
     */
    public static void run(Object value, Datatype type, int bytes) {
        Ranks.exactly(2);
        if (MPI.COMM_WORLD.Rank() == 0) send(value, type, new byte[bytes]);
        else receive(value, type, new byte[bytes]);
    }

    private static void send(Object value, Datatype type, byte[] packed) {
        Intracomm world = MPI.COMM_WORLD;
        int position = world.Pack(new int[] {10}, 0, 1, MPI.INT, packed, 0);
        position = world.Pack(value, 0, 1, type, packed, position);
        position = world.Pack(new double[] {2.2}, 0, 1, MPI.DOUBLE, packed, position);
        world.Send(new int[] {position}, 0, 1, MPI.INT, 1, TAG);
        world.Send(packed, 0, position, MPI.PACKED, 1, TAG);
    }

    private static void receive(Object value, Datatype type, byte[] packed) {
        Intracomm world = MPI.COMM_WORLD;
        int[] length = new int[1];
        world.Recv(length, 0, 1, MPI.INT, 0, TAG);
        Status status = world.Recv(packed, 0, length[0], MPI.PACKED, 0, TAG);
        Check.equal(length[0], status.Get_count(MPI.PACKED), "packed bytes");
        int[] number = new int[1];
        Object middle = Array.newInstance(value.getClass().getComponentType(), 1);
        double[] last = new double[1];
        int position = world.Unpack(packed, 0, number, 0, 1, MPI.INT);
        position = world.Unpack(packed, position, middle, 0, 1, type);
        position = world.Unpack(packed, position, last, 0, 1, MPI.DOUBLE);
        Check.equal(length[0], position, "unpacked bytes");
        Check.equal(10, number[0], "first value");
        Check.equal(value, middle, "second value");
        Check.equal(new double[] {2.2}, last, "third value");
    }
}
