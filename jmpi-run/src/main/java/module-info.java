/** The launcher, jmpirun. */
module org.jmpi.run {
    requires java.compiler;
    requires jdk.management;
    requires static jdk.compiler;
    requires org.jmpi.comm;
    requires info.picocli;

    uses org.jmpi.comm.datatype.ObjectCodecProvider;
    uses org.jmpi.comm.transport.TransportProvider;
}
