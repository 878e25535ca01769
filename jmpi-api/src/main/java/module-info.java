/** The mpiJava binding, and typed calls. */
@SuppressWarnings("module") // org.jmpi.junit is compiled later
module org.jmpi.api {
    requires org.jmpi.comm;

    exports mpi;
    exports org.jmpi;
    exports org.jmpi.world to
            org.jmpi.junit;
}
