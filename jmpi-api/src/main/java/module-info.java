/** The mpiJava binding. Typed calls come with it. */
module org.jmpi.api {
    requires org.jmpi.comm;
    requires transitive org.jmpi.typed;

    exports mpi;

    provides org.jmpi.comm.communicator.Dialect with
            mpi.MpiJava;
}
