/** The launcher, jmpirun. */
module org.jmpi.run {
    requires jdk.management;
    requires org.jmpi.comm;
    requires info.picocli;

    uses org.jmpi.comm.datatype.ObjectCodecProvider;
    uses org.jmpi.comm.transport.TransportProvider;
}
