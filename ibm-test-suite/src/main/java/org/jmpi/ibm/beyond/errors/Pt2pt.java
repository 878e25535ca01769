package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;

/** Bad arguments of the blocking calls. */
public final class Pt2pt {
    private static final int TAG = 1;

    private Pt2pt() {}

    public static void main(String[] args) {
        MPI.Init(args);
        MPI.Buffer_attach(new byte[1000]);
        BadMessages messages = new BadMessages();
        messages.sends(List.of(
                new BadMessages.Named("Send", Comm::Send),
                new BadMessages.Named("Ssend", Comm::Ssend),
                new BadMessages.Named("Rsend", Comm::Rsend),
                new BadMessages.Named("Bsend", Comm::Bsend),
                new BadMessages.Named("Sendrecv, sending", Pt2pt::sendOfSendrecv)));
        messages.receives(List.of(
                new BadMessages.Named("Recv", Comm::Recv),
                new BadMessages.Named("Sendrecv, receiving", Pt2pt::receiveOfSendrecv),
                new BadMessages.Named(
                        "Sendrecv_replace, receiving",
                        (comm, buf, offset, count, type, source, tag) ->
                                comm.Sendrecv_replace(buf, offset, count, type, 0, TAG, source, tag))));
        messages.sends(List.of(new BadMessages.Named(
                "Sendrecv_replace, sending",
                (comm, buf, offset, count, type, dest, tag) ->
                        comm.Sendrecv_replace(buf, offset, count, type, dest, tag, 0, TAG))));
        MPI.Buffer_detach();
        MPI.Finalize();
    }

    private static void sendOfSendrecv(Comm comm, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        comm.Sendrecv(buf, offset, count, type, dest, tag, new int[3], 0, 3, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }

    private static void receiveOfSendrecv(
            Comm comm, Object buf, int offset, int count, Datatype type, int source, int tag) {
        comm.Sendrecv(new int[3], 0, 3, MPI.INT, 0, TAG, buf, offset, count, type, source, tag);
    }
}
