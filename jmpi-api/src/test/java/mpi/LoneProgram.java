package mpi;

/** A program that nobody launches: it sends a message to itself. */
public final class LoneProgram {
    private LoneProgram() {}

    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        int[] room = new int[3];
        Request receive = MPI.COMM_WORLD.Irecv(room, 0, 3, MPI.INT, MPI.ANY_SOURCE, 5);
        MPI.COMM_WORLD.Send(new int[] {1, 2, 3}, 0, 3, MPI.INT, 0, 5);
        int count = receive.Wait().Get_count(MPI.INT);
        MPI.COMM_WORLD.Barrier();
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size() + ", "
                + String.join("+", own) + ", " + count + " elements, last " + room[2]);
        if (own.length > 0 && own[0].equals("abort")) MPI.COMM_WORLD.Abort(7);
        if (own.length > 0 && own[0].equals("twice")) MPI.Init(args);
        if (own.length > 0 && own[0].equals("throw")) throw new IllegalStateException("thrown on purpose");
        MPI.Finalize();
        System.out.println("initialized " + MPI.Initialized());
    }
}
