import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

public class Survivors {
    private static final int CELLS = 300;
    private static final int STEPS = 1000;
    private static final int SAVED_EVERY = 100;

    private Intracomm comm = MPI.COMM_WORLD;
    private int size; // how many ranks there are in the beginning
    private double[] saved = new double[CELLS]; // all cells, after the step that was saved last
    private int savedStep;
    private double[] bar; // this rank's cells, with one of a neighbour at each end

    public static void main(String[] args) {
        List<String> words = List.of(MPI.Init(args)); // such as refill 2:350: rank 2 ends after step 350
        int death = words.stream()
                .filter(each -> each.startsWith(MPI.COMM_WORLD.Rank() + ":"))
                .mapToInt(each -> Integer.parseInt(each.substring(each.indexOf(':') + 1)))
                .findFirst()
                .orElse(STEPS);
        new Survivors().run(death, words.contains("refill"));
        MPI.Finalize();
    }

    private void run(int death, boolean refills) {
        Intercomm parents = Comm.Get_parent();
        if (parents != null) join(parents.Merge(true));
        size = comm.Size();
        while (savedStep < STEPS) {
            double[] next = new double[CELLS];
            int[] done = {1};
            try {
                compute(death);
                gather(next);
            } catch (MPIException e) {
                if (e.Get_error_class() != MPI.ERR_PROC_FAILED && e.Get_error_class() != MPI.ERR_REVOKED) throw e;
                comm.Revoke(); // ends the calls of the others, which may wait for this rank
                done[0] = 0;
            }
            if (isDoneByAll(done)) {
                saved = next;
                savedStep += SAVED_EVERY;
            } else {
                replace(comm.Shrink());
                if (refills) refill();
                if (comm.Rank() == 0) System.out.println(comm.Size() + " ranks go on from step " + savedStep);
            }
        }
        if (comm.Rank() == 0) System.out.printf("heat after %d steps: %.3f%n", savedStep, Arrays.stream(saved).sum());
    }

    private void replace(Intracomm next) {
        if (comm != MPI.COMM_WORLD) comm.Free();
        comm = next;
    }

    /** Spawns as many processes as are missing. */
    private void refill() {
        String[] words = {"refill"};
        Intercomm more = comm.Spawn("Survivors", words, size - comm.Size(), MPI.INFO_NULL, 0, null);
        join(more.Merge(false));
    }

    /** Goes on with others, which begin where rank 0 is. */
    private void join(Intracomm all) {
        replace(all);
        int[] step = {savedStep};
        comm.Bcast(step, 0, 1, MPI.INT, 0);
        savedStep = step[0];
        comm.Bcast(saved, 0, CELLS, MPI.DOUBLE, 0);
    }

    /** Returns the same at all ranks that are left. */
    private boolean isDoneByAll(int[] done) {
        try {
            comm.Agree(done);
            return done[0] == 1;
        } catch (MPIException e) {
            return false; // a rank has failed
        }
    }

    private int first(int rank) {
        return CELLS * rank / comm.Size();
    }

    /** Computes the steps that follow the saved one. */
    private void compute(int death) {
        int rank = comm.Rank();
        int cells = first(rank + 1) - first(rank);
        int left = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int right = rank < comm.Size() - 1 ? rank + 1 : MPI.PROC_NULL;
        bar = new double[cells + 2];
        System.arraycopy(saved, first(rank), bar, 1, cells);
        if (rank == 0) bar[0] = 100; // heats this end
        for (int step = savedStep; step < savedStep + SAVED_EVERY; step++) {
            if (step == death) Runtime.getRuntime().halt(1);
            comm.Sendrecv(bar, cells, 1, MPI.DOUBLE, right, 0, bar, 0, 1, MPI.DOUBLE, left, 0);
            comm.Sendrecv(bar, 1, 1, MPI.DOUBLE, left, 1, bar, cells + 1, 1, MPI.DOUBLE, right, 1);
            double before = bar[0];
            for (int i = 1; i <= cells; i++) {
                double cell = bar[i];
                bar[i] += 0.25 * (before - 2 * cell + bar[i + 1]);
                before = cell;
            }
        }
    }

    /** Gathers the cells of all ranks at each of them. */
    private void gather(double[] all) {
        int size = comm.Size();
        int[] counts = new int[size];
        int[] starts = new int[size];
        Arrays.setAll(starts, this::first);
        Arrays.setAll(counts, rank -> first(rank + 1) - first(rank));
        comm.Allgatherv(bar, 1, counts[comm.Rank()], MPI.DOUBLE, all, 0, counts, starts, MPI.DOUBLE);
    }
}
