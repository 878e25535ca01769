/** For tools that start jobs. */
module org.jmpi.jobs {
    requires org.jmpi.comm;
    requires java.management;
    requires jdk.management;

    exports org.jmpi.jobs;

    uses org.jmpi.comm.transport.TransportProvider;
}
