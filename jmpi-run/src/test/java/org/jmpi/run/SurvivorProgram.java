package org.jmpi.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/**
 * Rank 2 ends without a word; the other ranks print what their calls do then, in one line of words. They end when rank
 * 0 has read a line.
 */
public final class SurvivorProgram {
    private static final int VICTIM = 2;

    private SurvivorProgram() {}

    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Intracomm all = (Intracomm) MPI.COMM_WORLD.clone();
        Intracomm other = (Intracomm) MPI.COMM_WORLD.clone();
        Intracomm survivors = MPI.COMM_WORLD.Split(rank == VICTIM ? 1 : 0, rank);
        int[] sum = new int[1];
        // From the fourth operation on ranks of one host may use shared memory.
        for (int i = 0; i < 5; i++) reduce(all, sum);
        for (int i = 0; i < 5; i++) reduce(survivors, sum);
        if (rank == VICTIM) {
            // Each of the others has left the operations of all ranks.
            for (int i = 0; i < 3; i++) MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, MPI.ANY_SOURCE, 1);
            Runtime.getRuntime().halt(3);
        }
        MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, VICTIM, 1);
        survive(all, other, survivors);
        if (rank == 0) System.in.read();
        MPI.Finalize();
    }

    private static void reduce(Intracomm comm, int[] sum) {
        comm.Allreduce(new int[] {comm.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    }

    private static Request startReduce(Intracomm comm, int[] sum) {
        return comm.Iallreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    }

    private static void survive(Intracomm all, Intracomm other, Intracomm survivors) {
        List<String> words = new ArrayList<>();
        Request[] inFlight = new Request[10];
        for (int i = 0; i < inFlight.length; i++) inFlight[i] = startReduce(other, new int[1]);
        Prequest persistent = other.Barrier_init();
        persistent.Start();
        Request any = all.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 7);
        Request needed = all.Isend(new int[1 << 20], 0, 1 << 20, MPI.INT, VICTIM, 8);
        words.add(failure(() -> reduce(all, new int[1])));
        for (Request request : inFlight) words.add(failure(request::Wait));
        words.add(failure(persistent::Wait));
        words.add(failure(needed::Wait));
        words.add(failure(any::Wait));
        words.add(failure(() -> all.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 9)));
        int[] sum = new int[1];
        for (int i = 0; i < 5; i++) reduce(survivors, sum);
        words.add("" + sum[0]);
        startReduce(survivors, sum).Wait();
        words.add("" + sum[0]);
        words.add(recover(all));
        System.out.println(String.join(" ", words));
    }

    /** The ranks that are left agree, and go on in a communicator without the lost one. */
    private static String recover(Intracomm all) {
        int[] flag = {~(1 << all.Rank())};
        List<String> words = new ArrayList<>();
        words.add(all.Get_failed().Size() + " lost");
        try {
            all.Agree(flag);
        } catch (MPIException e) {
            words.add(e.Get_error_class() == MPI.ERR_PROC_FAILED ? Integer.toHexString(flag[0]) : e.getMessage());
        }
        all.Ack_failed(1);
        all.Agree(flag);
        Intracomm left = all.Shrink();
        int[] sum = new int[1];
        reduce(left, sum);
        words.add(Integer.toHexString(flag[0]));
        words.add(left.Size() + " left " + sum[0]);
        int[] got = new int[1];
        if (all.Rank() == 0) all.Send(new int[] {5}, 0, 1, MPI.INT, 1, 10);
        if (all.Rank() == 1) all.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, 10);
        return String.join(" ", words);
    }

    private static String failure(Runnable call) {
        try {
            call.run();
            return "none";
        } catch (MPIException e) {
            if (!e.getMessage().contains("rank 2")) return e.getMessage();
            if (e.Get_error_class() == MPI.ERR_PROC_FAILED_PENDING) return "pending";
            return e.Get_error_class() == MPI.ERR_PROC_FAILED ? "failed" : e.getMessage();
        }
    }
}
