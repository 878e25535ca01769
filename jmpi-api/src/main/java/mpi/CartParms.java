package mpi;

/**
 * The grid of a Cartesian communicator, and the calling rank's coordinates in it (MPI-4.1 section 8.5.5).
 *
 * <pre>{@code
 * int[] dims = {MPI.COMM_WORLD.Size()};
 * Cartcomm line = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false}, false);
 * CartParms parms = line.Get();
 * boolean isLast = parms.coords[0] == parms.dims[0] - 1;
 * }</pre>
 */
public class CartParms {
    /** The ranks in each dimension. */
    public int[] dims;

    /** For each dimension, whether it is a ring. */
    public boolean[] periods;

    /** The coordinates of the calling rank. */
    public int[] coords;

    /** Creates an object whose fields are null. */
    public CartParms() {}

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }
}
