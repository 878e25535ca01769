package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import org.jmpi.ibm.Check;

/** Bad arguments of the calls that make a persistent request, and of Start. */
public final class Persistent {
    private static final int TAG = 1;

    private Persistent() {}

    public static void main(String[] args) {
        MPI.Init(args);
        BadMessages messages = new BadMessages();
        messages.sends(List.of(
                new BadMessages.Named("Send_init", Comm::Send_init),
                new BadMessages.Named("Ssend_init", Comm::Ssend_init),
                new BadMessages.Named("Rsend_init", Comm::Rsend_init),
                new BadMessages.Named("Bsend_init", Comm::Bsend_init)));
        messages.receives(List.of(new BadMessages.Named("Recv_init", Comm::Recv_init)));
        starts();
        MPI.Finalize();
    }

    private static void starts() {
        int me = MPI.COMM_WORLD.Rank();
        Prequest receive = MPI.COMM_WORLD.Recv_init(new int[1], 0, 1, MPI.INT, me, TAG);
        Prequest buffered = MPI.COMM_WORLD.Bsend_init(new int[1], 0, 1, MPI.INT, me, TAG);
        Prequest freed = MPI.COMM_WORLD.Send_init(new int[1], 0, 1, MPI.INT, me, TAG);
        freed.Free();
        Rows rows = new Rows();
        rows.row(MPI.ERR_REQUEST, "Start of a freed request", freed::Start)
                .row(MPI.ERR_REQUEST, "Free of a freed request", freed::Free)
                .row(MPI.ERR_REQUEST, "Cancel of a freed request", freed::Cancel)
                .row(MPI.ERR_REQUEST, "Startall of null", () -> Prequest.Startall(null))
                .row(MPI.ERR_REQUEST, "Startall with null", () -> Prequest.Startall(new Prequest[] {receive, null}))
                .row(
                        MPI.ERR_REQUEST,
                        "Startall with a freed one",
                        () -> Prequest.Startall(new Prequest[] {receive, freed}))
                .row(MPI.ERR_BUFFER, "Start of a buffered send without a buffer", buffered::Start);
        receive.Start();
        rows.row(MPI.ERR_REQUEST, "Start of an active request", receive::Start);
        receive.Cancel();
        Check.isTrue(receive.Wait().Test_cancelled(), "the receive has got nothing");
        receive.Free();
        buffered.Free();
        Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
        Prequest orphan = comm.Send_init(new int[1], 0, 1, MPI.INT, me, TAG);
        comm.Free();
        rows.row(MPI.ERR_COMM, "Start in a communicator that has been freed", orphan::Start);
    }
}
