/** TLS between the processes of a job, for the transports and the launcher. */
module org.jmpi.tls {
    requires transitive org.jmpi.comm;

    exports org.jmpi.tls;
}
