package mpi;

/**
 * The partners of a rank in a shift along a dimension of a grid (MPI-4.1 section 8.5.6).
 *
 * <pre>{@code
 * int[] dims = {MPI.COMM_WORLD.Size()};
 * Cartcomm ring = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true}, false);
 * ShiftParms shift = ring.Shift(0, 1);
 * int[] token = {ring.Rank()};
 * ring.Sendrecv_replace(token, 0, 1, MPI.INT, shift.rank_dest, 7, shift.rank_source, 7);
 * }</pre>
 */
public class ShiftParms {
    /** The rank to receive from, or {@link MPI#PROC_NULL}. */
    public int rank_source;

    /** The rank to send to, or {@link MPI#PROC_NULL}. */
    public int rank_dest;

    /** Creates an object whose fields are 0. */
    public ShiftParms() {}

    ShiftParms(int source, int dest) {
        this.rank_source = source;
        this.rank_dest = dest;
    }
}
