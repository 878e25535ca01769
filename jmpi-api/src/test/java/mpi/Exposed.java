package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;

/** Ints of each rank in a window, between guards that no access may touch. */
final class Exposed implements AutoCloseable {
    /** Where the ints lie. */
    enum Home {
        ARRAY,
        INT_BUFFER,
        /** In the byte order that is not the machine's. */
        HEAP_BYTES,
        DIRECT_BYTES,
        ALLOCATED,
        SHARED,
        DYNAMIC;

        /** Homes that exist whatever the transport. */
        static Home[] everywhere() {
            return Arrays.stream(values()).filter(home -> home != SHARED).toArray(Home[]::new);
        }
    }

    private static final int GUARDS = 3;
    private static final int GUARD = -77;

    final Win win;
    final int count;
    private final Home home;
    private final Comm comm;

    /** The ints with guards before and behind; of the library's memory without. */
    private final IntBuffer ints;

    private final int first;
    private final Object base;
    private final long[] displacements;

    /** Makes a window; every rank calls this, with any count. */
    Exposed(Home home, int count, Comm comm) {
        this.home = home;
        this.count = count;
        this.comm = comm;
        boolean isOurs = home == Home.ALLOCATED || home == Home.SHARED;
        first = isOurs ? 0 : GUARDS;
        int room = GUARDS + count + GUARDS;
        ByteBuffer bytes = home == Home.DIRECT_BYTES || home == Home.INT_BUFFER
                ? ByteBuffer.allocateDirect(4 * room).order(ByteOrder.nativeOrder())
                : ByteBuffer.allocate(4 * room).order(other(ByteOrder.nativeOrder()));
        base = switch (home) {
            case ARRAY, DYNAMIC -> new int[room];
            case INT_BUFFER -> bytes.asIntBuffer();
            default -> bytes;
        };
        win = make();
        if (isOurs) ints = win.Base().asIntBuffer();
        else if (base instanceof int[] array) ints = IntBuffer.wrap(array);
        else ints = base instanceof IntBuffer buffer ? buffer : bytes.asIntBuffer();
        if (!isOurs) {
            for (int i = 0; i < room; i++) ints.put(i, GUARD);
            for (int i = 0; i < count; i++) ints.put(first + i, 0);
        }
        displacements = new long[((Intracomm) comm).Size()];
        long own = home == Home.DYNAMIC ? win.Attach(base, first, count) : 0;
        ((Intracomm) comm).Allgather(new long[] {own}, 0, 1, MPI.LONG, displacements, 0, 1, MPI.LONG);
    }

    private static ByteOrder other(ByteOrder order) {
        return order == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private Win make() {
        return switch (home) {
            case ARRAY, INT_BUFFER -> Win.Create(base, first, count, 1, null, comm);
            case HEAP_BYTES, DIRECT_BYTES -> Win.Create(base, 4L * first, 4L * count, 4, null, comm);
            case ALLOCATED -> Win.Allocate(4L * count, 4, null, comm);
            case SHARED -> Win.Allocate_shared(4L * count, 4, null, comm);
            case DYNAMIC -> Win.Create_dynamic(null, comm);
        };
    }

    /** Returns the displacement of an int at a rank. */
    long at(int rank, int index) {
        return displacements[rank] + index;
    }

    /** Returns an int of this rank. */
    int get(int index) {
        return ints.get(first + index);
    }

    int[] get() {
        int[] all = new int[count];
        for (int i = 0; i < count; i++) all[i] = get(i);
        return all;
    }

    void set(int index, int value) {
        ints.put(first + index, value);
    }

    void put(int value, int rank, int index) {
        win.Put(new int[] {value}, 0, 1, MPI.INT, rank, at(rank, index), 1, MPI.INT);
    }

    void accumulate(int value, int rank, int index, Op op) {
        win.Accumulate(new int[] {value}, 0, 1, MPI.INT, rank, at(rank, index), 1, MPI.INT, op);
    }

    /** Returns an int of a rank, in an epoch of a lock. */
    int read(int rank, int index) {
        int[] value = new int[1];
        win.Get(value, 0, 1, MPI.INT, rank, at(rank, index), 1, MPI.INT);
        win.Flush(rank);
        return value[0];
    }

    /** Returns an int of a rank and changes it, in an epoch of a lock. */
    int fetch(int value, int rank, int index, Op op) {
        int[] before = new int[1];
        win.Fetch_and_op(new int[] {value}, 0, before, 0, MPI.INT, rank, at(rank, index), op);
        win.Flush(rank);
        return before[0];
    }

    int swap(int value, int compare, int rank, int index) {
        int[] before = new int[1];
        win.Compare_and_swap(new int[] {value}, 0, new int[] {compare}, 0, before, 0, MPI.INT, rank, at(rank, index));
        win.Flush(rank);
        return before[0];
    }

    /** Checks the guards, and frees the window; every rank calls this. */
    @Override
    public void close() {
        ((Intracomm) comm).Barrier();
        for (int i = 0; i < first; i++) {
            assertEquals(GUARD, ints.get(i), home + ": guard before");
            assertEquals(GUARD, ints.get(first + count + i), home + ": guard behind");
        }
        if (home == Home.DYNAMIC) win.Detach(base);
        win.Free();
    }
}
