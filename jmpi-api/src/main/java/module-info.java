/** The mpiJava binding, and typed calls. */
module org.jmpi.api {
    requires org.jmpi.comm;

    exports mpi;
    exports org.jmpi;
}
