import mpi.*;

/** Each collective operation once. */
public class Collectives {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.Size(), me = comm.Rank();
        int[] mine = {me, me + 1}, all = new int[2 * n], many = new int[2 * n];
        int[] counts = new int[n], displs = new int[n];
        for (int i = 0; i < n; i++) {
            counts[i] = 2;
            displs[i] = 2 * i;
        }
        comm.Barrier();
        comm.Bcast(mine, 0, 2, MPI.INT, 0);
        comm.Gather(mine, 0, 2, MPI.INT, all, 0, 2, MPI.INT, 0);
        comm.Gatherv(mine, 0, 2, MPI.INT, all, 0, counts, displs, MPI.INT, 0);
        comm.Scatter(all, 0, 2, MPI.INT, mine, 0, 2, MPI.INT, 0);
        comm.Scatterv(all, 0, counts, displs, MPI.INT, mine, 0, 2, MPI.INT, 0);
        comm.Allgather(mine, 0, 2, MPI.INT, all, 0, 2, MPI.INT);
        comm.Allgatherv(mine, 0, 2, MPI.INT, all, 0, counts, displs, MPI.INT);
        comm.Alltoall(all, 0, 2, MPI.INT, many, 0, 2, MPI.INT);
        comm.Alltoallv(all, 0, counts, displs, MPI.INT, many, 0, counts, displs, MPI.INT);
        comm.Reduce(mine, 0, all, 0, 2, MPI.INT, MPI.SUM, n - 1);
        comm.Allreduce(mine, 0, all, 0, 2, MPI.INT, MPI.MAX);
        comm.Reduce_scatter(all, 0, many, 0, counts, MPI.INT, MPI.MIN);
        comm.Scan(mine, 0, all, 0, 2, MPI.INT, MPI.PROD);
        MPI.Finalize();
    }
}
