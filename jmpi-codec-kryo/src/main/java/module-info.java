/** The codec {@code kryo}. */
@SuppressWarnings({"module", "opens"
}) // the other module is compiled later, and the package becomes part of this one when it is packed
module org.jmpi.codec.kryo {
    requires org.jmpi.comm;
    requires jdk.unsupported;

    provides org.jmpi.comm.datatype.ObjectCodecProvider with
            org.jmpi.codec.kryo.KryoCodecProvider;

    // As "exports to", which would have to find the package now.
    opens org.jmpi.codec.kryo.kryo5.io to
            org.jmpi.transport.rmi;
}
