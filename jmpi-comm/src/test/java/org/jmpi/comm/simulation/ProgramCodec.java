package org.jmpi.comm.simulation;

import java.io.IOException;
import java.io.InputStream;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectFilter;

/** Java serialisation that refuses to run on a thread of the engine or of a transport: it may call a program's code. */
final class ProgramCodec implements ObjectCodec {
    private final ObjectCodec codec = new JavaObjectCodec(new ObjectFilter(null));

    /** Fails if the calling thread is none of the program. */
    static void checkThread(String code) {
        String thread = Thread.currentThread().getName();
        if (thread.startsWith("jmpi-") || thread.startsWith("push-"))
            throw new IllegalStateException("thread " + thread + " calls " + code + " of the program");
    }

    @Override
    public String name() {
        return codec.name();
    }

    @Override
    public void encode(Object[] array, int offset, int count, EncodedOutput out) throws IOException {
        checkThread("a codec");
        codec.encode(array, offset, count, out);
    }

    @Override
    public void decode(InputStream in, Object[] array, int offset, int count)
            throws IOException, ClassNotFoundException {
        checkThread("a codec");
        codec.decode(in, array, offset, count);
    }
}
