package org.jmpi.ibm.beyond.pt2pt;

import java.lang.reflect.Array;
import java.util.List;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Every primitive type with its extreme values, bit by bit, at an offset and between guards; the extreme tags. */
public final class Extremes {
    private static final int TAG = 1;
    private static final int OFFSET = 2;

    private Extremes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        exchange(MPI.BYTE, new byte[] {Byte.MIN_VALUE, -1, 0, 1, Byte.MAX_VALUE});
        exchange(MPI.SHORT, new short[] {Short.MIN_VALUE, -1, 0, 1, Short.MAX_VALUE});
        exchange(MPI.CHAR, new char[] {0, 1, '\ud800', '\ufffe', '\uffff'});
        exchange(MPI.BOOLEAN, new boolean[] {true, false, true, true, false});
        exchange(MPI.INT, new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE});
        exchange(MPI.LONG, new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE});
        exchange(MPI.FLOAT, new float[] {-0f, Float.MIN_VALUE, Float.NaN, Float.NEGATIVE_INFINITY, Float.MAX_VALUE});
        exchange(MPI.DOUBLE, new double[] {-0d, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE
        });
        exchange(MPI.OBJECT, new Object[] {"", null, List.of("a", 1), new int[] {1}, Long.MAX_VALUE});
        int largest = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);
        for (int tag : new int[] {0, 32_767, largest - 1, largest}) tagged(tag);
        MPI.Finalize();
    }

    private static void tagged(int tag) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) world.Send(new int[] {tag}, 0, 1, MPI.INT, 1, tag);
        if (world.Rank() != 1) return;
        int[] room = {-1};
        Check.equal(tag, world.Probe(0, MPI.ANY_TAG).tag, "tag of a probe");
        Check.equal(tag, world.Recv(room, 0, 1, MPI.INT, 0, tag).tag, "tag of a message");
        Check.equal(tag, room[0], "message of tag " + tag);
    }

    private static void exchange(Datatype type, Object values) {
        Intracomm world = MPI.COMM_WORLD;
        int count = Array.getLength(values);
        Object guarded = Array.newInstance(values.getClass().getComponentType(), count + 2 * OFFSET);
        Object room = Array.newInstance(values.getClass().getComponentType(), count + 2 * OFFSET);
        System.arraycopy(values, 0, guarded, OFFSET, count);
        if (world.Rank() == 0) world.Send(values, 0, count, type, 1, TAG);
        if (world.Rank() == 1) {
            Status status = world.Recv(room, OFFSET, count + 1, type, 0, TAG);
            Check.equal(
                    count,
                    status.Get_count(type),
                    "count of " + values.getClass().getSimpleName());
            Check.equal(guarded, room, values.getClass().getSimpleName());
        }
    }
}
