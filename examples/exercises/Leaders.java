import mpi.Intracomm;
import mpi.MPI;

public class Leaders {
    private static final int TEAM = 3;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Intracomm team = MPI.COMM_WORLD.Split(rank / TEAM, rank);
        int[] sum = new int[1];
        team.Reduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM, 0);
        Intracomm leaders = MPI.COMM_WORLD.Split(team.Rank() == 0 ? 0 : MPI.UNDEFINED, rank);
        if (leaders != null) {
            int[] sums = new int[leaders.Size()];
            leaders.Gather(sum, 0, 1, MPI.INT, sums, 0, 1, MPI.INT, 0);
            if (leaders.Rank() == 0)
                for (int i = 0; i < sums.length; i++) System.out.println("team " + i + ": " + sums[i]);
            leaders.Free();
        }
        team.Free();
        MPI.Finalize();
    }
}
