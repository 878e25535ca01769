package mpi;

/** The grid of a Cartesian communicator, and the calling rank's place in it (MPI-4.1 section 8.5.5). */
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
