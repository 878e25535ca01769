package mpi;

import java.nio.ByteBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.window.SharedPart;

/**
 * A rank's part of a window of shared memory (MPI-4.1 section 12.2.3).
 *
 * <pre>{@code
 * Win win = Win.Allocate_shared(10 * Double.BYTES, Double.BYTES, MPI.INFO_NULL, MPI.COMM_WORLD);
 * int next = (MPI.COMM_WORLD.Rank() + 1) % MPI.COMM_WORLD.Size();
 * SharedParms parms = win.Shared_query(next);
 * win.Fence(0);
 * parms.base.putDouble(0, 3.14); // the first double of the next rank
 * win.Fence(0);
 * win.Free();
 * }</pre>
 */
public class SharedParms {
    /** The bytes of the part. */
    public long size;

    /** The bytes of a displacement unit of the rank. */
    public int disp_unit;

    /** The part, or its first 2 GiB less 1 byte: direct, in native byte order. */
    public ByteBuffer base;

    private final Win win;
    private final SharedPart core;

    /** Creates an object whose fields are null or 0. */
    public SharedParms() {
        this.win = null;
        this.core = null;
    }

    SharedParms(Win win, SharedPart core) {
        this.win = win;
        this.core = core;
        this.size = core.size();
        this.disp_unit = core.dispUnit();
        this.base = core.base(0, (int) Math.min(size, Integer.MAX_VALUE));
    }

    /**
     * {@return a section of the part: direct, in native byte order}
     *
     * @param offset its first byte
     * @param size its bytes
     * @throws MPIException of class ERR_ARG or ERR_SIZE if the section is not in the part; ERR_WIN if no call has
     *     returned this object
     */
    public ByteBuffer Base(long offset, int size) throws MPIException {
        if (core == null)
            throw Ranks.raised(new CommException(ErrorClass.WIN, "no window: Win.Shared_query returns it"));
        return win.call(window -> core.base(offset, size));
    }
}
