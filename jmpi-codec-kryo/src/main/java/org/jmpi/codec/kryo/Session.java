package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.Pool;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ProgramClasses;

/** A Kryo and its buffer, either for encoding or for decoding. Between messages it holds no object of the program. */
final class Session implements Pool.Poolable {
    /** The first byte of a message. */
    static final int KRYO = 'K';

    static final int JAVA = 'J';

    private final ProgramKryo kryo;
    private final BulkOutput output;
    private final BulkInput input;
    private final long mostBytes;

    private Session(ProgramKryo kryo, BulkOutput output, BulkInput input, long mostBytes) {
        this.kryo = kryo;
        this.output = output;
        this.input = input;
        this.mostBytes = mostBytes;
    }

    static Session encoding(ProgramClasses classes, List<String> listed) {
        SafeKryo.load();
        return new Session(new ProgramKryo(classes, listed, null), new BulkOutput(), null, Long.MAX_VALUE);
    }

    static Session decoding(ProgramClasses classes, List<String> listed, ObjectFilter filter) {
        SafeKryo.load();
        BulkInput input = new BulkInput(filter.limit("maxarray"));
        return new Session(new ProgramKryo(classes, listed, filter), null, input, filter.limit("maxbytes"));
    }

    /** Returns whether it may encode or decode another message of a thread of the same context class loader. */
    boolean isReusable() {
        return kryo.isSure();
    }

    void encode(Object[] array, int offset, int count, EncodedOutput out) {
        output.setOutputStream(out);
        output.writeByte(KRYO);
        for (int i = 0; i < count; i++) kryo.writeClassAndObject(output, array[offset + i]);
        output.flush();
    }

    /** Decodes what follows the first byte. */
    void decode(InputStream in, Object[] array, int offset, int count) throws IOException {
        if (in.available() > mostBytes)
            throw new KryoException("message of " + in.available() + " bytes is longer than maxbytes=" + mostBytes);
        input.setInputStream(in);
        for (int i = 0; i < count; i++) array[offset + i] = kryo.readClassAndObject(input);
    }

    @Override
    public void reset() {
        kryo.reset();
        if (output != null) output.setOutputStream(null);
        if (input != null) input.setInputStream(null);
    }
}
