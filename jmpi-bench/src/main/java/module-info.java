/**
 * Sample programs, benchmarks, and what tools need that start jobs. XChart and oncrpc4j are no modules: what uses them
 * runs from a class path.
 */
@SuppressWarnings("module") // org.jmpi.ibm is compiled later
module org.jmpi.bench {
    requires java.desktop;
    requires java.management;
    requires java.rmi;
    requires jdk.management;
    requires org.jmpi.api;
    requires org.jmpi.comm;
    requires org.jmpi.dsm;
    requires org.jmpi.pvm;
    requires org.jmpi.rpc;

    exports org.jmpi.bench.jobs to
            org.jmpi.ibm;

    uses org.jmpi.comm.transport.TransportProvider;
}
