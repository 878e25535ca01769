package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.MPI;

/** Bad arguments of the calls that start a send or a receive. */
public final class Nonblocking {
    private Nonblocking() {}

    public static void main(String[] args) {
        MPI.Init(args);
        MPI.Buffer_attach(new byte[1000]);
        BadMessages messages = new BadMessages();
        messages.sends(List.of(
                new BadMessages.Named("Isend", Comm::Isend),
                new BadMessages.Named("Issend", Comm::Issend),
                new BadMessages.Named("Irsend", Comm::Irsend),
                new BadMessages.Named("Ibsend", Comm::Ibsend)));
        messages.receives(List.of(new BadMessages.Named("Irecv", Comm::Irecv)));
        MPI.Buffer_detach();
        MPI.Finalize();
    }
}
