/** The mpiJava binding. */
module org.jmpi.api {
    requires org.jmpi.comm;

    exports mpi;
    exports org.jmpi;
}
