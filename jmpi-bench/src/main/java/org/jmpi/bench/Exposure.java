package org.jmpi.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;

/** A window of two ranks, in which rank 0 accesses a section of rank 1's memory again and again. */
final class Exposure {
    /** Whose memory a window is made of. */
    enum Memory {
        /** The library's: Win.Allocate. */
        ALLOCATE,
        /** An array of the program: Win.Create. */
        CREATE
    }

    /** The content of a section is not what it has to be after an access. */
    static final class Corrupt extends Exception {
        private static final long serialVersionUID = 1;

        private Corrupt(String message) {
            super(message);
        }
    }

    private static final int SEED = 11;
    private static final int TARGET = 1;

    private final Access access;
    private final Intracomm pair;
    private final boolean first;
    private final int count;
    private final Datatype type;
    private final Object origin;
    private final Object exposed;
    private final Win win;
    private final Group peer;
    private final long[] one = {1};
    private final long[] known = new long[1];
    private final long[] before = new long[1];

    /**
     * Makes the window, and begins its epoch.
     *
     * @param bytes of an access
     */
    Exposure(Access access, int bytes, Memory memory, Intracomm pair) throws Exception {
        this.access = access;
        this.pair = pair;
        first = pair.Rank() == 0;
        type = type(access.kind);
        int element = type == MPI.BYTE ? 1 : Long.BYTES;
        count = Math.max(1, bytes / element);
        origin = array(type, count);
        exposed = memory == Memory.CREATE ? array(type, count) : null;
        long size = first ? 0 : count;
        win = memory == Memory.CREATE
                ? Win.Create(exposed, 0, size, 1, MPI.INFO_NULL, pair)
                : Win.Allocate(size * element, element, MPI.INFO_NULL, pair);
        peer = pair.Group().Incl(new int[] {first ? TARGET : 0});
        if (access.isPassive()) win.Lock_all(0);
        if (access.epoch == Access.Epoch.FENCE) win.Fence(MPI.MODE_NOPRECEDE);
    }

    private static Datatype type(Access.Kind kind) {
        return switch (kind) {
            case PUT, GET -> MPI.BYTE;
            case ACCUMULATE -> MPI.DOUBLE;
            case FETCH_AND_OP, COMPARE_AND_SWAP -> MPI.LONG;
        };
    }

    private static Object array(Datatype type, int count) {
        if (type == MPI.BYTE) return new byte[count];
        return type == MPI.LONG ? new long[count] : new double[count];
    }

    /** Returns the bytes of an access. */
    long bytes() {
        return (long) count * (type == MPI.BYTE ? 1 : Long.BYTES);
    }

    /** Accesses the section once: both ranks call this, of which rank 1 does nothing for a passive access. */
    void run() throws Exception {
        switch (access.epoch) {
            case FLUSH -> {
                if (first) flush();
            }
            case FENCE -> {
                if (first) access();
                win.Fence(0);
            }
            case PSCW -> {
                if (first) {
                    win.Start(peer, 0);
                    access();
                    win.Complete();
                } else {
                    win.Post(peer, 0);
                    win.Wait();
                }
            }
        }
    }

    /** Accesses the section of rank 1, which calls nothing. */
    void flush() throws Exception {
        access();
        win.Flush(TARGET);
        known[0] = before[0] + 1;
    }

    private void access() throws Exception {
        switch (access.kind) {
            case PUT -> win.Put(origin, 0, count, type, TARGET, 0, count, type);
            case GET -> win.Get(origin, 0, count, type, TARGET, 0, count, type);
            case ACCUMULATE -> win.Accumulate(origin, 0, count, type, TARGET, 0, count, type, MPI.SUM);
            case FETCH_AND_OP -> win.Fetch_and_op(one, 0, before, 0, type, TARGET, 0, MPI.SUM);
            case COMPARE_AND_SWAP -> win.Compare_and_swap(next(), 0, known, 0, before, 0, type, TARGET, 0);
        }
    }

    private long[] next() {
        one[0] = known[0] + 1;
        return one;
    }

    /**
     * Accesses the section once, and checks the content, which then is 0 again.
     *
     * @throws Corrupt on both ranks
     */
    void verify() throws Exception {
        if (access.kind.isSingle()) return;
        boolean reads = access.kind == Access.Kind.GET;
        if (first != reads) fill(first, SEED);
        pair.Barrier();
        win.Sync();
        run();
        pair.Barrier();
        win.Sync();
        int[] wrong = {first == reads ? firstDifference(first) : -1};
        pair.Allreduce(wrong.clone(), 0, wrong, 0, 1, MPI.INT, MPI.MAX);
        if (wrong[0] >= 0)
            throw new Corrupt(
                    access + " of " + bytes() + " bytes: wrong element at index " + wrong[0] + " of " + count);
        fill(first, 0);
        win.Sync();
        pair.Barrier();
    }

    /** Fills what rank 0 reads from, or what rank 1 exposes. */
    private void fill(boolean isOrigin, int seed) throws Exception {
        for (int i = 0; i < count; i++) {
            int value = seed == 0 ? 0 : value(i, seed);
            Object array = isOrigin ? origin : exposed;
            if (array instanceof byte[] octets) octets[i] = (byte) value;
            else if (array instanceof double[] doubles) doubles[i] = value;
            else if (type == MPI.BYTE) base().put(i, (byte) value);
            else base().putDouble(i * Double.BYTES, value);
        }
    }

    private int firstDifference(boolean isOrigin) throws Exception {
        for (int i = 0; i < count; i++) if (element(isOrigin ? origin : exposed, i) != value(i, SEED)) return i;
        return -1;
    }

    private double element(Object array, int i) throws Exception {
        if (array instanceof byte[] octets) return octets[i];
        if (array instanceof double[] doubles) return doubles[i];
        return type == MPI.BYTE ? base().get(i) : base().getDouble(i * Double.BYTES);
    }

    private ByteBuffer base() throws Exception {
        return win.Base().order(ByteOrder.nativeOrder());
    }

    private static byte value(int i, int seed) {
        return (byte) (31 * i + 17 * (i >>> 8) + seed);
    }

    /** Ends the epoch, and frees the window. */
    void free() throws Exception {
        if (access.isPassive()) win.Unlock_all();
        if (access.epoch == Access.Epoch.FENCE) win.Fence(MPI.MODE_NOSUCCEED);
        win.Free();
        peer.free();
    }
}
