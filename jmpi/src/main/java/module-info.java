/** JMPI whole: the binding with every transport, object codec and wire-up. A program requires this module alone. */
module org.jmpi {
    requires transitive org.jmpi.api;
    requires org.jmpi.codec.kryo;
    requires org.jmpi.transport.rmi;
    requires org.jmpi.transport.shm;
    requires org.jmpi.transport.socket;
    requires org.jmpi.wireup;
}
