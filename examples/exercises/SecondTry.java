import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

public class SecondTry {
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Intracomm comm = MPI.COMM_WORLD.Dup();
        String input = rank == 2 ? "two" : "" + rank;
        int[] sum = new int[1];
        int[] done = new int[1];
        int tries = 0;
        while (true) {
            tries++;
            done[0] = 1;
            try {
                comm.Allreduce(new int[] {Integer.parseInt(input)}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            } catch (NumberFormatException e) {
                comm.Revoke();
                input = "2";
                done[0] = 0;
            } catch (MPIException e) {
                if (e.Get_error_class() != MPI.ERR_REVOKED) throw e;
                done[0] = 0;
            }
            comm.Agree(done);
            if (done[0] == 1) break;
            Intracomm next = comm.Shrink();
            comm.Free();
            comm = next;
        }
        comm.Free();
        if (rank == 0) System.out.println("sum " + sum[0] + " at try " + tries);
        MPI.Finalize();
    }
}
