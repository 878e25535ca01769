import java.util.Arrays;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

public class Teams {
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int team = rank % 2;

        Intracomm mine = MPI.COMM_WORLD.Split(team, rank);
        int[] sum = sum(mine, rank);
        print("rank " + rank + " is rank " + mine.Rank() + " of team " + team + ", whose sum is " + sum[0]);

        Intercomm both = MPI.COMM_WORLD.Create_intercomm(mine, 0, 1 - team, 7);
        int[] theirs = {sum[0]};
        both.Sendrecv_replace(theirs, 0, 1, MPI.INT, mine.Rank(), 1, mine.Rank(), 1);
        print("rank " + rank + " hears " + theirs[0] + " from one of " + both.Remote_size());

        Intracomm merged = both.Merge(team == 1);
        int[] order = new int[merged.Size()];
        merged.Allgather(new int[] {rank}, 0, 1, MPI.INT, order, 0, 1, MPI.INT);
        if (merged.Rank() == 0) print("merged " + Arrays.toString(order));

        Group ends = MPI.COMM_WORLD.Group().Incl(new int[] {0, MPI.COMM_WORLD.Size() - 1});
        Intracomm few = MPI.COMM_WORLD.Create(ends);
        if (ends.Rank() != MPI.UNDEFINED)
            print("rank " + rank + " is one of the ends, their sum is " + sum(few, rank)[0]);

        if (few != null) few.Free();
        merged.Free();
        both.Free();
        mine.Free();
        MPI.Finalize();
    }

    private static int[] sum(Intracomm comm, int value) {
        int[] sum = new int[1];
        comm.Allreduce(new int[] {value}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum;
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
