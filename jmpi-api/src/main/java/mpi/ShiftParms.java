package mpi;

/** The partners of a rank in a shift along a dimension of a grid (MPI-4.1 section 8.5.6). */
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
