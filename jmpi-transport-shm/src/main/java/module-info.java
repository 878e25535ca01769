/** The transport {@code shm}. */
module org.jmpi.transport.shm {
    requires org.jmpi.comm;

    provides org.jmpi.comm.transport.TransportProvider with
            org.jmpi.transport.shm.ShmTransportProvider;
}
