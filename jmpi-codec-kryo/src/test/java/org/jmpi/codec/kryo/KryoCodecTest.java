package org.jmpi.codec.kryo;

import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecContract;

class KryoCodecTest extends ObjectCodecContract {
    @Override
    protected ObjectCodec codec(String filter) {
        return new KryoCodec(filter, "");
    }
}
