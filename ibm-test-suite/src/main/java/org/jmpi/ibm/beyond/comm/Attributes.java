package org.jmpi.ibm.beyond.comm;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Attributes: those of a clone are copies, those of other new communicators are not there. */
public final class Attributes {
    private static final int KEY = 42;

    private Attributes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
        Check.equal(MPI.UNDEFINED, comm.Attr_get(KEY), "attribute that was never put");
        comm.Attr_put(KEY, 1);
        Intracomm clone = (Intracomm) comm.clone();
        Check.equal(1, clone.Attr_get(KEY), "attribute of a clone");
        clone.Attr_put(KEY, 2);
        Check.equal(1, comm.Attr_get(KEY), "attribute after its copy was changed");
        comm.Attr_delete(KEY);
        Check.equal(MPI.UNDEFINED, comm.Attr_get(KEY), "attribute that was deleted");
        Check.equal(2, clone.Attr_get(KEY), "attribute after the one it was copied from was deleted");
        Intracomm split = clone.Split(0, 0);
        Check.equal(MPI.UNDEFINED, split.Attr_get(KEY), "attribute of a part");
        Check.equal(MPI.UNDEFINED, MPI.COMM_WORLD.Attr_get(KEY), "attribute of the world");
        for (Comm each : List.of(comm, clone, split, MPI.COMM_SELF)) {
            Check.isTrue(each.Attr_get(MPI.TAG_UB) >= 32_767, "the largest tag is large enough");
            Check.equal(MPI.ANY_SOURCE, each.Attr_get(MPI.IO), "rank that reads and writes files");
        }
        for (Comm each : List.of(comm, clone, split)) each.Free();
        MPI.Finalize();
    }
}
