package org.jmpi.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecProvider;

/** A program's own codec: of one text, which it marks. */
public final class MarkingCodecProvider implements ObjectCodecProvider {
    @Override
    public String name() {
        return "marking";
    }

    @Override
    public ObjectCodec open(JmpiConfig config) {
        return new MarkingCodec();
    }

    private static final class MarkingCodec implements ObjectCodec {
        @Override
        public String name() {
            return "marking";
        }

        @Override
        public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
            out.write("forgotten".getBytes(StandardCharsets.UTF_8));
            out.restart();
            out.write(array[offset].toString().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void decode(InputStream in, Object[] array, int offset, int count) throws IOException {
            array[offset] = "marked " + new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
