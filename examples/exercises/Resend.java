import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

public class Resend {
    private static final int ROOM = 4;

    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) send(new int[] {1, 4, 9, 16, 25, 36, 49, 64, 81, 100});
        else receive();
        MPI.Finalize();
    }

    /** Sends all numbers at once, and then again as many at a time as the receiver says. */
    private static void send(int[] numbers) {
        MPI.COMM_WORLD.Send(numbers, 0, numbers.length, MPI.INT, 1, 0);
        int[] room = new int[1];
        MPI.COMM_WORLD.Recv(room, 0, 1, MPI.INT, 1, 0);
        for (int from = 0; from < numbers.length; from += room[0])
            MPI.COMM_WORLD.Send(numbers, from, Math.min(room[0], numbers.length - from), MPI.INT, 1, 0);
        MPI.COMM_WORLD.Send(numbers, 0, 0, MPI.INT, 1, 0);
    }

    private static void receive() {
        int[] numbers = new int[ROOM];
        try {
            MPI.COMM_WORLD.Recv(numbers, 0, ROOM, MPI.INT, 0, 0);
        } catch (MPIException e) {
            if (e.Get_error_class() != MPI.ERR_TRUNCATE) throw e;
            System.out.println("too long");
        }
        MPI.COMM_WORLD.Send(new int[] {ROOM}, 0, 1, MPI.INT, 0, 0);
        while (true) {
            Status status = MPI.COMM_WORLD.Recv(numbers, 0, ROOM, MPI.INT, 0, 0);
            int count = status.Get_count(MPI.INT);
            if (count == 0) return;
            System.out.println(Arrays.toString(Arrays.copyOf(numbers, count)));
        }
    }
}
