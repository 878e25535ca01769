package org.jmpi.world;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;

/** Gives the classes of package {@code org.jmpi} what package {@code mpi} keeps to itself: both name the same core. */
public abstract class MpiPackage {
    private static volatile MpiPackage access;

    /** Makes the access, which a class of package {@code mpi} implements. */
    protected MpiPackage() {}

    /**
     * Names the access, once. Called by the initialisation of class {@link Intracomm}.
     *
     * @param own the access
     */
    public static void set(MpiPackage own) {
        access = own;
    }

    /** {@return the access} */
    public static MpiPackage get() {
        // The first call initialises class Intracomm.
        return access != null || !MPI.COMM_WORLD.Is_null() ? access : null;
    }

    /**
     * {@return the core of a communicator}
     *
     * @param comm a communicator of package {@code mpi}
     */
    public abstract Communicator core(Intracomm comm);

    /**
     * {@return a communicator of package {@code mpi}}
     *
     * @param core its core
     */
    public abstract Intracomm intracomm(Communicator core);

    /**
     * {@return the exception of a failed call, unless the error handler of its communicator ends the job}
     *
     * @param core the communicator; null for none
     * @param failure why the call failed
     */
    public abstract MPIException raised(Communicator core, CommException failure);
}
