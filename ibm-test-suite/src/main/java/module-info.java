/** The programs of the IBM MPI test suite, and their driver. */
module org.jmpi.ibm {
    requires java.xml;
    requires org.jmpi.api;
    requires org.jmpi.bench;
}
