/** The launcher, jmpirun. */
module org.jmpi.run {
    requires org.jmpi.comm;

    uses org.jmpi.comm.transport.TransportProvider;
}
