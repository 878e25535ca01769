import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

public class Crew {
    private static final int[] HELPERS = {0, 2, 4};

    public static void main(String[] args) {
        MPI.Init(args);
        Intercomm parents = Comm.Get_parent();
        if (parents == null) work();
        else help(parents);
        MPI.Finalize();
    }

    /** The job itself: more helpers for more work. */
    private static void work() {
        for (int helpers : HELPERS) {
            int limit = 1000 * (helpers + 1);
            if (helpers == 0) {
                count(MPI.COMM_WORLD, limit);
                continue;
            }
            Intercomm crew = MPI.COMM_WORLD.Spawn("Crew", null, helpers, MPI.INFO_NULL, 0, null);
            Intracomm all = crew.Merge(false);
            all.Bcast(new int[] {limit}, 0, 1, MPI.INT, 0);
            count(all, limit);
            all.Disconnect();
            crew.Disconnect(); // the helpers end
        }
    }

    private static void help(Intercomm parents) {
        Intracomm all = parents.Merge(true);
        int[] limit = new int[1];
        all.Bcast(limit, 0, 1, MPI.INT, 0);
        count(all, limit[0]);
        all.Disconnect();
        parents.Disconnect();
    }

    /** Counts primes; each rank looks at every nth number. */
    private static void count(Intracomm comm, int limit) {
        int[] own = new int[1];
        for (int n = 2 + comm.Rank(); n < limit; n += comm.Size()) if (isPrime(n)) own[0]++;
        int[] all = new int[1];
        comm.Reduce(own, 0, all, 0, 1, MPI.INT, MPI.SUM, 0);
        if (comm.Rank() == 0) System.out.println(comm.Size() + " ranks: " + all[0] + " primes below " + limit);
    }

    private static boolean isPrime(int n) {
        for (int i = 2; i * i <= n; i++) if (n % i == 0) return false;
        return true;
    }
}
