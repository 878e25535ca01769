import mpi.MPI;
import mpi.Win;

public class Tasks {
    private static final int TASKS = 8;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        long[] board = new long[rank == 0 ? 1 + TASKS : 0]; // the next task, then the results
        Win win = Win.Create(board, 0, board.length, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        long[] one = {1};
        long[] task = new long[1];
        win.Lock_all(0);
        while (true) {
            win.Fetch_and_op(one, 0, task, 0, MPI.LONG, 0, 0, MPI.SUM);
            win.Flush(0);
            if (task[0] >= TASKS) break;
            long[] result = {factorial(task[0])};
            win.Put(result, 0, 1, MPI.LONG, 0, 1 + task[0], 1, MPI.LONG);
        }
        win.Unlock_all();
        win.Free();
        if (rank == 0)
            for (int i = 0; i < TASKS; i++) System.out.println(i + "! is " + board[1 + i]);
        MPI.Finalize();
    }

    private static long factorial(long n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }
}
