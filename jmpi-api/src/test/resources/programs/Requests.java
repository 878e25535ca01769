import mpi.*;

/** Non-blocking and persistent messages that a rank sends to itself. */
public class Requests {
    static final int N = 4;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        MPI.Buffer_attach(new byte[10000]);
        starts(MPI.COMM_WORLD, me);
        completions(MPI.COMM_WORLD, me);
        persistent(MPI.COMM_WORLD, me);
        MPI.Buffer_detach();
        MPI.Finalize();
    }

    static void starts(Comm comm, int me) throws MPIException {
        int[] out = new int[N], in = new int[N];
        Request[] requests = new Request[2 * N];
        for (int i = 0; i < N; i++) requests[i] = comm.Irecv(in, i, 1, MPI.INT, me, i);
        requests[N] = comm.Isend(out, 0, 1, MPI.INT, me, 0);
        requests[N + 1] = comm.Issend(out, 1, 1, MPI.INT, me, 1);
        requests[N + 2] = comm.Irsend(out, 2, 1, MPI.INT, me, 2);
        requests[N + 3] = comm.Ibsend(out, 3, 1, MPI.INT, me, 3);
        Status[] statuses = Request.Waitall(requests);
        for (int i = 0; i < statuses.length; i++)
            if (!requests[i].Is_null()) System.out.println("request " + i + " is pending");
    }

    static void completions(Comm comm, int me) throws MPIException {
        Request[] requests = {MPI.REQUEST_NULL, comm.Irecv(new int[1], 0, 1, MPI.INT, me, 1), null};
        comm.Send(new int[1], 0, 1, MPI.INT, me, 1);
        Status status = Request.Waitany(requests);
        System.out.println(status.index);
        status = Request.Testany(requests);
        if (Request.Testall(requests) == null) System.out.println("not all");
        Status[] some = Request.Testsome(requests);
        some = Request.Waitsome(requests);
        Request single = comm.Irecv(new int[1], 0, 1, MPI.INT, me, 2);
        single.Cancel();
        for (status = single.Test(); status == null; status = single.Test()) Thread.yield();
        if (!status.Test_cancelled()) single.Wait();
        single.Free();
    }

    static void persistent(Comm comm, int me) throws MPIException {
        int[] a = new int[N], b = new int[N];
        Prequest receive = comm.Recv_init(b, 0, N, MPI.INT, me, 1);
        Prequest[] sends = {
            comm.Send_init(a, 0, N, MPI.INT, me, 1), comm.Ssend_init(a, 0, N, MPI.INT, me, 1),
            comm.Rsend_init(a, 0, N, MPI.INT, me, 1), comm.Bsend_init(a, 0, N, MPI.INT, me, 1)
        };
        for (int i = 0; i < sends.length; i++) {
            receive.Start();
            Prequest.Startall(new Prequest[] {sends[i]});
            receive.Wait();
            sends[i].Wait();
        }
    }
}
