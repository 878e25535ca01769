/** TLS between the processes of a job, for the transports and the launcher. */
@SuppressWarnings("module") // the modules that it is open to are compiled later
module org.jmpi.tls {
    requires transitive org.jmpi.comm;

    exports org.jmpi.tls to
            org.jmpi.run,
            org.jmpi.transport.rmi,
            org.jmpi.transport.socket;
}
