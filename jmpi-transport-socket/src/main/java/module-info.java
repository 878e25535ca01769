/** The transport {@code socket}. */
module org.jmpi.transport.socket {
    requires org.jmpi.comm;
    requires org.jmpi.tls;
    requires jdk.unsupported;

    provides org.jmpi.comm.transport.TransportProvider with
            org.jmpi.transport.socket.SocketTransportProvider;
}
