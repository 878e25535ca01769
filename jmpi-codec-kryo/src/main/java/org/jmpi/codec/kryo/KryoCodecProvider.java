package org.jmpi.codec.kryo;

import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecProvider;
import org.jmpi.comm.datatype.ProgramClasses;

/** Provides the codec {@code kryo}. */
public final class KryoCodecProvider implements ObjectCodecProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public KryoCodecProvider() {}

    @Override
    public String name() {
        return KryoCodec.NAME;
    }

    @Override
    public ObjectCodec open(JmpiConfig config) {
        return open(config, new ProgramClasses());
    }

    @Override
    public ObjectCodec open(JmpiConfig config, ProgramClasses classes) {
        return new KryoCodec(config.objectFilter(), config.objectClasses(), classes);
    }
}
