import mpi.MPI;
import mpi.Request;
import mpi.Status;

public class Farm {
    private static final int TASKS = 20;
    private static final int TASK = 1;
    private static final int RESULT = 2;

    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) master(MPI.COMM_WORLD.Size() - 1);
        else work();
        MPI.Finalize();
    }

    /** Gives each worker a task, and the next one whenever a result has come. A task of 0 is the end. */
    private static void master(int workers) {
        long[] results = new long[workers];
        Request[] requests = new Request[workers];
        int next = 1;
        for (int worker = 0; worker < workers; worker++) {
            requests[worker] = MPI.COMM_WORLD.Irecv(results, worker, 1, MPI.LONG, worker + 1, RESULT);
            give(worker, next++);
        }
        long sum = 0;
        for (int done = 0; done < TASKS; done++) {
            Status status = Request.Waitany(requests);
            int worker = status.index;
            sum += results[worker];
            if (next <= TASKS) {
                requests[worker] = MPI.COMM_WORLD.Irecv(results, worker, 1, MPI.LONG, worker + 1, RESULT);
                give(worker, next++);
            } else {
                give(worker, 0);
            }
        }
        System.out.println(TASKS + " tasks, the sum of their results is " + sum);
    }

    private static void give(int worker, int task) {
        MPI.COMM_WORLD.Send(new int[] {task}, 0, 1, MPI.INT, worker + 1, TASK);
    }

    private static void work() {
        int[] task = new int[1];
        while (true) {
            MPI.COMM_WORLD.Recv(task, 0, 1, MPI.INT, 0, TASK);
            if (task[0] == 0) return;
            long[] result = {(long) task[0] * task[0]};
            MPI.COMM_WORLD.Send(result, 0, 1, MPI.LONG, 0, RESULT);
        }
    }
}
