/** The codec {@code kryo}. */
module org.jmpi.codec.kryo {
    requires org.jmpi.comm;
    requires jdk.unsupported;

    provides org.jmpi.comm.datatype.ObjectCodecProvider with
            org.jmpi.codec.kryo.KryoCodecProvider;
}
