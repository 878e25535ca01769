package org.jmpi.ibm.beyond.dtyp;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Pack and Unpack of every primitive type, of items with gaps and of objects, one behind the other in one message. */
public final class Packtypes {
    private static final int TAG = 1;

    private Packtypes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        List<Datatype> types = List.of(
                MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.OBJECT);
        List<Object> values = List.of(
                new byte[] {1, -2, 3},
                new char[] {'a', '\uffff', 'c'},
                new short[] {1, Short.MIN_VALUE, 3},
                new boolean[] {true, false, true},
                new int[] {1, Integer.MIN_VALUE, 3},
                new long[] {1, Long.MIN_VALUE, 3},
                new float[] {1.5f, Float.MIN_VALUE, -3},
                new double[] {1.5, Double.MAX_VALUE, -3},
                new Object[] {"text", null, List.of(1, 2)});
        byte[] packed = new byte[10_000];
        int length = 0;
        for (int i = 0; i < types.size(); i++) length = world.Pack(values.get(i), 0, 3, types.get(i), packed, length);
        byte[] came = new byte[packed.length];
        int right = (world.Rank() + 1) % world.Size();
        Status status = world.Sendrecv(
                packed, 0, length, MPI.PACKED, right, TAG, came, 0, came.length, MPI.PACKED, MPI.ANY_SOURCE, TAG);
        Check.equal(length, status.Get_count(MPI.PACKED), "packed bytes");
        int position = 0;
        for (int i = 0; i < types.size(); i++) {
            Object room = Array.newInstance(values.get(i).getClass().getComponentType(), 3);
            position = world.Unpack(came, position, room, 0, 3, types.get(i));
            Check.equal(values.get(i), room, "what was packed as number " + i);
        }
        Check.equal(length, position, "bytes unpacked");
        gaps();
        MPI.Finalize();
    }

    /** Items with gaps are packed without them, and elements are received as what they were packed from. */
    private static void gaps() {
        Datatype every = Datatype.Vector(3, 1, 2, MPI.INT);
        every.Commit();
        int bytes = MPI.COMM_WORLD.Pack_size(1, every);
        Check.equal(3 * Integer.BYTES, bytes, "bytes of three ints");
        byte[] packed = new byte[bytes];
        Check.equal(bytes, MPI.COMM_WORLD.Pack(Items.INTS.range(0, 5), 0, 1, every, packed, 0), "bytes packed");
        int[] room = new int[3];
        Relay.move(packed, 0, bytes, MPI.PACKED, room, 0, 3, MPI.INT);
        Check.equal(new int[] {0, 2, 4}, room, "packed bytes that are received as ints");
        Arrays.fill(packed, (byte) 0);
        Relay.move(new int[] {7, 8, 9}, 0, 3, MPI.INT, packed, 0, bytes, MPI.PACKED);
        int[] spread = new int[5];
        MPI.COMM_WORLD.Unpack(packed, 0, spread, 0, 1, every);
        Check.equal(new int[] {7, 0, 8, 0, 9}, spread, "ints that are received packed");
        every.free();
    }
}
