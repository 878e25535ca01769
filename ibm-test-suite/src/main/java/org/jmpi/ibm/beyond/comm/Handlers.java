package org.jmpi.ibm.beyond.comm;

import java.util.List;
import mpi.Cartcomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Error handlers: new communicators inherit them, and changing one changes no other. */
public final class Handlers {
    private Handlers() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Check.equal(MPI.ERRORS_RETURN, MPI.COMM_WORLD.Errhandler_get(), "handler of the world");
        Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
        comm.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        Intracomm clone = (Intracomm) comm.clone();
        Intracomm split = comm.Split(0, 0);
        Intracomm created = comm.Create(comm.Group());
        Cartcomm grid = comm.Create_cart(new int[] {comm.Size()}, new boolean[1], false);
        List<Intracomm> heirs = List.of(clone, split, created, grid);
        for (Intracomm heir : heirs)
            Check.equal(MPI.ERRORS_ARE_FATAL, heir.Errhandler_get(), "handler that was inherited");
        comm.Errhandler_set(MPI.ERRORS_RETURN);
        for (Intracomm heir : heirs) Check.equal(MPI.ERRORS_ARE_FATAL, heir.Errhandler_get(), "handler of an heir");
        Check.fails(MPI.ERR_RANK, () -> comm.Send(new int[1], 0, 1, MPI.INT, comm.Size(), 0), "Send to nobody");
        Check.equal(MPI.ERRORS_RETURN, MPI.COMM_WORLD.Errhandler_get(), "handler of the world");
        for (Intracomm heir : heirs) heir.Free();
        comm.Free();
        MPI.Finalize();
    }
}
