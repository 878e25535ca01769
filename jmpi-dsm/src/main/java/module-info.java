/** Arrays that ranks share, beside the messages of MPI. */
module org.jmpi.dsm {
    requires org.jmpi.comm;
    requires transitive org.jmpi.typed;

    exports org.jmpi.dsm;
}
