import java.util.Arrays;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

public class Visitors {
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        boolean visits = rank >= 2;
        Intracomm half = MPI.COMM_WORLD.Split(visits ? 1 : 0, rank);
        Object[] port = new Object[1];
        if (rank == 0) {
            port[0] = MPI.Open_port(MPI.INFO_NULL);
            MPI.COMM_WORLD.Send(port, 0, 1, MPI.OBJECT, 2, 0);
        }
        if (rank == 2) MPI.COMM_WORLD.Recv(port, 0, 1, MPI.OBJECT, 0, 0);
        String name = (String) port[0];
        Intercomm both =
                visits ? half.Connect(name, MPI.INFO_NULL, 0) : half.Accept(name, MPI.INFO_NULL, 0);
        Intracomm all = both.Merge(!visits);
        int[] ranks = new int[4];
        all.Gather(new int[] {rank}, 0, 1, MPI.INT, ranks, 0, 1, MPI.INT, 0);
        if (all.Rank() == 0) System.out.println(Arrays.toString(ranks));
        all.Disconnect();
        both.Disconnect();
        half.Free();
        if (rank == 0) MPI.Close_port(name);
        MPI.Finalize();
    }
}
