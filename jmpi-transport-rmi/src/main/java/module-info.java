/** The transports {@code rmi} and {@code rmi-kryo}. */
module org.jmpi.transport.rmi {
    requires org.jmpi.comm;
    requires org.jmpi.tls;
    requires org.jmpi.codec.kryo;
    requires java.rmi;

    provides org.jmpi.comm.transport.TransportProvider with
            org.jmpi.transport.rmi.RmiTransportProvider,
            org.jmpi.transport.rmi.RmiKryoTransportProvider;

    // RMI calls the remote interface by reflection.
    opens org.jmpi.transport.rmi to
            java.rmi;
}
